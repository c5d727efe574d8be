// What all solvers that iterate a definition take.
#ifndef AKIN_SRC_EXACT_ITERATION_OPTIONS_H_
#define AKIN_SRC_EXACT_ITERATION_OPTIONS_H_

#include <string_view>

#include "akin/status.h"

namespace akin {

struct IterationOptions {
  double decay = 0.6;   // c, in (0, 1)
  int iterations = 10;  // k, at least 0
};

// kInvalidArgument, naming the measure, if they are out of range.
Status CheckIterationOptions(const IterationOptions& options, std::string_view measure);

// kInvalidArgument unless it lies between 0 and 1.
Status CheckEpsilon(double epsilon);

// How far below the limit a score of SimRank or one of its kin can be: c^(k+1).
double Truncation(const IterationOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_ITERATION_OPTIONS_H_
