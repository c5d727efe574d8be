#include "exact/psimrank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stop_token>
#include <utility>
#include <vector>

#include "exact/simrank.h"
#include "random_graph.h"
#include "test_control.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

using Scores = std::vector<double>;  // row after row

Scores PSimRankScores(const TestGraph& graph, const IterationOptions& options,
                      const Control& control = {}) {
  Result<Scores> scores = PSimRankAllPairs(graph.in(), options, control);
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  return scores.ok() ? *std::move(scores) : Scores();
}

Scores Identity(size_t n) {
  Scores identity(n * n);
  for (size_t v = 0; v < n; ++v) identity[v * n + v] = 1.0;
  return identity;
}

double LargestGap(const Scores& a, const Scores& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// The recurrence as it is printed.
Scores PSimRankByRecurrence(const TestGraph& graph, const IterationOptions& options) {
  const Adjacency in = graph.in();
  const size_t n = graph.vertices();
  const auto has = [](auto list, VertexId x) {
    return std::find(list.begin(), list.end(), x) != list.end();
  };
  Scores p = Identity(n);
  for (int l = 0; l < options.iterations; ++l) {
    Scores next = Identity(n);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        if (u == v || in[u].empty() || in[v].empty()) continue;
        double shared = 0.0;
        double only_u = 0.0;
        double only_v = 0.0;
        for (const VertexId a : in[u]) {
          if (has(in[v], a)) shared += 1.0;
          for (const VertexId b : in[v]) {
            if (!has(in[v], a)) only_u += p[a * n + b];
            if (!has(in[u], b)) only_v += p[a * n + b];
          }
        }
        const auto of_u = static_cast<double>(in.degree(u));
        const auto of_v = static_cast<double>(in.degree(v));
        const double united = of_u + of_v - shared;
        next[u * n + v] =
            options.decay * (shared / united + only_u / (united * of_v) + only_v / (united * of_u));
      }
    }
    p = std::move(next);
  }
  return p;
}

// The definition: the mean of c^t over every choice of one permutation per step, where t is the
// step at which the walks of a pair meet. Only feasible for a few vertices and steps.
class AllWalks {
 public:
  AllWalks(const TestGraph& graph, const IterationOptions& options)
      : in_(graph.in()), n_(graph.vertices()), options_(options), sums_(n_ * n_) {
    std::vector<VertexId> rank(n_);
    std::iota(rank.begin(), rank.end(), 0);
    do ranks_.push_back(rank);
    while (std::next_permutation(rank.begin(), rank.end()));
    std::vector<VertexId> starts(n_);
    std::iota(starts.begin(), starts.end(), 0);
    Walk(starts, Identity(n_), 0);
  }

  Scores Mean() const {
    const double runs = std::pow(static_cast<double>(ranks_.size()), options_.iterations);
    Scores mean = sums_;
    for (double& score : mean) score /= runs;
    return mean;
  }

 private:
  // `at` is where the walks are after `step` steps, kNoVertex for one that has ended; `met`
  // contains the scores of the pairs that have met by then.
  void Walk(const std::vector<VertexId>& at, const Scores& met, int step) {
    if (step == options_.iterations) {
      for (size_t i = 0; i < sums_.size(); ++i) sums_[i] += met[i];
      return;
    }
    for (const std::vector<VertexId>& rank : ranks_) {
      std::vector<VertexId> next(n_, kNoVertex);
      for (size_t walk = 0; walk < n_; ++walk) {
        if (at[walk] == kNoVertex) continue;
        for (const VertexId a : in_[at[walk]]) {
          if (next[walk] == kNoVertex || rank[a] < rank[next[walk]]) next[walk] = a;
        }
      }
      Scores met_next = met;
      for (size_t i = 0; i < n_ * n_; ++i) {
        const VertexId here = next[i / n_];
        if (met[i] == 0.0 && here != kNoVertex && here == next[i % n_]) {
          met_next[i] = std::pow(options_.decay, step + 1);
        }
      }
      Walk(next, met_next, step + 1);
    }
  }

  const Adjacency in_;
  const size_t n_;
  const IterationOptions options_;
  std::vector<std::vector<VertexId>> ranks_;
  Scores sums_;
};

// Two vertices, 0 and 1, and k in-neighbours of both, which have no in-links.
TestGraph Cocited(VertexId k) {
  TestGraph::Arcs arcs;
  for (VertexId a = 2; a < k + 2; ++a) arcs.insert(arcs.end(), {{a, 0}, {a, 1}});
  return {k + 2, arcs};
}

// ---- known values ----

