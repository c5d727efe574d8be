// Exact PSimRank of all pairs by iteration: for graphs small enough to hold a score for every pair.
//
// Definition (Fogaras and Racz, "Scaling link-based similarity search", section 2.2): the mean of
// c^t, where t <= l is the step at which two walks first meet, and 0 if they do not. At every step
// one random permutation of all vertices is drawn, and each walk goes to the in-neighbour that
// comes first in it. p_0 is the identity, p(v, v) = 1, and for u != v that have in-links
//   p_{l+1}(u, v) = c / |U| * ( |I(u) n I(v)|
//                             + sum of p_l(a, b) / |I(v)| over a in I(u) \ I(v), b in I(v)
//                             + sum of p_l(a, b) / |I(u)| over b in I(v) \ I(u), a in I(u) ),
// where U is the union of I(u) and I(v).
// Why the recurrence holds for these walks: each vertex of U comes first of U with probability
// 1/|U|. If it is in both sets, both walks go there and meet. If it is some a in I(u) \ I(v), then
// u goes to a; that a comes first says nothing of the order of the others, I(v) among them, so v
// goes to each b in I(v) with probability 1/|I(v)|, whichever a it was. The last case is the mirror
// image. In neither do they meet at this step, and the next permutation is independent of this one.
//
// Direction: the walks go backwards over the arcs, from a vertex to its in-neighbours I. Pass the
// in-adjacency.
//
// Empty case: a walk at a vertex without in-links ends there and meets nobody any more, so such a
// vertex is similar to itself alone.
//
// Error: 0 <= p - p_l <= c^(l+1), Truncation, because walks that first meet later than at
// step l add at most that. p_l never falls as l grows, not even in the last bit, since sums and
// products of non-negative doubles are monotone, and its two triangles agree to the last bit.
//
// Cost of l iterations, where n of all N vertices have in-links and m arcs arrive there: at most
// 3 l n m additions, and 8 N^2 + 4 N bytes beside 128 N per thread. The number of threads does not
// change a bit of the result.
#ifndef AKIN_SRC_EXACT_PSIMRANK_H_
#define AKIN_SRC_EXACT_PSIMRANK_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "exact/iteration_options.h"

namespace akin {

// The score of u and v is at u * vertices + v. kInvalidArgument: options out of range.
// kOutOfBudget: says what would be needed; nothing large has been allocated then. kCancelled: on a
// stop.
Result<std::vector<double>> PSimRankAllPairs(const Adjacency& in, const IterationOptions& options,
                                             const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_PSIMRANK_H_
