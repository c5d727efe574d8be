// The second stage of related queries: exact scores where they are promised, unbiased ones
// elsewhere, and the true best in the end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "query/interval.h"
#include "query/pair_refiner.h"
#include "random_graph.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;

class RefineTest : public IndexTest {
 protected:
  // The scores of all vertices with one, by an exact measure.
  std::map<VertexId, double> Truth(VertexId u, const ExactOptions& exact) {
    const auto answer = ExactRelated(*Corpus::Open(corpus_), u, exact, {.k = 0});
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    std::map<VertexId, double> truth;
    for (const Hit& hit : answer->hits) truth[hit.vertex] = hit.score.value;
    return truth;
  }

  static std::vector<Hit> Refined(const Index& index, VertexId u, double effort, unsigned k = 10) {
    const auto answer = index.Related(u, {.k = k, .refine = effort});
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    return answer->hits;
  }

  // The hits are the best by the truth, in this order, to within `tolerance`.
  static void ExpectBest(const std::vector<Hit>& hits, const std::map<VertexId, double>& truth,
                         double tolerance) {
    std::vector<double> best;
    for (const auto& [v, score] : truth) best.push_back(score);
    std::sort(best.rbegin(), best.rend());
    ASSERT_EQ(hits.size(), std::min<size_t>(10, best.size()));
    for (size_t i = 0; i < hits.size(); ++i) {
      EXPECT_NEAR(hits[i].score.value, best[i], tolerance);
      EXPECT_NEAR(truth.at(hits[i].vertex), hits[i].score.value, tolerance);
    }
  }
};

// 60 fingerprints are far too few for this order, but all vertices are candidates.
TEST_F(RefineTest, TextAndXJaccardAreExact) {
  MakeCorpus(TestGraph::Random(80, 400, 5), corpus_);
  PutBags(RandomBags(80, 60, 6), 60, corpus_, "words");
  const Index text = BuildAndOpen({.measure = Measure::kText, .fingerprints = 60, .bags = "words"});
  const Index xjaccard =
      BuildAndOpen({.measure = Measure::kXJaccard, .length = 3, .fingerprints = 60});
  for (VertexId u = 0; u < 80; ++u) {
    for (const Hit& hit : Refined(text, u, 100)) EXPECT_EQ(hit.score.error, 0);
    const auto words = Truth(u, {.measure = Measure::kText, .bags = "words"});
    for (const Hit& hit : Refined(text, u, 100)) {
      EXPECT_DOUBLE_EQ(hit.score.value, words.at(hit.vertex));
    }
    ExpectBest(Refined(xjaccard, u, 100),
               Truth(u, {.measure = Measure::kXJaccard, .iterations = 3}), 1e-12);
  }
}

// Walks of one step meet with a known probability.
TEST_F(RefineTest, TheFirstStepIsExact) {
  MakeCorpus(TestGraph::Random(40, 200, 7), corpus_);
  for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank, Measure::kLazySimRank}) {
    const Index index = BuildAndOpen({.measure = measure, .length = 1, .fingerprints = 200});
    for (VertexId u = 0; u < 40; ++u) {
      const auto truth = Truth(u, {.measure = measure, .iterations = 1});
      for (const Hit& hit : Refined(index, u, 1, 40)) {
        EXPECT_EQ(hit.score.error, 0);
        EXPECT_NEAR(hit.score.value, truth.at(hit.vertex), 1e-12);
      }
    }
  }
}

// Every pair of 200 indexes with seeds of their own, once as looked up and once as walked further.
// The mean has a known standard error; at five of them, and fewer than 2,000 means, a right
// refinement fails with a probability below 0.002 (normal tails), and the seeds are fixed.
TEST_F(RefineTest, WalksAreUnbiased) {
  constexpr unsigned kSeeds = 200;
  const TestGraph graph = TestGraph::Random(12, 40, 8);
  MakeCorpus(graph, corpus_);
  for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank, Measure::kLazySimRank}) {
    for (const int rounds : {1, 3}) {
      std::vector<double> sums(12);
      std::vector<double> squares(12);
      for (unsigned seed = 1; seed <= kSeeds; ++seed) {
        const Index index = BuildAndOpen(
            {.measure = measure, .length = 4, .fingerprints = 10, .seed = seed, .replace = true});
        std::vector<Hit> candidates;
        std::vector<size_t> all;
        for (VertexId v = 1; v < 12; ++v) {
          all.push_back(candidates.size());
          candidates.push_back({.vertex = v, .score = *index.Sim(0, v)});
        }
        const auto refiner = index.Refiner(0, candidates, {}, {});
        ASSERT_TRUE(refiner.ok());
        ReadingBudget budget(1'000'000);
        for (int i = 0; i < rounds; ++i) ASSERT_TRUE((*refiner)->Improve(all, budget).ok());
        for (const size_t i : all) {
          const double value = (*refiner)->Of(i).value;
          sums[i] += value;
          squares[i] += value * value;
        }
      }
      const auto truth = Truth(0, {.measure = measure, .iterations = 4});
      for (VertexId v = 1; v < 12; ++v) {
        const double mean = sums[v - 1] / kSeeds;
        const double variance = squares[v - 1] / kSeeds - mean * mean;
        const double error = std::sqrt(std::max(0.0, variance) / (kSeeds - 1));
        const double expected = truth.contains(v) ? truth.at(v) : 0;
        EXPECT_NEAR(mean, expected, 5 * error + 1e-9) << MeasureName(measure) << ' ' << v;
      }
    }
  }
}

