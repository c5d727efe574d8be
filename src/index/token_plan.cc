// akin::PlanTokens: which shards are missing, and who owns which vertices.
#include <algorithm>

#include "akin/errors.h"
#include "akin/tokens.h"
#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"
#include "index/build_request.h"
#include "index/index_parameters.h"
#include "index/token_request.h"

namespace akin {
namespace {

// Where ranges begin that have about the same number of vertices and in-links together. The weight
// of all before a vertex ascends with the vertex, so bounds are found by bisection, and only a few
// offsets are read.
Result<std::vector<VertexId>> CutIntoRanges(const Graph& graph, uint32_t owners) {
  AKIN_TRY_ASSIGN(const Section section, graph.container().Find("in-offsets"));
  AKIN_TRY_ASSIGN(const auto offsets, section.As<uint64_t>());
  const double total = static_cast<double>(graph.arcs()) + graph.vertices();
  std::vector<VertexId> begins = {0};
  for (uint32_t i = 1; i < owners; ++i) {
    const double wanted = total * i / owners;
    uint64_t low = 0;
    uint64_t high = graph.vertices();
    while (low < high) {
      const uint64_t middle = (low + high) / 2;
      AKIN_TRY(section.Verify(middle * sizeof(uint64_t), sizeof(uint64_t)));
      const double before = static_cast<double>(offsets[middle]) + static_cast<double>(middle);
      if (before < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low > begins.back() && low < graph.vertices()) {
      begins.push_back(static_cast<VertexId>(low));
    }
  }
  return begins;
}

bool IsThere(const std::string& path, const ShardParameters& parameters) {
  const auto shard = ForestShard::Open(path);
  return shard.ok() && (*shard)->parameters() == parameters;
}

}  // namespace

Result<BuildRequest> ResolveTokens(const std::string& corpus, const BuildOptions& options) {
  AKIN_TRY_ASSIGN(BuildRequest request, ResolveBuild(corpus, options));
  if (!HasFingerprints(request.wanted.parameters.method) || request.bags) {
    return InvalidArgument("measure", "only fingerprints of links can be built by tokens");
  }
  if (!request.only.empty()) {
    return InvalidArgument("only", "an index of some vertices cannot be built by tokens");
  }
  return request;
}

Result<TokenPlan> PlanTokens(const std::string& corpus, const BuildOptions& options,
                             uint32_t owners) {
  AKIN_TRY_ASSIGN(const DirectoryLock corpus_lock, ShareCorpus(corpus));
  AKIN_TRY_ASSIGN(const BuildRequest request, ResolveTokens(corpus, options));
  AKIN_TRY(FindPublished(request).status());
  AKIN_TRY(MakeLastingDirectory(IndexesPath(corpus)));
  AKIN_TRY(MakeLastingDirectory(request.index));
  TokenPlan plan{.name = request.name,
                 .index = request.index,
                 .length = WalksOf(request.wanted.parameters).length,
                 .vertices = request.graph->vertices()};
  for (const ShardParameters& shard : PlanShards(request.wanted, plan.vertices)) {
    const std::string file = ShardFile(shard);
    plan.shards.push_back({.file = file,
                           .first_fingerprint = shard.first_fingerprint,
                           .fingerprints = shard.fingerprints,
                           .built = IsThere(Join(request.index, file), shard)});
  }
  AKIN_TRY_ASSIGN(plan.owners, CutIntoRanges(*request.graph, std::max(1U, owners)));
  return plan;
}

}  // namespace akin
