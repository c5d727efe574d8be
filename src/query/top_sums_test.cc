#include "query/top_sums.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace akin
