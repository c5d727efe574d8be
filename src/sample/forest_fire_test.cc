#include "sample/forest_fire.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_graph.h"

namespace akin {
namespace {

TEST(ForestFire, BurnsAsManyAsWantedOnceEach) {
  const TestGraph graph = TestGraph::Random(200, 900, 1);
  for (const VertexId wanted : {0, 1, 30, 200, 500}) {
    const auto burnt = ForestFire(graph.out(), {.vertices = wanted});
    EXPECT_EQ(burnt.size(), std::min<size_t>(wanted, 200));
    EXPECT_EQ(std::set<VertexId>(burnt.begin(), burnt.end()).size(), burnt.size());
  }
}

TEST(ForestFire, IsAFunctionOfTheSeed) {
  const TestGraph graph = TestGraph::Random(200, 900, 1);
  const ForestFireOptions one{.vertices = 30, .seed = 1};
  EXPECT_EQ(ForestFire(graph.out(), one), ForestFire(graph.out(), one));
  EXPECT_NE(ForestFire(graph.out(), one), ForestFire(graph.out(), {.vertices = 30, .seed = 2}));
}

// Two complete graphs, between which fire cannot spread. With a spread of 0 every vertex is a start
// of its own, in both; with a mean of 19 links per vertex the first fire is enough for the sample.
TEST(ForestFire, FollowsLinks) {
  TestGraph::Arcs arcs;
  for (VertexId u = 0; u < 100; ++u) {
    for (VertexId v = 0; v < 100; ++v) {
      if (u != v && (u < 50) == (v < 50)) arcs.emplace_back(u, v);
    }
  }
  const TestGraph graph(100, arcs);
  const auto in_first = [&](double spread) {
    const auto burnt = ForestFire(graph.out(), {.vertices = 40, .spread = spread});
    return std::count_if(burnt.begin(), burnt.end(), [](VertexId v) { return v < 50; });
  };
  EXPECT_GT(in_first(0), 0);
  EXPECT_LT(in_first(0), 40);
  EXPECT_EQ(in_first(0.95) % 40, 0);
}

// All others link to the first forty, which link nowhere. So a start is followed by those of the
// forty that it sets fire to, 7/3 on average, and then by another start, which is one of the forty
// with probability 0.008. The mean over 2,000 seeds has a standard error of 0.062; an error of 0.4,
// more than 6 of these, has a probability below 1e-6.
TEST(ForestFire, SpreadsToAsManyAsItShould) {
  TestGraph::Arcs arcs;
  for (VertexId u = 40; u < 5040; ++u) {
    for (VertexId v = 0; v < 40; ++v) arcs.emplace_back(u, v);
  }
  const TestGraph graph(5040, arcs);
  double sum = 0;
  double fires = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const auto burnt = ForestFire(graph.out(), {.vertices = 60, .seed = seed});
    if (burnt[0] < 40) continue;
    ++fires;
    const auto end =
        std::find_if(burnt.begin() + 1, burnt.end(), [](VertexId v) { return v >= 40; });
    sum += static_cast<double>(end - burnt.begin() - 1);
  }
  EXPECT_GT(fires, 1900);
  EXPECT_NEAR(sum / fires, 7.0 / 3, 0.4);
}

}  // namespace
}  // namespace akin
