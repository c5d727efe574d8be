#include "sample/pagerank.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "random_graph.h"

namespace akin {
namespace {

std::vector<double> Ranks(const TestGraph& graph, unsigned threads = 1) {
  const auto ranks = PageRank(graph.in(), graph.out(), {}, {.threads = threads});
  EXPECT_TRUE(ranks.ok()) << ranks.status().message();
  return *ranks;
}

// 0 -> 1 -> 2, and 2 links nowhere. With D = x2:
//   x0 = 0.05 + 0.85 x2 / 3, x1 = x0 + 0.85 x0, x2 = x0 + 0.85 x1 = x0 (1 + 0.85 * 1.85),
// and they sum to 1: x0 = 1 / (1 + 1.85 + 2.5725).
TEST(PageRank, APathByHand) {
  const auto ranks = Ranks(TestGraph::Path(3));
  const double first = 1 / (1 + 1.85 + 2.5725);
  EXPECT_NEAR(ranks[0], first, 1e-8);
  EXPECT_NEAR(ranks[1], 1.85 * first, 1e-8);
  EXPECT_NEAR(ranks[2], 2.5725 * first, 1e-8);
}

// A hub that links to n leaves, the last of which links back. h = 0.15 / V + 0.85 (D / V + l) for
// the hub, l = 0.15 / V + 0.85 (D / V + h / n) for each leaf, where D = (n - 1) l.
TEST(PageRank, AStarByHand) {
  const auto ranks = Ranks(TestGraph::Star(4));
  const double anyway = 0.15 / 5 + 0.85 * 3 * ranks[4] / 5;
  EXPECT_NEAR(ranks[0], anyway + 0.85 * ranks[4], 1e-8);
  for (VertexId leaf = 1; leaf <= 4; ++leaf)
    EXPECT_NEAR(ranks[leaf], anyway + 0.85 * ranks[0] / 4, 1e-8);
  EXPECT_NEAR(ranks[0] + 4 * ranks[4], 1, 1e-8);
}

TEST(PageRank, IsAlikeOnACycleAndWithoutLinks) {
  for (const double rank : Ranks(TestGraph::Cycle(7))) EXPECT_NEAR(rank, 1.0 / 7, 1e-12);
  for (const double rank : Ranks(TestGraph(4, {}))) EXPECT_NEAR(rank, 0.25, 1e-12);
  EXPECT_TRUE(Ranks(TestGraph(0, {})).empty());
}

// The walk itself as a dense matrix, 300 steps from the first vertex: an error of
// 2 * 0.85^300 < 1e-20.
RC_GTEST_PROP(PageRank, IsWhereARandomWalkEnds, ()) {
  const auto graph = *GenGraph(15);
  const size_t n = graph.vertices();
  std::vector<std::vector<double>> step(n, std::vector<double>(n, 0.15 / static_cast<double>(n)));
  for (VertexId u = 0; u < n; ++u) {
    const auto links = graph.out()[u];
    for (VertexId v = 0; links.empty() && v < n; ++v) step[u][v] += 0.85 / static_cast<double>(n);
    for (const VertexId v : links) step[u][v] += 0.85 / static_cast<double>(links.size());
  }
  std::vector<double> where(n);
  where[0] = 1;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> then(n);
    for (size_t u = 0; u < n; ++u) {
      for (size_t v = 0; v < n; ++v) then[v] += where[u] * step[u][v];
    }
    where = then;
  }
  const auto ranks = Ranks(graph);
  for (size_t v = 0; v < n; ++v) RC_ASSERT(std::abs(ranks[v] - where[v]) < 1e-8);
  RC_ASSERT(std::abs(std::accumulate(ranks.begin(), ranks.end(), 0.0) - 1) < 1e-9);
}

// More vertices than fit in a block.
TEST(PageRank, DoesNotDependOnThreads) {
  const TestGraph graph = TestGraph::Random(40000, 100000, 2);
  EXPECT_EQ(Ranks(graph, 1), Ranks(graph, 3));
}

}  // namespace
}  // namespace akin
