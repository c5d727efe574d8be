// SimRank in the form of Li et al., and from there to that of Jeh and Widom.
//
// Definition (Yu et al., section 5.2; Li et al. 2010; Kusumoto et al. 2014): S~ = c P' S~ P + (1-c)
// I, that is (1-c) times the sum of Q'^l Q^l over l >= 0, Q = sqrt(c) P. S~(v, v) is not 1, and two
// vertices that share all of their in-links score less the less alike these are among themselves.
//
// Direction: scores flow along the arcs, as in SimRank.
//
// Empty case: S~(v, v) = 1 - c for a vertex without in-links, and 0 with any other.
//
// Error: the sum up to l = k is below the limit by c^(k+1) at most.
//
// Conversion (Yu et al., theorem 10): S = S~/(1-c) - sum of Q'^l diag(w) Q^l, where
// w = v_0 - v_1 + v_2 - ..., v_0 = diag(S~)/(1-c) - 1, v_{j+1} = M v_j, and M(v, y) is the sum of
// (Q^l)(y, v)^2 over l >= 1. As v_0 = M 1, w solves w + M w = M 1, and S is the series with the
// diagonal 1 - w. The alternating sum diverges where M has an eigenvalue beyond 1 (a cycle, c >
// 1/2); here the equation is solved by steps of 1 - c^2 times what it is short of, which converge
// always by a factor c (linear/diagonal.cc, Iterate).
//
// Cost: scores from a diagonal as in linear/varied_d.h; the conversion takes k E V / 8 steps of
// eight additions and 8 V^2 bytes, for small graphs only: linear/diagonal.h is the way for large
// ones.
#ifndef AKIN_SRC_LINEAR_LI_H_
#define AKIN_SRC_LINEAR_LI_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/varied_d.h"

namespace akin {

// One diagonal at every place: VariedFrom and its kin then give the sum of Q'^l D Q^l, l = 0 .. k.
VariedDiagonals SameDiagonals(double decay, int iterations, const std::vector<double>& diagonal);
// (1-c) I, so that they give S~.
VariedDiagonals LiDiagonals(VertexId vertices, double decay, int iterations);

// 1 - w, with M summed up to level k: the diagonal of Jeh and Widom's SimRank, up to c^(k+1)/(1-c).
// kInvalidArgument: decay or iterations out of range. kOutOfBudget: says what would be needed.
// kCancelled: on a stop.
Result<std::vector<double>> ConvertLi(const Adjacency& in, const Adjacency& out, double decay,
                                      int iterations, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_LI_H_
