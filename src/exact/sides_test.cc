// SimRank with two sides and with priors, tested on the graphs of simrank_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "exact/simrank.h"
#include "naive_pairs.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

Control SidesThreads(unsigned threads) {
  Control control;
  control.threads = threads;
  return control;
}

Matrix SidesScores(const Recurrence& recurrence, const TestGraph& graph, unsigned threads = 2) {
  const auto all = VerticesOf(graph);
  const auto scores = SimRankBetween(recurrence, all, all, SidesThreads(threads));
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  return scores.ok() ? RowsOf(*scores, graph.vertices()) : Matrix();
}

// People A, B, and what they buy (Jeh and Widom, figure 2).
enum : VertexId { kA, kB, kEggs, kFlour, kFrosting, kSugar };
TestGraph Shop() {
  return {6,
          {{kA, kSugar}, {kA, kFrosting}, {kA, kEggs}, {kB, kFrosting}, {kB, kEggs}, {kB, kFlour}}};
}

TEST(SidesGolden, JehWidomFigure2) {
  constexpr double kPrinted = 0.5e-4;
  const TestGraph shop = Shop();
  EXPECT_NEAR(SidesScores(PointsTo(shop, 0.8, 0.8, 100), shop)[kA][kB], .5466, kPrinted);
  const Matrix items = SidesScores(PointedTo(shop, 0.8, 0.8, 100), shop);
  EXPECT_NEAR(items[kSugar][kFlour], .4373, kPrinted);
  for (const auto& [a, b] :
       {std::pair(kEggs, kFlour), std::pair(kEggs, kFrosting), std::pair(kEggs, kSugar),
        std::pair(kFrosting, kFlour), std::pair(kFrosting, kSugar)}) {
    EXPECT_NEAR(items[a][b], .6186, kPrinted);
  }
  EXPECT_EQ(items[kA][kB], 0.0);
}

TEST(SidesGolden, EachSideHasItsDecay) {
  // After one round A and B share 2 items, of 3 times 3 pairs. An item of both people and one of A
  // alone share 1 person, of 2 pairs.
  const TestGraph shop = Shop();
  EXPECT_DOUBLE_EQ(SidesScores(PointsTo(shop, 0.9, 0.3, 1), shop)[kA][kB], 0.9 * 2 / 9);
  EXPECT_DOUBLE_EQ(SidesScores(PointedTo(shop, 0.9, 0.3, 1), shop)[kEggs][kSugar], 0.3 / 2);
  EXPECT_DOUBLE_EQ(SidesScores(PointedTo(shop, 0.9, 0.3, 2), shop)[kFlour][kSugar],
                   0.3 * 0.9 * 2 / 9);
}

RC_GTEST_PROP(SidesProperty, BothSidesFollowTheEquations, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const double out = *rc::gen::inRange(1, 100) / 100.0;
  const double in = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 8);
  const auto priors = ArbitraryPriors(graph.vertices());
  const NaiveSides naive = NaiveIterate(graph, out, in, iterations, {.priors = priors});
  const Recurrence points = PointsTo(graph, out, in, iterations, priors);
  const Recurrence pointed = PointedTo(graph, out, in, iterations, priors);
  RC_ASSERT(LargestDifference(SidesScores(points, graph), naive.points_to) <= 1e-12);
  RC_ASSERT(LargestDifference(SidesScores(pointed, graph), naive.pointed_to) <= 1e-12);
}

RC_GTEST_PROP(SidesProperty, PriorsOfSimRankFollowTheEquation, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const int iterations = *rc::gen::inRange(0, 8);
  const auto priors = ArbitraryPriors(graph.vertices());
  Recurrence recurrence = SimRankRecurrence(graph.in(), {.decay = 0.7, .iterations = iterations});
  recurrence.priors = Priors(priors);
  const Matrix scores = SidesScores(recurrence, graph);
  RC_ASSERT(LargestDifference(scores, NaiveSimRank(graph, 0.7, iterations, {.priors = priors})) <=
            1e-12);
  for (const PriorScore& prior : priors) {
    RC_ASSERT(scores[prior.a][prior.b] == prior.score);
    RC_ASSERT(scores[prior.b][prior.a] == prior.score);
  }
}

