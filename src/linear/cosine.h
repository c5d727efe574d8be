// Cosine SimRank of pairs: SR#, and PSR# in a Krylov space.
//
// Definition (Yu et al., equation 30): A e_v is the sum of e_a over the in-neighbours a of v, and
//   S(a, b) = (1 - c) sum over k >= 0 of c^k <A^k e_a, A^k e_b> / (||A^k e_a|| ||A^k e_b||),
// a term being 0 if either vector is 0. S(a, a) = 1, even if the walks of a die out. Two vertices
// with exactly the same in-links have cosines of 1, however many in-links there are: more links in
// common never make vertices less similar, as they do in SimRank.
//
// Direction: walks go back along in-links.
//
// Empty case: a vertex without in-links scores 0 with all other vertices.
//
// Error: K terms, k = 0 .. K - 1, leave out at most c^K. Apart from rounding, scores are never too
// high. PSR# takes lengths and angles from H^k of linear/arnoldi.h instead. This is exact for K <=
// m, and otherwise off by at most 2 (c^m - c^K), in either direction (Yu et al., theorems 6 and 7).
// It is also exact if the process ended before m steps. If rounding may be more than a thousandth
// of a vector H^k e, the vector is unknown: it counts as 0, and the bound includes this, unless
// there are no walks of that length.
//
// Cost of a pair: SR# reads the arcs within k links K - 1 times, that is at most (K - 1) E cells of
// two numbers. PSR# reads those within m links m times, and multiplies K times by H, 4 m^2 each. So
// PSR# is for pairs with K much larger than m.
#ifndef AKIN_SRC_LINEAR_COSINE_H_
#define AKIN_SRC_LINEAR_COSINE_H_

#include <functional>
#include <stop_token>

#include "akin/adjacency.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/arnoldi.h"
#include "linear/powers.h"

namespace akin {

struct CosineSum {
  double decay = 0.6;
  unsigned terms = 10;  // K
};

// c^K
double CosineTruncation(const CosineSum& sum);
// The smallest K with c^K <= epsilon: ceil(log_c epsilon).
unsigned CosineTerms(double decay, double epsilon);

struct CosineScore {
  double value = 0;
  double error = 0;
};

// SR#. kCancelled: on a stop. `visit` is called for k = 1, 2, ..., when `powers` has that power;
// the factor times the product of its two cells is what a vertex adds to the score. What it fails
// with ends the sum.
using PowerVisit = std::function<Status(double factor)>;
Result<CosineScore> CosinePair(Powers<2>& powers, VertexId a, VertexId b, const CosineSum& sum,
                               const std::stop_token& stop = {}, const PowerVisit& visit = {});

// The largest error of PSR# with m steps, including the omitted terms: c^min(m, K). The first m
// terms are exact, and later ones are between 0 and 1, as they are kept here too.
double KrylovTruncation(const CosineSum& sum, unsigned m);
// PSR#, m >= 1. kCancelled: on a stop.
Result<CosineScore> CosineKrylov(Arnoldi& arnoldi, VertexId a, VertexId b, const CosineSum& sum,
                                 unsigned m, const std::stop_token& stop = {});

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COSINE_H_
