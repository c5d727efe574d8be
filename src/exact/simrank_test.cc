#include "exact/simrank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "random_graph.h"
#include "test_control.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

using Matrix = std::vector<std::vector<double>>;

Matrix Rows(const SimRankMatrix& scores) {
  Matrix rows(scores.vertices(), std::vector<double>(scores.vertices()));
  for (VertexId u = 0; u < scores.vertices(); ++u) scores.CopyRow(u, rows[u]);
  return rows;
}

Matrix AllPairs(const Adjacency& in, const IterationOptions& options, const Control& control = {}) {
  Result<SimRankMatrix> scores = SimRankAllPairs(in, options, control);
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  return scores.ok() ? Rows(*scores) : Matrix();
}

// The recurrence as it is printed.
Matrix Recurrence(const Adjacency& in, const IterationOptions& options) {
  const VertexId n = in.vertices();
  Matrix s(n, std::vector<double>(n));
  for (VertexId v = 0; v < n; ++v) s[v][v] = 1.0;
  for (int k = 0; k < options.iterations; ++k) {
    Matrix next(n, std::vector<double>(n));
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        double sum = 0.0;
        for (const VertexId a : in[u]) {
          for (const VertexId b : in[v]) sum += s[a][b];
        }
        const double pairs = static_cast<double>(in.degree(u)) * static_cast<double>(in.degree(v));
        next[u][v] = u == v ? 1.0 : pairs > 0 ? options.decay * sum / pairs : 0.0;
      }
    }
    s = std::move(next);
  }
  return s;
}

double LargestDifference(const Matrix& a, const Matrix& b) {
  double largest = 0.0;
  for (size_t u = 0; u < a.size(); ++u) {
    for (size_t v = 0; v < a.size(); ++v) largest = std::max(largest, std::abs(a[u][v] - b[u][v]));
  }
  return largest;
}

// A few strongly connected hubs, chains behind them and many vertices without in-links; three
// blocks of rows.
TestGraph Mixed() {
  TestGraph::Arcs arcs;
  for (VertexId v = 0; v < 20; ++v) {
    for (VertexId step = 1; step <= 1 + v % 5; ++step)
      arcs.emplace_back((v * 7 + step * 3) % 45, v);
  }
  arcs.emplace_back(4, 4);
  return {45, arcs};
}

// ---- numbers from the papers ----

TEST(SimRankGolden, JehWidomFigure1) {
  enum : VertexId { kUniv, kProfA, kProfB, kStudentA, kStudentB };
  const TestGraph graph(5, {{kUniv, kProfA},
                            {kUniv, kProfB},
                            {kProfA, kStudentA},
                            {kProfB, kStudentB},
                            {kStudentA, kUniv},
                            {kStudentB, kProfB}});
  const Matrix s = AllPairs(graph.in(), {.decay = 0.8, .iterations = 100});
  constexpr double kPrinted = 0.5e-4;  // to the digits printed
  EXPECT_NEAR(s[kProfA][kProfB], .4136, kPrinted);
  EXPECT_NEAR(s[kStudentA][kStudentB], .3308, kPrinted);
  EXPECT_NEAR(s[kUniv][kProfB], .1323, kPrinted);
  EXPECT_NEAR(s[kProfA][kStudentB], .1059, kPrinted);
  EXPECT_NEAR(s[kProfB][kStudentB], .0882, kPrinted);
  EXPECT_NEAR(s[kProfB][kStudentA], .0423, kPrinted);
  EXPECT_NEAR(s[kUniv][kStudentB], .0339, kPrinted);
}

TEST(SimRankGolden, SharedInNeighboursThatNobodyLinksTo) {
  for (VertexId k = 1; k <= 20; ++k) {
    TestGraph::Arcs arcs;
    for (VertexId a = 2; a < k + 2; ++a) arcs.insert(arcs.end(), {{a, 0}, {a, 1}});
    const TestGraph graph(k + 2, arcs);
    const Matrix s = AllPairs(graph.in(), {.decay = 0.6, .iterations = 5});
    EXPECT_NEAR(s[0][1], 0.6 / k, 1e-15);
    EXPECT_EQ(s[0][2], 0.0);
  }
}

TEST(SimRankGolden, CompleteGraphs) {
  const IterationOptions options{.decay = 0.8, .iterations = 200};
  const Matrix four = AllPairs(TestGraph::Complete(4).in(), options);
  EXPECT_NEAR(four[0][1], 8.0 / 17.0, 1e-14);
  EXPECT_NEAR(four[2][3], 8.0 / 17.0, 1e-14);
  EXPECT_NEAR(AllPairs(TestGraph::Complete(3).in(), options)[0][2], 0.5, 1e-14);
}

