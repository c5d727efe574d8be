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

Result<PrunedScores> Solve(const TestGraph& graph, const Recurrence& recurrence,
                           const Pruning& pruning, const Control& control = With(2)) {
  return SolvePruned(recurrence, pruning, graph.in(), graph.out(), control);
}

Matrix PrunedRows(const TestGraph& graph, const Recurrence& recurrence, const Pruning& pruning,
                  const Control& control = With(2)) {
  const auto scores = Solve(graph, recurrence, pruning, control);
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
  const Pruning radius{.radius = graph.vertices()};
  for (const Recurrence& recurrence :
       {SimRank(graph, iterations), PointsTo(graph, 0.6, 0.9, iterations)}) {
    const auto full = SimRankBetween(recurrence, all, all, With(1));
    RC_ASSERT(full.ok());
    const auto pruned = Solve(graph, recurrence, radius);
    RC_ASSERT(pruned.ok());
    RC_ASSERT(pruned->complete());
    RC_ASSERT(LeftOutScore(recurrence, radius, *pruned) == 0.0);
    RC_ASSERT(RowsOf(*pruned, graph.vertices()) == RowsOf(*full, graph.vertices()));
  }
  Recurrence mixed = PointsTo(graph, 0.6, 0.9, iterations);
  mixed.last.combine = Combine::kMinimax;
  for (const Recurrence& minimax : {Minimax(PointedTo(graph, 0.6, 0.9, iterations)),
                                    Minimax(SimRank(graph, iterations)), mixed}) {
    const auto full = MinimaxAmong(minimax, all, With(1));
    RC_ASSERT(full.ok());
    RC_ASSERT(PrunedRows(graph, minimax, radius) == RowsOf(*full, graph.vertices()));
  }
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
  RC_ASSERT(LargestDifference(PrunedRows(graph, points, {.radius = radius}), mean.points_to) <=
            1e-12);
  options.minimax = true;
  const NaiveSides best = NaiveIterate(graph, 0.6, 0.9, iterations, options);
  RC_ASSERT(LargestDifference(PrunedRows(graph, Minimax(points), {.radius = radius}),
                              best.points_to) <= 1e-12);
}

RC_GTEST_PROP(PrunedProperty, PairsWithoutACommonNeighbourCountAsZeroOnTheirSide, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const int iterations = *rc::gen::inRange(0, 6);
  NaiveOptions in{.minimax = *rc::gen::arbitrary<bool>(),
                  .keeps = [&](VertexId u, VertexId v) { return NaiveShare(graph.in(), u, v); },
                  .priors = ArbitraryPriors(graph.vertices())};
  NaiveOptions out = in;
  out.keeps = [&](VertexId u, VertexId v) { return NaiveShare(graph.out(), u, v); };
  const NaiveSides naive = NaiveIterate(graph, 0.6, 0.9, iterations, out, in);
  Recurrence points = PointsTo(graph, 0.6, 0.9, iterations, in.priors);
  Recurrence pointed = PointedTo(graph, 0.6, 0.9, iterations, in.priors);
  Recurrence simrank = SimRank(graph, iterations);
  simrank.priors = Priors(in.priors);
  if (in.minimax) {
    for (Recurrence* each : {&points, &pointed, &simrank}) *each = Minimax(*each);
  }
  RC_ASSERT(LargestDifference(PrunedRows(graph, points, {}), naive.points_to) <= 1e-12);
  RC_ASSERT(LargestDifference(PrunedRows(graph, pointed, {}), naive.pointed_to) <= 1e-12);
  RC_ASSERT(LargestDifference(PrunedRows(graph, simrank, {}),
                              NaiveSimRank(graph, 0.8, iterations, in)) <= 1e-12);
}

RC_GTEST_PROP(PrunedProperty, TheBoundOfCommonNeighboursHolds, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto priors = ArbitraryPriors(graph.vertices());
  const Recurrence recurrence = PointsTo(graph, 0.6, 0.9, 12, priors);
  const Matrix full = NaiveIterate(graph, 0.6, 0.9, 200, {.priors = priors}).points_to;
  const auto pruned = Solve(graph, recurrence, {});
  RC_ASSERT(pruned.ok());
  const Matrix scores = RowsOf(*pruned, graph.vertices());
  const double left_out = LeftOutScore(recurrence, {}, *pruned);
  const double kept = TruncationOf(0.6, 0.9, 12) + 0.9 * left_out;
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      const double missing = full[u][v] - scores[u][v];
      RC_ASSERT(missing >= -1e-14);
      const bool shares = NaiveShare(graph.out(), u, v);
      RC_ASSERT(missing <= (shares ? kept : std::max(left_out, kept)) + 1e-14);
    }
  }
}

