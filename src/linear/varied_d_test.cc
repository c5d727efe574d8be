#include "linear/varied_d.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <mutex>
#include <vector>

#include "linear/li.h"
#include "plain_simrank.h"
#include "random_graph.h"

namespace akin {
namespace {

VariedDiagonals SolveVaried(const TestGraph& graph, double decay, int iterations,
                            unsigned threads = 1) {
  auto result =
      SolveVariedDiagonals(graph.in(), graph.out(), decay, iterations, {.threads = threads});
  EXPECT_TRUE(result.ok()) << result.status().message();
  return result.ok() ? *result : VariedDiagonals{};
}

DenseMatrix AllRows(const TestGraph& graph, const VariedDiagonals& diagonals,
                    unsigned threads = 1) {
  DenseMatrix rows(graph.vertices());
  const Status status = VariedAllPairs(graph.in(), diagonals, {.threads = threads},
                                       [&](VertexId v, std::span<const double> row) -> Status {
                                         rows[v].assign(row.begin(), row.end());
                                         return {};
                                       });
  EXPECT_TRUE(status.ok()) << status.message();
  return rows;
}

RC_GTEST_PROP(VariedDProperty, EqualsPlainIterations, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 14);
  const VariedDiagonals diagonals = SolveVaried(graph, decay, iterations);
  RC_ASSERT(diagonals.iterations() == iterations);
  const DenseMatrix plain = PlainSimRank(graph.in(), decay, iterations);
  const DenseMatrix rows = AllRows(graph, diagonals);
  RC_ASSERT(LargestDifference(rows, plain) <= 1e-10);
  const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
  RC_ASSERT(VariedFrom(graph.in(), diagonals, u).value() == rows[u]);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    const double pair = VariedPair(graph.in(), diagonals, u, v).value();
    RC_ASSERT(std::abs(pair - plain[u][v]) <= 1e-10);
  }
}

RC_GTEST_PROP(VariedDProperty, LiIsItsOwnSeries, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const double decay = *rc::gen::inRange(1, 80) / 100.0;
  const int iterations = EnoughIterations(decay);
  const DenseMatrix li = AllRows(graph, LiDiagonals(graph.vertices(), decay, iterations));
  DenseMatrix step = MeanOverInNeighbours(graph.in(), decay, li);
  for (VertexId v = 0; v < graph.vertices(); ++v) step[v][v] += 1 - decay;
  RC_ASSERT(LargestDifference(li, step) <= 1e-12);  // S~ = c P' S~ P + (1-c) I
}

RC_GTEST_PROP(VariedDProperty, LiConvertsToJehAndWidom, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const double decay = *rc::gen::inRange(1, 80) / 100.0;  // also beyond 1/2
  const int iterations = EnoughIterations(decay);
  const auto diagonal = ConvertLi(graph.in(), graph.out(), decay, iterations, {.threads = 2});
  RC_ASSERT(diagonal.ok());
  const DenseMatrix rows = AllRows(graph, SameDiagonals(decay, iterations, *diagonal));
  RC_ASSERT(LargestDifference(rows, PlainSimRank(graph.in(), decay, iterations)) <= 1e-10);
}

TEST(VariedDTest, ThreadsChangeNothing) {
  const TestGraph graph = TestGraph::Random(200, 900, 3);
  const VariedDiagonals one = SolveVaried(graph, 0.6, 9, 1);
  const DenseMatrix rows = AllRows(graph, one, 1);
  for (const unsigned threads : {2, 7}) {
    EXPECT_EQ(SolveVaried(graph, 0.6, 9, threads).values, one.values);
    EXPECT_EQ(AllRows(graph, one, threads), rows);
  }
}

TEST(VariedDTest, RefusesWhatHasNoMeaningOrNoRoom) {
  const TestGraph graph = TestGraph::Star(30);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const double decay : {0.0, 1.0, -1.0, kNan}) {
    EXPECT_EQ(SolveVariedDiagonals(graph.in(), graph.out(), decay, 5, {}).status().code(),
              Code::kInvalidArgument);
    EXPECT_EQ(ConvertLi(graph.in(), graph.out(), decay, 5, {}).status().code(),
              Code::kInvalidArgument);
  }
  EXPECT_EQ(SolveVariedDiagonals(graph.in(), graph.out(), 0.5, -1, {}).status().code(),
            Code::kInvalidArgument);
  const Control small{.memory = 1000};
  const Status status = SolveVariedDiagonals(graph.in(), graph.out(), 0.5, 5, small).status();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_EQ(status.parameter(), "memory");
  EXPECT_EQ(ConvertLi(graph.in(), graph.out(), 0.5, 5, small).status().code(), Code::kOutOfBudget);
  const VariedDiagonals diagonals = SolveVaried(graph, 0.5, 3);
  EXPECT_EQ(VariedFrom(graph.in(), diagonals, 31).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(VariedPair(graph.in(), diagonals, 0, 31).status().code(), Code::kInvalidArgument);
}

TEST(VariedDTest, StopsOnRequest) {
  const TestGraph graph = TestGraph::Random(100, 500, 1);
  std::stop_source stop;
  stop.request_stop();
  const Control control{.stop = stop.get_token()};
  EXPECT_EQ(SolveVariedDiagonals(graph.in(), graph.out(), 0.5, 5, control).status().code(),
            Code::kCancelled);
  EXPECT_EQ(ConvertLi(graph.in(), graph.out(), 0.5, 5, control).status().code(), Code::kCancelled);
}

TEST(VariedDTest, ReportsProgressToTheEnd) {
  const TestGraph graph = TestGraph::Random(100, 500, 1);
  for (const int iterations : {3, 4, 10}) {
    uint64_t done = 0;
    uint64_t total = 0;
    Control control;
    control.progress = [&](const Progress& progress) {
      done = progress.done;
      total = progress.total;
    };
    ASSERT_TRUE(SolveVariedDiagonals(graph.in(), graph.out(), 0.5, iterations, control).ok());
    EXPECT_GT(total, 0);
    EXPECT_EQ(done, total);
  }
}

}  // namespace
}  // namespace akin
