#include "exact/restart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "naive_pairs.h"

namespace akin {
namespace {

using Scores = std::vector<double>;

Scores RestartFrom(const TestGraph& graph, VertexId source, double decay, int iterations) {
  Scores row(graph.vertices(), -1.0);
  const Status status =
      RestartFrom(graph.out(), source, {.decay = decay, .iterations = iterations}, row, {});
  EXPECT_TRUE(status.ok()) << status.message();
  return row;
}

// An entry of M: from a to v.
double Transition(const TestGraph& graph, VertexId source, VertexId a, VertexId v) {
  const std::span<const VertexId> links = graph.out()[a];
  if (links.empty()) return v == source ? 1 : 0;
  return static_cast<double>(std::count(links.begin(), links.end(), v)) /
         static_cast<double>(links.size());
}

// The sum up to the given power, with a dense matrix.
Scores NaiveSeries(const TestGraph& graph, VertexId source, double decay, int iterations) {
  const VertexId n = graph.vertices();
  Scores now(n);
  now[source] = 1;
  Scores sum(n);
  for (int j = 0; j <= iterations; ++j) {
    Scores next(n);
    for (VertexId a = 0; a < n; ++a) {
      sum[a] += (1 - decay) * std::pow(decay, j) * now[a];
      for (VertexId v = 0; v < n; ++v) next[v] += Transition(graph, source, a, v) * now[a];
    }
    now = next;
  }
  return sum;
}

RC_GTEST_PROP(RestartProperty, FollowsTheDefinition, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto source = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 12);
  const Scores row = RestartFrom(graph, source, decay, iterations);
  const Scores naive = NaiveSeries(graph, source, decay, iterations);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    RC_ASSERT(std::abs(row[v] - naive[v]) <= 1e-14);
  }
}

// The equation that the limit solves.
RC_GTEST_PROP(RestartProperty, TheLimitIsStationary, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto source = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const Scores row = RestartFrom(graph, source, 0.6, 80);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    double arriving = 0;
    for (VertexId a = 0; a < graph.vertices(); ++a) {
      arriving += Transition(graph, source, a, v) * row[a];
    }
    RC_ASSERT(std::abs(row[v] - ((v == source ? 0.4 : 0) + 0.6 * arriving)) <= 1e-14);
  }
  RC_ASSERT(std::abs(std::accumulate(row.begin(), row.end(), 0.0) - 1) <= 1e-13);
}

RC_GTEST_PROP(RestartProperty, TheBoundHoldsAndScoresOnlyRise, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto source = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const int iterations = *rc::gen::inRange(0, 8);
  const double bound = Truncation({.decay = 0.7, .iterations = iterations});
  const Scores early = RestartFrom(graph, source, 0.7, iterations);
  const Scores late = RestartFrom(graph, source, 0.7, iterations + 90);
  double missing = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    RC_ASSERT(late[v] >= early[v]);
    missing += late[v] - early[v];
  }
  RC_ASSERT(missing <= bound + 1e-13);
}

TEST(RestartTest, AWalkThatCannotLeaveStaysAndOneThatCanComesBack) {
  // 0 -> 1, and nothing leaves 1: apart from restarts, a walk from 0 is there every other step.
  const TestGraph graph(2, {{0, 1}});
  EXPECT_NEAR(RestartFrom(graph, 1, 0.6, 200)[1], 1, 1e-15);
  EXPECT_EQ(RestartFrom(graph, 1, 0.6, 200)[0], 0);
  EXPECT_NEAR(RestartFrom(graph, 0, 0.6, 200)[0], 1 / 1.6,
              1e-15);  // r0 = 0.4 + 0.6 r1, r1 = 0.6 r0
  EXPECT_NEAR(RestartFrom(graph, 0, 0.6, 200)[1], 0.6 / 1.6, 1e-15);
}

// 2^-1074 is the smallest number above 0: a probability may underflow to 0, and must not count
// twice.
TEST(RestartTest, ChancesThatUnderflowVanish) {
  const TestGraph graph = TestGraph::Complete(30);
  const Scores row = RestartFrom(graph, 3, 0.9, 10'000);
  EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-12);
  TestGraph::Arcs arcs;  // at every step half of the rest leaves
  for (VertexId v = 0; v + 2 < 1200; ++v) {
    arcs.emplace_back(v, v + 1);
    arcs.emplace_back(v, 1199);
  }
  const Scores fading = RestartFrom(TestGraph(1200, arcs), 0, 0.99, 1300);
  EXPECT_LE(std::accumulate(fading.begin(), fading.end(), 0.0), 1 + 1e-12);
}

TEST(RestartTest, StopsAndRefuses) {
  const TestGraph graph = TestGraph::Cycle(5);
  Scores row(5);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(RestartFrom(graph.out(), 0, {}, row, stop.get_token()).code(), Code::kCancelled);
  EXPECT_EQ(RestartFrom(graph.out(), 0, {.decay = 1}, row, {}).code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace akin
