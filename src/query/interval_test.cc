// The formulas of intervals in cases that are known otherwise; tests/interval_test.cc has their
// coverage.
#include "query/interval.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "query/scoring.h"

namespace akin {
namespace {

// P(X >= x) for a binomial variable of n trials.
double UpperTail(unsigned n, unsigned x, double p) {
  double tail = 0;
  for (unsigned k = x; k <= n; ++k) {
    tail += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                     k * std::log(p) + (n - k) * std::log1p(-p));
  }
  return tail;
}

// At either end of the interval, what is more extreme than what was seen has a probability of about
// 2.5%, if half of what was seen counts (the intervals of Jeffreys are close to that); and all of
// it, by Clopper and Pearson, if there is nothing else.
TEST(IntervalFormulaTest, EqualContributionsHaveTheBinomialInterval) {
  for (const unsigned n : {1U, 2U, 5U, 20U, 100U, 1000U}) {
    for (unsigned x = 0; x <= n; x += 1 + n / 20) {
      for (const double most : {1.0, .6}) {
        const Score score = EstimateOf(most * x / n, {1.0 * n, most * x, most * most * x, most});
        if (x > 0) {
          const double seen = UpperTail(n, x, score.low / most);
          const double beyond = UpperTail(n, x + 1, score.low / most);
          EXPECT_LE((seen + beyond) / 2, .026) << x << " of " << n;
          EXPECT_GE(seen, .012) << x << " of " << n;
          if (x >= 5 && n - x >= 5) {
            EXPECT_GE((seen + beyond) / 2, .019) << x << " of " << n;
          }
        }
        if (x < n) {
          const double seen = 1 - UpperTail(n, x + 1, score.high / most);
          const double beyond = 1 - UpperTail(n, x, score.high / most);
          EXPECT_LE((seen + beyond) / 2, .026) << x << " of " << n;
          EXPECT_GE(seen, .012) << x << " of " << n;
          if (x >= 5 && n - x >= 5) {
            EXPECT_GE((seen + beyond) / 2, .019) << x << " of " << n;
          }
        }
      }
    }
  }
}

TEST(IntervalFormulaTest, NeverMetAndAlwaysMet) {
  const Scoring scoring(Method::kWalks, .6, 10, 100);
  const Score never = scoring.From({});
  EXPECT_EQ(never.value, 0);
  EXPECT_EQ(never.low, 0);
  EXPECT_NEAR(never.high, .6 * (1 - std::pow(.025, .01)), 5e-4);
  EXPECT_NEAR(never.error, never.high / 1.96, 1e-5);
  ScoreSum all;
  for (int f = 0; f < 100; ++f) AddTo(all, scoring.At(1));
  const Score always = scoring.From(all);
  EXPECT_NEAR(always.value, .6, 1e-12);
  EXPECT_NEAR(always.low, .6 * std::pow(.025, .01), 5e-4);
  EXPECT_NEAR(always.high, .6, 1e-12);
  EXPECT_NEAR(always.error, (always.value - always.low) / 1.96, 1e-5);
}

// Squares that are too small for their binary places do not make a score certain.
TEST(IntervalFormulaTest, SmallContributionsAreUncertainToo) {
  for (const unsigned t : {1U, 4U, 7U, 10U}) {
    const Scoring scoring(Method::kWalks, .1, 10, 100);
    const Score score = scoring.From(scoring.At(static_cast<uint8_t>(t)));
    EXPECT_NEAR(score.value, std::pow(.1, t) / 100, 1e-12);
    EXPECT_GT(score.error, 1e-3);
    EXPECT_LT(score.low, .1 * score.value);
    EXPECT_GT(score.high, .1 * 3 / 100);
  }
}

// With many fingerprints both sides are 1.96 standard errors.
TEST(IntervalFormulaTest, BecomesTheNormalInterval) {
  const unsigned n = 1'000'000;
  const Scoring scoring(Method::kClasses, .6, 4, n);
  ScoreSum sums;
  const uint64_t both = scoring.Weight(1) + scoring.Weight(3);
  for (unsigned f = 0; f < n; f += 3) {
    AddTo(sums, {.sum = both, .squares = scoring.SquareOf(both)});
  }
  const double x = .24 + .4 * .6 * .6 * .6;
  const double sigma = x * std::sqrt(2.0 / 9 / n);
  const Score score = scoring.From(sums);
  EXPECT_NEAR((score.value - score.low) / sigma, 1.96, .01);
  EXPECT_NEAR((score.high - score.value) / sigma, 1.96, .01);
  EXPECT_NEAR(score.error / sigma, 1, .01);
}

// Whatever contributions there are: the ends are in the range and on their sides, and the error is
// never 0.
RC_GTEST_PROP(IntervalFormulaTest, ContainsTheScoreAndIsInTheRange, ()) {
  const auto method = *rc::gen::element(Method::kWalks, Method::kClasses);
  const double decay = *rc::gen::element(.001, .1, .6, .99);
  const auto length = *rc::gen::inRange(1U, 20U);
  const auto n = *rc::gen::inRange(1U, 200U);
  const Scoring scoring(method, decay, length, n);
  ScoreSum sums;
  double most = 0;
  for (unsigned t = 1; t <= length; ++t)
    most += MeetingWeight({.method = method, .decay = decay, .length = length}, t);
  if (method == Method::kWalks) most = decay;
  for (unsigned f = 0; f < n; ++f) {
    uint64_t contribution = 0;
    for (unsigned t = 1; t <= length; ++t) {
      if (contribution > 0 && method == Method::kWalks) break;
      if (*rc::gen::arbitrary<bool>()) contribution += scoring.Weight(static_cast<uint8_t>(t));
    }
    AddTo(sums, {.sum = contribution, .squares = scoring.SquareOf(contribution)});
  }
  const Score score = scoring.From(sums);
  RC_ASSERT(score.low >= 0);
  RC_ASSERT(score.low <= score.value);
  RC_ASSERT(score.value <= score.high);
  RC_ASSERT(score.high <= most + 1e-9);
  RC_ASSERT(score.error > 0);
  RC_ASSERT(score.value - 1.96 * score.error <= score.low + 1e-4 * score.error);
  RC_ASSERT(score.value + 1.96 * score.error >= score.high - 1e-4 * score.error);
}

}  // namespace
}  // namespace akin
