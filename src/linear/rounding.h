// How far rounding alone can move the scores of indexes that answer from numbers per vertex. It is
// part of the errors that these state, because truncation can be far less: c^(k+1) is 3e-20 after
// 200 rounds with c = 0.8.
//
// All numbers but one kind are sums, products and quotients of numbers that are not negative. So n
// operations one after the other change them by a factor within 1 +- g(n) (base/rounding.h). D_in
// and D_out are the largest numbers of in- and out-links of a vertex.
//
// Rounds of SimRank from diagonals (linear/varied_d.h). A step from h_l to h_(l+1) sums over
// out-links, a step back over in-links, and the terms of length l together are at most c^l. As l
// c^l sums to less than s = 1/(1-c)^2, the steps of all terms are min(k, s) at most, in the mean. A
// pair sums over all V vertices k + 1 times. Both are within
//   g((k + 1) V + min(k, s) (2 max(D_in, D_out) + 8) + 4).
// The diagonals are differences: 1 minus sums of terms of both vertices, each at most c^l, over V
// vertices. So they do not have that relative error, but D_k is off from what the definition makes
// of the earlier ones by at most
//   r = g(V + k + 8 + 2 min(k, s) (D_out + 4)).
// That means: the series with these diagonals has 1 +- r on its diagonal instead of 1, in every
// round. Rounds multiply such differences by c and take means, so no score is off by more than r,
// and no diagonal by more than 2 r.
//
// Cosine SimRank from norms (linear/cosine_rows.h). A norm is measured on the vector that it then
// scales, so the product of k growths is off by the k steps and by one sum over V vertices, not by
// k such sums. A term of a pair takes two vectors of k steps and their two norms; one of a row
// takes k steps out, k back, and two norms. Their weights are (1-c) c^k, and k (1-c) c^k sums to
// less than 1/(1-c). K terms are within
//   g(2 V + K + 16 + min(K, 1/(1-c)) (4 D_out + D_in + 16)).
//
// Numbers below 1e-308 are taken to be 0, which these bounds leave out.
#ifndef AKIN_SRC_LINEAR_ROUNDING_H_
#define AKIN_SRC_LINEAR_ROUNDING_H_

#include "akin/adjacency.h"
#include "linear/cosine.h"

namespace akin {

double MostNeighbours(const Adjacency& links);

struct GraphSize {
  double vertices = 0;
  double most_in = 0;
  double most_out = 0;
};
// Reads all offsets once.
GraphSize SizeOf(const Adjacency& in, const Adjacency& out);

// Of scores, and of the diagonals themselves.
double VariedRounding(const GraphSize& size, double decay, int iterations);
double DiagonalRounding(const GraphSize& size, double decay, int iterations);
double CosineRounding(const GraphSize& size, const CosineSum& sum);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_ROUNDING_H_
