// Scores whose error is a bound, not a matter of chance.
#ifndef AKIN_SRC_QUERY_BOUNDED_SCORE_H_
#define AKIN_SRC_QUERY_BOUNDED_SCORE_H_

#include <algorithm>

#include "akin/corpus.h"

namespace akin {

// The range of a measure.
struct ScoreRange {
  double least = 0;
  double most = 1;
};

// The score lies within `error` of the value, and in the range.
inline Score BoundedScore(double value, double error, const ScoreRange& range = {}) {
  return {.value = value,
          .error = error,
          .low = std::min(value, std::max(range.least, value - error)),
          .high = std::max(value, std::min(range.most, value + error))};
}

inline Score ExactScore(double value) { return BoundedScore(value, 0); }

}  // namespace akin

#endif  // AKIN_SRC_QUERY_BOUNDED_SCORE_H_
