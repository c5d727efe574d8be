#include "exact/prank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "naive_pairs.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

Control PRankThreads(unsigned threads) {
  Control control;
  control.threads = threads;
  return control;
}

Matrix PRankScores(const TestGraph& graph, const PRankOptions& options, unsigned threads = 2) {
  const auto scores = PRankAllPairs(graph.in(), graph.out(), options, PRankThreads(threads));
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  return scores.ok() ? RowsOf(*scores, graph.vertices()) : Matrix();
}

PRankOptions ArbitraryPRank() {
  return {.decay_in = *rc::gen::inRange(1, 100) / 100.0,
          .decay_out = *rc::gen::inRange(1, 100) / 100.0,
          .lambda = *rc::gen::inRange(0, 101) / 100.0,
          .iterations = *rc::gen::inRange(0, 8)};
}

// The equation, computed with loops over pairs of pairs.
Matrix NaivePRank(const TestGraph& graph, const PRankOptions& options) {
  const VertexId n = graph.vertices();
  Matrix s = SquareMatrix(n);
  NaiveFix(s, {});
  for (int i = 0; i < options.iterations; ++i) {
    const Matrix by_in = NaiveStep(s, graph.in(), options.decay_in, {});
    const Matrix by_out = NaiveStep(s, graph.out(), options.decay_out, {});
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        s[u][v] = options.lambda * by_in[u][v] + (1 - options.lambda) * by_out[u][v];
      }
    }
  }
  return s;
}

RC_GTEST_PROP(PRankProperty, FollowsTheEquation, ()) {
  const TestGraph graph = ArbitraryGraph(40);  // more than two blocks of sixteen
  const PRankOptions options = ArbitraryPRank();
  RC_ASSERT(LargestDifference(PRankScores(graph, options), NaivePRank(graph, options)) <= 1e-13);
}

RC_GTEST_PROP(PRankProperty, WithLambdaOneItIsSimRank, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const int iterations = *rc::gen::inRange(0, 8);
  const PRankOptions in{.decay_in = 0.7, .decay_out = 0.2, .lambda = 1, .iterations = iterations};
  RC_ASSERT(LargestDifference(PRankScores(graph, in), NaiveSimRank(graph, 0.7, iterations)) <=
            1e-13);
  TestGraph::Arcs turned;
  for (const auto& [from, to] : graph.arcs()) turned.emplace_back(to, from);
  const PRankOptions out{.decay_in = 0.2, .decay_out = 0.7, .lambda = 0, .iterations = iterations};
  const Matrix reversed = NaiveSimRank(TestGraph(graph.vertices(), turned), 0.7, iterations);
  RC_ASSERT(LargestDifference(PRankScores(graph, out), reversed) <= 1e-13);
}

RC_GTEST_PROP(PRankProperty, SymmetricWithinItsRangeAndBound, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  PRankOptions options = ArbitraryPRank();
  const double bound = std::pow(PRankDecay(options), options.iterations + 1);
  const Matrix early = PRankScores(graph, options);
  options.iterations += 60;
  const Matrix late = PRankScores(graph, options);
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    RC_ASSERT(late[u][u] == 1);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      RC_ASSERT(std::abs(late[u][v] - late[v][u]) <= 1e-14);
      RC_ASSERT(late[u][v] <= 1);
      RC_ASSERT(late[u][v] >= early[u][v]);
      RC_ASSERT(late[u][v] - early[u][v] <= bound + 1e-14);
    }
  }
}

RC_GTEST_PROP(PRankProperty, ThreadsChangeNothing, ()) {
  const TestGraph graph = ArbitraryGraph(60);
  const PRankOptions options = ArbitraryPRank();
  RC_ASSERT(PRankScores(graph, options, 1) == PRankScores(graph, options, 5));
}

TEST(PRankTest, RefusesWhatIsOutOfRangeOrDoesNotFit) {
  const TestGraph graph = TestGraph::Cycle(100);
  const auto refusal = [&](const PRankOptions& options, const Control& control = {}) {
    return PRankAllPairs(graph.in(), graph.out(), options, control).status();
  };
  for (const double lambda : {-0.1, 1.1, std::nan("")}) {
    EXPECT_EQ(refusal({.lambda = lambda}).code(), Code::kInvalidArgument);
  }
  EXPECT_THAT(refusal({.decay_out = 1}).message(), HasSubstr("decay of P-Rank is 1"));
  EXPECT_EQ(refusal({.iterations = -1}).code(), Code::kInvalidArgument);
  Control small;
  small.memory = 100'000;
  EXPECT_EQ(refusal({}, small).code(), Code::kOutOfBudget);
  Control stopped;
  std::stop_source stop;
  stop.request_stop();
  stopped.stop = stop.get_token();
  EXPECT_EQ(refusal({}, stopped).code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
