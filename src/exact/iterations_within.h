// How many iterations a measure needs to leave out no more than an epsilon, and whether it can.
#ifndef AKIN_SRC_EXACT_ITERATIONS_WITHIN_H_
#define AKIN_SRC_EXACT_ITERATIONS_WITHIN_H_

#include "akin/exact.h"
#include "akin/status.h"

namespace akin {

// kInvalidArgument if an epsilon is given that cannot be reached in as many iterations as the
// measure allows, or not with this rounding.
Status CheckReach(const ExactOptions& exact, double rounding);

// The given number of iterations, or the fewest that leave out at most epsilon less the rounding,
// unless that is below a billionth of epsilon.
unsigned IterationsWithin(const ExactOptions& exact, double last, double other, double rounding);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_ITERATIONS_WITHIN_H_
