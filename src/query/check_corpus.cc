// akin::Corpus::Check: verifies every byte of every file, and what the files say. It trusts
// nothing: it is what to run on a corpus that somebody else made.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "akin/errors.h"
#include "akin/mix.h"
#include "akin/recipe.h"
#include "akin/try.h"
#include "base/files.h"
#include "graph/attributes_file.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "graph/pages_file.h"
#include "index/elsewhere.h"
#include "index/manifest.h"
#include "query/check_listing.h"
#include "query/index_impl.h"
#include "text/bags_file.h"
#include "text/open_bags.h"

namespace akin {
namespace {

// Whether every arc of one graph is an arc of the other.
Status CheckPart(const Graph& part, const Graph& whole) {
  AKIN_TRY_ASSIGN(const Adjacency some, part.Out());
  AKIN_TRY_ASSIGN(const Adjacency all, whole.Out());
  for (VertexId v = 0; v < some.vertices(); ++v) {
    const auto list = some[v];
    const auto full = all[v];
    if (std::includes(full.begin(), full.end(), list.begin(), list.end())) continue;
    return Damaged(part.container().path(), "has arcs that graph.akin does not have");
  }
  return {};
}

// Of an index with shards elsewhere.
Status CheckShardsHere(const std::string& index, VertexId vertices, const Control& control,
                       const Corpus::CheckReport& report) {
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(index));
  AKIN_TRY_ASSIGN(const std::vector<size_t> elsewhere, ShardsElsewhere(index, manifest));
  const auto check = [&](uint32_t i) -> Status {
    AKIN_TRY_ASSIGN(const auto some,
                    ForestIndex::OpenSome(index, manifest, vertices, std::span(&i, 1)));
    return some->shards()[i]->Check(some->about(), control);
  };
  for (uint32_t i = 0; i < manifest.shards.size(); ++i) {
    const std::string path = Join(index, manifest.shards[i].file);
    const bool here = !std::binary_search(elsewhere.begin(), elsewhere.end(), i);
    report(path, here ? check(i) : Status(Code::kUnavailable, "elsewhere").At({.file = path}));
  }
  return {};
}

Status CheckAttributes(const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const auto file, corpus.OpenAttributesFile());
  return file == nullptr ? Status() : file->Check();  // it may just have been removed
}

Status CheckRecipe(const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const auto recipe, ReadRecipe(corpus.path()));
  if (!recipe) return {};
  const auto open = [&]() -> Status {
    if (!NamesMixture(recipe->index) && recipe->fusion == Fusion::kWeighted) {
      return corpus.OpenIndex(recipe->index).status();
    }
    AKIN_TRY_ASSIGN(const std::vector<MixturePart> parts, ParseMixture(recipe->index));
    return Mixture::Open(corpus, parts, recipe->fusion).status();
  };
  const Status status = open();
  if (status.code() == Code::kUnavailable) return {};  // by who knows where its shards are
  if (status.ok() || status.code() == Code::kDamaged) return status;
  const std::string path = RecipePath(corpus.path());
  const std::string text = fmt::format("cannot be asked: {}", status.message());
  // An index may be removed, or be under way.
  if (status.code() != Code::kNoIndex) return Damaged(path, text);
  return Status(Code::kNoIndex, text).At({.file = path}).WithParameter("index");
}

// A manifest that makes no sense is wrong with one index, and does not hide what is wrong with
// others.
Result<std::vector<std::string>> IndexesToCheck(const Corpus& corpus) {
  std::vector<std::string> names;
  const auto infos = corpus.Indexes();
  if (infos.ok()) {
    for (const IndexInfo& info : *infos) {
      if (info.complete) names.push_back(info.name);
    }
    return names;
  }
  if (!MakesNoSense(infos.status())) return infos.status();
  AKIN_TRY_ASSIGN(const auto entries, NamesIn(IndexesPath(corpus.path())));
  for (const std::string& name : entries) {
    AKIN_TRY_ASSIGN(const bool finished, HasManifest(IndexPath(corpus.path(), name)));
    if (finished) names.push_back(name);
  }
  return names;
}

}  // namespace

Status Corpus::CheckGraph(Boilerplate boilerplate, const Control& control) const {
  AKIN_TRY_ASSIGN(const Graph* const links, graph(boilerplate));
  AKIN_TRY(links->Check(control));
  if (boilerplate == Boilerplate::kKeep) {
    if (links->arcs() == arcs()) return {};
    return Damaged(links->container().path(),
                   fmt::format("{} arcs; corpus.json says {}", links->arcs(), arcs()));
  }
  AKIN_TRY_ASSIGN(const Graph* const all, graph());
  return CheckPart(*links, *all);
}

void Corpus::CheckIndex(const std::string& name, const Control& control,
                        const CheckReport& report) const {
  const auto index = OpenIndex(name);
  if (index.status().code() == Code::kNoIndex) return;  // it has just been removed
  if (index.status().code() == Code::kUnavailable) {
    const std::string directory = IndexPath(path(), name);
    const Status status = CheckShardsHere(directory, vertices(), control, report);
    if (!status.ok()) report(directory, status);
    return;
  }
  if (!index.ok()) return report(IndexPath(path(), name), index.status());
  const OpenedIndex& opened = *index->impl_->opened;
  if (const ForestIndex* const forests = opened.forests()) {
    for (const auto& shard : forests->shards()) {
      report(shard->container().path(), shard->Check(forests->about(), control));
    }
    return;
  }
  // Opening has looked at every number.
  for (const Container* file : opened.files()) report(file->path(), file->VerifyAll(control));
}

Status Corpus::Check(const Control& control, const CheckReport& report) const {
  Status first;
  const auto note = [&](const std::string& file, const Status& status) {
    report(file, status);
    if (first.ok() && status.code() != Code::kUnavailable) first = status;
  };
  note(KeysPath(path()), keys().Check(control));
  note(GraphPath(path()), CheckGraph(Boilerplate::kKeep, control));
  if (has_pages()) {
    const auto pages = PagesFile::OfCorpus(path(), Container::Verification::kLazily);
    note(PagesPath(path()), pages.ok() ? (*pages)->Check(control) : pages.status());
  }
  if (knows_boilerplate()) {
    for (const Boilerplate boilerplate : {Boilerplate::kSite, Boilerplate::kDrop}) {
      note(GraphPath(path(), boilerplate), CheckGraph(boilerplate, control));
    }
    note(BoilerplatePath(path()), FoundBoilerplate().status());
  }
  AKIN_TRY_ASSIGN(const auto bag_names, BagNames(path()));
  for (const std::string& name : bag_names) {
    const auto bags = OpenBags(name);
    note(BagsPath(path(), name), bags.ok() ? bags->file().Check(control) : bags.status());
  }
  AKIN_TRY_ASSIGN(const bool has_attributes, Exists(AttributesPath(path())));
  if (has_attributes) note(AttributesPath(path()), CheckAttributes(*this));
  AKIN_TRY_ASSIGN(const bool has_recipe, Exists(RecipePath(path())));
  if (has_recipe) note(RecipePath(path()), CheckRecipe(*this));
  AKIN_TRY_ASSIGN(const auto index_names, IndexesToCheck(*this));
  for (const std::string& name : index_names) CheckIndex(name, control, note);
  AKIN_TRY(CheckListing(path(), note));
  return first;
}

}  // namespace akin
