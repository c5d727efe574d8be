#include "eval/gamma.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace akin {
namespace {

TEST(GammaTest, HandWorkedWithTies) {
  // Scores 5 | 4 4 | 3 | 1; distances 0 | 1 0 | 1 | 3.
  const std::vector<RankedHit> hits = {{5, 0}, {4, 1}, {4, 0}, {3, 1}, {1, 3}};
  const GammaCounts counts = CountPairs(hits);
  // Same class against siblings: (5,4) (5,3) (4,3) agree, (4,4) is a tie.
  EXPECT_EQ(counts.against[1], (PairCounts{.agree = 3, .disagree = 0}));
  EXPECT_EQ(counts.against[2], PairCounts{});
  EXPECT_EQ(counts.against[3], (PairCounts{.agree = 2, .disagree = 0}));
  EXPECT_EQ(counts.all,
            (PairCounts{.agree = 7, .disagree = 0}));  // and both siblings before the last
}

TEST(GammaTest, ReversedOrderDisagrees) {
  const std::vector<RankedHit> hits = {{3, 3}, {2, 1}, {1, 0}};
  const GammaCounts counts = CountPairs(hits);
  EXPECT_EQ(counts.against[1], (PairCounts{.agree = 0, .disagree = 1}));
  EXPECT_EQ(counts.all, (PairCounts{.agree = 0, .disagree = 3}));
}

TEST(GammaTest, NothingToCompareIsNoPair) {
  EXPECT_EQ(CountPairs({}).all.total(), 0);
  const std::vector<RankedHit> one = {{1, 0}};
  EXPECT_EQ(CountPairs(one).all.total(), 0);
  const std::vector<RankedHit> one_class = {{3, 0}, {2, 0}, {1, 0}};
  EXPECT_EQ(CountPairs(one_class).all.total(), 0);
  const std::vector<RankedHit> tied = {{1, 0}, {1, 1}, {1, 3}};
  EXPECT_EQ(CountPairs(tied).all.total(), 0);
  const std::vector<RankedHit> unknown = {{3, kNoClass}, {2, 0}, {1, kNoClass}};
  EXPECT_EQ(CountPairs(unknown).all.total(), 0);
}

RC_GTEST_PROP(GammaTest, EqualsCountingAllPairs, ()) {
  auto hits = *rc::gen::container<std::vector<RankedHit>>(rc::gen::map(
      rc::gen::pair(rc::gen::inRange(0, 6), rc::gen::element<uint8_t>(0, 1, 2, 3, kNoClass)),
      [](const auto& pair) {
        return RankedHit{.score = static_cast<double>(pair.first), .distance = pair.second};
      }));
  std::stable_sort(hits.begin(), hits.end(),
                   [](const RankedHit& a, const RankedHit& b) { return a.score > b.score; });
  GammaCounts expected;
  for (const RankedHit& near : hits) {
    for (const RankedHit& far : hits) {
      if (near.distance == kNoClass || far.distance == kNoClass) continue;
      if (near.distance >= far.distance || near.score == far.score) continue;
      const bool agree = near.score > far.score;
      ++(agree ? expected.all.agree : expected.all.disagree);
      if (near.distance != 0) continue;
      PairCounts& pairs = expected.against[far.distance];
      ++(agree ? pairs.agree : pairs.disagree);
    }
  }
  const GammaCounts counts = CountPairs(hits);
  RC_ASSERT(counts.all == expected.all);
  for (size_t d = 1; d < kFamilialDistances; ++d) {
    RC_ASSERT(counts.against[d] == expected.against[d]);
  }
}

TEST(GammaTest, TiesAreThoseOfRankings) {
  // Scores of c = 0.1 and 10 steps: 1e-12 and 2e-12 are different, 0.3 and 0.1 + 0.2 are not. The
  // ties come in the order of names.
  const std::vector<RankedHit> hits = {{0.3, 1}, {0.1 + 0.2, 0}, {2e-12, 1}, {1e-12, 0}};
  const GammaCounts counts = CountPairs(hits);
  EXPECT_EQ(counts.all, (PairCounts{.agree = 1, .disagree = 2}));
}

TEST(GammaTest, TheQueryItselfCanCount) {
  const std::vector<RankedHit> hits = {{0.9, 1}, {0.5, 0}, {0.4, 3}};
  // Alone: 0 before 3 agrees, 1 before 0 does not. With the query: it is before all three.
  EXPECT_EQ(CountPairs(hits).against[1], (PairCounts{.disagree = 1}));
  const GammaCounts kept = CountPairs(hits, true);
  EXPECT_EQ(kept.against[1], (PairCounts{.agree = 1, .disagree = 1}));
  EXPECT_EQ(kept.against[3], (PairCounts{.agree = 2}));
  EXPECT_EQ(kept.all, (PairCounts{.agree = 4, .disagree = 1}));
}

}  // namespace
}  // namespace akin
