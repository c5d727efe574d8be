// How far rounding alone can move an exact score: part of every error that a solver states.
//
// A double is rounded to within u = 2^-53 of its size. Solvers add, multiply and divide numbers
// that are not negative, so n operations one after the other change a result by a factor within 1
// +- g(n) (base/rounding.h). No score exceeds 1. D is the largest number of neighbours of a vertex.
//
// Rounds of a recurrence: a round sums over the neighbours of either vertex, at most 2 D + 8
// operations, and multiplies what earlier rounds were off by with at most the decay c. So k rounds
// are off by at most min(k, 1/(1-c)) g(2 D + 8).
//
// Series: the term of length l is made by l such steps, and its weight is at most c^l; sums over
// all V vertices are taken at the end. Because l c^l sums to less than 1/(1-c)^2, all terms
// together are off by at most g(V + min(k, 1/(1-c)^2) (2 D + 8)). Cosine SimRank divides by the
// roots of two sums over all vertices, or takes the less of two numbers that were divided by such
// sums: V more. A Krylov space of m steps sums over all vertices m times.
//
// simrank-from-li is a series whose terms are not all positive, because it is made of differences:
// what is bounded by rounding is the sum of their absolute values, which is at most 1/(1-c) times
// the largest entry of its diagonal. Here that is taken to be 1; what more there is, and how far
// off the diagonal may be, SolveFromLi adds when it knows (linear/li.h).
//
// XJaccard: a sum of k ratios of whole numbers, g(k + 8).
#ifndef AKIN_SRC_EXACT_ROUNDING_H_
#define AKIN_SRC_EXACT_ROUNDING_H_

#include "akin/adjacency.h"
#include "akin/exact.h"
#include "base/rounding.h"

namespace akin {

// For any score with these options; with an epsilon, after any number of iterations. 0 for measures
// that do not iterate. `out` is used if the measure follows out-links.
double RoundingOf(const ExactOptions& exact, const Adjacency& in, const Adjacency& out);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_ROUNDING_H_
