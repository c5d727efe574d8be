#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "akin/eval.h"
#include "base/random.h"

namespace akin {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

MetricResult With(std::vector<float> values, Metric metric = Metric::kNdcg) {
  MetricResult result{.metric = metric};
  result.values = std::move(values);
  return result;
}

Difference Between(const MetricResult& first, const MetricResult& second,
                   const EvalOptions& options = {}) {
  const MetricResult* others[] = {&second};
  const auto differences = Compare(first, others, options);
  EXPECT_TRUE(differences.ok()) << differences.status().message();
  return differences.ok() ? differences->front() : Difference{};
}

// Queries differ much more than systems, so that intervals of the two means overlap widely. The
// difference at every query is nevertheless clear.
TEST(CompareTest, WhatQueriesHaveInCommonCancelsOut) {
  std::vector<float> one, two;
  for (int q = 0; q < 40; ++q) {
    one.push_back(static_cast<float>(q % 10) / 10 + 0.01F + 0.001F * static_cast<float>(q % 3));
    two.push_back(static_cast<float>(q % 10) / 10);
  }
  const Difference difference = Between(With(one), With(two));
  EXPECT_TRUE(difference.real());
  EXPECT_NEAR(difference.mean.value, 0.011, 0.0005);
  EXPECT_GT(difference.mean.low, 0.01);
  EXPECT_EQ(difference.mean.queries, 40U);
  EXPECT_FALSE(Between(With(one), With(one)).real());
}

TEST(CompareTest, OnlyQueriesOfBothCount) {
  const Difference difference =
      Between(With({0.5F, kNone, 0.9F, kNone, 0.3F}), With({0.25F, 0.1F, kNone, kNone, 0.3F}));
  EXPECT_EQ(difference.mean.queries, 2U);
  EXPECT_DOUBLE_EQ(difference.mean.value, 0.125);
  EXPECT_EQ(difference.only_first, 1U);
  EXPECT_EQ(difference.only_second, 1U);
  EXPECT_FALSE(difference.same_queries());
  const Difference none = Between(With({0.5F, kNone}), With({kNone, 0.5F}));
  EXPECT_FALSE(none.mean.defined());
  EXPECT_FALSE(none.real());
}

TEST(CompareTest, FewQueriesProveNothing) {
  EXPECT_FALSE(Between(With({1, 1, 1, 1, 1}), With({0, 0, 0, 0, 0})).real());
  EXPECT_TRUE(Between(With({1, 1, 1, 1, 1, 1}), With({0, 0, 0, 0, 0, 0})).real());
}

// 400 pairs of systems whose queries differ by noise alone, compared at 95%: 20 are expected to be
// called different. The number is binomial up to the error of the bootstrap; more than 60 or fewer
// than 2 have a probability below 1e-6 for any true level from 3.5% to 7%.
TEST(CompareTest, NoiseIsSeldomCalledADifference) {
  int called = 0;
  for (uint64_t pair = 0; pair < 400; ++pair) {
    const RandomStream draws(7, pair, 0);
    std::vector<float> one, two;
    for (uint64_t q = 0; q < 60; ++q) {
      one.push_back(static_cast<float>(draws.Below(2 * q, 1000)));
      two.push_back(static_cast<float>(draws.Below(2 * q + 1, 1000)));
    }
    called += Between(With(one), With(two), {.resamples = 400}).real() ? 1 : 0;
  }
  EXPECT_GE(called, 2);
  EXPECT_LE(called, 60);
}

TEST(CompareTest, IntervalsAreWiderForMoreSystems) {
  std::vector<float> one, two;
  for (uint64_t q = 0; q < 50; ++q) {
    const RandomStream draws(3, q, 0);
    one.push_back(static_cast<float>(draws.Below(0, 1000)));
    two.push_back(static_cast<float>(draws.Below(1, 1000)));
  }
  const MetricResult first = With(one);
  const MetricResult second = With(two);
  const std::vector<const MetricResult*> many(10, &second);
  const Difference alone = Between(first, second);
  const auto among = Compare(first, many);
  ASSERT_TRUE(among.ok());
  ASSERT_EQ(among->size(), 10U);
  EXPECT_LT((*among)[0].mean.low, alone.mean.low);
  EXPECT_GT((*among)[0].mean.high, alone.mean.high);
  EXPECT_EQ((*among)[0].mean.value, alone.mean.value);
  EXPECT_TRUE(Compare(first, {}).ok());
}

TEST(CompareTest, OnlyLikeIsComparedWithLike) {
  const MetricResult first = With({1, 2});
  for (const MetricResult& other :
       {With({1, 2}, Metric::kGamma), With({1, 2, 3}), MetricResult{.metric = Metric::kNdcg}}) {
    const MetricResult* others[] = {&other};
    EXPECT_EQ(Compare(first, others).status().code(), Code::kInvalidArgument);
  }
}

RC_GTEST_PROP(CompareTest, TheOtherWayRoundIsTheNegative, ()) {
  const auto count = *rc::gen::inRange<size_t>(1, 40);
  const auto value = rc::gen::map(
      rc::gen::inRange(-1, 100), [](int n) { return n < 0 ? kNone : static_cast<float>(n) / 100; });
  const auto one = *rc::gen::container<std::vector<float>>(count, value);
  const auto two = *rc::gen::container<std::vector<float>>(count, value);
  const EvalOptions options{.resamples = 50};
  const Difference there = Between(With(one), With(two), options);
  const Difference back = Between(With(two), With(one), options);
  RC_ASSERT(there.mean.queries == back.mean.queries);
  RC_ASSERT(there.only_first == back.only_second);
  RC_ASSERT(std::abs(there.mean.value + back.mean.value) < 1e-9);
  RC_ASSERT(std::abs(there.mean.low + back.mean.high) < 1e-6);
  RC_ASSERT(there.real() == back.real());
}

}  // namespace
}  // namespace akin
