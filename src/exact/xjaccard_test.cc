#include "exact/xjaccard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

#include "random_graph.h"
#include "test_control.h"

namespace akin {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Scores = std::vector<double>;

// Just enough for that many threads that process 64 vertices at a time, but not enough for one that
// processes 512.
uint64_t NarrowBudget(const TestGraph& graph, unsigned threads) {
  return graph.vertices() * (20 + uint64_t{36} * threads) + threads * uint64_t{4096};
}

Scores XJaccardFrom(const TestGraph& graph, VertexId vertex, const IterationOptions& options,
                    const Control& control = {}) {
  Result<Scores> scores = XJaccardFrom(graph.in(), vertex, options, control);
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  return scores.ok() ? *std::move(scores) : Scores(graph.vertices());
}

double OfPair(const TestGraph& graph, VertexId a, VertexId b, const IterationOptions& options) {
  const Result<double> score = XJaccardOfPair(graph.in(), a, b, options, {});
  EXPECT_TRUE(score.ok()) << score.status().message();
  return score.ok() ? *score : -1.0;
}

// The score of a pair whose ratio is 1 at levels `from` .. `to`: the sum of c^k (1 - c).
double Weights(double c, int from, int to) {
  double sum = 0.0;
  for (int k = from; k <= to; ++k) sum += std::pow(c, k) * (1.0 - c);
  return sum;
}

// The definition, computed with sets.
class BySets {
 public:
  BySets(const TestGraph& graph, const IterationOptions& options) : c_(options.decay) {
    std::vector<std::set<VertexId>> sets(graph.vertices());
    for (VertexId v = 0; v < graph.vertices(); ++v) sets[v] = {v};
    for (int k = 1; k <= options.iterations; ++k) {
      std::vector<std::set<VertexId>> wider = sets;
      for (const auto& [from, to] : graph.arcs())
        wider[to].insert(sets[from].begin(), sets[from].end());
      sets = std::move(wider);
      levels_.push_back(sets);
    }
  }

  double operator()(VertexId u, VertexId v) const {
    double score = 0.0;
    double weight = 1.0 - c_;
    for (const std::vector<std::set<VertexId>>& sets : levels_) {
      std::vector<VertexId> shared;
      std::vector<VertexId> united;
      std::set_intersection(sets[u].begin(), sets[u].end(), sets[v].begin(), sets[v].end(),
                            std::back_inserter(shared));
      std::set_union(sets[u].begin(), sets[u].end(), sets[v].begin(), sets[v].end(),
                     std::back_inserter(united));
      weight *= c_;
      score += weight * static_cast<double>(shared.size()) / static_cast<double>(united.size());
    }
    return score;
  }

