#include "linear/chance_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace akin {
namespace {

double Binomial(uint64_t trues, uint64_t trials, double chance) {
  const auto k = static_cast<double>(trues);
  const auto n = static_cast<double>(trials);
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                  k * std::log(chance) + (n - k) * std::log(1 - chance));
}

// Adds up exactly how often each of the bounds is wrong.
TEST(ChanceBoundsTest, FailAsSeldomAsTheySay) {
  constexpr double kLogFailure = 3;
  double worst = 0;
  for (const uint64_t trials : {1, 2, 10, 100, 1000}) {
    for (const double chance : {1e-3, 0.01, 0.1, 0.3, 0.5, 0.9, 0.999}) {
      double too_high = 0;
      double too_low = 0;
      for (uint64_t trues = 0; trues <= trials; ++trues) {
        const ChanceBounds bounds = BoundChance(trues, trials, kLogFailure);
        EXPECT_LE(bounds.low, static_cast<double>(trues) / static_cast<double>(trials));
        EXPECT_GE(bounds.high, static_cast<double>(trues) / static_cast<double>(trials));
        if (bounds.low > chance) too_high += Binomial(trues, trials, chance);
        if (bounds.high < chance) too_low += Binomial(trues, trials, chance);
      }
      EXPECT_LE(too_high, std::exp(-kLogFailure));
      EXPECT_LE(too_low, std::exp(-kLogFailure));
      worst = std::max({worst, too_high, too_low});
    }
  }
  EXPECT_GT(worst, 0.2 * std::exp(-kLogFailure)) << "the bounds are too wide";
}

TEST(ChanceBoundsTest, EndsAreKnown) {
  EXPECT_NEAR(BoundChance(0, 1000, 5).high, 1 - std::exp(-0.005), 1e-9);
  EXPECT_EQ(BoundChance(0, 1000, 5).low, 0);
  EXPECT_NEAR(BoundChance(1000, 1000, 5).low, std::exp(-0.005), 1e-9);
  EXPECT_EQ(BoundChance(1000, 1000, 5).high, 1);
  EXPECT_EQ(BoundChance(0, 0, 5).low, 0);
  EXPECT_EQ(BoundChance(0, 0, 5).high, 1);
}

TEST(ChanceBoundsTest, TheNumberOfTrialsIsAboutRight) {
  for (const double chance : {0.0, 0.01, 0.2, 0.5}) {
    for (const double half : {0.001, 0.01, 0.1}) {
      const double trials = TrialsFor(chance, half, 30);
      const ChanceBounds bounds =
          BoundChance(static_cast<uint64_t>(chance * trials), static_cast<uint64_t>(trials), 30);
      EXPECT_NEAR((bounds.high - bounds.low) / (2 * half), 1, 0.5) << chance << " " << half;
    }
  }
}

}  // namespace
}  // namespace akin
