#include "exact/lazy_simrank.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "random_graph.h"

namespace akin {
namespace {

// The recurrence, term by term.
std::vector<double> NaiveLazy(const Adjacency& in, double decay, int iterations) {
  const size_t n = in.vertices();
  std::vector<double> s(n * n);
  for (size_t v = 0; v < n; ++v) s[v * n + v] = 1;
  for (int i = 0; i < iterations; ++i) {
    std::vector<double> next(n * n);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        if (u == v) next[u * n + v] = 1;
        if (u == v || in.degree(u) == 0 || in.degree(v) == 0) continue;
        const auto of_u = static_cast<double>(in.degree(u));
        const auto of_v = static_cast<double>(in.degree(v));
        double sum = s[u * n + v];
        for (const VertexId a : in[u]) sum += s[a * n + v] / of_u;
        for (const VertexId b : in[v]) sum += s[u * n + b] / of_v;
        for (const VertexId a : in[u]) {
          for (const VertexId b : in[v]) sum += s[a * n + b] / (of_u * of_v);
        }
        next[u * n + v] = decay / 4 * sum;
      }
    }
    s = next;
  }
  return s;
}

RC_GTEST_PROP(LazySimRankProperty, FollowsTheRecurrenceWhateverTheThreads, ()) {
  const auto graph = *GenGraph(9);
  const double decay = *rc::gen::element(0.3, 0.6, 0.9);
  const int iterations = *rc::gen::inRange(0, 6);
  const auto naive = NaiveLazy(graph.in(), decay, iterations);
  const IterationOptions options{.decay = decay, .iterations = iterations};
  const auto one = LazySimRankAllPairs(graph.in(), options, {.threads = 1});
  RC_ASSERT(one.ok());
  RC_ASSERT(one->size() == naive.size());
  for (size_t i = 0; i < naive.size(); ++i) RC_ASSERT(std::abs((*one)[i] - naive[i]) < 1e-13);
  RC_ASSERT(*LazySimRankAllPairs(graph.in(), options, {.threads = 3}) == *one);
}

// In plain SimRank, walks from two vertices that link to each other swap places for ever. Lazy
// walks meet at each step with probability 1/2: c/2 / (1 - c/2) in the limit.
TEST(LazySimRankTest, TwoThatLinkToEachOtherMeet) {
  const TestGraph graph(2, {{0, 1}, {1, 0}});
  const auto scores = LazySimRankAllPairs(graph.in(), {.decay = 0.8, .iterations = 200}, {});
  ASSERT_TRUE(scores.ok());
  EXPECT_NEAR((*scores)[1], 0.4 / 0.6, 1e-12);
}

// 0 links to 1 and 1 to 2, and 3 to 0: 1 and 2 have a common origin at unequal distances.
TEST(LazySimRankTest, UnequalPathsCount) {
  const TestGraph graph(4, {{3, 0}, {0, 1}, {1, 2}});
  const auto scores = LazySimRankAllPairs(graph.in(), {.decay = 0.6, .iterations = 1}, {});
  ASSERT_TRUE(scores.ok());
  // Only "2 moves to 1 while 1 stays" meets at once.
  EXPECT_DOUBLE_EQ((*scores)[1 * 4 + 2], 0.6 / 4);
  EXPECT_EQ((*scores)[0 * 4 + 2], 0);
}

TEST(LazySimRankTest, SaysWhatItNeedsBeforeItAllocates) {
  const TestGraph graph = TestGraph::Path(1000);
  const auto scores = LazySimRankAllPairs(graph.in(), {}, {.memory = 1 << 20});
  EXPECT_EQ(scores.status().code(), Code::kOutOfBudget);
}

}  // namespace
}  // namespace akin