TEST(PSimRankGolden, SharedInNeighboursThatNobodyLinksTo) {
  for (VertexId k = 1; k <= 10; ++k) {
    const TestGraph graph = Cocited(k);
    const Scores p = PSimRankScores(graph, {.decay = 0.6, .iterations = 5});
    EXPECT_EQ(p[1], 0.6);
    EXPECT_EQ(p[2], 0.0);
    const Result<double> simrank =
        SimRankOfPair(graph.in(), 0, 1, {.decay = 0.6, .iterations = 5}, {});
    ASSERT_TRUE(simrank.ok());
    EXPECT_NEAR(*simrank, 0.6 / k, 1e-15);
  }
}

TEST(PSimRankGolden, OneStepIsTheJaccardCoefficient) {
  // I(0) = {2, 3, 4} and I(1) = {4, 5}: one of four.
  const TestGraph graph(6, {{2, 0}, {3, 0}, {4, 0}, {4, 1}, {5, 1}});
  EXPECT_DOUBLE_EQ(PSimRankScores(graph, {.decay = 0.8, .iterations = 1})[1], 0.2);
  EXPECT_DOUBLE_EQ(PSimRankScores(graph, {.decay = 0.8, .iterations = 9})[1], 0.2);
}

TEST(PSimRankGolden, CompleteGraphs) {
  // I(u) and I(v) share n - 2 of n vertices. Otherwise one walk moves to v and the other to one of
  // the n - 1 other vertices, or the mirror image: p = c ((n - 2) + 2 p) / n.
  constexpr double kDecay = 0.8;
  for (VertexId n = 2; n <= 20; ++n) {
    const Scores p = PSimRankScores(TestGraph::Complete(n), {.decay = kDecay, .iterations = 300});
    EXPECT_NEAR(p[1], kDecay * (n - 2.0) / (n - 2.0 * kDecay), 1e-14) << n;
  }
}

// ---- against the definition: every permutation at every step ----

TEST(PSimRankDefinition, EveryGraphOfThreeVertices) {
  for (uint32_t bits = 0; bits < 1U << 9; ++bits) {
    const TestGraph graph = TestGraph::OfThree(bits);
    for (int l = 0; l <= 3; ++l) {
      const IterationOptions options{.decay = 0.7, .iterations = l};
      ASSERT_LE(
          LargestGap(PSimRankScores(graph, options, With(1)), AllWalks(graph, options).Mean()),
          1e-12)
          << "arcs " << bits << ", " << l << " iterations";
    }
  }
}

RC_GTEST_PROP(PSimRankDefinition, GraphsOfFourVertices, ()) {
  const auto bits = *rc::gen::inRange<uint32_t>(0, 1U << 16);
  TestGraph::Arcs arcs;
  for (uint32_t i = 0; i < 16; ++i) {
    if ((bits >> i & 1) != 0) arcs.emplace_back(i / 4, i % 4);
  }
  const TestGraph graph(4, arcs);
  const IterationOptions options{.decay = *rc::gen::inRange(1, 100) / 100.0, .iterations = 2};
  RC_ASSERT(LargestGap(PSimRankScores(graph, options, With(1)), AllWalks(graph, options).Mean()) <=
            1e-12);
}

// ---- against the plain recurrence ----

IterationOptions ArbitraryPSimRankOptions() {
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  return {.decay = decay, .iterations = *rc::gen::inRange(0, 8)};
}

RC_GTEST_PROP(PSimRankProperty, FollowsTheRecurrence, ()) {
  const TestGraph graph = *GenGraph(30);
  const IterationOptions options = ArbitraryPSimRankOptions();
  RC_ASSERT(LargestGap(PSimRankScores(graph, options, With(2)),
                       PSimRankByRecurrence(graph, options)) <= 1e-12);
}

TEST(PSimRankTest, FollowsTheRecurrenceOnDenserGraphs) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    const VertexId n = 10 + seed * 2;
    const TestGraph graph = TestGraph::Random(n, size_t{n} * (1 + seed % 7), seed);
    const IterationOptions options{.decay = 0.9, .iterations = 6};
    EXPECT_LE(
        LargestGap(PSimRankScores(graph, options, With(2)), PSimRankByRecurrence(graph, options)),
        1e-12);
  }
}

RC_GTEST_PROP(PSimRankProperty, IsASimilarity, ()) {
  const TestGraph graph = *GenGraph(30);
  const size_t n = graph.vertices();
  IterationOptions options = ArbitraryPSimRankOptions();
  const Scores p = PSimRankScores(graph, options);
  const double bound = Truncation(options);
  ++options.iterations;
  const Scores next = PSimRankScores(graph, options);
  options.iterations += 40;
  const Scores later = PSimRankScores(graph, options);
  for (size_t u = 0; u < n; ++u) {
    RC_ASSERT(p[u * n + u] == 1.0);
    for (size_t v = 0; v < n; ++v) {
      const size_t i = u * n + v;
      RC_ASSERT(p[i] >= 0.0);
      RC_ASSERT(p[i] <= 1.0);
      RC_ASSERT(p[i] == p[v * n + u]);
      RC_ASSERT(p[i] <= next[i]);
      RC_ASSERT(next[i] <= later[i]);
      RC_ASSERT(later[i] - p[i] <= bound + 1e-14);
    }
  }
}