 private:
  const double c_;
  std::vector<std::vector<std::set<VertexId>>> levels_;  // I_1, I_2, ..
};

// ---- known values ----

TEST(XJaccardGolden, SharedInNeighboursThatNobodyLinksTo) {
  // I_k(0) = {0, 2, .., m + 1} and I_k(1) = {1, 2, .., m + 1}: m of m + 2 at every level.
  for (VertexId m = 1; m <= 10; ++m) {
    TestGraph::Arcs arcs;
    for (VertexId a = 2; a < m + 2; ++a) arcs.insert(arcs.end(), {{a, 0}, {a, 1}});
    const TestGraph graph(m + 2, arcs);
    const Scores scores = XJaccardFrom(graph, 0, {.decay = 0.6, .iterations = 3});
    // c (1 - c^3) = 0.6 * 0.784
    EXPECT_NEAR(scores[0], 0.4704, 1e-15);
    EXPECT_NEAR(scores[1], 0.4704 * m / (m + 2.0), 1e-15);
    EXPECT_NEAR(scores[2], 0.4704 / (m + 1.0), 1e-15);  // its set, {2}, is one of the m + 1
  }
}

TEST(XJaccardGolden, OneLevelIsTheJaccardCoefficientOfInListsAndThemselves) {
  // {0, 2, 3, 4} and {1, 4, 5}: one of six.
  const TestGraph graph(6, {{2, 0}, {3, 0}, {4, 0}, {4, 1}, {5, 1}});
  EXPECT_NEAR(OfPair(graph, 0, 1, {.decay = 0.8, .iterations = 1}), 0.8 * 0.2 / 6, 1e-16);
}

TEST(XJaccardGolden, Star) {
  // Hub 0 links to leaves 1 .. 4, and leaf 4 back. Level 1: I(0) = {0, 4}, I(i) = {0, i}. Level 2
  // on: I(0) = {0, 4} and I(i) = {0, 4, i}, which for i = 4 is {0, 4}.
  const TestGraph graph = TestGraph::Star(4);
  const IterationOptions options{.decay = 0.5, .iterations = 3};
  constexpr double kFirst = 0.25;             // c (1 - c)
  constexpr double kOthers = 0.125 + 0.0625;  // c^2 (1 - c) + c^3 (1 - c)
  const Scores of_hub = XJaccardFrom(graph, 0, options);
  EXPECT_DOUBLE_EQ(of_hub[0], 0.4375);
  EXPECT_DOUBLE_EQ(of_hub[1], kFirst * 1 / 3 + kOthers * 2 / 3);
  EXPECT_DOUBLE_EQ(of_hub[4], kFirst + kOthers);
  const Scores of_leaf = XJaccardFrom(graph, 1, options);
  EXPECT_DOUBLE_EQ(of_leaf[0], of_hub[1]);
  EXPECT_DOUBLE_EQ(of_leaf[2], kFirst * 1 / 3 + kOthers * 2 / 4);
  EXPECT_DOUBLE_EQ(of_leaf[4], kFirst * 1 / 3 + kOthers * 2 / 3);
}

TEST(XJaccardGolden, Path) {
  // 0 -> 1 -> .. -> 9, l = 3: I_k(v) contains v and the k vertices before it, as far as they exist.
  const TestGraph graph = TestGraph::Path(10);
  const IterationOptions options{.decay = 0.5, .iterations = 3};
  const Scores of_six = XJaccardFrom(graph, 6, options);
  EXPECT_DOUBLE_EQ(of_six[7], 0.25 * 1 / 3 + 0.125 * 2 / 4 + 0.0625 * 3 / 5);
  EXPECT_DOUBLE_EQ(of_six[8], 0.25 * 0 / 4 + 0.125 * 1 / 5 + 0.0625 * 2 / 6);
  EXPECT_DOUBLE_EQ(of_six[9], 0.0625 * 1 / 7);
  EXPECT_EQ(of_six[2], 0.0);
  // {0} against {0, 1} at every level.
  EXPECT_DOUBLE_EQ(OfPair(graph, 0, 1, options), 0.4375 / 2);
}

TEST(XJaccardGolden, Cycle) {
  // In a cycle of 3 every set contains all vertices from level 2 on.
  const TestGraph graph = TestGraph::Cycle(3);
  const IterationOptions options{.decay = 0.5, .iterations = 4};
  EXPECT_DOUBLE_EQ(OfPair(graph, 0, 2, options), 0.25 / 3 + Weights(0.5, 2, 4));
}

TEST(XJaccardGolden, CompleteGraphsAreOneSet) {
  const TestGraph graph = TestGraph::Complete(70);
  const Scores scores = XJaccardFrom(graph, 3, {.decay = 0.8, .iterations = 5});
  EXPECT_NEAR(scores[3], Weights(0.8, 1, 5), 1e-15);
  EXPECT_EQ(scores, Scores(70, scores[3]));
}

TEST(XJaccardGolden, SelfLoopsChangeNothing) {
  TestGraph::Arcs arcs = TestGraph::Star(5).arcs();
  const TestGraph without(6, arcs);
  for (VertexId v = 0; v < 6; ++v) arcs.emplace_back(v, v);
  const TestGraph with(6, arcs);
  for (VertexId v = 0; v < 6; ++v)
    EXPECT_EQ(XJaccardFrom(with, v, {}), XJaccardFrom(without, v, {}));
}

TEST(XJaccardGolden, IsolatedVerticesAreLikeThemselvesAlone) {
  const TestGraph graph(3, {{1, 2}});
  const Scores scores = XJaccardFrom(graph, 0, {.decay = 0.5, .iterations = 2});
  EXPECT_EQ(scores, Scores({0.375, 0.0, 0.0}));
}

TEST(XJaccardTest, SmallestGraphs) {
  for (const TestGraph& graph : {TestGraph(1, {}), TestGraph(1, {{0, 0}})}) {
    EXPECT_EQ(XJaccardFrom(graph, 0, {.decay = 0.5, .iterations = 1}), Scores({0.25}));
    EXPECT_EQ(OfPair(graph, 0, 0, {.decay = 0.5, .iterations = 1}), 0.25);
  }
}

// ---- against the definition ----

IterationOptions ArbitraryXJaccardOptions() {
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  return {.decay = decay, .iterations = *rc::gen::inRange(1, 9)};
}

TEST(XJaccardDefinition, EveryGraphOfThreeVertices) {
  for (uint32_t bits = 0; bits < 1U << 9; ++bits) {
    const TestGraph graph = TestGraph::OfThree(bits);
    for (int l = 1; l <= 4; ++l) {
      const IterationOptions options{.decay = 0.7, .iterations = l};
      const BySets expected(graph, options);
      for (VertexId u = 0; u < 3; ++u) {
        const Scores scores = XJaccardFrom(graph, u, options, With(1));
        for (VertexId v = 0; v < 3; ++v) {
          ASSERT_NEAR(scores[v], expected(u, v), 1e-14) << "arcs " << bits << ", l = " << l;
        }
      }
    }
  }
}

RC_GTEST_PROP(XJaccardDefinition, RandomGraphs, ()) {
  const TestGraph graph = *GenGraph(90);
  const IterationOptions options = ArbitraryXJaccardOptions();
  const BySets expected(graph, options);
  const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const Scores scores = XJaccardFrom(graph, u, options, With(2));
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    RC_ASSERT(std::abs(scores[v] - expected(u, v)) <= 1e-13);
  }
}

