// Plain iterations of SimRank without a matrix of all pairs: the varied-D model.
//
// Definition (Yu et al., section 2.3): with Q = sqrt(c) P, h_0 = e_v and h_l = Q h_{l-1},
//   S_k = sum of Q'^l D_{k-l} Q^l over l = 0 .. k,   D_0 = I,
//   D_k(v) = 1 - sum of <h_l o h_l, D_{k-l}> over l = 1 .. k.
// S_k is exactly the result of k iterations of SimRank from the identity: S_{k+1} = c P' S_k P
// except on the diagonal, where D_k adds what is missing to 1.
//
// Direction: h spreads a vertex over its in-neighbours; scores come back along the same arcs.
//
// Empty case: a vertex without in-links has D_k = 1 for all k, and is similar only to itself.
//
// Error: rounding only. S_k is at most c^(k+1) below the limit. Nothing is pruned.
//
// Cost of the diagonals: every vertex is spread over k levels, eight vertices at a time, through
// the arcs behind them while these are few, and through all E arcs from then on. This is done about
// k / 3 times, because D_k of all vertices must be known before it can be used; the first two
// levels are so cheap that they are recomputed for every k. So there are at most k^2 E V / 48 steps
// of eight additions each. Memory: 16 (k + 1) V bytes, and 140 V per thread. Afterwards a row costs
// 2 k E and 8 (k + 2) V bytes per thread, a pair k E. The result does not depend on the number of
// threads.
#ifndef AKIN_SRC_LINEAR_VARIED_D_H_
#define AKIN_SRC_LINEAR_VARIED_D_H_

#include <functional>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

struct VariedDiagonals {
  double decay = 0;
  std::vector<std::vector<double>> values;  // D_0 .. D_k

  int iterations() const { return static_cast<int>(values.size()) - 1; }
};

// kInvalidArgument: decay or iterations out of range. kOutOfBudget: the message says how much is
// needed. kCancelled: on a stop.
Result<VariedDiagonals> SolveVariedDiagonals(const Adjacency& in, const Adjacency& out,
                                             double decay, int iterations, const Control& control);

// Bytes per vertex of a call of VariedFrom without its result, and of a call of VariedPair.
double VariedRowBytes(int iterations);
double VariedPairBytes();

// S_k for one source, including itself, and for one pair. kInvalidArgument: no such vertex.
Result<std::vector<double>> VariedFrom(const Adjacency& in, const VariedDiagonals& diagonals,
                                       VertexId source);
// The same into a row with a place for every vertex.
Status VariedFrom(const Adjacency& in, const VariedDiagonals& diagonals, VertexId source,
                  std::span<double> row);
// Sees h_l(u) and h_l(v) for l = 0 .. k, by vertex. What it fails with ends the sum.
using VariedVisit =
    std::function<Status(size_t level, std::span<const double> of_u, std::span<const double> of_v)>;
Result<double> VariedPair(const Adjacency& in, const VariedDiagonals& diagonals, VertexId u,
                          VertexId v, const VariedVisit& visit = {});
// S_k for all pairs, one row at a time, in any order and from many threads. The row is valid until
// the visitor returns.
using RowVisitor = std::function<Status(VertexId source, std::span<const double> row)>;
Status VariedAllPairs(const Adjacency& in, const VariedDiagonals& diagonals, const Control& control,
                      const RowVisitor& visit);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_VARIED_D_H_