RC_GTEST_PROP(PSimRankProperty, ThreadsChangeNothing, ()) {
  const TestGraph graph = *GenGraph(60);
  const IterationOptions options = ArbitraryPSimRankOptions();
  const Scores one = PSimRankScores(graph, options, With(1));
  RC_ASSERT(PSimRankScores(graph, options, With(2)) == one);
  RC_ASSERT(PSimRankScores(graph, options, With(7)) == one);
}

// ---- limits and refusals ----

TEST(PSimRankTest, AnyBudgetThatSufficesGivesTheSameScores) {
  const TestGraph graph = TestGraph::Random(45, 120, 1);
  const IterationOptions options{.decay = 0.7, .iterations = 6};
  const Scores plenty = PSimRankScores(graph, options);
  constexpr uint64_t kLeast = 45 * 45 * 8 + 45 * 4 + 45 * 128;  // scores, vertices, a tile
  for (uint64_t memory = kLeast; memory < 2 * kLeast; memory += 500) {
    EXPECT_EQ(PSimRankScores(graph, options, With(7, memory)), plenty);
  }
  EXPECT_EQ(PSimRankAllPairs(graph.in(), options, With(1, kLeast - 1)).status().code(),
            Code::kOutOfBudget);
}

TEST(PSimRankTest, RefusesWhatDoesNotFitAndSaysWhatToDo) {
  const TestGraph graph = TestGraph::Cycle(100'000);  // all pairs would take 80 GB
  const Status status = PSimRankAllPairs(graph.in(), {}, With(1, uint64_t{64} << 20)).status();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("needs about 76307 MiB"));
  EXPECT_THAT(status.message(), HasSubstr("the limit is 64 MiB"));
  EXPECT_THAT(status.message(), HasSubstr("fingerprint index"));
  EXPECT_EQ(status.parameter(), "memory");
}

TEST(PSimRankTest, StopsOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  Control control = With(2);
  control.stop = stop.get_token();
  const Result<Scores> scores = PSimRankAllPairs(TestGraph::Complete(20).in(), {}, control);
  EXPECT_EQ(scores.status().code(), Code::kCancelled);
}

TEST(PSimRankTest, StopsInTheMiddle) {
  const TestGraph graph = TestGraph::Complete(20);
  std::stop_source stop;
  Control control = With(2);
  control.stop = stop.get_token();
  control.progress = [&](const Progress& progress) {
    if (progress.done > 0) stop.request_stop();
  };
  const IterationOptions endless{.iterations = std::numeric_limits<int>::max()};
  EXPECT_EQ(PSimRankAllPairs(graph.in(), endless, control).status().code(), Code::kCancelled);
}

TEST(PSimRankTest, ReportsProgressToTheEnd) {
  Progress last;
  Control control = With(2);
  control.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, last.done);
    last.done = progress.done;
    last.total = progress.total;
  };
  PSimRankScores(TestGraph::Complete(20), {.iterations = 4}, control);
  EXPECT_EQ(last.total, 3 * 2 * 4);  // stages, groups of 16 vertices, iterations
  EXPECT_EQ(last.done, last.total);
}

TEST(PSimRankTest, RefusesOptionsWithoutMeaning) {
  const TestGraph graph = TestGraph::Complete(3);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const IterationOptions options :
       {IterationOptions{.decay = 0.0}, IterationOptions{.decay = 1.0},
        IterationOptions{.decay = -0.5}, IterationOptions{.decay = kNan},
        IterationOptions{.iterations = -1}}) {
    EXPECT_EQ(PSimRankAllPairs(graph.in(), options, {}).status().code(), Code::kInvalidArgument);
  }
}

TEST(PSimRankTest, SmallestGraphs) {
  EXPECT_TRUE(PSimRankScores(TestGraph(0, {}), {}).empty());
  EXPECT_EQ(PSimRankScores(TestGraph(1, {}), {}), Scores({1.0}));
  EXPECT_EQ(PSimRankScores(TestGraph(1, {{0, 0}}), {}), Scores({1.0}));
}

TEST(PSimRankTest, WithoutArcsOrIterationsItIsTheIdentity) {
  EXPECT_EQ(PSimRankScores(TestGraph(9, {}), {}), Identity(9));
  EXPECT_EQ(PSimRankScores(TestGraph::Complete(9), {.iterations = 0}), Identity(9));
}

TEST(PSimRankTest, TruncationIsThePowerAfterTheLastIteration) {
  EXPECT_DOUBLE_EQ(Truncation({.decay = 0.5, .iterations = 0}), 0.5);
  EXPECT_DOUBLE_EQ(Truncation({.decay = 0.5, .iterations = 3}), 0.0625);
}

}  // namespace
}  // namespace akin