RC_GTEST_PROP(SidesProperty, SetsEqualAllPairsToTheLastBit, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  const int iterations = *rc::gen::inRange(0, 7);
  const auto priors = ArbitraryPriors(graph.vertices());
  const Recurrence recurrence = PointedTo(graph, 0.6, 0.8, iterations, priors);
  const Matrix all = SidesScores(recurrence, graph);
  std::vector<VertexId> left;
  std::vector<VertexId> right;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    if (*rc::gen::inRange(0, 3) == 0) left.push_back(v);
    if (*rc::gen::inRange(0, 3) == 0) right.insert(right.begin(), v);
  }
  const auto some = SimRankBetween(recurrence, left, right, SidesThreads(3));
  RC_ASSERT(some.ok());
  for (const VertexId u : left) {
    for (const VertexId v : right) RC_ASSERT((*some)(u, v) == all[u][v]);
  }
}

RC_GTEST_PROP(SidesProperty, ThreadsChangeNothing, ()) {
  const TestGraph graph = ArbitraryGraph(60);
  const Recurrence recurrence = PointsTo(graph, 0.6, 0.8, *rc::gen::inRange(0, 6));
  const Matrix one = SidesScores(recurrence, graph, 1);
  RC_ASSERT(SidesScores(recurrence, graph, 2) == one);
  RC_ASSERT(SidesScores(recurrence, graph, 7) == one);
}

RC_GTEST_PROP(SidesProperty, TheBoundHolds, ()) {
  const TestGraph graph = ArbitraryGraph(15);
  const double out = *rc::gen::inRange(1, 100) / 100.0;
  const double in = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 6);
  const auto priors = ArbitraryPriors(graph.vertices());
  const Matrix early = SidesScores(PointsTo(graph, out, in, iterations, priors), graph);
  const Matrix late = SidesScores(PointsTo(graph, out, in, iterations + 60, priors), graph);
  const double bound = TruncationOf(out, in, iterations);
  for (size_t u = 0; u < early.size(); ++u) {
    for (size_t v = 0; v < early.size(); ++v) {
      RC_ASSERT(late[u][v] - early[u][v] >= -1e-15);
      RC_ASSERT(late[u][v] - early[u][v] <= bound + 1e-14);
    }
  }
}

TEST(SidesTest, TruncationMultipliesTheDecaysByTurns) {
  EXPECT_DOUBLE_EQ(TruncationOf(0.5, 0.1, 0), 0.5);
  EXPECT_DOUBLE_EQ(TruncationOf(0.5, 0.1, 1), 0.5 * 0.1);
  EXPECT_DOUBLE_EQ(TruncationOf(0.5, 0.1, 4), 0.125 * 0.01);
  EXPECT_DOUBLE_EQ(TruncationOf(0.6, 0.6, 3), 0.6 * 0.6 * 0.6 * 0.6);
}

TEST(SidesTest, RefusesDecaysOutOfRangeOnEitherSide) {
  const TestGraph shop = Shop();
  const auto all = VerticesOf(shop);
  for (const auto& [out, in] : {std::pair(1.0, 0.5), std::pair(0.5, 0.0), std::pair(-1.0, 0.5)}) {
    const Status status = SimRankBetween(PointsTo(shop, out, in, 3), all, all, {}).status();
    EXPECT_EQ(status.code(), Code::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr("bipartite SimRank"));
  }
}

TEST(SidesTest, AVertexWithoutLinksCanHaveAPriorAndPassItOn) {
  // 0 -> 2, 1 -> 3; 0 and 1 have no in-links.
  const TestGraph graph(4, {{0, 2}, {1, 3}});
  Recurrence recurrence = SimRankRecurrence(graph.in(), {.decay = 0.5, .iterations = 3});
  recurrence.priors = Priors(std::vector<PriorScore>{{.a = 1, .b = 0, .score = 0.25}});
  const Matrix scores = SidesScores(recurrence, graph);
  EXPECT_EQ(scores[0][1], 0.25);
  EXPECT_EQ(scores[2][3], 0.125);
}

}  // namespace
}  // namespace akin
