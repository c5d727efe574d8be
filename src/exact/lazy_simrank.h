// Exact lazy SimRank of all pairs by iteration, for graphs small enough to store a score for every
// pair.
//
// Definition: the mean of c^t, where t <= k is the step at which two walks first meet, and 0 if
// they do not. At every step a walk stays where it is with probability 1/2, and otherwise moves to
// one of the in-neighbours I of its vertex (lazy walks: Levin, Peres and Wilmer 2009, "Markov
// chains and mixing times", section 1.3). s_0 is the identity, s(v, v) = 1, and for u != v that
// have in-links
//   s_{k+1}(u, v) = c/4 * ( s_k(u, v) + mean of s_k(a, v) over a in I(u)
//                         + mean of s_k(u, b) over b in I(v) + mean of s_k(a, b) over both ).
// Plain SimRank counts only paths of equal lengths to a common origin: two vertices that link to
// each other, or of which one links to the other, score 0 unless something else connects them. Here
// they score more than 0. SimRank* (exact/simrank_star.h) counts paths of unequal lengths too, but
// as a series, whose paths may meet repeatedly; lazy SimRank counts first meetings, as SimRank
// does.
//
// Direction: the walks go backwards over the arcs. Pass the in-adjacency.
//
// Empty case: a walk at a vertex without in-links ends there and meets no other walk afterwards.
//
// Error: 0 <= s - s_k <= c^(k+1), Truncation, because walks that first meet later add at most that.
//
// Cost of k iterations, where n of all V vertices have in-links and m arcs end at them:
// 2 k n (m + n) additions and 16 V^2 bytes. The result does not depend on the number of threads.
#ifndef AKIN_SRC_EXACT_LAZY_SIMRANK_H_
#define AKIN_SRC_EXACT_LAZY_SIMRANK_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "exact/iteration_options.h"

namespace akin {

// The score of u and v is at u * vertices + v. kInvalidArgument: options out of range.
// kOutOfBudget: says what would be needed; nothing large has been allocated. kCancelled: a stop was
// requested.
Result<std::vector<double>> LazySimRankAllPairs(const Adjacency& in,
                                                const IterationOptions& options,
                                                const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_LAZY_SIMRANK_H_
