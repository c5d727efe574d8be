#include "query/ranking.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace akin {
namespace {

std::vector<VertexId> Vertices(const std::vector<Hit>& hits) {
  std::vector<VertexId> vertices;
  for (const Hit& hit : hits) vertices.push_back(hit.vertex);
  return vertices;
}

// There are few different scores, so there are many ties.
RC_GTEST_PROP(BestHitsProperty, KeepsWhatSortingKeeps, ()) {
  const auto scores = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8));
  const auto k = *rc::gen::inRange(0U, 6U);
  std::vector<Hit> all;
  BestHits best(k);
  for (size_t i = 0; i < scores.size(); ++i) {
    const Hit hit{.vertex = static_cast<VertexId>(scores.size() - i),
                  .score = {.value = scores[i] / 8.0}};
    all.push_back(hit);
    if (best.Wants(hit.score.value)) best.Add(hit);
  }
  KeepBest(all, k);
  RC_ASSERT(Vertices(best.Take()) == Vertices(all));
}

Hit HitOf(VertexId vertex, double score) { return {.vertex = vertex, .score = {.value = score}}; }

TEST(RankingTest, ScoresThatDifferByRoundingRankByName) {
  const double more = 0.1 + 0.2;  // 0.30000000000000004
  ASSERT_NE(more, 0.3);
  std::vector<Hit> hits = {HitOf(1, 0.2), HitOf(9, more), HitOf(4, 0.3), HitOf(7, 0.3 - 1e-16),
                           HitOf(3, 0.3 - 1e-9)};
  std::vector<Hit> first = hits;
  KeepBest(hits, 0);
  EXPECT_EQ(Vertices(hits), (std::vector<VertexId>{4, 7, 9, 3, 1}));
  KeepBest(first, 2);  // also where the list is cut
  EXPECT_EQ(Vertices(first), (std::vector<VertexId>{4, 7}));
}

TEST(RankingTest, TiesAreRelative) {
  // Tiny scores that differ are no ties, and neither is 0.
  EXPECT_EQ(TieLevels(std::vector<double>{1e-15, 0, 2e-15, 2e-15 * (1 + 1e-14)}),
            (std::vector<double>{-1, -2, 0, 0}));
  EXPECT_EQ(TieLevels(std::vector<double>{1e6, 1e6 * (1 - 1e-11), 1e6 * (1 - 1e-13)}),
            (std::vector<double>{0, -1, 0}));
  EXPECT_TRUE(TieLevels({}).empty());
}

// Rounding moves scores by a few units in the last place. It must not change the order, however
// hits come.
RC_GTEST_PROP(RankingProperty, RoundingDoesNotChangeTheOrder, ()) {
  const auto scores = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 6));
  const auto k = *rc::gen::inRange(0U, 6U);
  std::vector<Hit> clean;
  std::vector<Hit> rounded;
  BestHits best(k);
  for (size_t i = 0; i < scores.size(); ++i) {
    const auto vertex = static_cast<VertexId>((i * 7919) % 10007);
    const double score = scores[i] / 7.0;
    const double off = *rc::gen::inRange(-8, 9) * 1e-16 * score;
    clean.push_back(HitOf(vertex, score));
    rounded.push_back(HitOf(vertex, score + off));
    if (best.Wants(score + off)) best.Add(rounded.back());
  }
  KeepBest(clean, k);
  KeepBest(rounded, k);
  RC_ASSERT(Vertices(rounded) == Vertices(clean));
  RC_ASSERT(Vertices(best.Take()) == Vertices(clean));
}

}  // namespace
}  // namespace akin