TEST_F(RefineTest, MoreEffortFindsTheBest) {
  MakeCorpus(TestGraph::Random(90, 700, 9), corpus_);
  const Index index = BuildAndOpen({.measure = Measure::kPSimRank, .fingerprints = 100});
  double plain = 0;
  double close = 0;
  for (VertexId u = 0; u < 90; u += 9) {
    const auto truth = Truth(u, {.measure = Measure::kPSimRank, .iterations = 10});
    const auto from_index = index.Related(u);
    for (const Hit& hit : from_index->hits) {
      plain += std::abs(hit.score.value - truth.at(hit.vertex));
    }
    for (const Hit& hit : Refined(index, u, 1000)) {
      close += std::abs(hit.score.value - truth.at(hit.vertex));
    }
    ExpectBest(Refined(index, u, 1000), truth, 0.02);
  }
  EXPECT_LT(close, plain / 3);
}

TEST_F(RefineTest, SimRankIsPushedIfThereIsAnIndexForIt) {
  MakeCorpus(TestGraph::Random(60, 300, 10), corpus_);
  BuildAndOpen({.measure = Measure::kSimRank, .fingerprints = 20});
  const Index push = BuildAndOpen({.method = Method::kPush});
  const Index walks = *Corpus::Open(corpus_)->OpenIndex("simrank");
  for (VertexId u = 0; u < 60; u += 5) {
    const auto pushed = push.Related(u)->hits;
    const auto refined = Refined(walks, u, 1);
    ASSERT_EQ(refined.size(), pushed.size());
    for (size_t i = 0; i < pushed.size(); ++i) {
      EXPECT_EQ(refined[i].vertex, pushed[i].vertex);
      EXPECT_EQ(refined[i].score.value, pushed[i].score.value);
    }
  }
  // With another decay the walks answer alone.
  const auto other = walks.Related(1, {.decay = 0.8, .refine = 1});
  ASSERT_TRUE(other.ok()) << other.status().message();
  const auto mixture = Mixture::Open(*Corpus::Open(corpus_), {{.index = "simrank", .weight = 2}});
  EXPECT_NEAR(mixture->Related(1, {.k = 1, .refine = 1})->hits[0].score.value,
              2 * push.Related(1)->hits[0].score.value, 0.02);
}

TEST_F(RefineTest, MixturesRefineTheirParts) {
  MakeCorpus(TestGraph::Random(70, 350, 11), corpus_);
  PutBags(RandomBags(70, 60, 12), 60, corpus_, "words");
  BuildAndOpen({.measure = Measure::kXJaccard, .length = 3, .fingerprints = 40});
  BuildAndOpen({.measure = Measure::kText, .fingerprints = 40, .bags = "words"});
  const auto mixture = Mixture::Open(*Corpus::Open(corpus_), *ParseMixture("xjaccard=2,text=3"));
  for (VertexId u = 0; u < 70; u += 7) {
    auto truth = Truth(u, {.measure = Measure::kXJaccard, .iterations = 3});
    for (auto& [v, score] : truth) score *= 2;
    for (const auto& [v, score] : Truth(u, {.measure = Measure::kText, .bags = "words"})) {
      truth[v] += 3 * score;
    }
    const auto answer = mixture->Related(u, {.refine = 100});
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    ExpectBest(answer->hits, truth, 1e-9);
  }
}

