// Monte Carlo scores against exact ones.
//
// A score is the mean of N independent contributions in [0, c], so by Hoeffding's inequality
//   P(|estimate - exact_l| > d) <= 2 exp(-2 N d^2 / c^2),
// which implies the bound of FR section 4, 2 exp(-6/7 N d^2), for every c <= 1. Bound() solves it
// for d with the failure probability of a test, kFailure = 1e-7, divided among all pairs that the
// test compares. The exact value is that of l iterations, which equals E[c^tau] with tau <= l; so
// nothing has to be added for truncation.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/exact.h"
#include "akin/ingest.h"
#include "exact/psimrank.h"
#include "exact/simrank.h"
#include "exact/xjaccard.h"
#include "file_tree.h"
#include "graph/graph.h"
#include "measure_lists.h"
#include "paths.h"
#include "random_graph.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr double kFailure = 1e-7;
constexpr double kRounding = 1e-9;  // sums have 40 binary places

double Bound(double decay, unsigned fingerprints, double pairs) {
  return decay * std::sqrt(std::log(2 * pairs / kFailure) / (2.0 * fingerprints)) + kRounding;
}

// Scores of all pairs by the exact solver of the measure, row by row.
std::vector<std::vector<double>> Exact(const Corpus& corpus, const BuildOptions& walks) {
  const VertexId n = corpus.vertices();
  const auto used = std::get<FingerprintParameters>(ResolveParameters(walks)->of);
  std::vector<double> scores(size_t{n} * n);
  const auto error = ExactAllPairs(
      corpus, {.measure = walks.measure, .decay = used.decay, .iterations = used.length}, scores);
  EXPECT_TRUE(error.ok()) << error.status().message();
  std::vector<std::vector<double>> rows;
  for (VertexId v = 0; v < n; ++v) {
    const auto row = scores.begin() + static_cast<ptrdiff_t>(size_t{v} * n);
    rows.emplace_back(row, row + n);
  }
  return rows;
}

class EstimateTest : public testing::Test {
 protected:
  Corpus CorpusOf(const TestGraph& graph) {
    MakeCorpus(graph, corpus_);
    return *Corpus::Open(corpus_);
  }

  // Compares all pairs, with walks and no index; `tests` is how many calls share kFailure.
  void ExpectAllPairsNear(const TestGraph& graph, const BuildOptions& walks, double tests) {
    const Corpus corpus = CorpusOf(graph);
    const auto exact = Exact(corpus, walks);
    const VertexId n = graph.vertices();
    const double bound = Bound(*walks.decay, *walks.fingerprints, tests * n * (n - 1.0) / 2);
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n; ++v) {
        const auto score = corpus.SimByWalking(u, v, walks);
        ASSERT_TRUE(score.ok()) << score.status().message();
        ASSERT_NEAR(score->value, exact[u][v], bound) << "pair " << u << ", " << v;
        if (exact[u][v] == 0) {
          ASSERT_EQ(score->value, 0) << "walks that cannot meet have met";
        }
      }
    }
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
};

// At most seven vertices, 5000 fingerprints, 100 graphs: 21 pairs each, so d is about 0.05 at
// c = 0.8.
RC_GTEST_FIXTURE_PROP(EstimateTest, AllMeasuresAreNearTheExactScoresOnRandomGraphs, ()) {
  const auto graph = *GenGraph(7);
  const BuildOptions walks{.measure = *rc::gen::elementOf(LinkMeasures()),
                           .decay = *rc::gen::element(0.3, 0.6, 0.8),
                           .length = *rc::gen::inRange(1U, 12U),
                           .fingerprints = 5000,
                           .seed = *rc::gen::arbitrary<uint64_t>()};
  ExpectAllPairsNear(graph, walks, 100);
  RC_ASSERT(!testing::Test::HasFailure());
}

