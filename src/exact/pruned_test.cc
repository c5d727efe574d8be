#include "exact/pruned.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "exact/minimax.h"
#include "exact/simrank.h"
#include "naive_pairs.h"
#include "test_control.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

Result<PrunedScores> Solve(const TestGraph& graph, const Recurrence& recurrence, Combine combine,
                           unsigned radius, const Control& control = With(2)) {
  return SolvePruned(recurrence, combine, radius, graph.in(), graph.out(), control);
}

Matrix PrunedRows(const TestGraph& graph, const Recurrence& recurrence, Combine combine,
                  unsigned radius, const Control& control = With(2)) {
  const auto scores = Solve(graph, recurrence, combine, radius, control);
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  return scores.ok() ? RowsOf(*scores, graph.vertices()) : Matrix();
}

Recurrence SimRank(const TestGraph& graph, int iterations) {
  return SimRankRecurrence(graph.in(), {.decay = 0.8, .iterations = iterations});
}

RC_GTEST_PROP(PrunedProperty, ARadiusThatCoversTheGraphChangesNoBit, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  const int iterations = *rc::gen::inRange(0, 6);
  const auto all = VerticesOf(graph);
  const unsigned radius = graph.vertices();
  for (const Recurrence& recurrence :
       {SimRank(graph, iterations), PointsTo(graph, 0.6, 0.9, iterations)}) {
    const auto full = SimRankBetween(recurrence, all, all, With(1));
    RC_ASSERT(full.ok());
    const auto pruned = Solve(graph, recurrence, Combine::kMean, radius);
    RC_ASSERT(pruned.ok());
    RC_ASSERT(pruned->complete());
    RC_ASSERT(LeftOutScore(recurrence, radius, *pruned) == 0.0);
    RC_ASSERT(RowsOf(*pruned, graph.vertices()) == RowsOf(*full, graph.vertices()));
  }
  const Recurrence minimax = PointedTo(graph, 0.6, 0.9, iterations);
  const auto full = MinimaxAmong(minimax, all, With(1));
  RC_ASSERT(full.ok());
  RC_ASSERT(PrunedRows(graph, minimax, Combine::kMinimax, radius) ==
            RowsOf(*full, graph.vertices()));
}

RC_GTEST_PROP(PrunedProperty, FarPairsCountAsZeroInEveryIteration, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto radius = *rc::gen::inRange(1U, 5U);
  const int iterations = *rc::gen::inRange(0, 6);
  const Matrix far = NaiveDistances(graph);
  NaiveOptions options{.keeps = [&](VertexId u, VertexId v) { return far[u][v] <= radius; },
                       .priors = ArbitraryPriors(graph.vertices())};
  const Recurrence points = PointsTo(graph, 0.6, 0.9, iterations, options.priors);
  const NaiveSides mean = NaiveIterate(graph, 0.6, 0.9, iterations, options);
  RC_ASSERT(LargestDifference(PrunedRows(graph, points, Combine::kMean, radius), mean.points_to) <=
            1e-12);
  options.minimax = true;
  const NaiveSides best = NaiveIterate(graph, 0.6, 0.9, iterations, options);
  RC_ASSERT(LargestDifference(PrunedRows(graph, points, Combine::kMinimax, radius),
                              best.points_to) <= 1e-12);
}

RC_GTEST_PROP(PrunedProperty, TheBoundHolds, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto radius = *rc::gen::inRange(1U, 6U);
  const auto priors = ArbitraryPriors(graph.vertices());
  Recurrence recurrence = SimRank(graph, 12);
  recurrence.priors = Priors(priors);
  const Matrix far = NaiveDistances(graph);
  const Matrix full = NaiveSimRank(graph, 0.8, 200, {.priors = priors});
  const auto pruned = Solve(graph, recurrence, Combine::kMean, radius);
  RC_ASSERT(pruned.ok());
  const Matrix scores = RowsOf(*pruned, graph.vertices());
  const double left_out = LeftOutScore(recurrence, radius, *pruned);
  const double bound = TruncationOf(0.8, 0.8, 12) + 0.8 * left_out;
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      const double missing = full[u][v] - scores[u][v];
      RC_ASSERT(missing >= -1e-14);
      RC_ASSERT(missing <= (far[u][v] <= radius ? bound : std::max(left_out, bound)) + 1e-14);
    }
  }
}

RC_GTEST_PROP(PrunedProperty, ThreadsChangeNothing, ()) {
  const TestGraph graph = *GenGraph(300);
  const Recurrence recurrence = PointedTo(graph, 0.6, 0.8, 4);
  for (const Combine combine : {Combine::kMean, Combine::kMinimax}) {
    const Matrix one = PrunedRows(graph, recurrence, combine, 2, With(1));
    RC_ASSERT(PrunedRows(graph, recurrence, combine, 2, With(5)) == one);
  }
}

TEST(PrunedTest, KeepsWhatIsNearAndNothingElse) {
  const TestGraph graph = TestGraph::Path(10);
  const auto scores = Solve(graph, SimRank(graph, 3), Combine::kMean, 2);
  ASSERT_TRUE(scores.ok());
  EXPECT_FALSE(scores->complete());
  EXPECT_EQ(scores->pairs(), 10U + 2 * (9 + 8));
  EXPECT_THAT(scores->Partners(4), testing::ElementsAre(2, 3, 4, 5, 6));
  EXPECT_DOUBLE_EQ(LeftOutScore(SimRank(graph, 3), 2, *scores), 0.8 * 0.8);
}

TEST(PrunedTest, MemoryFollowsThePairsKept) {
  // A cycle of 100,000: all pairs would take 80 GB; 5 per vertex are kept, of 20 bytes each.
  const TestGraph graph = TestGraph::Cycle(100'000);
  const auto scores =
      Solve(graph, SimRank(graph, 2), Combine::kMean, 2, With(1, uint64_t{16} << 20));
  ASSERT_TRUE(scores.ok()) << scores.status().message();
  EXPECT_EQ(scores->pairs(), 500'000U);
}

TEST(PrunedTest, RefusesWhatDoesNotFitAndSaysWhatToDo) {
  const TestGraph graph = TestGraph::Star(20'000);  // all leaves are two links apart
  const Status status =
      Solve(graph, SimRank(graph, 2), Combine::kMean, 2, With(2, 32 << 20)).status();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("32 MiB"));
  EXPECT_THAT(status.message(), HasSubstr("smaller radius"));
  EXPECT_EQ(status.parameter(), "memory");
  EXPECT_TRUE(Solve(graph, SimRank(graph, 2), Combine::kMean, 1, With(2, 32 << 20)).ok());
}

TEST(PrunedTest, StopsInTheMiddleAndReportsProgress) {
  const TestGraph graph = TestGraph::Random(2000, 6000, 1);
  std::stop_source stop;
  Control control = With(2);
  control.stop = stop.get_token();
  Progress last;
  control.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, last.done);
    last.done = progress.done;
    last.total = progress.total;
    if (progress.done > 3000) stop.request_stop();
  };
  EXPECT_EQ(Solve(graph, SimRank(graph, 5000), Combine::kMean, 2, control).status().code(),
            Code::kCancelled);
  EXPECT_EQ(last.total, uint64_t{5002} * 2000);
  EXPECT_GT(last.done, 3000U);
}

}  // namespace
}  // namespace akin
