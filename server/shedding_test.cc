#include "server/shedding.h"

#include <gtest/gtest.h>

namespace akin::server {
namespace {

TEST(SheddingTest, FingerprintsFollowTheLoad) {
  const FingerprintRange range{.least = 20, .most = 90};
  EXPECT_EQ(EffortUnder(0, range).fingerprints, 90U);
  EXPECT_EQ(EffortUnder(1.0 / 16, range).fingerprints, 90U);
  EXPECT_EQ(EffortUnder(9.0 / 32, range).fingerprints, 55U);
  EXPECT_EQ(EffortUnder(0.5, range).fingerprints, 20U);
  EXPECT_EQ(EffortUnder(1, range).fingerprints, 20U);
  EXPECT_FALSE(EffortUnder(0, range).closer_look);
  EXPECT_FALSE(EffortUnder(0, range).full());
  EXPECT_TRUE(EffortUnder(0).full());
}

}  // namespace
}  // namespace akin::server
