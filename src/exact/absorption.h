// Chains of states that end at a target: how likely, and after how many steps.
//
// q[i * n + j] is the chance to go from state i to state j, and r[i] to go to the target at once. A
// state whose chances are all 0 is a dead end. Chances of a state sum to 1 or to 0.
//
// With p the chances to arrive and e the sums of P[t] l(t) over the tours t that arrive,
//   p = Q p + r,   e = Q e + p.
// Restricted to the states from which the target can be reached, I - Q has an inverse: every tour
// among them ends. It is solved by elimination without pivots, which is stable here, because no row
// has more off its diagonal than on it.
//
// Whether arriving is certain follows from the graph of the chain alone: it is, unless a state can
// be reached from which the target cannot.
//
// Cost: n^3 / 3 multiplications, 8 n^2 bytes besides q.
#ifndef AKIN_SRC_EXACT_ABSORPTION_H_
#define AKIN_SRC_EXACT_ABSORPTION_H_

#include <span>
#include <vector>

#include "akin/surfers.h"

namespace akin {

std::vector<SurferTrip> TripsToTarget(std::span<const double> q, std::span<const double> r);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_ABSORPTION_H_
