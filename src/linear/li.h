// SimRank in the form of Li et al., and its conversion to the form of Jeh and Widom.
//
// Definition (Yu et al., section 5.2; Li et al. 2010; Kusumoto et al. 2014): S~ = c P' S~ P + (1-c)
// I, that is (1-c) times the sum of Q'^l Q^l over l >= 0, Q = sqrt(c) P. S~(v, v) is not 1. Two
// vertices with the same in-links score less if these in-neighbours are less similar to each other.
//
// Direction: scores flow along the arcs, as in SimRank.
//
// Empty case: a vertex without in-links has S~(v, v) = 1 - c, and 0 with any other vertex.
//
// Error: the sum up to l = k is at most c^(k+1) below the limit.
//
// Conversion (Yu et al., theorem 10): S = S~/(1-c) - sum of Q'^l diag(w) Q^l, where
// w = v_0 - v_1 + v_2 - ..., v_0 = diag(S~)/(1-c) - 1, v_{j+1} = M v_j, and M(v, y) is the sum of
// (Q^l)(y, v)^2 over l >= 1. As v_0 = M 1, w solves w + M w = M 1, and S is the series with the
// diagonal 1 - w. The alternating sum diverges if M has an eigenvalue above 1 (a cycle, c > 1/2).
// Here the equation is solved by steps of 1 - c^2 times its residual, which always converge, by a
// factor c per step (linear/diagonal.cc, Iterate).
//
// Cost: scores from a diagonal as in linear/varied_d.h. The conversion takes k E V / 8 steps of
// eight additions and 8 V^2 bytes, so it is for small graphs only; use linear/diagonal.h for large
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

// The same diagonal for all l: VariedFrom and the like then compute the sum of Q'^l D Q^l, l = 0 ..
// k.
VariedDiagonals SameDiagonals(double decay, int iterations, const std::vector<double>& diagonal);
// The diagonal (1-c) I, which gives S~.
VariedDiagonals LiDiagonals(VertexId vertices, double decay, int iterations);

// 1 - w, with M summed up to level k: the diagonal of Jeh and Widom's SimRank, up to c^(k+1)/(1-c).
// kInvalidArgument: decay or iterations out of range. kOutOfBudget: the message says how much is
// needed. kCancelled: on a stop.
Result<std::vector<double>> ConvertLi(const Adjacency& in, const Adjacency& out, double decay,
                                      int iterations, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_LI_H_