// Few vertices and very many walks: a bias of half a percent would be detected (d < 0.005).
TEST_F(EstimateTest, AllMeasuresAreUnbiasedOnSmallShapes) {
  const TestGraph professors(5, {{0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 0}, {4, 2}});  // JW figure 1
  const std::vector<TestGraph> graphs = {professors, TestGraph::Complete(4), TestGraph::Star(4),
                                         TestGraph::Random(6, 14, 4), TestGraph::Random(6, 20, 5)};
  for (const Measure measure : LinkMeasures()) {
    for (const TestGraph& graph : graphs) {
      ExpectAllPairsNear(
          graph, {.measure = measure, .decay = 0.8, .fingerprints = 200'000, .seed = 77}, 10);
      if (HasFailure()) return;
    }
  }
}

// FR figure 2: the same k in-neighbours, which have no in-links. SimRank c / k, PSimRank c.
TEST_F(EstimateTest, CommonInNeighboursWithoutInLinks) {
  constexpr VertexId kCommon = 10;
  TestGraph::Arcs arcs;
  for (VertexId v = 0; v < kCommon; ++v) {
    arcs.emplace_back(v, kCommon);
    arcs.emplace_back(v, kCommon + 1);
  }
  const Corpus corpus = CorpusOf(TestGraph(kCommon + 2, arcs));
  BuildOptions walks{.decay = 0.6, .fingerprints = 100'000};
  EXPECT_NEAR(corpus.SimByWalking(kCommon, kCommon + 1, walks)->value, 0.06,
              Bound(0.6, *walks.fingerprints, 1));
  walks.measure = Measure::kPSimRank;
  const Score together = *corpus.SimByWalking(kCommon, kCommon + 1, walks);
  EXPECT_NEAR(together.value, 0.6, kRounding) << "one permutation, so they always step together";
  // As if one more walk had not met: 100,000 of 100,000 is not all.
  EXPECT_NEAR(together.low, 0.6 * std::pow(.025, 1e-5), 1e-5);
  EXPECT_NEAR(together.high, together.value, kRounding);
  EXPECT_GT(together.error, 0);
  // XJaccard: they share 10 of 12 vertices at every distance.
  walks.measure = Measure::kXJaccard;
  walks.length = 3;
  EXPECT_NEAR(corpus.SimByWalking(kCommon, kCommon + 1, walks)->value,
              (0.6 - std::pow(0.6, 4)) * 10 / 12, Bound(0.6, *walks.fingerprints, 1));
}

// The reported error must match the size of the actual errors: over n = 20,000 seeds the mean of X
// = ((estimate - exact) / sigma)^2 is near its expectation, 1. The share p^ of fingerprints that
// meet obeys Hoeffding's inequality, P(X > x) <= 2 exp(-2 N x p (1 - p) / N) = 2 exp(-x / b) with b
// = 8/3, so E[X^m] <= 2 m! b^m, and by Bernstein P(mean > 1 + t) <= exp(-n t^2 / (2 (4 b^2 + b t)))
// < 5e-10 at t = 1/4; below, P(mean < 1 - t) <= exp(-n t^2 / (8 b^2)) < 3e-10. A reported error is
// wrong by half only if p^ < 0.05: the probability is below exp(-2 N 0.2^2) n < 3e-10 in total.
TEST_F(EstimateTest, TheStandardErrorIsThatOfTheEstimates) {
  const Corpus corpus = CorpusOf(TestGraph(6, {{0, 4}, {1, 4}, {2, 4}, {3, 4}, {0, 5}, {1, 5}}));
  const double p = 1.0 / 4;  // PSimRank: 2 common of 4 is 1/2; SimRank: 2 / (4 * 2)
  BuildOptions walks{.decay = 0.6, .fingerprints = 400};
  const double sigma = 0.6 * std::sqrt(p * (1 - p) / *walks.fingerprints);
  double squares = 0;
  constexpr int kSeeds = 20'000;
  for (int i = 0; i < kSeeds; ++i) {
    walks.seed = 1000 + i;
    const Score score = *corpus.SimByWalking(4, 5, walks);
    squares += std::pow((score.value - 0.6 * p) / sigma, 2);
    ASSERT_NEAR(score.error, sigma, sigma / 2);
  }
  EXPECT_NEAR(squares / kSeeds, 1, 0.25);
}

// A larger graph through the index on disk: 300 * 300 pairs and three measures.
TEST_F(EstimateTest, TheIndexIsNearTheExactScores) {
  const TestGraph graph = TestGraph::Random(300, 1500, 6);
  const Corpus corpus = CorpusOf(graph);
  for (const Measure measure : LinkMeasures()) {
    BuildOptions walks{.measure = measure, .decay = 0.8, .length = 8, .fingerprints = 1000};
    if (measure == Measure::kXJaccard) {  // has a forest for each distance
      walks.length = 3;
      walks.fingerprints = 400;
    }
    ASSERT_TRUE(BuildIndex(corpus_, walks, {}).ok());
    const auto index = corpus.OpenIndex(MeasureName(measure));
    ASSERT_TRUE(index.ok()) << index.status().message();
    const auto exact = Exact(corpus, walks);
    const double bound = Bound(*walks.decay, *walks.fingerprints, 3 * 300.0 * 300);
    for (VertexId u = 0; u < 300; ++u) {
      std::vector<double> estimate(300, 0);
      estimate[u] = index->Sim(u, u)->value;
      const auto answer = index->Related(u, {.k = 0});
      ASSERT_TRUE(answer.ok()) << answer.status().message();
      for (const Hit& hit : answer->hits) estimate[hit.vertex] = hit.score.value;
      for (VertexId v = 0; v < 300; ++v) ASSERT_NEAR(estimate[v], exact[u][v], bound);
    }
  }
}

// Real graphs, through the index on disk: 40 sources against every vertex, 40 n pairs.
class RealEstimateTest : public EstimateTest {
 protected:
  // Ingests a data set.
  void Fetch(const std::string& file, VertexId vertices) {
    const auto report = Ingest({DataFile(file)}, corpus_, {});
    ASSERT_TRUE(report.ok()) << report.status().message();
    ASSERT_EQ(report->vertices, vertices);
  }

  // `exact` returns the scores of a vertex with all vertices.
  void ExpectNear(const BuildOptions& walks,
                  const std::function<std::vector<double>(const Corpus&, VertexId)>& exact) {
    ASSERT_TRUE(BuildIndex(corpus_, walks, {}).ok());
    const auto corpus = Corpus::Open(corpus_);
    const auto index = corpus->OpenIndex();
    ASSERT_TRUE(index.ok()) << index.status().message();
    const VertexId n = corpus->vertices();
    const double bound = Bound(*walks.decay, *walks.fingerprints, 40.0 * n);
    for (VertexId i = 0; i < 40; ++i) {
      const VertexId u = i * (n / 40);
      std::vector<double> estimate(n, 0);
      estimate[u] = index->Sim(u, u)->value;
      const auto answer = index->Related(u, {.k = 0});
      ASSERT_TRUE(answer.ok()) << answer.status().message();
      for (const Hit& hit : answer->hits) estimate[hit.vertex] = hit.score.value;
      const std::vector<double> row = exact(*corpus, u);
      for (VertexId v = 0; v < n; ++v) {
        ASSERT_NEAR(estimate[v], row[v], bound) << u << ", " << v;
        if (row[v] == 0) {
          ASSERT_EQ(estimate[v], 0);
        }
      }
    }
  }

  static Adjacency InLinks(const Corpus& corpus) { return *(*corpus.graph())->In(); }
};

TEST_F(RealEstimateTest, SimRankOnWikiVote) {
  AKIN_SKIP_WITHOUT_DATA("wiki-vote/wiki-Vote.txt");
  Fetch("wiki-vote/wiki-Vote.txt", 7115);
  std::optional<SimRankMatrix> all;
  ExpectNear({.decay = 0.6, .length = 4, .fingerprints = 400},
             [&](const Corpus& corpus, VertexId u) {
               if (!all) {
                 all = *SimRankAllPairs(InLinks(corpus), {.decay = 0.6, .iterations = 4}, {});
               }
               std::vector<double> row(corpus.vertices());
               all->CopyRow(u, row);
               return row;
             });
}

TEST_F(RealEstimateTest, XJaccardOnWikiVote) {
  AKIN_SKIP_WITHOUT_DATA("wiki-vote/wiki-Vote.txt");
  Fetch("wiki-vote/wiki-Vote.txt", 7115);
  ExpectNear({.measure = Measure::kXJaccard, .decay = 0.6, .length = 3, .fingerprints = 400},
             [](const Corpus& corpus, VertexId u) {
               return *XJaccardFrom(InLinks(corpus), u, {.decay = 0.6, .iterations = 3}, {});
             });
}

// 1,005 people: the exact solver takes the square of the number of arcs.
TEST_F(RealEstimateTest, PSimRankOnEmail) {
  AKIN_SKIP_WITHOUT_DATA("email-eu-core/email-Eu-core.txt");
  Fetch("email-eu-core/email-Eu-core.txt", 1005);
  std::vector<double> all;
  ExpectNear({.measure = Measure::kPSimRank, .decay = 0.6, .length = 3, .fingerprints = 1000},
             [&](const Corpus& corpus, VertexId u) {
               if (all.empty()) {
                 all = *PSimRankAllPairs(InLinks(corpus), {.decay = 0.6, .iterations = 3}, {});
               }
               const auto row = all.begin() + static_cast<ptrdiff_t>(u) * corpus.vertices();
               return std::vector<double>(row, row + corpus.vertices());
             });
}

}  // namespace
}  // namespace akin
