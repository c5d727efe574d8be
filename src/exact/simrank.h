// Exact SimRank by iteration: every pair, one source against all, or one pair.
//
// Definition (Jeh and Widom 2002, "SimRank", section 4.4.1, equation 5): S_0 is the identity and
//   S_{k+1}(u, v) = c / (|I(u)| |I(v)|) * sum of S_k(a, b) over a in I(u), b in I(v),  u != v,
//   S_{k+1}(u, u) = 1.
// Direction: the sums go backwards over the arcs, from a vertex to its in-neighbours I; two
// vertices are similar when similar vertices link to them. Pass the in-adjacency.
//
// Empty case: a vertex without in-links is similar to itself alone.
//
// Error: 0 <= S - S_k <= c^(k+1), Truncation (Lizorkin et al. 2008). S_k never falls as k
// grows, not even in the last bit, since sums and products of non-negative doubles are monotone.
// Its two triangles agree up to rounding, for the sum over I(u) is rounded before that over I(v).
//
// Cost of k iterations, where n vertices have in-links at all and m arcs arrive there: 2 k n m
// additions (partial sums, Lizorkin et al. 2008) and 8 n^2 bytes for all pairs, beside 64 bytes
// per vertex and thread. One source costs about |R| / n of that, R being the vertices with in-links
// from which the source can be reached in fewer than k arcs; one pair is so restricted on both
// sides. Whatever is asked for, an entry is the sum of the same numbers in the same order: rows and
// pairs equal the matrix to the last bit, for any number of threads and any memory.
#ifndef AKIN_SRC_EXACT_SIMRANK_H_
#define AKIN_SRC_EXACT_SIMRANK_H_

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/iteration_options.h"
#include "exact/lanes.h"
#include "graph/adjacency.h"

namespace akin {

// S_k for all pairs. Only pairs of vertices with in-links are stored; the rest is the identity.
class SimRankMatrix {
 public:
  // `stored` vertices have a row and a column, at their `place`; the others have kNoVertex there.
  SimRankMatrix(std::vector<VertexId> place, size_t stored, std::unique_ptr<Lanes[]> scores);

  VertexId vertices() const { return static_cast<VertexId>(place_.size()); }
  double operator()(VertexId u, VertexId v) const;
  // Writes the score of u with every vertex; `row` has vertices() places.
  void CopyRow(VertexId u, std::span<double> row) const;

 private:
  std::vector<VertexId> place_;
  size_t blocks_per_row_;
  std::unique_ptr<Lanes[]> scores_;
};

// kInvalidArgument: options out of range, or no such vertex. kOutOfBudget: says what would be
// needed; nothing large has been allocated then. kCancelled: on a stop.
Result<SimRankMatrix> SimRankAllPairs(const Adjacency& in, const IterationOptions& options,
                                      const Control& control);
Result<std::vector<double>> SimRankFrom(const Adjacency& in, VertexId source,
                                        const IterationOptions& options, const Control& control);
Result<double> SimRankOfPair(const Adjacency& in, VertexId u, VertexId v,
                             const IterationOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_SIMRANK_H_