TEST(XJaccardDefinition, GraphsOfSeveralBlocks) {
  for (uint32_t seed = 0; seed < 6; ++seed) {
    const VertexId n = 500 + seed * 30;  // blocks are of 64 or of 512
    const TestGraph graph = TestGraph::Random(n, n + n * seed / 8, seed);
    const IterationOptions options{.decay = 0.8, .iterations = 3};
    const BySets expected(graph, options);
    for (const VertexId u : {VertexId{0}, n / 2, n - 1}) {
      const Scores scores = XJaccardFrom(graph, u, options);
      for (VertexId v = 0; v < n; ++v) ASSERT_NEAR(scores[v], expected(u, v), 1e-13);
    }
  }
}

RC_GTEST_PROP(XJaccardProperty, IsASimilarity, ()) {
  const TestGraph graph = *GenGraph(40);
  const IterationOptions options = ArbitraryXJaccardOptions();
  IterationOptions next = options;
  ++next.iterations;
  IterationOptions later = options;
  later.iterations += 50;
  const double self = options.decay - Truncation(options);
  const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const Scores scores = XJaccardFrom(graph, u, options);
  const Scores of_next = XJaccardFrom(graph, u, next);
  const Scores of_later = XJaccardFrom(graph, u, later);
  RC_ASSERT(scores[u] == self);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    RC_ASSERT(scores[v] >= 0.0);
    RC_ASSERT(scores[v] <= self);
    RC_ASSERT(scores[v] <= of_next[v]);
    RC_ASSERT(of_next[v] <= of_later[v]);
    RC_ASSERT(of_later[v] - scores[v] <= Truncation(options) + 1e-14);
    RC_ASSERT(scores[v] == XJaccardFrom(graph, v, options)[u]);
  }
}

