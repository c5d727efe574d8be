// How many fingerprints an index needs: the plan is kept by the index that is built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "akin/akin.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;

class PlanTest : public IndexTest {
 protected:
  PlanTest() {
    MakeCorpus(TestGraph::Random(600, 4000, 21), corpus_);
    PutBags(RandomBags(600, 60, 22), 60, corpus_, "words");
  }
  FingerprintPlan Plan(const BuildOptions& index, double precision) {
    const auto plan = PlanFingerprints(*Corpus::Open(corpus_), index, precision);
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    return *plan;
  }
  // The share of the true ten best, or of others that score as much up to the error of a plan, that
  // are among the first hundred of the index.
  double Found(const Index& index, const ExactOptions& exact) {
    constexpr double kErrorOfPlan = 0.003;
    double found = 0;
    double wanted = 0;
    for (VertexId u = 0; u < 600; u += 5) {
      const auto truth = ExactRelated(*Corpus::Open(corpus_), u, exact, {.k = 0});
      const size_t best = std::min<size_t>(10, truth->hits.size());
      if (best == 0) continue;
      const auto answer = index.Related(u, {.k = 100});
      std::set<VertexId> candidates;
      for (const Hit& hit : answer->hits) candidates.insert(hit.vertex);
      const double least = truth->hits[best - 1].score.value - kErrorOfPlan;
      size_t right = 0;
      for (const Hit& hit : truth->hits) {
        if (hit.score.value >= least && candidates.contains(hit.vertex)) ++right;
      }
      found += static_cast<double>(std::min(right, best));
      wanted += static_cast<double>(best);
    }
    return found / wanted;
  }
};

// The sample has 40 vertices, so the index may find a little less than planned: the standard error
// of 400 shares of 0.9 is 0.015, and the limits are more than five of them away.
TEST_F(PlanTest, TheIndexFindsWhatWasPlanned) {
  for (const Measure measure : {Measure::kPSimRank, Measure::kSimRank}) {
    const FingerprintPlan plan = Plan({.measure = measure}, 0.9);
    EXPECT_GE(plan.found, 0.9);
    EXPECT_LE(plan.precision, plan.found);
    const Index index =
        BuildAndOpen({.measure = measure, .fingerprints = plan.fingerprints, .seed = 5});
    EXPECT_NEAR(Found(index, {.measure = measure, .iterations = 10}), plan.found, 0.1);
  }
  const FingerprintPlan words = Plan({.measure = Measure::kText, .bags = "words"}, 0.9);
  const Index text = BuildAndOpen(
      {.measure = Measure::kText, .fingerprints = words.fingerprints, .bags = "words"});
  EXPECT_NEAR(Found(text, {.measure = Measure::kText, .bags = "words"}), words.found, 0.1);
}

TEST_F(PlanTest, MorePrecisionTakesMore) {
  const BuildOptions index{.measure = Measure::kSimRank};
  EXPECT_LT(Plan(index, 0.3).fingerprints, Plan(index, 0.97).fingerprints);
  EXPECT_EQ(Plan(index, 0.3).fingerprints, Plan(index, 0.3).fingerprints);
}

TEST_F(PlanTest, WhatCannotBePlanned) {
  const auto corpus = Corpus::Open(corpus_);
  for (const double precision : {0.0, 1.0, -0.5}) {
    EXPECT_EQ(PlanFingerprints(*corpus, {}, precision).status().parameter(), "precision");
  }
  const auto classes = PlanFingerprints(*corpus, {.measure = Measure::kXJaccard}, 0.9);
  EXPECT_THAT(classes.status().message(), HasSubstr("only walks and text can"));
  EXPECT_FALSE(PlanFingerprints(*corpus, {.method = Method::kPush}, 0.9).ok());
}

TEST_F(PlanTest, ARecipeCanBePlanned) {
  const auto report = BuildRecipe(corpus_, {}, 0.9);
  ASSERT_TRUE(report.ok()) << report.status().message();
  ASSERT_EQ(report->planned.size(), 1U);  // XJaccard has the usual number
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_EQ(corpus->OpenIndex("psimrank")->info().fingerprints,
            report->planned[0].plan.fingerprints);
  // The same again builds nothing.
  EXPECT_TRUE(BuildRecipe(corpus_, {}, 0.9)->built.empty());
}

}  // namespace
}  // namespace akin
