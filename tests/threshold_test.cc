// FR theorem 7 on a graph: expected recall and precision of a threshold query, by many indexes with
// different seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "akin/akin.h"
#include "akin/statistics.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

class ThresholdTest : public IndexTest {};

// 400 seeds of 20 fingerprints. The recall of one seed lies in [0, 1], so by Hoeffding the mean is
// below its expectation by more than sqrt(ln(1e7) / 800) = 0.142 with a probability of 1e-7. The
// bounds at gap 0.25 are 0.657 for recall, which then must be seen to exceed 0.515, and 0.343 for
// the share of vertices below the gap that are found, which must stay below 0.485.
TEST_F(ThresholdTest, RecallAndPrecisionAreAsPromised) {
  constexpr unsigned kFingerprints = 20;
  constexpr double kGap = 0.25;
  constexpr double kAlpha = 0.3;
  constexpr unsigned kSeeds = 400;
  const double slack = std::sqrt(std::log(1e7) / (2.0 * kSeeds));
  // 3 and 4 have the in-neighbours of 1; others share half of theirs with it, or nothing.
  MakeCorpus(TestGraph(12, {{9, 1},
                            {9, 2},
                            {9, 3},
                            {9, 4},
                            {10, 5},
                            {9, 5},
                            {10, 6},
                            {9, 6},
                            {11, 7},
                            {9, 7},
                            {11, 8},
                            {10, 8},
                            {11, 2}}),
             corpus_);
  const auto corpus = Corpus::Open(corpus_);
  const VertexId query = *corpus->Find("2");  // vertex 1: names count from 1
  // Walks of ten steps; the rest is far below the gap.
  const auto exact = ExactRelated(*corpus, query, ExactOptions{.iterations = 10}, {.k = 0});
  ASSERT_TRUE(exact.ok()) << exact.status().message();
  std::set<VertexId> above;
  std::set<VertexId> not_below;
  for (const Hit& hit : exact->hits) {
    if (hit.score.value > kAlpha + kGap) above.insert(hit.vertex);
    if (hit.score.value > kAlpha - kGap) not_below.insert(hit.vertex);
  }
  ASSERT_GE(above.size(), 2U);
  ASSERT_LT(not_below.size(), corpus->vertices() - 1);
  double recall = 0;
  double found = 0;
  double wrong = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto answer = corpus->RelatedByWalking(
        query, {.fingerprints = kFingerprints, .seed = seed}, {.k = 0, .min_score = kAlpha});
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    double right = 0;
    for (const Hit& hit : answer->hits) {
      right += above.contains(hit.vertex) ? 1 : 0;
      wrong += not_below.contains(hit.vertex) ? 0 : 1;
    }
    found += static_cast<double>(answer->hits.size());
    recall += right / static_cast<double>(above.size());
  }
  EXPECT_GT(recall / kSeeds, ThresholdRecall(kFingerprints, kGap) - slack);
  EXPECT_LE(recall / kSeeds, 1);
  // The expectation behind the bound on precision: a vertex below the gap is found with a
  // probability of at most exp(-6/7 N gap^2).
  const auto below = static_cast<double>(corpus->vertices() - 1 - not_below.size());
  EXPECT_LT(wrong / kSeeds, below * (1 - ThresholdRecall(kFingerprints, kGap) + slack));
  EXPECT_GT(found, 0);
}

// A least score that differs from a hit's only by rounding, as a number that a user has read does,
// does not part them.
TEST_F(ThresholdTest, RoundingDoesNotLoseHits) {
  MakeCorpus(TestGraph::Random(40, 160, 5), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  const Index push = BuildAndOpen({.method = Method::kPush});
  for (VertexId v = 0; v < 40; v += 7) {
    const auto expect_kept = [&](const auto& related) {
      const auto all = related(RelatedOptions{.k = 0});
      for (const Hit& wanted : all->hits) {
        const auto has = [&](double least) {
          const auto answer = related(RelatedOptions{.k = 0, .min_score = least});
          return std::any_of(answer->hits.begin(), answer->hits.end(),
                             [&](const Hit& hit) { return hit.vertex == wanted.vertex; });
        };
        EXPECT_TRUE(has(std::nextafter(wanted.score.value, 1)));
        EXPECT_FALSE(has(ScoreAbove(wanted.score.value)));
      }
    };
    expect_kept([&](const RelatedOptions& options) {
      return ExactRelated(*corpus, v, ExactOptions{.iterations = 10}, options);
    });
    expect_kept([&](const RelatedOptions& options) { return push.Related(v, options); });
  }
}

}  // namespace
}  // namespace akin
