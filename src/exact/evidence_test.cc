// SimRank++ is the SimRank solver with a factor: tested through the public API, on a corpus on
// disk.
#include "exact/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "akin/exact.h"
#include "naive_pairs.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

double NaiveEvidence(Measure measure, double common) {
  if (measure == Measure::kSimRankPlusPlusExp) return 1 - std::exp(-common);
  double sum = 0;
  for (int i = 1; i <= common; ++i) sum += std::pow(2.0, -i);
  return sum;
}

// The definition: the factor of every pair times plain SimRank.
Matrix NaivePlusPlus(const TestGraph& graph, Measure measure, double decay, int iterations) {
  Matrix s = NaiveSimRank(graph, decay, iterations);
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      double common = 0;
      for (const VertexId a : graph.in()[u]) {
        for (const VertexId b : graph.in()[v]) common += a == b ? 1 : 0;
      }
      if (u != v) s[u][v] *= NaiveEvidence(measure, common);
    }
  }
  return s;
}

TEST(EvidenceTest, GrowsTowardsOne) {
  EXPECT_EQ(EvidenceOf(Evidence::kGeometric, 0), 0);
  EXPECT_EQ(EvidenceOf(Evidence::kGeometric, 1), 0.5);
  EXPECT_EQ(EvidenceOf(Evidence::kGeometric, 3), 0.875);
  EXPECT_EQ(EvidenceOf(Evidence::kGeometric, 5000), 1);
  EXPECT_EQ(EvidenceOf(Evidence::kExponential, 0), 0);
  EXPECT_NEAR(EvidenceOf(Evidence::kExponential, 1), 0.6321205588, 1e-10);
  EXPECT_EQ(EvidenceOf(Evidence::kExponential, 5000), 1);
}

TEST(EvidenceTest, EveryQuestionFollowsTheDefinition) {
  const TempDir directory;
  const TestGraph graphs[] = {TestGraph::Random(30, 120, 1),
                              TestGraph::Random(25, 40, 2),
                              TestGraph::Star(9),
                              TestGraph::Cycle(6),
                              TestGraph::Complete(7),
                              TestGraph(4, {{0, 0}, {0, 1}, {1, 1}})};
  for (const TestGraph& graph : graphs) {
    MakeCorpus(graph, directory / "g.akin");
    const auto corpus = Corpus::Open(directory / "g.akin");
    ASSERT_TRUE(corpus.ok());
    for (const auto measure : {Measure::kSimRankPlusPlus, Measure::kSimRankPlusPlusExp}) {
      const ExactOptions exact{.measure = measure, .decay = 0.8, .iterations = 6};
      const Matrix naive = NaivePlusPlus(graph, measure, 0.8, 6);
      for (VertexId u = 0; u < graph.vertices(); ++u) {
        const auto related = ExactRelated(*corpus, u, exact, {.k = 0});
        ASSERT_TRUE(related.ok()) << related.status().message();
        double sum = 0;
        for (const Hit& hit : related->hits) {
          EXPECT_NEAR(hit.score.value, naive[u][hit.vertex], 1e-14);
          sum += hit.score.value;
        }
        for (VertexId v = 0; v < graph.vertices(); ++v) {
          const auto score = ExactSim(*corpus, u, v, exact);
          ASSERT_TRUE(score.ok()) << score.status().message();
          EXPECT_NEAR(score->value, naive[u][v], 1e-14);
          const double left_out = u == v ? 0 : std::pow(0.8, 7);
          EXPECT_GE(score->error, left_out);
          EXPECT_LE(score->error, u == v ? 0 : left_out + 1e-13);  // and rounding
          if (u != v) sum -= naive[u][v];
        }
        EXPECT_NEAR(sum, 0, 1e-13);  // none is missing
      }
    }
  }
}

}  // namespace
}  // namespace akin
