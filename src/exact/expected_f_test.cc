#include "exact/expected_f.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>

#include "naive_pairs.h"
#include "test_control.h"

namespace akin {
namespace {

using ::testing::HasSubstr;
using F = MeetingFunction;

// Follows every tour of both walks, step by step, to its end: the definition.
double NaiveExpected(const Adjacency& in, VertexId u, VertexId v, int z, int most,
                     const std::function<double(int)>& f) {
  if (u == v) return f(z);
  if (z == most || in.degree(u) == 0 || in.degree(v) == 0) return 0;
  double sum = 0;
  for (const VertexId a : in[u]) {
    for (const VertexId b : in[v]) sum += NaiveExpected(in, a, b, z + 1, most, f);
  }
  return sum / static_cast<double>(in.degree(u) * in.degree(v));
}

TEST(ExpectedFGolden, ByHand) {
  // u and v are cited by r alone, and meet after one step. a and b are cited by u and v: two steps.
  enum : VertexId { kR, kU, kV, kA, kB };
  const TestGraph graph(5, {{kR, kU}, {kR, kV}, {kU, kA}, {kV, kB}});
  const auto score = [&](F f, VertexId a, VertexId b, int iterations) {
    return (*ExpectedFAllPairs(graph.in(), f, {.decay = 0.8, .iterations = iterations},
                               With(1)))[a * 5 + b];
  };
  EXPECT_DOUBLE_EQ(score(F::kExponential, kU, kV, 9), 0.8);
  EXPECT_DOUBLE_EQ(score(F::kExponential, kA, kB, 9), 0.64);
  EXPECT_DOUBLE_EQ(score(F::kInverse, kU, kV, 9), 1.0 / 2);
  EXPECT_DOUBLE_EQ(score(F::kInverse, kA, kB, 9), 1.0 / 3);
  EXPECT_DOUBLE_EQ(score(F::kLinear, kU, kV, 9), 0.9);
  EXPECT_DOUBLE_EQ(score(F::kLinear, kA, kB, 9), 0.8);
  EXPECT_EQ(score(F::kWithin, kA, kB, 1), 0);
  EXPECT_EQ(score(F::kWithin, kA, kB, 2), 1);
  EXPECT_EQ(score(F::kWithin, kA, kU, 9), 0);
  EXPECT_EQ(score(F::kInverse, kR, kR, 9), 1);
}

TEST(ExpectedFGolden, CompleteGraphsMeetGeometrically) {
  // Jeh and Widom, figure 4(c): two walks on four vertices meet with 2/9 at every step. The chance
  // of having met after k is 1 - (7/9)^k, and c^z gives 8/17.
  const TestGraph graph = TestGraph::Complete(4);
  const auto within = ExpectedFAllPairs(graph.in(), F::kWithin, {.iterations = 5}, With(1));
  EXPECT_NEAR((*within)[1], 1 - std::pow(7.0 / 9, 5), 1e-15);
  const auto simrank =
      ExpectedFAllPairs(graph.in(), F::kExponential, {.decay = 0.8, .iterations = 200}, With(1));
  EXPECT_NEAR((*simrank)[1], 8.0 / 17, 1e-15);
}

RC_GTEST_PROP(ExpectedFProperty, IsTheSumOverAllTours, ()) {
  const TestGraph graph = ArbitraryGraph(6);
  const int most = *rc::gen::inRange(0, 5);
  const VertexId n = graph.vertices();
  const IterationOptions options{.decay = 0.7, .iterations = most};
  const std::pair<F, std::function<double(int)>> functions[] = {
      {F::kExponential, [](int z) { return std::pow(0.7, z); }},
      {F::kInverse, [](int z) { return 1.0 / (z + 1); }},
      {F::kLinear, [&](int z) { return 1 - static_cast<double>(z) / (most + 1); }},
      {F::kWithin, [](int) { return 1.0; }}};
  for (const auto& [f, function] : functions) {
    const auto scores = ExpectedFAllPairs(graph.in(), f, options, With(2));
    RC_ASSERT(scores.ok());
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        const double naive = NaiveExpected(graph.in(), u, v, 0, most, function);
        RC_ASSERT(std::abs((*scores)[u * n + v] - naive) <= 1e-13);
      }
    }
  }
}

RC_GTEST_PROP(ExpectedFProperty, TheExponentialIsSimRank, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const int iterations = *rc::gen::inRange(0, 8);
  const VertexId n = graph.vertices();
  const auto scores = ExpectedFAllPairs(graph.in(), F::kExponential,
                                        {.decay = 0.7, .iterations = iterations}, With(2));
  RC_ASSERT(scores.ok());
  const Matrix simrank = NaiveSimRank(graph, 0.7, iterations);
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = 0; v < n; ++v) {
      RC_ASSERT(std::abs((*scores)[u * n + v] - simrank[u][v]) <= 1e-12);
    }
  }
}

RC_GTEST_PROP(ExpectedFProperty, TheBoundHoldsAndThreadsChangeNothing, ()) {
  const TestGraph graph = ArbitraryGraph(12);
  const int few = *rc::gen::inRange(0, 6);
  for (const F f : {F::kExponential, F::kInverse}) {
    const IterationOptions options{.decay = 0.8, .iterations = few};
    const auto early = ExpectedFAllPairs(graph.in(), f, options, With(1));
    const auto late = ExpectedFAllPairs(graph.in(), f, {.decay = 0.8, .iterations = 300}, With(1));
    RC_ASSERT(early.ok() && late.ok());
    RC_ASSERT(*ExpectedFAllPairs(graph.in(), f, options, With(3)) == *early);
    for (size_t i = 0; i < early->size(); ++i) {
      const double missing = (*late)[i] - (*early)[i];
      RC_ASSERT(missing >= 0 && missing <= MeetingsLeftOut(f, options) + 1e-14);
    }
  }
}

TEST(ExpectedFTest, RefusesWhatDoesNotFit) {
  const TestGraph graph = TestGraph::Cycle(2000);
  const Status status = ExpectedFAllPairs(graph.in(), F::kInverse, {}, With(1, 16 << 20)).status();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("16 MiB"));
}

}  // namespace
}  // namespace akin
