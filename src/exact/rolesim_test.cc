#include "exact/rolesim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "exact/matching.h"
#include "figure_graphs.h"
#include "naive_pairs.h"

namespace akin {
namespace {

// The heaviest matching, found by trying all of them.
double NaiveMatching(const Matrix& weights, size_t row, std::vector<bool>& taken) {
  if (row == weights.size()) return 0;
  double best = 0;
  for (size_t j = 0; j < taken.size(); ++j) {
    if (taken[j]) continue;
    taken[j] = true;
    best = std::max(best, weights[row][j] + NaiveMatching(weights, row + 1, taken));
    taken[j] = false;
  }
  return best;
}

// Many matrices per case: most matchings do not need every step, so few would not reveal a wrong
// one.
RC_GTEST_PROP(MatchingProperty, IsTheHeaviest, ()) {
  std::mt19937 generator(*rc::gen::arbitrary<uint32_t>());
  HeaviestMatching matching;  // reused
  for (int again = 0; again < 100; ++again) {
    const size_t rows = generator() % 6;
    const size_t columns = rows + generator() % 3;
    Matrix weights(rows, std::vector<double>(columns));
    std::vector<double> flat;
    for (auto& row : weights) {
      for (double& weight : row) {
        weight = static_cast<double>(generator() % 8) / 7;  // few values, so that there are ties
        flat.push_back(weight);
      }
    }
    std::vector<bool> taken(columns);
    const double expected = NaiveMatching(weights, 0, taken);
    RC_ASSERT(std::abs(matching.Of(rows, columns, flat) - expected) <= 1e-14);
  }
}

TEST(MatchingTest, LargeOnesWithAKnownBest) {
  // With weights -(i - j)^2 it is best to match in order, whichever columns are left out at the
  // ends.
  constexpr size_t kSize = 60;
  std::vector<double> weights;
  for (size_t i = 0; i < kSize; ++i) {
    for (size_t j = 0; j < kSize; ++j) {
      const double apart = static_cast<double>(i) - static_cast<double>(j);
      weights.push_back(2 - apart * apart);
    }
  }
  EXPECT_DOUBLE_EQ(HeaviestMatching().Of(kSize, kSize, weights), 2.0 * kSize);
}

// ---- RoleSim ----

Matrix RoleSimScores(const TestGraph& graph, double decay, int iterations, unsigned threads = 2,
                     RoleSimForm form = RoleSimForm::kAxiomatic) {
  Control control;
  control.threads = threads;
  const auto scores = RoleSimAllPairs(form, graph.in(), graph.out(),
                                      {.decay = decay, .iterations = iterations}, control);
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  const VertexId n = graph.vertices();
  Matrix rows = SquareMatrix(n);
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = 0; v < n; ++v) rows[u][v] = (*scores)[u * n + v];
  }
  return rows;
}

std::vector<VertexId> NeighboursOf(const TestGraph& graph, VertexId v) {
  std::set<VertexId> neighbours;
  for (const auto& [from, to] : graph.arcs()) {
    if (from == v) neighbours.insert(to);
    if (to == v) neighbours.insert(from);
  }
  return {neighbours.begin(), neighbours.end()};
}

// The definition for one pair: the maximum of the ratio over matchings of any size.
double BestRatio(const Matrix& r, const std::vector<VertexId>& of_u,
                 const std::vector<VertexId>& of_v, size_t at, std::vector<bool>& taken, double sum,
                 size_t size) {
  if (at == of_u.size()) {
    const size_t united = of_u.size() + of_v.size() - size;
    return united == 0 ? 1 : sum / static_cast<double>(united);
  }
  double best = BestRatio(r, of_u, of_v, at + 1, taken, sum, size);
  for (size_t j = 0; j < of_v.size(); ++j) {
    if (taken[j]) continue;
    taken[j] = true;
    best = std::max(best,
                    BestRatio(r, of_u, of_v, at + 1, taken, sum + r[of_u[at]][of_v[j]], size + 1));
    taken[j] = false;
  }
  return best;
}

Matrix NaiveRoleSim(const TestGraph& graph, double beta, int iterations) {
  const VertexId n = graph.vertices();
  Matrix r(n, std::vector<double>(n, 1.0));
  for (int i = 0; i < iterations; ++i) {
    Matrix next = SquareMatrix(n);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        const auto of_u = NeighboursOf(graph, u);
        const auto of_v = NeighboursOf(graph, v);
        std::vector<bool> taken(of_v.size());
        next[u][v] = (1 - beta) * BestRatio(r, of_u, of_v, 0, taken, 0, 0) + beta;
      }
    }
    r = std::move(next);
  }
  return r;
}

// Few vertices, because the definition tries every matching.
RC_GTEST_PROP(RoleSimProperty, FollowsTheDefinition, ()) {
  const TestGraph graph = ArbitraryGraph(6);
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 4);
  RC_ASSERT(LargestDifference(RoleSimScores(graph, decay, iterations),
                              NaiveRoleSim(graph, 1 - decay, iterations)) <= 1e-13);
}

RC_GTEST_PROP(RoleSimProperty, SymmetricWithinItsRangeAndBound, ()) {
  const TestGraph graph = ArbitraryGraph(15);
  const int iterations = *rc::gen::inRange(0, 5);
  const Matrix early = RoleSimScores(graph, 0.6, iterations);
  const Matrix late = RoleSimScores(graph, 0.6, iterations + 40);
  const double bound = Truncation({.decay = 0.6, .iterations = iterations});
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    RC_ASSERT(late[u][u] == 1);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      RC_ASSERT(late[u][v] == late[v][u]);
      RC_ASSERT(late[u][v] >= 0.4 - 1e-15);
      RC_ASSERT(late[u][v] <= early[u][v] + 1e-14);
      RC_ASSERT(early[u][v] - late[u][v] <= bound + 1e-14);
    }
  }
}

