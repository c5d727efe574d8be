#include "measures/link_prediction.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "akin/exact.h"
#include "random_graph.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

struct NaivePrediction {
  double adamic_adar = 0;
  double resource_allocation = 0;
};

// The definitions, computed by looking at every vertex.
NaivePrediction NaiveScores(const TestGraph& graph, VertexId u, VertexId v) {
  NaivePrediction scores;
  const auto links = [&](VertexId a, VertexId to) {
    const auto list = graph.out()[a];
    return std::find(list.begin(), list.end(), to) != list.end();
  };
  for (VertexId a = 0; a < graph.vertices(); ++a) {
    if (!links(a, u) || !links(a, v)) continue;
    const auto degree = static_cast<double>(graph.out()[a].size());
    if (degree > 1) scores.adamic_adar += 1 / std::log(degree);
    scores.resource_allocation += 1 / degree;
  }
  return scores;
}

RC_GTEST_PROP(LinkPredictionProperty, FollowsTheDefinitions, ()) {
  const auto graph = *GenGraph(12);
  const TempDir directory;
  MakeCorpus(graph, directory / "g.akin");
  const auto corpus = Corpus::Open(directory / "g.akin");
  RC_ASSERT(corpus.ok());
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      const NaivePrediction naive = NaiveScores(graph, u, v);
      const auto adamic_adar = ExactSim(*corpus, u, v, {.measure = Measure::kAdamicAdar});
      const auto allocation = ExactSim(*corpus, u, v, {.measure = Measure::kResourceAllocation});
      RC_ASSERT(adamic_adar.ok() && allocation.ok());
      RC_ASSERT(std::abs(adamic_adar->value - naive.adamic_adar) < 1e-12);
      RC_ASSERT(std::abs(allocation->value - naive.resource_allocation) < 1e-12);
      RC_ASSERT(adamic_adar->error == 0 && allocation->error == 0);
    }
  }
}

// A path of three friends: b knows a and c, so they share one friend of degree 2.
TEST(LinkPredictionTest, TwoFriendsOfOneWithTwoFriends) {
  const TempDir directory;
  MakeCorpus(TestGraph(3, {{0, 1}, {1, 0}, {1, 2}, {2, 1}}), directory / "g.akin");
  const auto corpus = Corpus::Open(directory / "g.akin");
  ASSERT_TRUE(corpus.ok());
  EXPECT_DOUBLE_EQ(ExactSim(*corpus, 0, 2, {.measure = Measure::kAdamicAdar})->value,
                   1 / std::log(2.0));
  EXPECT_EQ(ExactSim(*corpus, 0, 2, {.measure = Measure::kResourceAllocation})->value, 0.5);
  EXPECT_EQ(ExactSim(*corpus, 0, 1, {.measure = Measure::kAdamicAdar})->value, 0);
  // b's friends have no other: their weight is 0 for adamic-adar, and 1 each for the other measure.
  EXPECT_EQ(ExactSim(*corpus, 1, 1, {.measure = Measure::kAdamicAdar})->value, 0);
  EXPECT_EQ(ExactSim(*corpus, 1, 1, {.measure = Measure::kResourceAllocation})->value, 2);
}

}  // namespace
}  // namespace akin
