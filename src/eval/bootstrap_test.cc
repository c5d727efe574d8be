#include "eval/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace akin {
namespace {

TEST(BootstrapTest, AMeanIsBetweenItsBounds) {
  const std::vector<float> values = {0, 1, 1, 0, 1, 0, 0, 1, 1, 1};
  const std::vector<float> ones(values.size(), 1);
  const Average average = Bootstrap(values.size(), 500, 0.9, 1).Of(values, ones);
  EXPECT_NEAR(average.value, 0.6, 1e-7);
  EXPECT_LT(average.low, 0.6);
  EXPECT_GT(average.high, 0.6);
  EXPECT_EQ(average.queries, 10U);
}

TEST(BootstrapTest, PooledSharesWeighByTheirWholes) {
  const std::vector<float> parts = {1, 0, 9};
  const std::vector<float> wholes = {1, 0, 19};
  const Average average = Bootstrap(3, 100, 0.95, 1).Of(parts, wholes);
  EXPECT_NEAR(average.value, 0.5, 1e-7);
  EXPECT_EQ(average.queries, 2U);
  EXPECT_GE(average.low, 9.0 / 19 - 1e-6);
  EXPECT_LE(average.high, 1.0);
}

TEST(BootstrapTest, NothingIsUndefinedAndNeverNan) {
  const std::vector<float> none(4, 0);
  const Average average = Bootstrap(4, 100, 0.95, 1).Of(none, none);
  EXPECT_FALSE(average.defined());
  EXPECT_EQ(average.value, 0);
  EXPECT_FALSE(Bootstrap(0, 100, 0.95, 1).Of({}, {}).defined());
}

TEST(BootstrapTest, OneQueryHasAnIntervalOfItsOwnValue) {
  const std::vector<float> value = {0.25};
  const std::vector<float> one = {1};
  const Average average = Bootstrap(1, 100, 0.95, 1).Of(value, one);
  EXPECT_EQ(average.low, 0.25);
  EXPECT_EQ(average.high, 0.25);
}

// The interval of a mean of n values of standard deviation s is about 1.96 s / sqrt(n) to either
// side. With 4,000 resamples, the quantiles deviate by less than a tenth of that with probability
// above 1 - 1e-6: the standard error of a 2.5% quantile of a normal distribution is
// sqrt(0.025 * 0.975 / 4000) / 0.0584 = 0.042 standard errors of the mean, and 0.196 of these are
// 4.6 of it. To allow for two tails of 2e-6, the test uses 0.25.
TEST(BootstrapTest, IntervalsHaveTheWidthOfTheNormalLaw) {
  constexpr size_t kQueries = 2000;
  const RandomStream numbers(7, 0, 0);
  std::vector<float> values(kQueries);
  double sum = 0;
  double squares = 0;
  for (size_t i = 0; i < kQueries; ++i) {
    values[i] = static_cast<float>(numbers.Below(i, 1000)) / 1000;
    sum += values[i];
    squares += values[i] * values[i];
  }
  const double mean = sum / kQueries;
  const double error = std::sqrt((squares / kQueries - mean * mean) / kQueries);
  const std::vector<float> ones(kQueries, 1);
  const Average average = Bootstrap(kQueries, 4000, 0.95, 1).Of(values, ones);
  EXPECT_NEAR(average.low, mean - 1.96 * error, 0.25 * error);
  EXPECT_NEAR(average.high, mean + 1.96 * error, 0.25 * error);
}

}  // namespace
}  // namespace akin