RC_GTEST_PROP(RoleSimProperty, ThreadsChangeNothing, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  RC_ASSERT(RoleSimScores(graph, 0.7, 4, 1) == RoleSimScores(graph, 0.7, 4, 5));
}

TEST(RoleSimTest, EquivalentVerticesScoreOneFarFromEachOtherToo) {
  // Two unconnected stars, two vertices without links, and a pair.
  const TestGraph graph(12, {{0, 1}, {0, 2}, {0, 3}, {4, 5}, {6, 4}, {4, 7}, {10, 11}});
  const Matrix r = RoleSimScores(graph, 0.9, 10);
  EXPECT_EQ(r[0][4], 1);
  EXPECT_EQ(r[1][6], 1);
  EXPECT_EQ(r[8][9], 1);
  EXPECT_EQ(r[10][11], 1);
  EXPECT_DOUBLE_EQ(r[0][8], 0.1);
  EXPECT_LT(r[0][1], 1);
}

TEST(RoleSimTest, RefusesWhatIsOutOfRangeOrDoesNotFit) {
  const TestGraph graph = TestGraph::Cycle(100);
  const auto refusal = [&](const IterationOptions& options, const Control& control = {}) {
    return RoleSimAllPairs(RoleSimForm::kAxiomatic, graph.in(), graph.out(), options, control)
        .status()
        .code();
  };
  EXPECT_EQ(refusal({.decay = 0}), Code::kInvalidArgument);
  EXPECT_EQ(refusal({.iterations = -1}), Code::kInvalidArgument);
  Control small;
  small.memory = 100'000;
  EXPECT_EQ(refusal({}, small), Code::kOutOfBudget);
  Control stopped;
  std::stop_source stop;
  stop.request_stop();
  stopped.stop = stop.get_token();
  EXPECT_EQ(refusal({}, stopped), Code::kCancelled);
}

// ---- in-links ----

// The definition: R from 0, with one round more than the solver counts, and all matchings tried.
Matrix NaiveRoleSimIn(const TestGraph& graph, double decay, int iterations) {
  const VertexId n = graph.vertices();
  const Adjacency in = graph.in();
  Matrix r = SquareMatrix(n);
  for (int i = 0; i <= iterations; ++i) {
    Matrix next = SquareMatrix(n);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        const VertexId less = in.degree(u) < in.degree(v) ? u : v;
        const VertexId more = less == u ? v : u;
        Matrix weights(in.degree(less), std::vector<double>(in.degree(more)));
        for (size_t x = 0; x < in.degree(less); ++x) {
          for (size_t y = 0; y < in.degree(more); ++y) weights[x][y] = r[in[less][x]][in[more][y]];
        }
        std::vector<bool> taken(in.degree(more));
        const double sum = NaiveMatching(weights, 0, taken);
        next[u][v] = u == v ? 1 - decay : 0;
        if (in.degree(more) > 0) next[u][v] += decay * sum / static_cast<double>(in.degree(more));
      }
    }
    r = std::move(next);
  }
  return r;
}

Matrix RoleSimInScores(const TestGraph& graph, double decay, int iterations, unsigned threads = 2) {
  return RoleSimScores(graph, decay, iterations, threads, RoleSimForm::kInLinks);
}

RC_GTEST_PROP(RoleSimInProperty, FollowsTheDefinition, ()) {
  const TestGraph graph = ArbitraryGraph(6);
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 4);
  RC_ASSERT(LargestDifference(RoleSimInScores(graph, decay, iterations),
                              NaiveRoleSimIn(graph, decay, iterations)) <= 1e-13);
}

RC_GTEST_PROP(RoleSimInProperty, SymmetricWithinItsRangeAndBound, ()) {
  const TestGraph graph = ArbitraryGraph(15);
  const int iterations = *rc::gen::inRange(0, 5);
  const Matrix early = RoleSimInScores(graph, 0.6, iterations, 1);
  const Matrix late = RoleSimInScores(graph, 0.6, iterations + 40, 5);
  const double bound = Truncation({.decay = 0.6, .iterations = iterations});
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    RC_ASSERT(late[u][u] >= 0.4);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      RC_ASSERT(late[u][v] == late[v][u]);
      RC_ASSERT(late[u][v] <= 1 + 1e-15);
      RC_ASSERT(late[u][v] >= early[u][v] - 1e-14);
      RC_ASSERT(late[u][v] - early[u][v] <= bound + 1e-14);
    }
  }
}

TEST(RoleSimInTest, TheScoresOfYusFigure) {
  const Matrix r = RoleSimInScores(ConnectivityFigure(), 0.6, 10);
  const double printed[] = {0.336, 0.24, 0.048, 0.072, 0.12};  // there: .34 .24 .05 .07 .12
  for (size_t i = 0; i < std::size(printed); ++i) {
    const auto [a, b] = kConnectivityPairs[i];
    EXPECT_NEAR(r[a][b], printed[i], 1e-12) << a << " " << b;
  }
  EXPECT_NEAR(r[3][3], 0.64, 1e-12);  // not 1
}

}  // namespace
}  // namespace akin