TEST(PrunedTest, KeepsPairsWithACommonNeighbourOfTheirSide) {
  // 0 links to 1 and 2, both of which link to 3; 4 links to 3 alone.
  const TestGraph graph(5, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {4, 3}});
  const auto pointed = Solve(graph, PointedTo(graph, 0.5, 0.8, 1), {});
  ASSERT_TRUE(pointed.ok());
  EXPECT_EQ(pointed->pairs(), 5U + 2);
  EXPECT_THAT(pointed->Partners(1), testing::ElementsAre(1, 2));
  EXPECT_THAT(pointed->Scores(1), testing::ElementsAre(1.0, 0.8));
  const auto points = Solve(graph, PointsTo(graph, 0.5, 0.8, 1), {});
  ASSERT_TRUE(points.ok());
  EXPECT_THAT(points->Partners(4), testing::ElementsAre(1, 2, 4));
  EXPECT_FALSE(points->complete());
  EXPECT_DOUBLE_EQ(LeftOutScore(PointsTo(graph, 0.5, 0.8, 1), {}, *points), 0.4);
}

RC_GTEST_PROP(PrunedProperty, TheBoundHolds, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto radius = *rc::gen::inRange(1U, 6U);
  const auto priors = ArbitraryPriors(graph.vertices());
  Recurrence recurrence = SimRank(graph, 12);
  recurrence.priors = Priors(priors);
  const Matrix far = NaiveDistances(graph);
  const Matrix full = NaiveSimRank(graph, 0.8, 200, {.priors = priors});
  const auto pruned = Solve(graph, recurrence, {.radius = radius});
  RC_ASSERT(pruned.ok());
  const Matrix scores = RowsOf(*pruned, graph.vertices());
  const double left_out = LeftOutScore(recurrence, {.radius = radius}, *pruned);
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
  const Recurrence means = PointedTo(graph, 0.6, 0.8, 4);
  for (const Recurrence& recurrence : {means, Minimax(means)}) {
    for (const Pruning pruning : {Pruning{.radius = 2}, Pruning{}}) {
      const Matrix one = PrunedRows(graph, recurrence, pruning, With(1));
      RC_ASSERT(PrunedRows(graph, recurrence, pruning, With(5)) == one);
    }
  }
}

TEST(PrunedTest, KeepsWhatIsNearAndNothingElse) {
  const TestGraph graph = TestGraph::Path(10);
  const auto scores = Solve(graph, SimRank(graph, 3), {.radius = 2});
  ASSERT_TRUE(scores.ok());
  EXPECT_FALSE(scores->complete());
  EXPECT_EQ(scores->pairs(), 10U + 2 * (9 + 8));
  EXPECT_THAT(scores->Partners(4), testing::ElementsAre(2, 3, 4, 5, 6));
  EXPECT_DOUBLE_EQ(LeftOutScore(SimRank(graph, 3), {.radius = 2}, *scores), 0.8 * 0.8);
}

TEST(PrunedTest, MemoryFollowsThePairsKept) {
  // A cycle of 100,000: all pairs would take 80 GB; 5 per vertex are kept, of 20 bytes each.
  const TestGraph graph = TestGraph::Cycle(100'000);
  const auto scores = Solve(graph, SimRank(graph, 2), {.radius = 2}, With(1, uint64_t{16} << 20));
  ASSERT_TRUE(scores.ok()) << scores.status().message();
  EXPECT_EQ(scores->pairs(), 500'000U);
}

TEST(PrunedTest, RefusesWhatDoesNotFitAndSaysWhatToDo) {
  const TestGraph graph = TestGraph::Star(20'000);  // all leaves are two links apart
  const Status status = Solve(graph, SimRank(graph, 2), {.radius = 2}, With(2, 32 << 20)).status();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("32 MiB"));
  EXPECT_THAT(status.message(), HasSubstr("smaller radius"));
  EXPECT_EQ(status.parameter(), "memory");
  EXPECT_TRUE(Solve(graph, SimRank(graph, 2), {.radius = 1}, With(2, 32 << 20)).ok());
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
  EXPECT_EQ(Solve(graph, SimRank(graph, 5000), {.radius = 2}, control).status().code(),
            Code::kCancelled);
  EXPECT_EQ(last.total, uint64_t{5002} * 2000);
  EXPECT_GT(last.done, 3000U);
}

}  // namespace
}  // namespace akin