// ---- against the plain recurrence ----

IterationOptions ArbitraryOptions() {
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  return {.decay = decay, .iterations = *rc::gen::inRange(0, 8)};
}

RC_GTEST_PROP(SimRankProperty, AllPairsFollowTheRecurrence, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  const IterationOptions options = ArbitraryOptions();
  const Matrix scores = AllPairs(graph.in(), options, With(2));
  RC_ASSERT(LargestDifference(scores, Recurrence(graph.in(), options)) <= 1e-12);
}

RC_GTEST_PROP(SimRankProperty, RowsAndPairsEqualTheMatrixToTheLastBit, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  const Adjacency in = graph.in();
  const IterationOptions options = ArbitraryOptions();
  const Result<SimRankMatrix> all = SimRankAllPairs(in, options, With(1));
  RC_ASSERT(all.ok());
  const auto u = *rc::gen::inRange<VertexId>(0, in.vertices());
  const Result<std::vector<double>> row = SimRankFrom(in, u, options, With(1));
  RC_ASSERT(row.ok());
  for (VertexId v = 0; v < in.vertices(); ++v) {
    RC_ASSERT((*row)[v] == (*all)(u, v));
    const Result<double> pair = SimRankOfPair(in, u, v, options, With(1));
    RC_ASSERT(pair.ok());
    RC_ASSERT(*pair == (*all)(u, v));
  }
}

RC_GTEST_PROP(SimRankProperty, IsASimilarity, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  IterationOptions options = ArbitraryOptions();
  const Matrix s = AllPairs(graph.in(), options);
  const double bound = Truncation(options);
  ++options.iterations;
  const Matrix next = AllPairs(graph.in(), options);
  options.iterations += 40;
  const Matrix later = AllPairs(graph.in(), options);
  for (size_t u = 0; u < s.size(); ++u) {
    RC_ASSERT(s[u][u] == 1.0);
    for (size_t v = 0; v < s.size(); ++v) {
      RC_ASSERT(s[u][v] >= 0.0);
      RC_ASSERT(s[u][v] <= 1.0);
      RC_ASSERT(std::abs(s[u][v] - s[v][u]) <= 1e-14);
      RC_ASSERT(s[u][v] <= next[u][v]);
      RC_ASSERT(next[u][v] <= later[u][v]);
      RC_ASSERT(later[u][v] - s[u][v] <= bound + 1e-14);
    }
  }
}

RC_GTEST_PROP(SimRankProperty, ThreadsChangeNothing, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  const IterationOptions options = ArbitraryOptions();
  const Matrix one = AllPairs(graph.in(), options, With(1));
  RC_ASSERT(AllPairs(graph.in(), options, With(2)) == one);
  RC_ASSERT(AllPairs(graph.in(), options, With(7)) == one);
}

// ---- limits and refusals ----

TEST(SimRankTest, AnyBudgetThatSufficesGivesTheSameScores) {
  const TestGraph graph = Mixed();
  const IterationOptions options{.decay = 0.7, .iterations = 6};
  const Matrix plenty = AllPairs(graph.in(), options);
  const std::vector<double> row = *SimRankFrom(graph.in(), 3, options, {});
  int granted = 0;
  int refused = 0;
  for (uint64_t memory = 512; memory < 65536; memory += 512) {
    const Control control = With(7, memory);
    const Result<SimRankMatrix> all = SimRankAllPairs(graph.in(), options, control);
    if (all.ok()) {
      ++granted;
      EXPECT_EQ(Rows(*all), plenty);
    } else {
      ++refused;
      EXPECT_EQ(all.status().code(), Code::kOutOfBudget);
    }
    const Result<std::vector<double>> one = SimRankFrom(graph.in(), 3, options, control);
    if (one.ok()) {
      EXPECT_EQ(*one, row);
    } else {
      EXPECT_EQ(one.status().code(), Code::kOutOfBudget);
      EXPECT_FALSE(all.ok()) << "one source must not need more than all pairs";
    }
  }
  EXPECT_GT(granted, 0);
  EXPECT_GT(refused, 0);
}

