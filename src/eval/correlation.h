// How similarly two lists of numbers order the same things: Kendall's tau-b and Spearman's rho.
//
// Both handle ties: tau-b divides by the geometric mean of the pairs that either list orders, rho
// gives tied numbers the mean of their ranks and is Pearson's correlation of the ranks. Undefined
// if all numbers of a list are equal, or there are fewer than two.
//
// Cost: O(n log n).
#ifndef AKIN_SRC_EVAL_CORRELATION_H_
#define AKIN_SRC_EVAL_CORRELATION_H_

#include <optional>
#include <span>

#include "eval/gamma.h"

namespace akin {

// Counts the pairs that both lists order, in the same way or not. Equal lengths, no NaN.
PairCounts CountOrderedPairs(std::span<const double> a, std::span<const double> b);
std::optional<double> KendallTau(std::span<const double> a, std::span<const double> b);
std::optional<double> SpearmanRho(std::span<const double> a, std::span<const double> b);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_CORRELATION_H_
