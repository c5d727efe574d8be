#include "linear/arnoldi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "figure_graphs.h"
#include "random_graph.h"

namespace akin {
namespace {

using Vector = std::vector<double>;

// A x by the definition: every vertex passes its value to all that link to it.
Vector Times(const TestGraph& graph, const Vector& x) {
  Vector y(x.size());
  for (const auto& [from, to] : graph.arcs()) y[from] += x[to];
  return y;
}

// A column of Q over all vertices.
Vector Column(const Arnoldi& arnoldi, const TestGraph& graph, size_t column) {
  Vector q(graph.vertices());
  const auto values = arnoldi.column(column);
  for (size_t i = 0; i < values.size(); ++i) q[arnoldi.vertices()[i]] = values[i];
  return q;
}

double Dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// The largest difference between Q x and y, relative to the larger of 1 and the length of y.
double Distance(const Arnoldi& arnoldi, const TestGraph& graph, const Vector& x, const Vector& y) {
  Vector difference = y;
  for (size_t column = 0; column < arnoldi.size(); ++column) {
    const Vector q = Column(arnoldi, graph, column);
    for (size_t v = 0; v < q.size(); ++v) difference[v] -= x[column] * q[v];
  }
  double largest = 0;
  for (const double value : difference) largest = std::max(largest, std::abs(value));
  return largest / std::max(1.0, std::sqrt(Dot(y, y)));
}

// The difference between H^k and A^k from each start, for k up to `most`.
double LargestDistance(const Arnoldi& arnoldi, const TestGraph& graph,
                       const std::vector<VertexId>& starts, size_t most) {
  double largest = 0;
  for (size_t s = 0; s < starts.size(); ++s) {
    Vector x(arnoldi.size());
    x[arnoldi.start(s)] = 1;
    Vector y(graph.vertices());
    y[starts[s]] = 1;
    for (size_t k = 0;; ++k) {
      largest = std::max(largest, Distance(arnoldi, graph, x, y));
      if (k == most) break;
      Vector next(x.size());
      arnoldi.Apply(x, next);
      x = next;
      y = Times(graph, y);
    }
  }
  return largest;
}

// Yu et al., example 4: the pair (8, 5), to the digits printed.
TEST(Arnoldi, GivesThePrintedH) {
  const TestGraph graph = CitationFigure();
  Arnoldi arnoldi(graph.in());
  const std::vector<VertexId> starts = {7, 4};
  ASSERT_TRUE(arnoldi.Run(starts, 3).ok());
  ASSERT_EQ(arnoldi.size(), 6U);
  const double printed[6][6] = {{0, 0, 0, 0, 0, 0},
                                {0, 0, 0, 0, 0, 0},
                                {1.414, .707, .5, .224, -.408, .112},
                                {0, 1.581, 1.118, .1, -.183, .05},
                                {0, 0, 1.225, .548, -.333, .274},
                                {0, 0, 0, .8, -.548, .4}};
  for (size_t row = 0; row < 6; ++row) {
    for (size_t column = 0; column < 6; ++column) {
      EXPECT_NEAR(arnoldi.h(row, column), printed[row][column], 5.001e-4) << row << ' ' << column;
    }
  }
}

TEST(Arnoldi, StartsFromOneVertexToo) {
  const TestGraph graph = CitationFigure();
  Arnoldi arnoldi(graph.in());
  const std::vector<VertexId> starts = {7};
  ASSERT_TRUE(arnoldi.Run(starts, 3).ok());
  ASSERT_EQ(arnoldi.size(), 3U);
  EXPECT_NEAR(arnoldi.h(1, 0), std::sqrt(2.0), 1e-15);
  EXPECT_LT(LargestDistance(arnoldi, graph, starts, 2), 1e-14);
  EXPECT_GT(LargestDistance(arnoldi, graph, starts, 3), 1e-3);  // a projection from there on
}

TEST(Arnoldi, AVertexGivenTwiceSharesItsColumn) {
  const TestGraph graph = CitationFigure();
  Arnoldi arnoldi(graph.in());
  const std::vector<VertexId> starts = {4, 4, 7};
  ASSERT_TRUE(arnoldi.Run(starts, 3).ok());
  EXPECT_EQ(arnoldi.start(0), arnoldi.start(1));
  EXPECT_NE(arnoldi.start(0), arnoldi.start(2));
  EXPECT_LT(LargestDistance(arnoldi, graph, starts, 2), 1e-14);
}

TEST(Arnoldi, EndsWhereThereIsNothingNew) {
  const std::vector<VertexId> starts = {2, 4};
  const TestGraph cycle = TestGraph::Cycle(6);
  Arnoldi round(cycle.in());
  ASSERT_TRUE(round.Run(starts, 50).ok());
  EXPECT_EQ(round.size(), 6U);
  EXPECT_LT(LargestDistance(round, cycle, starts, 100), 1e-14);  // exact for all k
  const TestGraph path = TestGraph::Path(6);
  Arnoldi down(path.in());
  ASSERT_TRUE(down.Run(starts, 50).ok());
  EXPECT_EQ(down.size(), 5U);
  EXPECT_LT(LargestDistance(down, path, starts, 100), 1e-14);
  const TestGraph none(8, {});
  Arnoldi alone(none.in());
  ASSERT_TRUE(alone.Run(starts, 4).ok());
  EXPECT_EQ(alone.size(), 2U);
  EXPECT_EQ(alone.h(0, 0), 0);
  EXPECT_EQ(alone.h(1, 1), 0);
}

// Two leaves of a star have the same product, so the second adds no column.
TEST(Arnoldi, DropsProductsThatDependOnOthers) {
  const TestGraph star = TestGraph::Star(9);
  const std::vector<VertexId> starts = {3, 4};
  Arnoldi arnoldi(star.in());
  ASSERT_TRUE(arnoldi.Run(starts, 5).ok());
  EXPECT_EQ(arnoldi.size(), 4U);  // both leaves, the hub, the leaf that links back
  EXPECT_LT(LargestDistance(arnoldi, star, starts, 40), 1e-14);
}

TEST(Arnoldi, StopsWhenAsked) {
  const TestGraph cycle = TestGraph::Cycle(6);
  std::stop_source stop;
  stop.request_stop();
  Arnoldi arnoldi(cycle.in());
  const std::vector<VertexId> starts = {2, 4};
  EXPECT_EQ(arnoldi.Run(starts, 5, stop.get_token()).code(), Code::kCancelled);
}

// One object does many runs: no run leaves anything behind for the next.
RC_GTEST_PROP(ArnoldiProperty, SpansThePowersAndProjectsTheGraph, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  Arnoldi arnoldi(graph.in());
  for (int run = 0; run < 2; ++run) {
    const auto m = *rc::gen::inRange<size_t>(1, 9);
    std::vector<VertexId> starts(*rc::gen::inRange<size_t>(1, 4));
    for (VertexId& v : starts) v = *rc::gen::inRange<VertexId>(0, graph.vertices());
    RC_ASSERT(arnoldi.Run(starts, m).ok());
    RC_ASSERT(arnoldi.size() <= starts.size() * m);
    for (size_t i = 0; i < arnoldi.size(); ++i) {
      const Vector q = Column(arnoldi, graph, i);
      const Vector product = Times(graph, q);
      for (size_t j = 0; j < arnoldi.size(); ++j) {
        const Vector other = Column(arnoldi, graph, j);
        RC_ASSERT(std::abs(Dot(q, other) - (i == j ? 1 : 0)) < 1e-13);
        RC_ASSERT(std::abs(Dot(other, product) - arnoldi.h(j, i)) < 1e-12);
      }
      RC_ASSERT(arnoldi.level(i) < m);
    }
    RC_ASSERT(LargestDistance(arnoldi, graph, starts, m - 1) < 1e-11);
  }
}

}  // namespace
}  // namespace akin