TEST(SimRankTest, RefusesWhatDoesNotFitAndSaysWhatToDo) {
  constexpr VertexId kVertices = 100'000;  // a cycle: all pairs would take 80 GB
  TestGraph::Arcs arcs;
  for (VertexId v = 0; v < kVertices; ++v) arcs.emplace_back(v, (v + 1) % kVertices);
  const TestGraph graph(kVertices, arcs);
  const Control control = With(1, uint64_t{64} << 20);
  const Status all = SimRankAllPairs(graph.in(), {}, control).status();
  EXPECT_EQ(all.code(), Code::kOutOfBudget);
  EXPECT_THAT(all.message(), HasSubstr("needs about 76308 MiB"));
  EXPECT_THAT(all.message(), HasSubstr("the limit is 64 MiB"));
  EXPECT_THAT(all.message(), HasSubstr("one source or one pair"));
  EXPECT_THAT(all.message(), HasSubstr("fingerprint index"));
  EXPECT_EQ(all.parameter(), "memory");
  // A vertex of a cycle has one predecessor at every level, so one source is cheap.
  const Result<std::vector<double>> row = SimRankFrom(graph.in(), 5, {}, control);
  ASSERT_TRUE(row.ok()) << row.status().message();
  EXPECT_EQ((*row)[5], 1.0);
  EXPECT_EQ((*row)[6], 0.0);
  const Control none = With(1, 1000);
  EXPECT_EQ(SimRankFrom(graph.in(), 5, {}, none).status().code(), Code::kOutOfBudget);
  EXPECT_EQ(SimRankOfPair(graph.in(), 5, 6, {}, none).status().code(), Code::kOutOfBudget);
}

TEST(SimRankTest, EndlessIterationsRunOutOfBudgetNotOfMemory) {
  const TestGraph graph(3, {{0, 1}, {1, 2}, {2, 0}});  // the vertices needed alternate for ever
  const IterationOptions options{.iterations = std::numeric_limits<int>::max()};
  const Control control = With(1, 1 << 20);
  EXPECT_EQ(SimRankFrom(graph.in(), 0, options, control).status().code(), Code::kOutOfBudget);
}

TEST(SimRankTest, StopsOnRequest) {
  const TestGraph graph = Mixed();
  std::stop_source stop;
  stop.request_stop();
  Control control = With(2);
  control.stop = stop.get_token();
  EXPECT_EQ(SimRankAllPairs(graph.in(), {}, control).status().code(), Code::kCancelled);
  EXPECT_EQ(SimRankFrom(graph.in(), 1, {}, control).status().code(), Code::kCancelled);
  EXPECT_EQ(SimRankOfPair(graph.in(), 1, 2, {}, control).status().code(), Code::kCancelled);
}

TEST(SimRankTest, StopsInTheMiddle) {
  const TestGraph graph = Mixed();
  std::stop_source stop;
  Control control = With(2);
  control.stop = stop.get_token();
  control.progress = [&](const Progress& progress) {
    if (progress.done > 0) stop.request_stop();
  };
  const IterationOptions endless{.iterations = 10'000'000};
  EXPECT_EQ(SimRankAllPairs(graph.in(), endless, control).status().code(), Code::kCancelled);
}

TEST(SimRankTest, ReportsProgressToTheEnd) {
  const TestGraph graph = Mixed();
  Progress last;
  Control control = With(2);
  control.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, last.done);
    last.done = progress.done;
    last.total = progress.total;
  };
  ASSERT_TRUE(SimRankAllPairs(graph.in(), {}, control).ok());
  EXPECT_GT(last.total, 0);
  EXPECT_EQ(last.done, last.total);
}

