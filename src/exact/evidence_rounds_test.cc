#include "exact/evidence_rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "akin/exact.h"
#include "figure_graphs.h"
#include "naive_pairs.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

Matrix ScoresInRounds(const TestGraph& graph, Evidence form, double decay, int iterations,
                      unsigned threads = 2) {
  Control control;
  control.threads = threads;
  const auto scores = EvidenceScores::Solve("evidence", graph.in(), graph.out(), form,
                                            {.decay = decay, .iterations = iterations}, control);
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  Matrix rows = SquareMatrix(graph.vertices());
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    rows[u][u] = 1;
    const auto partners = scores->partners(u);
    for (size_t i = 0; i < partners.size(); ++i) rows[u][partners[i]] = scores->scores(u)[i];
  }
  return rows;
}

// Equation 1 with the decay of equation 5, for all pairs in every round.
Matrix NaiveInRounds(const TestGraph& graph, Evidence form, double decay, int iterations) {
  const Adjacency in = graph.in();
  const VertexId n = graph.vertices();
  Matrix s = SquareMatrix(n);
  for (VertexId v = 0; v < n; ++v) s[v][v] = 1;
  for (int i = 0; i < iterations; ++i) {
    Matrix next = SquareMatrix(n);
    for (VertexId u = 0; u < n; ++u) {
      next[u][u] = 1;
      for (VertexId v = 0; v < n; ++v) {
        if (u == v || in.degree(u) == 0 || in.degree(v) == 0) continue;
        double evidence = 0;
        double common = 0;
        for (const VertexId a : in[u]) {
          for (const VertexId b : in[v]) {
            if (a == b) evidence += std::pow(2, -++common);
          }
        }
        if (form == Evidence::kExponential) evidence = 1 - std::exp(-common);
        next[u][v] = decay * evidence * NaiveMean(s, in[u], in[v]);
      }
    }
    s = std::move(next);
  }
  return s;
}

RC_GTEST_PROP(EvidenceRoundsProperty, FollowsTheDefinition, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const double decay = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 8);
  for (const Evidence form : {Evidence::kGeometric, Evidence::kExponential}) {
    RC_ASSERT(LargestDifference(ScoresInRounds(graph, form, decay, iterations),
                                NaiveInRounds(graph, form, decay, iterations)) <= 1e-14);
  }
}

RC_GTEST_PROP(EvidenceRoundsProperty, RisesWithinItsBoundWithAnyNumberOfThreads, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const int iterations = *rc::gen::inRange(0, 6);
  const Matrix early = ScoresInRounds(graph, Evidence::kGeometric, 0.7, iterations, 1);
  RC_ASSERT(early == ScoresInRounds(graph, Evidence::kGeometric, 0.7, iterations, 5));
  const Matrix late = ScoresInRounds(graph, Evidence::kGeometric, 0.7, iterations + 80);
  const double bound = Truncation({.decay = 0.7, .iterations = iterations});
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      RC_ASSERT(late[u][v] >= early[u][v]);
      RC_ASSERT(late[u][v] - early[u][v] <= bound + 1e-15);
    }
  }
}

// S(3, 4) = .6 * 3/4 * 1/2 = .225, and S(1, 2) = .6 * 7/8 * (3 + 2 * .225) / 9. The factor
// afterwards gives .21. The paper prints .20 .23 0 0 .15.
TEST(EvidenceRoundsTest, TheScoresOfYusFigure) {
  const Matrix s = ScoresInRounds(ConnectivityFigure(), Evidence::kGeometric, 0.6, 10);
  const double printed[] = {0.20125, 0.225, 0, 0, 0.15};
  for (size_t i = 0; i < std::size(printed); ++i) {
    const auto [a, b] = kConnectivityPairs[i];
    EXPECT_NEAR(s[a][b], printed[i], 1e-12) << a << " " << b;
  }
}

// What the paper prints for the others, to its two digits, through the public API.
TEST(EvidenceRoundsTest, TheOtherMeasuresOfYusFigure) {
  const TempDir directory;
  MakeCorpus(ConnectivityFigure(), directory / "g.akin");
  const auto corpus = Corpus::Open(directory / "g.akin");
  ASSERT_TRUE(corpus.ok());
  const auto expect = [&](Measure measure, const std::vector<double>& printed, double digits) {
    for (size_t i = 0; i < printed.size(); ++i) {
      const auto [a, b] = kConnectivityPairs[i];
      const auto score = ExactSim(*corpus, a, b, {.measure = measure, .decay = 0.6});
      ASSERT_TRUE(score.ok()) << score.status().message();
      EXPECT_NEAR(score->value, printed[i], digits) << MeasureName(measure) << " " << a << " " << b;
    }
  };
  expect(Measure::kSimRank, {0.24, 0.30, 0.12, 0.18, 0.30}, 1e-12);
  expect(Measure::kCosineSimRank, {0.38, 0.24, 0.14, 0.10, 0.17}, 0.005);
  expect(Measure::kCosineSimRank, {0.384, 0.24, 0.144, 0.101823, 0.169706}, 1e-6);
  expect(Measure::kSimRankPlusPlus, {0.21, 0.225, 0, 0, 0.15}, 1e-12);
  expect(Measure::kSimRankEvidence, {0.20125, 0.225, 0, 0, 0.15}, 1e-12);
  expect(Measure::kRoleSimIn, {0.336, 0.24, 0.048, 0.072, 0.12}, 1e-12);
}

TEST(EvidenceRoundsTest, EveryQuestionHasTheSameScores) {
  const TempDir directory;
  const TestGraph graph = TestGraph::Random(30, 120, 1);
  MakeCorpus(graph, directory / "g.akin");
  const auto corpus = Corpus::Open(directory / "g.akin");
  ASSERT_TRUE(corpus.ok());
  const ExactOptions exact{.measure = Measure::kSimRankEvidenceExp, .decay = 0.8, .iterations = 6};
  const Matrix naive = NaiveInRounds(graph, Evidence::kExponential, 0.8, 6);
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    const auto related = ExactRelated(*corpus, u, exact, {.k = 0});
    ASSERT_TRUE(related.ok()) << related.status().message();
    double sum = 0;
    for (const Hit& hit : related->hits) {
      EXPECT_NEAR(hit.score.value, naive[u][hit.vertex], 1e-14);
      sum += hit.score.value;
    }
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      const auto score = ExactSim(*corpus, u, v, exact);
      ASSERT_TRUE(score.ok()) << score.status().message();
      EXPECT_NEAR(score->value, naive[u][v], 1e-14);
      if (u != v) sum -= naive[u][v];
    }
    EXPECT_NEAR(sum, 0, 1e-13);  // none is missing
  }
}

TEST(EvidenceRoundsTest, RefusesWhatIsOutOfRangeOrDoesNotFit) {
  const TestGraph graph = TestGraph::Complete(60);
  const auto refusal = [&](const IterationOptions& options, const Control& control = {}) {
    return EvidenceScores::Solve("evidence", graph.in(), graph.out(), Evidence::kGeometric, options,
                                 control)
        .status()
        .code();
  };
  EXPECT_EQ(refusal({.decay = 1}), Code::kInvalidArgument);
  Control small;
  small.memory = 60'000;  // 60 * 59 pairs take 85 kB
  EXPECT_EQ(refusal({}, small), Code::kOutOfBudget);
  Control stopped;
  std::stop_source stop;
  stop.request_stop();
  stopped.stop = stop.get_token();
  EXPECT_EQ(refusal({}, stopped), Code::kCancelled);
}

}  // namespace
}  // namespace akin
