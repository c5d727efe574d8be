// Compares with plain transcriptions of the definitions; tests/eval_reference_test.cc compares with
// scipy.
#include "eval/correlation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace akin {
namespace {

using Numbers = std::vector<double>;

TEST(CorrelationTest, HandWorked) {
  const Numbers a = {1, 2, 3, 4};
  EXPECT_NEAR(*KendallTau(a, a), 1, 1e-15);
  EXPECT_NEAR(*SpearmanRho(a, a), 1, 1e-15);
  const Numbers reversed = {9, 7, 4, 0};
  EXPECT_NEAR(*KendallTau(a, reversed), -1, 1e-15);
  EXPECT_NEAR(*SpearmanRho(a, reversed), -1, 1e-15);
  // One swap of neighbours: 5 pairs agree, 1 does not; rho = 1 - 6 * 2 / (4 * 15).
  const Numbers exchanged = {1, 3, 2, 4};
  EXPECT_NEAR(*KendallTau(a, exchanged), 4.0 / 6, 1e-15);
  EXPECT_NEAR(*SpearmanRho(a, exchanged), 0.8, 1e-15);
  // Ties: of 6 pairs b orders 5; 5 agree. tau-b = 5 / sqrt(6 * 5).
  const Numbers tied = {1, 2, 2, 4};
  EXPECT_NEAR(*KendallTau(a, tied), 5 / std::sqrt(30.0), 1e-15);
}

TEST(CorrelationTest, TauADividesByAllPairs) {
  const Numbers a = {1, 2, 3, 4};
  EXPECT_NEAR(*KendallTauA(a, Numbers{1, 3, 2, 4}), 4.0 / 6, 1e-15);
  EXPECT_NEAR(*KendallTauA(a, Numbers{1, 2, 2, 4}), 5.0 / 6, 1e-15);
  EXPECT_EQ(*KendallTauA(a, Numbers{7, 7, 7, 7}), 0);
  EXPECT_FALSE(KendallTauA(Numbers{1}, Numbers{1}).has_value());
}

// Two ways to the same numbers agree, though each breaks ties in its last digits.
TEST(CorrelationTest, RoundingIsNoOrder) {
  const Numbers clean = {0.5, 0.3, 0.3, 0.3, 0.1, 0.1};
  const Numbers rounded = {0.5, 0.1 + 0.2, 0.3, 0.3 - 1e-16, 0.1, 0.1 + 1e-17};
  ASSERT_NE(rounded[1], rounded[2]);
  EXPECT_NEAR(*KendallTau(clean, rounded), 1, 1e-15);
  EXPECT_NEAR(*SpearmanRho(clean, rounded), 1, 1e-15);
  const PairCounts pairs = CountOrderedPairs(rounded, Numbers{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(pairs.total(), 15 - 3 - 1);
}

TEST(CorrelationTest, UndefinedWithoutAnOrder) {
  for (const Numbers& list : {Numbers{}, Numbers{3}, Numbers{2, 2, 2}}) {
    Numbers other(list.size());
    for (size_t i = 0; i < other.size(); ++i) other[i] = static_cast<double>(i);
    EXPECT_FALSE(KendallTau(list, other).has_value());
    EXPECT_FALSE(KendallTau(other, list).has_value());
    EXPECT_FALSE(SpearmanRho(list, other).has_value());
  }
}

double PlainPearson(const Numbers& x, const Numbers& y) {
  const auto mean = [](const Numbers& list) {
    double sum = 0;
    for (const double v : list) sum += v;
    return sum / static_cast<double>(list.size());
  };
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean(x)) * (y[i] - mean(y));
    xx += (x[i] - mean(x)) * (x[i] - mean(x));
    yy += (y[i] - mean(y)) * (y[i] - mean(y));
  }
  return xy / std::sqrt(xx * yy);
}

Numbers PlainRanks(const Numbers& list) {
  Numbers ranks;
  for (const double v : list) {
    const auto less = std::count_if(list.begin(), list.end(), [&](double w) { return w < v; });
    const auto equal = std::count(list.begin(), list.end(), v);
    ranks.push_back(static_cast<double>(less) + (static_cast<double>(equal) + 1) / 2);
  }
  return ranks;
}

RC_GTEST_PROP(CorrelationTest, EqualsTheDefinitions, ()) {
  const auto pairs = *rc::gen::container<std::vector<std::pair<int, int>>>(
      rc::gen::pair(rc::gen::inRange(0, 8), rc::gen::inRange(0, 8)));
  Numbers a;
  Numbers b;
  for (const auto& [x, y] : pairs) {
    a.push_back(x);
    b.push_back(y);
  }
  double agree = 0;
  double disagree = 0;
  double ordered_a = 0;
  double ordered_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const double sign = (a[i] - a[j]) * (b[i] - b[j]);
      agree += sign > 0 ? 1 : 0;
      disagree += sign < 0 ? 1 : 0;
      ordered_a += a[i] != a[j] ? 1 : 0;
      ordered_b += b[i] != b[j] ? 1 : 0;
    }
  }
  const PairCounts counts = CountOrderedPairs(a, b);
  RC_ASSERT(counts.agree == static_cast<uint64_t>(agree));
  RC_ASSERT(counts.disagree == static_cast<uint64_t>(disagree));
  const auto tau = KendallTau(a, b);
  const bool defined = ordered_a > 0 && ordered_b > 0;
  RC_ASSERT(tau.has_value() == defined);
  RC_ASSERT(SpearmanRho(a, b).has_value() == defined);
  if (!defined) return;
  RC_ASSERT(std::abs(*tau - (agree - disagree) / std::sqrt(ordered_a * ordered_b)) < 1e-12);
  RC_ASSERT(std::abs(*SpearmanRho(a, b) - PlainPearson(PlainRanks(a), PlainRanks(b))) < 1e-12);
}

}  // namespace
}  // namespace akin
