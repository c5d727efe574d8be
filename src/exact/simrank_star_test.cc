#include "exact/simrank_star.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "naive_pairs.h"

namespace akin {
namespace {

Matrix AllRows(const TestGraph& graph, double decay, int iterations,
               StarForm form = StarForm::kGeometric) {
  const SimRankStar star(form, graph.in(), {.decay = decay, .iterations = iterations});
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

// ---- the exponential form ----

// The series as it is printed, term by term: e^-c sum of c^l / l! T_l, where T_l is the sum of
// binom(l, a) Q^a Q'^(l-a) over a divided by 2^l, that is T_{l+1} = (Q T_l + T_l Q') / 2.
Matrix NaiveExponential(const TestGraph& graph, double decay, int iterations) {
  const VertexId n = graph.vertices();
  const Adjacency in = graph.in();
  Matrix term = SquareMatrix(n);
  for (VertexId v = 0; v < n; ++v) term[v][v] = 1;
  Matrix sum = SquareMatrix(n);
  double weight = std::exp(-decay);
  for (int l = 0; l <= iterations; ++l) {
    Matrix next = SquareMatrix(n);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        sum[u][v] += weight * term[u][v];
        for (const VertexId a : in[u]) {
          next[u][v] += term[a][v] / 2 / static_cast<double>(in.degree(u));
        }
        for (const VertexId b : in[v]) {
          next[u][v] += term[u][b] / 2 / static_cast<double>(in.degree(v));
        }
      }
    }
    term = std::move(next);
    weight *= decay / (l + 1);
  }
  return sum;
}

RC_GTEST_PROP(SimRankStarProperty, TheExponentialFormFollowsItsSeries, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 12);
  RC_ASSERT(LargestDifference(AllRows(graph, decay, iterations, StarForm::kExponential),
                              NaiveExponential(graph, decay, iterations)) <= 1e-14);
}

RC_GTEST_PROP(SimRankStarProperty, TheExponentialFormKeepsItsBound, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const int iterations = *rc::gen::inRange(0, 8);
  const Matrix early = AllRows(graph, 0.9, iterations, StarForm::kExponential);
  const Matrix late = AllRows(graph, 0.9, iterations + 30, StarForm::kExponential);
  const double bound =
      StarTruncation(StarForm::kExponential, {.decay = 0.9, .iterations = iterations});
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    RC_ASSERT(late[u][u] >= std::exp(-0.9) - 1e-15);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      RC_ASSERT(late[u][v] <= 1 + 1e-14);
      RC_ASSERT(late[u][v] >= early[u][v] - 1e-15);
      RC_ASSERT(late[u][v] - early[u][v] <= bound + 1e-14);
    }
  }
}

// 0 -> 1 -> 2, as above: lengths 1 and 3, with binom(3, 1) = 3. A self-loop keeps all of e^c.
TEST(SimRankStarTest, ExponentialScoresByHand) {
  const Matrix s = AllRows(TestGraph::Path(3), 0.8, 10, StarForm::kExponential);
  EXPECT_NEAR(s[1][2], std::exp(-0.8) * (0.4 + 3 * std::pow(0.4, 3) / 6), 1e-15);
  EXPECT_NEAR(s[0][0], std::exp(-0.8), 1e-15);
  const Matrix loop = AllRows(TestGraph(1, {{0, 0}}), 0.8, 40, StarForm::kExponential);
  EXPECT_NEAR(loop[0][0], 1, 1e-15);
  EXPECT_NEAR(StarTruncation(StarForm::kExponential, {.decay = 0.6, .iterations = 3}),
              std::pow(0.6, 4) / 24, 1e-17);
}

TEST(SimRankStarTest, ManyExponentialRoundsOverflowNothing) {
  const Matrix s = AllRows(TestGraph::Complete(4), 0.9, 2000, StarForm::kExponential);
  double row = 0;
  for (const double score : s[1]) row += score;
  EXPECT_NEAR(row, 1, 1e-12);
}

TEST(SimRankStarTest, Stops) {
  const TestGraph graph = TestGraph::Cycle(5);
  std::vector<double> row(5);
  std::stop_source stop;
  stop.request_stop();
  const SimRankStar star(StarForm::kGeometric, graph.in(), {});
  EXPECT_EQ(star.From(0, row, stop.get_token()).code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
