// akin::Corpus::Check: verifies every byte of every file.
#include "akin/recipe.h"
#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "graph/pages_file.h"
#include "index/manifest.h"
#include "query/index_impl.h"
#include "text/bags_file.h"
#include "text/open_bags.h"

namespace akin {

Status Corpus::Check(const Control& control, const CheckReport& report) const {
  Status first;
  const auto note = [&](const std::string& file, const Status& status) {
    report(file, status);
    if (first.ok()) first = status;
  };
  note(KeysPath(path()), keys().container().VerifyAll(control));
  const auto arcs = graph();
  note(GraphPath(path()), arcs.ok() ? (*arcs)->Check(control) : arcs.status());
  if (has_pages()) {
    const auto pages = PagesFile::OfCorpus(path(), Container::Verification::kLazily);
    note(PagesPath(path()), pages.ok() ? (*pages)->Check(control) : pages.status());
  }
  if (knows_boilerplate()) {
    for (const Boilerplate boilerplate : {Boilerplate::kSite, Boilerplate::kDrop}) {
      const auto rest = graph(boilerplate);
      note(GraphPath(path(), boilerplate), rest.ok() ? (*rest)->Check(control) : rest.status());
    }
    note(BoilerplatePath(path()), FoundBoilerplate().status());
  }
  AKIN_TRY_ASSIGN(const auto bag_names, BagNames(path()));
  for (const std::string& name : bag_names) {
    const auto bags = OpenBags(name);
    note(BagsPath(path(), name), bags.ok() ? bags->file().Check(control) : bags.status());
  }
  AKIN_TRY_ASSIGN(const bool has_recipe, Exists(RecipePath(path())));
  if (has_recipe) note(RecipePath(path()), ReadRecipe(path()).status());
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, Indexes());
  for (const IndexInfo& info : infos) {
    if (!info.complete) continue;
    const std::string directory = IndexPath(path(), info.name);
    const auto index = OpenIndex(info.name);
    if (!index.ok()) {
      note(directory, index.status());
      continue;
    }
    for (const Container* file : index->impl_->opened->files()) {
      note(file->path(), file->VerifyAll(control));
    }
  }
  return first;
}

}  // namespace akin