RC_GTEST_PROP(XJaccardProperty, PairsAreEntriesOfRows, ()) {
  const TestGraph graph = *GenGraph(40);
  const IterationOptions options = ArbitraryXJaccardOptions();
  const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const Scores row = XJaccardFrom(graph, u, options);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    RC_ASSERT(OfPair(graph, u, v, options) == row[v]);
    RC_ASSERT(OfPair(graph, v, u, options) == row[v]);
  }
}

TEST(XJaccardTest, PairsAreEntriesOfRowsOfLargerGraphs) {
  constexpr VertexId kVertices = 1500;
  const IterationOptions options{.decay = 0.9, .iterations = 30};
  for (const size_t arcs : {1000, 1500, 2500, 6000}) {
    const TestGraph graph = TestGraph::Random(kVertices, arcs, 7);
    const Scores row = XJaccardFrom(graph, 701, options);
    for (VertexId v = 0; v < kVertices; v += 7) {
      ASSERT_EQ(row[v], OfPair(graph, v, 701, options)) << v << " of " << arcs << " arcs";
    }
  }
}

// ---- threads and memory ----

RC_GTEST_PROP(XJaccardProperty, NeitherThreadsNorMemoryChangeABit, ()) {
  const TestGraph graph = *GenGraph(200);
  const IterationOptions options = ArbitraryXJaccardOptions();
  const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const Scores one = XJaccardFrom(graph, u, options, With(1));
  for (const unsigned threads : {1, 2, 7}) {
    RC_ASSERT(XJaccardFrom(graph, u, options, With(threads)) == one);
    RC_ASSERT(XJaccardFrom(graph, u, options, With(threads, NarrowBudget(graph, threads))) == one);
  }
}

TEST(XJaccardTest, NeitherThreadsNorMemoryChangeABitOfLargerGraphs) {
  const TestGraph graph = TestGraph::Random(2000, 4000, 3);  // 4 wide blocks, 32 narrow ones
  const IterationOptions options{.decay = 0.8, .iterations = 12};
  const Scores one = XJaccardFrom(graph, 11, options, With(1));
  for (const unsigned threads : {1, 2, 3, 7}) {
    EXPECT_EQ(XJaccardFrom(graph, 11, options, With(threads)), one);
    EXPECT_EQ(XJaccardFrom(graph, 11, options, With(7, NarrowBudget(graph, threads))), one);
  }
}

TEST(XJaccardTest, AnyBudgetThatSufficesGivesTheSameScores) {
  const TestGraph graph = TestGraph::Random(600, 1500, 1);
  const IterationOptions options{.decay = 0.7, .iterations = 6};
  const Scores plenty = XJaccardFrom(graph, 5, options);
  int granted = 0;
  int refused = 0;
  for (uint64_t memory = 0; memory < 600'000; memory += 8192) {
    const Result<Scores> scores = XJaccardFrom(graph.in(), 5, options, With(3, memory));
    EXPECT_EQ(scores.ok(), memory >= 600 * 56 + 4096) << memory;
    if (scores.ok()) {
      ++granted;
      EXPECT_EQ(*scores, plenty);
    } else {
      ++refused;
      EXPECT_EQ(scores.status().code(), Code::kOutOfBudget);
    }
  }
  EXPECT_GT(granted, 0);
  EXPECT_GT(refused, 0);
}

