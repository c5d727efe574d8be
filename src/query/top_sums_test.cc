#include "query/top_sums.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace akin {
namespace {

TEST(TopSumsTest, AsksForTheKthSum) {
  TopSums best;
  best.Reset({.k = 2, .least = 5});
  EXPECT_EQ(best.threshold(), 5);
  best.Offer(9);
  EXPECT_EQ(best.threshold(), 5);  // there is room for one more
  best.Offer(20);
  EXPECT_EQ(best.threshold(), 9);
  best.Offer(12);
  EXPECT_EQ(best.threshold(), 12);
  best.Offer(6);
  EXPECT_EQ(best.threshold(), 12);
}

RC_GTEST_PROP(TopSumsTest, KnowsTheKthAfterEveryOffer, ()) {
  const auto k = *rc::gen::inRange<size_t>(1, 12);
  const auto sums = *rc::gen::container<std::vector<uint64_t>>(rc::gen::inRange<uint64_t>(1, 100));
  TopSums best;
  best.Reset({.k = k});
  std::vector<uint64_t> sorted;
  for (const uint64_t sum : sums) {
    best.Offer(sum);
    sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), sum, std::greater<>()), sum);
    RC_ASSERT(best.threshold() == (sorted.size() < k ? 1 : sorted[k - 1]));
  }
}

TEST(TopSumsTest, WithoutALimitTheLeastCounts) {
  TopSums best;
  best.Reset({.least = 3});
  best.Offer(100);
  EXPECT_EQ(best.threshold(), 3);
}

// Different meetings may sum 0.6 + 0.36 + 0.36 with different rounding. As doubles these are the
// same score.
TEST(TopSumsTest, LetsInWhatIsTheSameAsADouble) {
  constexpr uint64_t kSum = (uint64_t{1} << 60) + 5100;
  constexpr uint64_t kSame = kSum - 100;
  ASSERT_EQ(static_cast<double>(kSum), static_cast<double>(kSame));
  TopSums best;
  best.Reset({.k = 1});
  best.Offer(kSum);
  EXPECT_LE(best.threshold(), kSame);
  EXPECT_GT(best.threshold(), kSum - 5000);
}

TEST(TopSumsTest, GoesDeeperThanTheKthIfAsked) {
  TopSums best;
  best.Reset({.k = 2, .least = 5, .depth = 0.75});
  best.Offer(200);
  EXPECT_EQ(best.threshold(), 5U);
  best.Offer(100);
  EXPECT_EQ(best.threshold(), 75U);
  best.Offer(80);
  EXPECT_EQ(best.threshold(), 75U);
}

TEST(TopSumsTest, KeepsTheSmallerVerticesOfTies) {
  TopSums best;
  best.Reset({.k = 2, .least = 5});
  EXPECT_FALSE(best.Wants(4, 1));
  EXPECT_TRUE(best.Wants(5, 1));
  for (const VertexId vertex : {9U, 7U, 8U}) {
    if (best.Wants(60, vertex)) best.Offer(60, vertex);
  }
  EXPECT_FALSE(best.Wants(60, 9));
  EXPECT_TRUE(best.Wants(60, 6));
  EXPECT_TRUE(best.Wants(61, 9));
}

// The k best have the largest possible sum, as twins of a page do: no further twin can be a hit.
TEST(TopSumsTest, AskMoreOfAVertexThatTiesWouldRankLast) {
  TopSums best;
  best.Reset({.k = 2});
  best.Offer(60, 7);
  EXPECT_EQ(best.Needed(9), 1U);  // there is room for one more
  best.Offer(60, 8);
  EXPECT_EQ(best.Needed(9), 61U);
  EXPECT_EQ(best.Needed(6), 60U);
  EXPECT_EQ(best.Needed(8), 60U);  // one of the two itself
  best.Offer(70, 20);              // no tie, so its vertex does not count
  EXPECT_EQ(best.Needed(9), 61U);
}

// A larger sum that is the same double is a tie, too.
TEST(TopSumsTest, TiesAreThoseOfDoubles) {
  constexpr uint64_t kSum = (uint64_t{1} << 60) + 5100;
  constexpr uint64_t kSame = kSum - 100;
  TopSums best;
  best.Reset({.k = 2});
  best.Offer(kSame, 7);
  best.Offer(kSum, 20);
  EXPECT_EQ(best.Needed(21), kSame + 1);
  EXPECT_LE(best.Needed(9), kSame);  // it would rank before 20
}

TEST(TopSumsTest, DeeperThanTheKthTiesCount) {
  TopSums best;
  best.Reset({.k = 1, .depth = 0.5});
  best.Offer(60, 7);
  EXPECT_EQ(best.Needed(9), 30U);
}

TEST(TopSumsTest, NothingBelowTheLeastIsWantedAndNobodyNeedsMoreThanEnough) {
  TopSums best;
  best.Reset({.k = 2, .least = 5});
  EXPECT_EQ(best.least(), 5U);
  EXPECT_EQ(best.enough(), 5U);
  best.Offer(9, 30);
  EXPECT_EQ(best.least(), 5U) << "there is room for one more";
  best.Offer(9, 10);
  for (const VertexId vertex : {1U, 20U, 40U}) {
    EXPECT_FALSE(best.Wants(best.least() - 1, vertex));
    EXPECT_LE(best.Needed(vertex), best.enough());
  }
  EXPECT_TRUE(best.Wants(best.least(), 1));
  EXPECT_EQ(best.Needed(40), best.enough()) << "both sums are as large, and of smaller vertices";
}

TEST(TopSumsTest, WithoutALimitTheLeastIsEnough) {
  TopSums best;
  best.Reset({.least = 3});
  best.Offer(100, 1);
  EXPECT_EQ(best.least(), 3U);
  EXPECT_EQ(best.enough(), 3U);
}

TEST(TopSumsTest, IfItGoesDeeperTheThresholdIsEnough) {
  TopSums best;
  best.Reset({.k = 1, .least = 5, .depth = 0.5});
  best.Offer(100, 1);
  EXPECT_EQ(best.enough(), best.threshold());
}

}  // namespace
}  // namespace akin
