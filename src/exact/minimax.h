// The minimax variation of bipartite SimRank, computed exactly by iteration, for all pairs needed.
//
// Definition (Jeh and Widom 2002, "SimRank", section 4.3.2, equation 4): for people A != B, who
// link to items O,
//   s_A(A, B) = C1 / |O(A)| * sum over i in O(A) of the largest s(i, j) over j in O(B),
//   s(A, B) = min(s_A(A, B), s_A(B, A)),  s(A, A) = 1:
// every item counts with its best partner only, and the lower of the two averages decides. Items
// are compared in the same way by the people I that link to them, with C2. On any graph the two are
// "points-to" and "pointed-to", as for bipartite SimRank; recurrence.h says how they alternate.
//
// Two more forms of section 4.3.2 are the same recurrence with other sides (recurrence.h). Equation
// 1 by minimax compares by I in every iteration, for graphs with one kind of vertex. Mixed, people
// are compared by equation 4, and items by the mean over all pairs of their people (equation 3).
//
// Empty case: a vertex without links of the kind compared is similar only to itself.
//
// Error: 0 <= s - s_k <= TruncationOf the decays, as for SimRank: a change in some numbers changes
// their maximum, their mean and the smaller of two by no more. s_k never falls as k grows, and its
// two triangles agree to the last bit.
//
// Cost of k iterations, where n vertices have such links and m arcs: 2 k n m comparisons and
// additions, because the maximum over O(B) is found once for every i; 8 n^2 bytes plus 128 per
// vertex and thread. n counts the vertices needed for the question (needed.h): a pair may need
// fewer than all. The result does not depend on the number of threads.
#ifndef AKIN_SRC_EXACT_MINIMAX_H_
#define AKIN_SRC_EXACT_MINIMAX_H_

#include <span>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/recurrence.h"
#include "exact/simrank.h"

namespace akin {

// The scores of these vertices with one another. kInvalidArgument: options out of range.
// kOutOfBudget: says what would be needed; nothing large has been allocated. kCancelled: a stop was
// requested.
Result<SimRankMatrix> MinimaxAmong(const Recurrence& recurrence, std::span<const VertexId> vertices,
                                   const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_MINIMAX_H_
