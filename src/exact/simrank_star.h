// SimRank*, geometric and exponential: SimRank that also counts paths of unequal lengths to a
// common vertex.
//
// Definition (Yu et al. 2013, "More is simpler: effectively and efficiently assessing node-pair
// similarities based on hyperlinks", the geometric form): with Q(u, a) = 1/|I(u)| for a in I(u),
//   S = c/2 (Q S + S Q') + (1 - c) I
//     = (1 - c) * sum over l >= 0 of (c/2)^l * sum over a = 0 .. l of binom(l, a) Q^a Q'^(l-a).
// The term a of length l stands for paths back from u by a steps and from v by l - a. SimRank in
// the form of Li et al. keeps only those with a = l - a, and so is 0 for vertices that have a
// common origin only at unequal distances. S_k, the sum up to l = k, is computed; it is also the
// result of k rounds of the recurrence from (1 - c) I.
//
// The exponential form (the same paper) weighs lengths by c^l / l! instead of c^l, so that long
// paths count less and fewer terms are needed:
//   S = e^-c * sum over l >= 0 of c^l / l! 2^-l * sum over a = 0 .. l of binom(l, a) Q^a Q'^(l-a)
//     = e^-c e^(c/2 Q) e^(c/2 Q').
// Wherever this page says 1 - c, that form has e^-c.
//
// Direction: in-links. Symmetric, up to rounding.
//
// Empty case: a vertex without in-links scores 1 - c with itself, and is similar to the vertices
// that it reaches, because it is itself their common origin.
//
// Range: 0 to 1. S(v, v) is at least 1 - c, and in general not 1.
//
// Error: 0 <= S - S_k <= c^(k+1), Truncation, for S(v, v) too, since no entry of Q^a Q'^b exceeds 1
// and the binomials of a length sum to 2^l. Exponential: c^(k+1) / (k+1)!, the remainder of e^c in
// Lagrange's form, times e^-c.
//
// Cost of one source, or of one pair: with t(a, b) = (1 - c) (c/2)^(a+b) binom(a+b, a), or
// t(a, b) = e^-c (c/2)^(a+b) / (a! b!),
//   S_k e_u = sum over a of Q^a y_a,  y_a = sum over b <= k - a of t(a, b) Q'^b e_u,
// by Horner's rule 2 k m additions and k^2 V / 2 multiplications. 8 (k + 3) V bytes in addition to
// the row, and 32 k for t.
#ifndef AKIN_SRC_EXACT_SIMRANK_STAR_H_
#define AKIN_SRC_EXACT_SIMRANK_STAR_H_

#include <cmath>
#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/adjacency.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/iteration_options.h"

namespace akin {

enum class StarForm { kGeometric, kExponential };

// How far below its limit a score can be.
double StarTruncation(StarForm form, const IterationOptions& options);

class SimRankStar {
 public:
  // The options must be in range.
  SimRankStar(StarForm form, const Adjacency& in, const IterationOptions& options);

  // In bytes: of an object, and of a call without the row.
  static double FixedBytes(const IterationOptions& options);
  static double RowBytes(VertexId vertices, const IterationOptions& options);

  // Writes S_k(source, v) for every v; `row` has a place for each. kCancelled: a stop was
  // requested.
  Status From(VertexId source, std::span<double> row, const std::stop_token& stop) const;

 private:
  Adjacency in_;
  // t(a, b) as mantissa times 2^exponent: t(a, 0) is below the least double where t(a, a) is not.
  struct Weight {
    double mantissa = 0;
    int exponent = 0;

    double value() const { return std::ldexp(mantissa, exponent); }
    void Multiply(double factor);
  };
  double Step(size_t a, size_t b) const;  // t(a, b) / t(a, b-1)

  StarForm form_;
  double decay_;
  std::vector<Weight> first_;  // t(a, 0)
};

}  // namespace akin

#endif  // AKIN_SRC_EXACT_SIMRANK_STAR_H_