TEST(XJaccardTest, RefusesWhatDoesNotFitAndSaysWhatToDo) {
  const TestGraph graph = TestGraph::Path(100'000);
  const Status row = XJaccardFrom(graph.in(), 5, {}, With(1, 4 << 20)).status();
  EXPECT_EQ(row.code(), Code::kOutOfBudget);
  EXPECT_THAT(row.message(), HasSubstr("needs about 6 MiB"));  // 56 bytes per vertex
  EXPECT_THAT(row.message(), HasSubstr("the limit is 4 MiB"));
  EXPECT_THAT(row.message(), HasSubstr("one pair"));
  EXPECT_THAT(row.message(), HasSubstr("fingerprint index"));
  EXPECT_EQ(row.parameter(), "memory");
  EXPECT_TRUE(XJaccardOfPair(graph.in(), 5, 6, {}, With(1, 4 << 20)).ok());
  const Status pair = XJaccardOfPair(graph.in(), 5, 6, {}, With(1, 1 << 20)).status();
  EXPECT_EQ(pair.code(), Code::kOutOfBudget);
  EXPECT_THAT(pair.message(), HasSubstr("needs about 3 MiB"));  // 28 bytes per vertex
  EXPECT_THAT(pair.message(), Not(HasSubstr("one pair")));
}

// ---- stops and refusals ----

TEST(XJaccardTest, StopsOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  Control control = With(2);
  control.stop = stop.get_token();
  const TestGraph graph = TestGraph::Complete(20);
  EXPECT_EQ(XJaccardFrom(graph.in(), 0, {}, control).status().code(), Code::kCancelled);
  EXPECT_EQ(XJaccardOfPair(graph.in(), 0, 1, {}, control).status().code(), Code::kCancelled);
}

TEST(XJaccardTest, StopsInTheMiddle) {
  const TestGraph graph = TestGraph::Random(5000, 10'000, 1);
  std::stop_source stop;
  Control control = With(2);
  control.stop = stop.get_token();
  uint64_t done = 0;
  control.progress = [&](const Progress& progress) {
    done = progress.done;
    if (done > 0) stop.request_stop();
  };
  EXPECT_EQ(XJaccardFrom(graph.in(), 0, {}, control).status().code(), Code::kCancelled);
  EXPECT_GT(done, 0);
  EXPECT_LT(done, 5000);
}

TEST(XJaccardTest, ReportsProgressToTheEnd) {
  Progress last;
  Control control = With(2);
  control.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, last.done);
    last.done = progress.done;
    last.total = progress.total;
  };
  XJaccardFrom(TestGraph::Random(1300, 1300, 1), 0, {.iterations = 4}, control);
  EXPECT_EQ(last.total, 1300);
  EXPECT_EQ(last.done, last.total);
}

TEST(XJaccardTest, EndsWhenNoSetGrowsAnyMore) {
  const TestGraph graph = TestGraph::Random(300, 500, 1);
  const IterationOptions endless{.decay = 0.6, .iterations = std::numeric_limits<int>::max()};
  const Scores scores = XJaccardFrom(graph, 3, endless);
  EXPECT_EQ(scores[3], 0.6);
  EXPECT_EQ(scores, XJaccardFrom(graph, 3, {.decay = 0.6, .iterations = 2000}));  // 0.6^2000 is 0
  EXPECT_EQ(scores[4], OfPair(graph, 3, 4, endless));
}

TEST(XJaccardTest, RefusesOptionsWithoutMeaning) {
  const TestGraph graph = TestGraph::Complete(3);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const IterationOptions options :
       {IterationOptions{.decay = 0.0}, IterationOptions{.decay = 1.0},
        IterationOptions{.decay = -0.5}, IterationOptions{.decay = kNan},
        IterationOptions{.iterations = 0}, IterationOptions{.iterations = -1}}) {
    EXPECT_EQ(XJaccardFrom(graph.in(), 0, options, {}).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(XJaccardOfPair(graph.in(), 0, 1, options, {}).status().code(),
              Code::kInvalidArgument);
  }
}

TEST(XJaccardTest, RefusesVerticesThatAreNotThere) {
  const TestGraph graph = TestGraph::Complete(3);
  EXPECT_EQ(XJaccardFrom(graph.in(), 3, {}, {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(XJaccardOfPair(graph.in(), 3, 0, {}, {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(XJaccardOfPair(graph.in(), 0, 3, {}, {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(XJaccardFrom(TestGraph(0, {}).in(), 0, {}, {}).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace akin
