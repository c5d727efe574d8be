#include "query/opened_index.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "index/elsewhere.h"
#include "index/numbers_file.h"
#include "query/forest_index.h"
#include "query/norms_index.h"
#include "query/push_index.h"
#include "query/series_index.h"

namespace akin {
namespace {

// The only file of an index without fingerprints.
Result<std::unique_ptr<NumbersFile>> OpenNumbers(const std::string& directory,
                                                 const IndexManifest& manifest, VertexId vertices) {
  const ShardEntry& named = manifest.shards.front();
  AKIN_TRY_ASSIGN(auto file, NumbersFile::Open(Join(directory, named.file),
                                               {.index = manifest.parameters,
                                                .vertices = vertices,
                                                .graph_identity = manifest.graph_identity}));
  if (file->container().identity() != named.identity || file->container().bytes() != named.bytes) {
    return Damaged(file->container().path(), "not the file that the manifest names");
  }
  return file;
}

}  // namespace

Result<std::vector<Score>> OpenedIndex::Sims(VertexId a, std::span<const VertexId> others,
                                             const RelatedOptions& options) const {
  std::vector<Score> scores;
  scores.reserve(others.size());
  for (const VertexId vertex : others) {
    AKIN_TRY_ASSIGN(const Score score, Sim(a, vertex, options));
    scores.push_back(score);
  }
  return scores;
}

Result<std::unique_ptr<OpenedIndex>> OpenIndexIn(const std::string& directory,
                                                 const IndexManifest& manifest,
                                                 const GraphToOpen& graph) {
  if (manifest.graph_identity != graph.identity) {
    return Status(Code::kDamaged, "built from another graph than this corpus has; build it again")
        .At({.file = directory});
  }
  if (HasFingerprints(manifest.parameters.method)) {
    AKIN_TRY(CheckNoneElsewhere(directory, manifest));
    return ForestIndex::Open(directory, manifest, graph.vertices);
  }
  AKIN_TRY_ASSIGN(const Graph* arcs, graph.open());
  AKIN_TRY_ASSIGN(auto file, OpenNumbers(directory, manifest, graph.vertices));
  if (const auto* push = std::get_if<PushParameters>(&manifest.parameters.of)) {
    return PushIndex::Open(std::move(file), *push, *arcs);
  }
  if (const auto* series = std::get_if<SeriesParameters>(&manifest.parameters.of)) {
    return SeriesIndex::Open(std::move(file), *series, *arcs);
  }
  return NormsIndex::Open(std::move(file), std::get<NormsParameters>(manifest.parameters.of),
                          *arcs);
}

Status CheckNoFingerprints(const RelatedOptions& options) {
  if (!options.fingerprints && !options.length) return {};
  return InvalidArgument(options.fingerprints ? "fingerprints" : "length",
                         "this index has no fingerprints, so it takes neither a number of them nor "
                         "a length");
}

Status CheckFixedDecay(const RelatedOptions& options, double decay) {
  AKIN_TRY(CheckNoFingerprints(options));
  if (!CountsExponentially(options)) {
    return InvalidArgument(
        "function", fmt::format("this index sums SimRank and does not know when walks met; ask an "
                                "index of walks for the function {}, or the exact measure "
                                "simrank-f",
                                MeetingFunctionName(*options.function)));
  }
  if (!options.decay || *options.decay == decay) return {};
  return InvalidArgument(
      "decay", fmt::format("this index answers with the decay {} that it was built with; build "
                           "another one for {}",
                           decay, *options.decay));
}

}  // namespace akin
