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
// diagonal 1 - w. The alternating sum converges if the spectral radius of M is below 1. No row of M
// sums to more than c/(1-c), so this is certain for c < 1/2; on a cycle that is the radius, and the
// sum diverges for c > 1/2. With M cut after l = k the radius of a cycle is c (1 - c^k) / (1 - c).
// SumConversion adds up the sum as the theorem has it, and refuses where 10,000 terms do not
// vanish, as with c just below 1/2, or where they grow so large that they cancel to nothing but
// rounding, as they also do on a long path, where the sum is finite. ConvertLi solves the equation
// instead, by steps of 1 - c^2 times its residual, which always converge, by a factor c per step
// (linear/diagonal.cc, Iterate).
//
// Error of the conversion, where M and both series are cut after l = k: with this diagonal D the
// series S^ has S^(v, v) = 1, and off the diagonal S^ = c P' (S^ - X) P with X = c^k P'^k D P^k,
// the term that the next round would not have. SimRank has the same equation without X, so |S^ - S|
// <= c |S^ - S| + c^(k+1) max |D|, and no score is off by more than c^(k+1) max |D| / (1-c), in
// either direction.
//
// Its rounding, with g of base/rounding.h and d the largest number of in- or out-links: an entry of
// M is a sum of k squares of numbers that k steps of d + 2 operations make, all positive, so it is
// known up to a factor 1 +- g(m), m = 2 k (d + 2) + k + 1. v_j is j + 1 products with M: its
// entries are known up to g((j+1) (V + m)). Their sum has terms of both signs, so its absolute
// error is the sum of max |v_j| g((j+1) (V + m) + J) over its J terms, and g(J) for the 1 that it
// begins with, although w itself is at most 1. The terms left out are at most 1e-17 times the sum
// of all max |v_j|. An error of the diagonal changes no score by more than 1/(1-c) times as much.
//
// Cost: scores from a diagonal as in linear/varied_d.h. The conversion takes k E V / 8 steps of
// eight additions, V^2 multiplications for every term of the sum, and 8 V^2 bytes, so it is for
// small graphs only; use linear/diagonal.h for large ones.
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

// The same by theorem 10's alternating sum.
struct LiConversion {
  std::vector<double> diagonal;  // 1 - w
  double largest = 0;            // entry of it, in absolute value
  int terms = 0;                 // of the alternating sum
  double rounding = 0;           // bound on that of an entry, see above
  // Bound on that of a score, see above, but for the rounding of its own series.
  double error = 0;
};
// Also kInvalidArgument: the alternating sum does not converge, or too slowly; the message has its
// terms.
Result<LiConversion> SumConversion(const Adjacency& in, const Adjacency& out, double decay,
                                   int iterations, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_LI_H_
