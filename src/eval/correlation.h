// How alike two lists of numbers order the same things: Kendall's tau-b and Spearman's rho.
//
// Both handle ties: tau-b divides by the geometric mean of the pairs that either list orders, rho
// gives tied numbers the mean of their ranks and is Pearson's correlation of the ranks. Undefined
// if either list is all ties, or shorter than two.
//
// Cost: O(n log n).
#ifndef AKIN_SRC_EVAL_CORRELATION_H_
#define AKIN_SRC_EVAL_CORRELATION_H_

#include <optional>
#include <span>

#include "eval/gamma.h"

namespace akin {

// Lists of one length, without NaN. Pairs that both lists order, in the same way or not.
PairCounts CountOrderedPairs(std::span<const double> a, std::span<const double> b);
std::optional<double> KendallTau(std::span<const double> a, std::span<const double> b);
std::optional<double> SpearmanRho(std::span<const double> a, std::span<const double> b);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_CORRELATION_H_
