#include "server/hedging.h"

#include <gtest/gtest.h>

namespace akin::server {
namespace {

using Micro = Hedging::Duration;

TEST(HedgingTest, WaitsAsLongAsNearlyAllAnswersTake) {
  Hedging hedging;
  EXPECT_EQ(hedging.Delay(), Micro(100'000));
  for (int i = 0; i < 95; ++i) hedging.Observe(Micro(1000));
  for (int i = 0; i < 5; ++i) hedging.Observe(Micro(500'000));
  EXPECT_GE(hedging.Delay(), Micro(1000));
  EXPECT_LE(hedging.Delay(), Micro(1300));
  for (int i = 0; i < 20; ++i) hedging.Observe(Micro(500'000));
  EXPECT_GE(hedging.Delay(), Micro(500'000));
}

TEST(HedgingTest, ForgetsWhatWasLongAgo) {
  Hedging hedging;
  for (int i = 0; i < 900; ++i) hedging.Observe(Micro(500'000));
  for (int i = 0; i < 10'000; ++i) hedging.Observe(Micro(100));
  EXPECT_LE(hedging.Delay(), Micro(130));
}

TEST(HedgingTest, SpendsATwentiethOfWhatItEarns) {
  Hedging hedging;
  while (hedging.Spend()) {
  }
  int spent = 0;
  for (int i = 0; i < 10'000; ++i) {
    hedging.Earn();
    if (hedging.Spend()) ++spent;
  }
  EXPECT_EQ(spent, 500);
}

TEST(HedgingTest, SavesOnlySoMuch) {
  Hedging hedging;
  for (int i = 0; i < 100'000; ++i) hedging.Earn();
  int spent = 0;
  while (hedging.Spend()) ++spent;
  EXPECT_EQ(spent, 10);
}

}  // namespace
}  // namespace akin::server
