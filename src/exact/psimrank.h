// Exact PSimRank of all pairs by iteration, for graphs small enough to store a score for every
// pair.
//
// Definition (Fogaras and Racz, "Scaling link-based similarity search", section 2.2): the mean of
// c^t, where t <= l is the step at which two walks first meet, and 0 if they do not. At every step
// one random permutation of all vertices is drawn, and each walk moves to the in-neighbour that
// comes first in it. p_0 is the identity, p(v, v) = 1, and for u != v that have in-links
//   p_{l+1}(u, v) = c / |U| * ( |I(u) n I(v)|
//                             + sum of p_l(a, b) / |I(v)| over a in I(u) \ I(v), b in I(v)
//                             + sum of p_l(a, b) / |I(u)| over b in I(v) \ I(u), a in I(u) ),
// where U is the union of I(u) and I(v).
// Why the recurrence holds for these walks: each vertex of U is the first of U with probability
// 1/|U|. If it is in both sets, both walks move there and meet. If it is some a in I(u) \ I(v),
// then u moves to a. That a comes first says nothing about the order of the others, which include
// I(v). So v moves to each b in I(v) with probability 1/|I(v)|, whichever a it was. The third case
// is the mirror image. In neither of these do the walks meet at this step, and the next permutation
// is independent of this one.
//
// Direction: the walks go backwards over the arcs, from a vertex to its in-neighbours I. Pass the
// in-adjacency.
//
// Empty case: a walk at a vertex without in-links ends there and meets no other walk afterwards, so
// such a vertex is similar only to itself.
//
// Error: 0 <= p - p_l <= c^(l+1), Truncation, because walks that first meet after step l add at
// most that. p_l never falls as l grows, not even in the last bit, since sums and products of
// non-negative doubles are monotone, and its two triangles agree to the last bit.
//
// Cost of l iterations, where n of all N vertices have in-links and m arcs end at them: at most 3 l
// n m additions, and 8 N^2 + 4 N bytes plus 128 N per thread. The result does not depend on the
// number of threads.
#ifndef AKIN_SRC_EXACT_PSIMRANK_H_
#define AKIN_SRC_EXACT_PSIMRANK_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "exact/iteration_options.h"

namespace akin {

// The score of u and v is at u * vertices + v. kInvalidArgument: options out of range.
// kOutOfBudget: says what would be needed; nothing large has been allocated. kCancelled: a stop was
// requested.
Result<std::vector<double>> PSimRankAllPairs(const Adjacency& in, const IterationOptions& options,
                                             const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_PSIMRANK_H_