TEST(SimRankTest, RefusesOptionsWithoutMeaning) {
  const TestGraph graph = TestGraph::Complete(3);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const IterationOptions options :
       {IterationOptions{.decay = 0.0}, IterationOptions{.decay = 1.0},
        IterationOptions{.decay = -0.5}, IterationOptions{.decay = kNan},
        IterationOptions{.iterations = -1}}) {
    EXPECT_EQ(SimRankAllPairs(graph.in(), options, {}).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(SimRankFrom(graph.in(), 0, options, {}).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(SimRankOfPair(graph.in(), 0, 1, options, {}).status().code(), Code::kInvalidArgument);
  }
}

TEST(SimRankTest, RefusesVerticesThatAreNotThere) {
  const TestGraph graph = TestGraph::Complete(3);
  EXPECT_EQ(SimRankFrom(graph.in(), 3, {}, {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(SimRankOfPair(graph.in(), 3, 0, {}, {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(SimRankOfPair(graph.in(), 0, 3, {}, {}).status().code(), Code::kInvalidArgument);
}

TEST(SimRankTest, SmallestGraphs) {
  EXPECT_TRUE(AllPairs(TestGraph(0, {}).in(), {}).empty());
  EXPECT_EQ(SimRankFrom(TestGraph(0, {}).in(), 0, {}, {}).status().code(), Code::kInvalidArgument);
  for (const TestGraph& graph : {TestGraph(1, {}), TestGraph(1, {{0, 0}})}) {
    EXPECT_EQ(AllPairs(graph.in(), {}), Matrix({{1.0}}));
    EXPECT_EQ(*SimRankFrom(graph.in(), 0, {}, {}), std::vector<double>({1.0}));
    EXPECT_EQ(*SimRankOfPair(graph.in(), 0, 0, {}, {}), 1.0);
  }
}

TEST(SimRankTest, NoIterationsGiveTheIdentity) {
  const TestGraph graph = TestGraph::Complete(3);
  const IterationOptions options{.iterations = 0};
  EXPECT_EQ(AllPairs(graph.in(), options), Matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(*SimRankFrom(graph.in(), 1, options, {}), std::vector<double>({0, 1, 0}));
  EXPECT_EQ(*SimRankOfPair(graph.in(), 1, 2, options, {}), 0.0);
}

TEST(SimRankTest, TruncationIsThePowerAfterTheLastIteration) {
  EXPECT_DOUBLE_EQ(Truncation({.decay = 0.5, .iterations = 0}), 0.5);
  EXPECT_DOUBLE_EQ(Truncation({.decay = 0.5, .iterations = 3}), 0.0625);
}

// ---- until scores settle ----

// The first round that changes no score by more than the rule allows.
int SettlesAfter(const Adjacency& in, double decay, const SettleRule& rule) {
  Matrix before = Recurrence(in, {.decay = decay, .iterations = 0});
  for (int k = 1;; ++k) {
    const Matrix now = Recurrence(in, {.decay = decay, .iterations = k});
    bool changed = false;
    for (size_t u = 0; u < now.size(); ++u) {
      for (size_t v = 0; v < now.size(); ++v) {
        changed |= std::abs(now[u][v] - before[u][v]) > rule.absolute + rule.relative * now[u][v];
      }
    }
    if (!changed) return k;
    before = now;
  }
}

TEST(SimRankSettledTest, StopsAfterTheFirstRoundThatChangesNothing) {
  const TestGraph sinks(5, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}});  // 3, 4 lead nowhere
  const TestGraph none(4, {});
  for (const TestGraph& graph : {Mixed(), TestGraph::Complete(6), sinks, none}) {
    for (const SettleRule& rule : {SettleRule{}, SettleRule{.absolute = 0.05, .relative = 0},
                                   SettleRule{.absolute = 1e-9, .relative = 0}}) {
      for (const unsigned threads : {1U, 3U}) {
        const auto settled =
            SimRankSettled(graph.in(), {.decay = 0.7, .iterations = 1000}, rule, With(threads));
        ASSERT_TRUE(settled.ok()) << settled.status().message();
        EXPECT_TRUE(settled->settled);
        EXPECT_EQ(settled->iterations, SettlesAfter(graph.in(), 0.7, rule));
        const Matrix expected =
            AllPairs(graph.in(), {.decay = 0.7, .iterations = settled->iterations});
        EXPECT_EQ(Rows(settled->scores), expected);
      }
    }
  }
}

TEST(SimRankSettledTest, SaysSoIfTheRoundsWereNotEnough) {
  const TestGraph graph = Mixed();
  const auto settled = SimRankSettled(graph.in(), {.decay = 0.7, .iterations = 3}, {}, {});
  ASSERT_TRUE(settled.ok());
  EXPECT_FALSE(settled->settled);
  EXPECT_EQ(settled->iterations, 3);
}

TEST(SimRankSettledTest, TakesRoomForTwo) {
  const TestGraph graph = TestGraph::Complete(200);
  const uint64_t one = 208 * 208 * sizeof(double) + 200 * sizeof(Lanes) + 10'000;
  EXPECT_TRUE(SimRankAllPairs(graph.in(), {}, With(1, one)).ok());
  EXPECT_EQ(SimRankSettled(graph.in(), {}, {}, With(1, one)).status().code(), Code::kOutOfBudget);
}

}  // namespace
}  // namespace akin
