// akin::Sample and related functions: query sets, and parts of a graph.
//
// By importance (YU section 7.1): vertices are sorted by descending PageRank and cut into ten parts
// of equal size; a tenth of the number wanted, rounded up, is drawn from each at random. The paper
// cuts at PageRanks of 0.9, 0.8, ...; as PageRank sums to 1, in all but tiny graphs all vertices
// would be in the last part, and the sample would not cover importance at all. Tenths of the order
// cover it on any graph. Vertices of equal PageRank, such as all those without in-links, are in the
// order of their names.
#include "akin/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/random.h"
#include "graph/graph.h"
#include "sample/forest_fire.h"
#include "sample/hop_overlap.h"
#include "sample/overlap_pairs.h"
#include "sample/pagerank.h"
#include "sample/random_pick.h"
#include "sample/subgraph.h"

namespace akin {
namespace {

constexpr uint64_t kParts = 10;

struct Links {
  Adjacency in;
  Adjacency out;
};

Result<Links> LinksOf(const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  Links links;
  AKIN_TRY_ASSIGN(links.in, graph->In());
  AKIN_TRY_ASSIGN(links.out, graph->Out());
  return links;
}

Status CheckOptions(const SampleOptions& options) {
  if (options.count == 0) return InvalidArgument("count", "a sample of nothing");
  if (options.by == SampleBy::kOverlap && options.candidates < options.count) {
    return InvalidArgument(
        "candidates", fmt::format("{} pairs wanted out of {} candidates; allow as many at least",
                                  options.count, options.candidates));
  }
  if (options.min_depth < 1 || options.min_depth > options.max_depth ||
      options.max_depth > HopOverlap::kHops) {
    return InvalidArgument(options.max_depth > HopOverlap::kHops ? "max_depth" : "min_depth",
                           fmt::format("depths from {} to {}; pairs are compared at depths 1 to {}",
                                       options.min_depth, options.max_depth, HopOverlap::kHops));
  }
  return {};
}

Result<std::vector<VertexId>> ByImportance(const Links& links, const SampleOptions& options,
                                           const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<double> rank, PageRank(links.in, links.out, {}, control));
  const uint64_t vertices = rank.size();
  std::vector<VertexId> order(vertices);
  std::iota(order.begin(), order.end(), VertexId{0});
  const auto before = [&](VertexId a, VertexId b) {
    return rank[a] != rank[b] ? rank[a] > rank[b] : a < b;
  };
  std::sort(order.begin(), order.end(), before);
  const uint64_t share = (options.count + kParts - 1) / kParts;
  std::vector<VertexId> sample;
  for (uint64_t part = 0; part < kParts; ++part) {
    std::vector<VertexId> members(
        order.begin() + static_cast<ptrdiff_t>(part * vertices / kParts),
        order.begin() + static_cast<ptrdiff_t>((part + 1) * vertices / kParts));
    PickRandom(members, share, RandomStream(options.seed, part, 0));
    std::sort(members.begin(), members.end(), before);
    sample.insert(sample.end(), members.begin(), members.end());
  }
  return sample;
}

Result<std::vector<VertexId>> VerticesOfPairs(const Corpus& corpus, const SampleOptions& options,
                                              const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<OverlapPair> pairs, SamplePairs(corpus, options, control));
  std::vector<bool> seen(corpus.vertices());
  std::vector<VertexId> vertices;
  for (const OverlapPair& pair : pairs) {
    for (const VertexId v : {pair.a, pair.b}) {
      if (!seen[v]) vertices.push_back(v);
      seen[v] = true;
    }
  }
  return vertices;
}

Result<std::vector<VertexId>> Draw(const Corpus& corpus, const SampleOptions& options,
                                   const Control& control) {
  AKIN_TRY_ASSIGN(const Links links, LinksOf(corpus));
  switch (options.by) {
    case SampleBy::kImportance:
      return ByImportance(links, options, control);
    case SampleBy::kOverlap:
      return VerticesOfPairs(corpus, options, control);
    case SampleBy::kFire:
      break;
  }
  const auto count = static_cast<VertexId>(std::min<uint64_t>(options.count, corpus.vertices()));
  return ForestFire(links.out, {.vertices = count, .seed = options.seed});
}

}  // namespace

Result<std::vector<VertexId>> Sample(const Corpus& corpus, const SampleOptions& options,
                                     const Control& control) {
  AKIN_TRY(CheckOptions(options));
  auto sample = Draw(corpus, options, control);
  return IfIntact(corpus.Intact(), std::move(sample));
}

Result<std::vector<OverlapPair>> SamplePairs(const Corpus& corpus, const SampleOptions& options,
                                             const Control& control) {
  AKIN_TRY(CheckOptions(options));
  if (options.by != SampleBy::kOverlap) {
    return InvalidArgument("by", "pairs are sampled by overlap alone");
  }
  AKIN_TRY_ASSIGN(const Links links, LinksOf(corpus));
  auto pairs = OverlapPairs(links.in, links.out, options, control);
  return IfIntact(corpus.Intact(), std::move(pairs));
}

Result<SubgraphReport> WriteSubgraph(const Corpus& corpus, std::span<const VertexId> vertices,
                                     const std::string& target, bool replace,
                                     const Control& control) {
  std::vector<bool> seen(corpus.vertices());
  for (const VertexId v : vertices) {
    if (v < corpus.vertices() && !seen[v]) {
      seen[v] = true;
      continue;
    }
    return v < corpus.vertices() ? InvalidArgument("", fmt::format("vertex {} comes twice", v))
                                 : NoVertex(v);
  }
  AKIN_TRY_ASSIGN(const Links links, LinksOf(corpus));
  AKIN_TRY_ASSIGN(const uint64_t arcs,
                  MakeSubgraph(corpus, links.out, {vertices.begin(), vertices.end()}, target,
                               replace, control));
  return SubgraphReport{.vertices = vertices.size(), .arcs = arcs};
}

}  // namespace akin
