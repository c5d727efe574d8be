// How similarly two lists of numbers order the same things: Kendall's tau and Spearman's rho.
//
// tau-a is (agree - disagree) / all pairs (YU section 7.1); pairs tied in either list count as
// neither, so with ties it stays below 1. tau-b divides by the geometric mean of the pairs that
// either list orders. rho gives tied numbers the mean of their ranks and is Pearson's correlation
// of the ranks; without ties that is the formula of YU section 7.1. tau-a is undefined for fewer
// than two numbers, the others also if all numbers of a list are equal. Which numbers are tied:
// query/ranking.h.
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
std::optional<double> KendallTauA(std::span<const double> a, std::span<const double> b);
std::optional<double> KendallTau(std::span<const double> a, std::span<const double> b);
std::optional<double> SpearmanRho(std::span<const double> a, std::span<const double> b);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_CORRELATION_H_
