// The options of all solvers that iterate a definition.
#ifndef AKIN_SRC_EXACT_ITERATION_OPTIONS_H_
#define AKIN_SRC_EXACT_ITERATION_OPTIONS_H_

#include <string_view>

#include "akin/status.h"

namespace akin {

struct IterationOptions {
  double decay = 0.6;   // c, in (0, 1)
  int iterations = 10;  // k, at least 0
};

// kInvalidArgument with the name of the measure if they are out of range.
Status CheckIterationOptions(const IterationOptions& options, std::string_view measure);

// kInvalidArgument unless it is between 0 and 1.
Status CheckEpsilon(double epsilon);

// How far below its limit a score of SimRank or a related measure can be: c^(k+1).
double Truncation(const IterationOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_ITERATION_OPTIONS_H_
