// The expected-f meeting distance of all pairs, for graphs small enough to store a score for every
// pair.
//
// Definition (Jeh and Widom 2002, "SimRank", section 5.3): two walks go in lock-step and backwards
// over the arcs, each to a random in-neighbour. s(u, v) is the expectation of f(z), where z is the
// step at which they first meet, and 0 if they never do. With M_z(u, v) the chance that they first
// meet at step z,
//   M_0 is the identity, M_z(v, v) = 0 for z > 0, and for u != v
//   M_{z+1}(u, v) = the mean of M_z(a, b) over a in I(u), b in I(v);   s = sum of f(z) M_z, z <= k.
// f is one of MeetingFunction: bounded, falling, f(0) = 1. With c^z it is SimRank (theorem of
// section 5.4), after k iterations to the last one.
//
// Direction: pass the in-adjacency. Empty case: a walk at a vertex without in-links ends there, and
// meets no other walk afterwards.
//
// Error: 0 <= s - s_k <= f(k+1): walks that meet later add at most that. 0 for linear and within,
// which k is part of.
//
// Cost: 2 k n m additions, where n vertices have in-links and m arcs end at them, and 24 V^2 bytes.
// The result does not depend on the number of threads.
#ifndef AKIN_SRC_EXACT_EXPECTED_F_H_
#define AKIN_SRC_EXACT_EXPECTED_F_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/exact.h"
#include "akin/status.h"
#include "exact/iteration_options.h"

namespace akin {

// The given function, or the default.
MeetingFunction MeetingFunctionOf(const ExactOptions& exact);

// The error above. The decay is that of kExponential.
double MeetingsLeftOut(MeetingFunction f, const IterationOptions& options);

// The score of u and v is at u * vertices + v. kInvalidArgument: options out of range.
// kOutOfBudget: says what would be needed; nothing large has been allocated. kCancelled: a stop was
// requested.
Result<std::vector<double>> ExpectedFAllPairs(const Adjacency& in, MeetingFunction f,
                                              const IterationOptions& options,
                                              const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_EXPECTED_F_H_