// A candidate that only one part has among its best is not taken for one that scores 0 in the
// other. Without any effort the closer look finds what there was before it.
TEST_F(RefineTest, WithoutEffortMixturesScoreByTheirFingerprints) {
  MakeCorpus(TestGraph::Random(900, 9000, 16), corpus_);
  PutBags(RandomBags(900, 60, 17), 60, corpus_, "words");
  BuildAndOpen({.measure = Measure::kXJaccard, .length = 3, .fingerprints = 40});
  BuildAndOpen({.measure = Measure::kText, .fingerprints = 40, .bags = "words"});
  for (const char* const name : {"xjaccard=2,text=3", "xjaccard=0.01,text=3"}) {
    const auto mixture = Mixture::Open(*Corpus::Open(corpus_), *ParseMixture(name));
    for (VertexId u = 0; u < 900; u += 50) {
      const auto plain = mixture->Related(u)->hits;
      const auto refined = mixture->Related(u, {.refine = 1e-9});
      ASSERT_TRUE(refined.ok()) << refined.status().message();
      ASSERT_FALSE(refined->hits.empty());
      for (const Hit& hit : refined->hits) {
        EXPECT_EQ(hit.score.value, mixture->Sim(u, hit.vertex)->value);
        EXPECT_GE(hit.score.value, plain.back().score.value);
      }
    }
  }
}

// Bags that were made anew do not fit the signatures any more.
TEST_F(RefineTest, WithoutTheirBagsSignaturesAnswerAlone) {
  MakeCorpus(TestGraph::Random(30, 60, 13), corpus_);
  PutBags(RandomBags(30, 40, 14), 40, corpus_, "words");
  const Index before =
      BuildAndOpen({.measure = Measure::kText, .fingerprints = 50, .bags = "words"});
  const auto plain = before.Related(3)->hits;
  PutBags(RandomBags(30, 40, 15), 40, corpus_, "words");
  const Index after = *Corpus::Open(corpus_)->OpenIndex("text");
  const auto refined = after.Related(3, {.refine = 1});
  ASSERT_TRUE(refined.ok()) << refined.status().message();
  for (size_t i = 0; i < refined->hits.size(); ++i) {
    EXPECT_EQ(refined->hits[i].vertex, plain[i].vertex);
    EXPECT_EQ(refined->hits[i].score.value, plain[i].score.value);
  }
}

// Two leaves of a star are certain; a walk that crosses a hub of 400 in-links once is chance.
TEST_F(RefineTest, ChanceIsLeftOutIfThereIsBetter) {
  TestGraph::Arcs arcs = {{0, 1}, {0, 2}};
  for (VertexId v = 10; v < 410; ++v) {
    arcs.emplace_back(v, 1);
    arcs.emplace_back(v, 3);
    arcs.emplace_back(v + 400, 2);
    arcs.emplace_back(v % 7 + 3, v);
    arcs.emplace_back(v % 7 + 3, v + 400);
  }
  MakeCorpus(TestGraph(810, arcs), corpus_);
  const Index index = BuildAndOpen({.measure = Measure::kSimRank, .fingerprints = 60});
  const auto plain = index.Related(1)->hits;
  ASSERT_TRUE(
      std::any_of(plain.begin(), plain.end(), [](const Hit& hit) { return IsUnsure(hit.score); }));
  const auto refined = Refined(index, 1, 1);
  ASSERT_FALSE(refined.empty());
  const bool any_sure = !IsUnsure(refined.front().score);
  for (const Hit& hit : refined) EXPECT_EQ(IsUnsure(hit.score), !any_sure);
}

TEST_F(RefineTest, WhatHasNoEffectAndWhatIsRefused) {
  MakeCorpus(TestGraph::Random(30, 90, 16), corpus_);
  const Index index = BuildAndOpen({.measure = Measure::kPSimRank, .fingerprints = 30});
  const auto all = index.Related(4, {.k = 0})->hits;
  const auto refined = index.Related(4, {.k = 0, .refine = 1})->hits;
  ASSERT_EQ(all.size(), refined.size());
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].vertex, refined[i].vertex);
  for (const double effort : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    const auto refused = index.Related(4, {.refine = effort});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.status().parameter(), "refine");
    EXPECT_THAT(refused.status().message(), HasSubstr("no effort"));
  }
  EXPECT_TRUE(index.Related(4, {.refine = 1e300}).ok());
  const auto high = index.Related(4, {.min_score = 0.2, .refine = 1});
  for (const Hit& hit : high->hits) {
    EXPECT_GE(hit.score.value, 0.2);
  }
}

}  // namespace
}  // namespace akin
