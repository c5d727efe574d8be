// akin::BuildBags: finds existing bags or makes them; one build at a time per corpus.
#include <memory>
#include <optional>

#include "akin/bags.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/own_files.h"
#include "graph/pages_file.h"
#include "text/bag_builder.h"
#include "text/bags_file.h"

namespace akin {
namespace {

BagReport ReportOn(const BagsFile& file) {
  return {.bags = file.filled(),
          .empty = file.vertices() - file.filled(),
          .words = file.words(),
          .bytes = file.container().bytes()};
}

// The bags of that name, if there are any. kAlreadyExists if they were made with other options.
Result<std::optional<BagReport>> FindBags(const std::string& path, const BagOptions& options,
                                          const CorpusManifest& manifest, bool needs_pages) {
  AKIN_TRY_ASSIGN(const bool there, Exists(path));
  if (!there) return std::optional<BagReport>();
  AKIN_TRY_ASSIGN(const auto file, BagsFile::Open(path));
  const BagsParameters& made = file->parameters();
  const uint64_t pages = needs_pages ? manifest.pages_identity.value_or(0) : 0;
  BagOptions wanted = options;
  if (made.word_rule == WordRule::kLetters) wanted.parts = made.options.parts;  // there are none
  if (DescribeBags(made.options) == DescribeBags(wanted) && made.pages_identity == pages &&
      made.graph_identity == manifest.graph_identity) {
    return std::optional(ReportOn(*file));
  }
  return Status(Code::kAlreadyExists,
                "bags of this name were made with other options; choose another name, or replace "
                "them")
      .At({.file = path})
      .WithParameter("replace");
}

Status MakeBags(const std::string& corpus, const BagOptions& options, bool needs_pages,
                const CorpusManifest& manifest, const Control& control, BagReport& report) {
  BagSources sources{.vertices = manifest.vertices, .graph_identity = manifest.graph_identity};
  std::unique_ptr<PagesFile> pages;
  if (needs_pages) {
    AKIN_TRY_ASSIGN(pages, PagesFile::OfCorpus(corpus, Container::Verification::kLazily));
    sources.pages = pages->pages();
    sources.pages_identity = pages->identity();
    sources.word_rule = pages->word_rule();
    sources.read = [&](uint64_t i, StoredPage& page) { return pages->Read(i, page); };
  }
  std::unique_ptr<Graph> graph;
  if (options.links || options.boilerplate != Boilerplate::kKeep) {
    const std::string file = GraphPath(corpus, options.boilerplate);
    AKIN_TRY_ASSIGN(graph, Graph::Open(file));
    if (graph->identity() != manifest.IdentityOf(options.boilerplate)) {
      return Damaged(file, "not the file that corpus.json names");
    }
    AKIN_TRY_ASSIGN(sources.in, graph->In());
    AKIN_TRY_ASSIGN(sources.out, graph->Out());
  }
  sources.intact = [&]() -> Status {
    if (pages != nullptr) AKIN_TRY(pages->container().Intact());
    return graph != nullptr ? graph->container().Intact() : Status();
  };
  return WriteBags(sources, options, BagsPath(corpus, options.name), control, report);
}

}  // namespace

Result<BagReport> BuildBags(const std::string& corpus, const BagOptions& wanted,
                            const Control& control) {
  AKIN_TRY(CheckBagOptions(wanted));
  AKIN_TRY_ASSIGN(const DirectoryLock corpus_lock, ShareCorpus(corpus));
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus));
  BagOptions options = wanted;
  // There may be nothing to leave out.
  const bool less = manifest.IdentityOf(options.boilerplate) != manifest.graph_identity;
  if (!less || !(options.anchor || options.links)) {
    options.boilerplate = Boilerplate::kKeep;
  }
  const bool needs_pages = options.content || options.anchor;
  if (needs_pages && !manifest.pages_identity) {
    return InvalidArgument("terms",
                           "has no text: only a corpus ingested from pages (a folder of HTML, WARC "
                           "files) has; its bags can be made of links")
        .At({.file = corpus});
  }
  const std::string directory = BagsDirectory(corpus);
  const std::string path = BagsPath(corpus, options.name);
  AKIN_TRY_ASSIGN(const DirectoryLock lock, MakeAndLock({directory}));
  AKIN_TRY(RemoveLeftovers(directory));
  if (!options.replace) {
    AKIN_TRY_ASSIGN(const auto found, FindBags(path, options, manifest, needs_pages));
    if (found) return *found;
  }
  BagReport made;
  const Status status = MakeBags(corpus, options, needs_pages, manifest, control, made);
  if (!status.ok()) {
    (void)Files().RemoveDirectory(directory);  // if it is empty
    return status;
  }
  // Temporary files are gone for good: only who makes bags again would look for them.
  AKIN_TRY(Files().SyncDirectory(directory));
  AKIN_TRY_ASSIGN(const auto file, BagsFile::Open(path));
  BagReport report = ReportOn(*file);
  report.built = true;
  report.collisions = made.collisions;
  return report;
}

}  // namespace akin
