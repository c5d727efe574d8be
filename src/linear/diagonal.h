// The diagonal correction D of SimRank, with a guaranteed accuracy. Pushing needs nothing else
// besides the graph.
//
// Definition (Yu et al., section 2; Kusumoto et al. 2014): S = sum of Q'^l D Q^l over l >= 0, where
// Q = sqrt(c) P and D is the diagonal matrix that makes S(v, v) = 1 for every v. So
//   D(v) = 1 - sum of <h_l o h_l, D> over l >= 1,   h_0 = e_v, h_{l+1} = Q h_l,
// which is 1 - E c^t, where t is the time at which two walks that leave v together meet again. D is
// in [1 - c, 1].
//
// Direction: walks go backwards along the arcs. Q e_v spreads v over its in-neighbours I(v).
//
// Empty case: D = 1 for a vertex without in-links, and 1 - c for one with a single in-link.
//
// How an error in D becomes an error in scores. Let S~ be the same series with any D~ >= 0 in place
// of D, r(v) = 1 - S~(v, v), and E = S~ - S. Off the diagonal both satisfy the recurrence of
// SimRank, so
//   E(u, v) = c / (|I(u)| |I(v)|) (sum of E(a, b), a != b  -  sum of r(a) over I(u) n I(v)).
// Let m(a) be the least in-degree of a vertex that a links to. If |r(a)| <= rho (1 + m(a) (1-c)/c)
// for all a with at least two out-links, then |E(u, v)| <= rho for all u != v. The reason: of the
// pairs in I(u) x I(v) at most one in d = min(|I(u)|, |I(v)|) is a common a, each has m(a) <= d,
// and c ((1 - 1/d) rho + (1/d) rho (1 + d (1-c)/c)) = rho. Two walks never first meet at a vertex
// with fewer than two out-links, so its r does not matter. It is therefore enough that S~(v, v) is
// near 1, and that can be computed for each vertex separately.
//
// How S~(v, v) is bounded. h_l is pushed from v with pruning (linear/level.h): d_l is left behind
// at level l, and k_l = h_l - d_l goes on. Exactly,
//   S~(v, v) = D~(v) + sum of <h_l o h_l, D~> over l >= 1 + T,
//   T = sum of <d_l, (S~ - D~)(h_l + k_l)>,
// and 0 <= T <= B, where B is the sum of G(d_l) (2 G(h_l) - G(d_l)), and G is the sum of weights.
// B / 2 stands in for T, with an error of at most B / 2, and pruning goes on until that is small.
// "Exact" below means bounded in this way, by arithmetic. These equations are solved for D~ by
// iteration; what is left of their residual counts as error too. Vertices with the same in-links
// have the same equation, which is made once (linear/same_lists.h).
//
// What B takes for granted. g(y)^2 must be at least (S~ - D~)(y, y) = 1 - D~(y) - r(y), which is
// not known before the equations are solved. So it is assumed, from an earlier D~ and a margin. If
// it turns out to be too small, by at most a factor f, then T <= f B, and the error of an equation
// is (f - 1/2) B. Some f is known from bounds low <= D <= high: S~ - D~ is at most max(D~ / low)
// times S - D. It gives bounds on all |r|, and these give a better f, again and again. In the end f
// is 1, or nearly so. Nothing remains assumed.
//
// Samples. If the next level would cost more than sampling, the rest is left behind as a whole.
// Then T is estimated from pairs of walks that start at random entries of h_l
// (linear/walk_pairs.h), as many as it takes for its bounds (linear/chance_bounds.h). All such
// estimates hold together with probability 1 - 1e-7. Walks know D, not D~; that the two differ
// counts as error.
//
// All this is done twice, first with a coarse error. Bounds low <= D <= high tell which terms of
// the sums are too small for D's error to matter; those terms are not stored. At first they are
// c / |I(v)| <= 1 - D(v) <= g(v)^2 (linear/diagonal_bounds.h), later they come from the previous
// round. D~ stays close to them. Further rounds make only those equations again that are not exact
// enough.
//
// Cost: the time for each different list of two or more in-links grows about as 1 / epsilon if its
// neighbourhood does not end, until samples are cheaper. Memory: 32 bytes per vertex, 24 per vertex
// and thread, 170 per list, and 8 for every stored term, of which there are a few per list. The
// result is the same, bit for bit, with any number of threads and any memory.
#ifndef AKIN_SRC_LINEAR_DIAGONAL_H_
#define AKIN_SRC_LINEAR_DIAGONAL_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"

namespace akin {

struct DiagonalOptions {
  double decay = 0.6;
  double error = 3e-4;  // rho: how much D may change a score of two different vertices
  uint64_t seed = 1;
  double arcs_per_sample = 16;  // the cost of a pair of walks, in arcs of a push; 0: always sample
};

struct Diagonal {
  std::vector<float> values;  // D~; the lowest bit is set if walks were sampled for it
  double score_error = 0;     // the rho that was achieved
  double self_error = 0;      // bound on |r(v)| for all v
};

inline bool IsSampled(float value) { return (std::bit_cast<uint32_t>(value) & 1) != 0; }

inline uint64_t CountSampled(std::span<const float> values) {
  return static_cast<uint64_t>(std::count_if(values.begin(), values.end(), IsSampled));
}

// The least error that can be had with this decay, because the diagonal is stored as floats: the
// rounding of all vertices on a chain of single in-links, and a quarter more for that of others.
inline double LeastDiagonalError(double decay) { return 1.25 * 0x1p-23 / (1 - decay); }

// kInvalidArgument: options out of range. kOutOfBudget: the stored terms do not fit in the memory.
// kCancelled: on a stop.
Result<Diagonal> SolveDiagonal(const Adjacency& in, const Adjacency& out,
                               const DiagonalOptions& options, const Control& control);

// About how many arcs SolveDiagonal reads, from the equations of a few vertices; samples count as
// options.arcs_per_sample. Infinite if it is more than `most`, which is found out with a small part
// of that work.
Result<double> EstimateDiagonalWork(const Adjacency& in, const Adjacency& out,
                                    const DiagonalOptions& options, double most,
                                    const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_DIAGONAL_H_
