#include "exact/simrank_star.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "naive_pairs.h"

namespace akin {
namespace {

Matrix AllRows(const TestGraph& graph, double decay, int iterations) {
  const SimRankStar star(graph.in(), {.decay = decay, .iterations = iterations});
  Matrix rows = SquareMatrix(graph.vertices());
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    EXPECT_TRUE(star.From(u, rows[u], {}).ok());
  }
  return rows;
}

// The recurrence as it is printed: S = c/2 (Q S + S Q') + (1 - c) I, from (1 - c) I.
Matrix NaiveStar(const TestGraph& graph, double decay, int iterations) {
  const VertexId n = graph.vertices();
  const Adjacency in = graph.in();
  Matrix s = SquareMatrix(n);
  for (VertexId v = 0; v < n; ++v) s[v][v] = 1 - decay;
  for (int i = 0; i < iterations; ++i) {
    Matrix next = SquareMatrix(n);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        double back_from_u = 0;
        double back_from_v = 0;
        for (const VertexId a : in[u]) back_from_u += s[a][v] / static_cast<double>(in.degree(u));
        for (const VertexId b : in[v]) back_from_v += s[u][b] / static_cast<double>(in.degree(v));
        next[u][v] = decay / 2 * (back_from_u + back_from_v) + (u == v ? 1 - decay : 0);
      }
    }
    s = std::move(next);
  }
  return s;
}

RC_GTEST_PROP(SimRankStarProperty, FollowsTheRecurrence, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 12);
  RC_ASSERT(LargestDifference(AllRows(graph, decay, iterations),
                              NaiveStar(graph, decay, iterations)) <= 1e-14);
}

RC_GTEST_PROP(SimRankStarProperty, SymmetricWithinItsRangeAndBound, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const int iterations = *rc::gen::inRange(0, 8);
  const Matrix early = AllRows(graph, 0.7, iterations);
  const Matrix late = AllRows(graph, 0.7, iterations + 80);
  const double bound = Truncation({.decay = 0.7, .iterations = iterations});
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    RC_ASSERT(late[u][u] >= 0.3 - 1e-15);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      RC_ASSERT(std::abs(late[u][v] - late[v][u]) <= 1e-14);
      RC_ASSERT(late[u][v] <= 1 + 1e-14);
      RC_ASSERT(late[u][v] >= early[u][v] - 1e-15);
      RC_ASSERT(late[u][v] - early[u][v] <= bound + 1e-14);
    }
  }
}

// 0 -> 1 -> 2: SimRank sees nothing here. Paths of unequal lengths: 0 steps from 1 and one step
// from 2 to 1, binom(1, 0) of length 1; 1 and 2 steps to 0, binom(3, 1) of length 3.
TEST(SimRankStarTest, CountsPathsOfUnequalLengths) {
  const Matrix s = AllRows(TestGraph::Path(3), 0.8, 10);
  EXPECT_NEAR(s[1][2], 0.2 * (0.4 + 3 * std::pow(0.4, 3)), 1e-15);
  EXPECT_NEAR(s[0][1], 0.2 * 0.4, 1e-15);
  EXPECT_NEAR(s[0][2], 0.2 * 0.4 * 0.4, 1e-15);
  EXPECT_NEAR(s[0][0], 0.2, 1e-15);
}

TEST(SimRankStarTest, ManyRoundsOverflowNothing) {
  const Matrix s = AllRows(TestGraph::Complete(4), 0.9, 2000);
  double row = 0;
  for (const double score : s[1]) row += score;
  EXPECT_NEAR(row, 1, 1e-12);  // Q is doubly stochastic here
}

TEST(SimRankStarTest, Stops) {
  const TestGraph graph = TestGraph::Cycle(5);
  std::vector<double> row(5);
  std::stop_source stop;
  stop.request_stop();
  const SimRankStar star(graph.in(), {});
  EXPECT_EQ(star.From(0, row, stop.get_token()).code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
