// Exact SimRank by iteration: of all pairs, of one source with all, of one pair, of two sets.
//
// Definition (Jeh and Widom 2002, "SimRank", section 4.4.1, equation 5): S_0 is the identity and
//   S_{l+1}(u, v) = c / (|I(u)| |I(v)|) * sum of S_l(a, b) over a in I(u), b in I(v),  u != v,
//   S_{l+1}(u, u) = 1.
// Direction: the sums go backwards over the arcs, from a vertex to its in-neighbours I; two
// vertices are similar when similar vertices link to them.
//
// Bipartite SimRank (equations 2 and 3) is the same with two alternating sides, each with its own
// decay: people are similar when they link to similar items (O instead of I, and C1), and items are
// similar when similar people link to them (I and C2). On any graph these are "points-to" and
// "pointed-to" (section 4.3.1). recurrence.h says how both, and similarities that are known in
// advance, reduce to one recurrence.
//
// Empty case: a vertex without links of the kind summed over is similar only to itself.
//
// Error: 0 <= S - S_k <= c^(k+1) (Lizorkin et al. 2008), TruncationOf with two decays. S_k never
// falls as k grows, not even in the last bit, since sums and products of non-negative doubles are
// monotone. Its two triangles agree up to rounding, because the sum over I(u) is rounded before
// that over I(v).
//
// Cost of k iterations, where n vertices have in-links and m arcs end at them: 2 k n m additions
// (partial sums, Lizorkin et al. 2008) and 8 n^2 bytes for all pairs, plus 128 bytes per vertex and
// thread; less where not all vertices are needed (needed.h). One source costs about |R| / n of
// that, where R are the vertices with in-links from which the source can be reached in fewer than k
// arcs; one pair is restricted like this on both sides, and so are two sets. For every question, an
// entry is the sum of the same numbers in the same order: rows and pairs equal the matrix to the
// last bit, for any number of threads and any memory.
#ifndef AKIN_SRC_EXACT_SIMRANK_H_
#define AKIN_SRC_EXACT_SIMRANK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/iteration_options.h"
#include "exact/lanes.h"
#include "exact/recurrence.h"

namespace akin {

// S_k for some rows and columns. Rows and columns of the identity are not stored.
class SimRankMatrix {
 public:
  // `rows` and `columns` are the vertices stored, in the order of the matrix.
  SimRankMatrix(VertexId vertices, std::span<const VertexId> rows,
                std::span<const VertexId> columns, LaneMatrix scores);

  VertexId vertices() const { return static_cast<VertexId>(row_of_.size()); }
  // For a row and a column that were requested.
  double operator()(VertexId u, VertexId v) const;
  // Writes the score of u with every vertex; `row` has vertices() places. Columns that were not
  // requested may contain anything.
  void CopyRow(VertexId u, std::span<double> row) const;
  double bytes() const { return scores_.bytes(); }

 private:
  std::vector<VertexId> row_of_;  // kNoVertex: a row of the identity
  std::vector<VertexId> column_of_;
  LaneMatrix scores_;
};

// The scores of `left` with `right`, each vertex at most once in either. kInvalidArgument: options
// out of range, or no such vertex. kOutOfBudget: says what would be needed; nothing large has been
// allocated. kCancelled: a stop was requested.
Result<SimRankMatrix> SimRankBetween(const Recurrence& recurrence, std::span<const VertexId> left,
                                     std::span<const VertexId> right, const Control& control);

// When to stop iterating: after the first iteration that changes no score s by more than absolute +
// relative s.
struct SettleRule {
  double absolute = 1e-4;
  double relative = 1e-5;
};

// For all pairs, after as many iterations as `rule` asks for, at most those of the options. All
// vertices are computed in all iterations, and memory for two matrices is needed, to compare S_l
// with S_{l-1}.
struct SettledSimRank {
  SimRankMatrix scores;
  int iterations = 0;
  bool settled = false;
};
Result<SettledSimRank> SimRankSettled(const Adjacency& in, const IterationOptions& options,
                                      const SettleRule& rule, const Control& control);

// The usual cases of plain SimRank.
Result<SimRankMatrix> SimRankAllPairs(const Adjacency& in, const IterationOptions& options,
                                      const Control& control);
Result<std::vector<double>> SimRankFrom(const Adjacency& in, VertexId source,
                                        const IterationOptions& options, const Control& control);
Result<double> SimRankOfPair(const Adjacency& in, VertexId u, VertexId v,
                             const IterationOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_SIMRANK_H_
