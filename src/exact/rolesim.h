// RoleSim: vertices are similar if they play the same role, whether or not they are near each
// other.
//
// Definition (Jin, Lee and Hong 2011, "Axiomatic ranking of network role similarity"):
//   R(u, v) = (1 - beta) * max over matchings M of N(u) with N(v) of
//             (sum of R(x, y) over (x, y) in M) / (|N(u)| + |N(v)| - |M|) + beta.
// The weights are positive, so the best M matches all of the smaller set and the divisor is the
// larger degree. beta is 1 - decay. R_0 is 1 for all pairs; R_k is the result of k rounds.
// Automorphically equivalent vertices keep 1 in all rounds, which is the purpose of the measure.
// The maximum is found exactly, by exact/matching.h, not by the paper's greedy matching, so R_k
// follows the definition up to rounding.
//
// Direction: none; N(v) are the vertices that v links to or is linked from, as the paper has
// undirected graphs. A self-loop makes a vertex its own neighbour.
//
// Empty case: beta if one of two vertices has no neighbours, 1 if neither has: they are equivalent.
//
// Range: beta to 1; a vertex scores 1 with itself. Symmetric to the last bit.
//
// Error: 0 <= R_k - R <= c^(k+1), c = 1 - beta: R_0 - R is at most c, and a round multiplies a
// difference by at most c. So scores fall from round to round, and are too high, never too low.
//
// The other form (rolesim-in), which the figures of Yu et al. show as RoleSim (figure 1, where the
// printed scores give it away): matchings of in-neighbours, and 1 - c for a vertex with itself
// only,
//   R(u, v) = c * (largest sum of R(x, y) over a matching of I(u) with I(v)) / max(|I(u)|, |I(v)|)
//             + (1 - c) [u = v].
// R_0 is (1 - c) I. The matched term is 0 if either has no in-links. So only vertices with a common
// origin score, as in SimRank, and R(v, v) is at least 1 - c and in general not 1. Range: 0 to 1.
// Error: 0 <= R - R_k <= c^(k+1): R is at most 1, R_0 is one round from 0, and a round multiplies a
// difference by at most c. Scores rise from round to round.
//
// Cost, of both: one matching for every pair of vertices and round, of d^2 D steps where d is the
// smaller degree and D the larger; and 16 V^2 bytes, for every question. So it is for thousands of
// vertices without large hubs. The result does not depend on the number of threads.
#ifndef AKIN_SRC_EXACT_ROLESIM_H_
#define AKIN_SRC_EXACT_ROLESIM_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "exact/iteration_options.h"

namespace akin {

enum class RoleSimForm {
  kAxiomatic,  // Jin et al.: neighbours of either direction, and beta for all pairs
  kInLinks,    // Yu et al.
};

// The score of u and v is at u * vertices + v. kInvalidArgument: options out of range.
// kOutOfBudget: says what would be needed; nothing large has been allocated. kCancelled: a stop was
// requested.
Result<std::vector<double>> RoleSimAllPairs(RoleSimForm form, const Adjacency& in,
                                            const Adjacency& out, const IterationOptions& options,
                                            const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_ROLESIM_H_
