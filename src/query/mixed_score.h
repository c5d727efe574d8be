// The scores of several indexes as one.
//
// Error: estimates from independent fingerprints have a standard error of the root of the sum of
// (w_i e_i)^2. Estimates of one group make the same choices, so they are not independent; their
// errors are added, which is never too small. So are bounds: error = root of squares + bounds.
//
// Interval: each side, in the same way, from that side of the intervals of the parts. So value -
// low is the root of the sum of (w_i (s_i - low_i))^2, plus bounds (Zou and Donner 2008: the
// squared distance from an estimate to an end of its interval recovers the variance that it would
// have if that end were true, and variances add).
#ifndef AKIN_SRC_QUERY_MIXED_SCORE_H_
#define AKIN_SRC_QUERY_MIXED_SCORE_H_

#include <cstddef>
#include <span>

#include "akin/corpus.h"

namespace akin {

struct MixedTerm {
  double weight = 1;
  bool bounded = false;  // its error is a bound
  size_t group = 0;      // terms of one group are not independent; below the number of terms
  Score score;
};

Score MixedScore(std::span<const MixedTerm> terms);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_MIXED_SCORE_H_
