// SimRank and related measures for near pairs only: stores the scores of the pairs kept, not of
// all.
//
// Definition (Jeh and Widom 2002, "SimRank", sections 4.4.2 and 6.1): only some pairs have a score;
// all others count as 0 in every iteration. Which ones:
//   radius  pairs at most r arcs apart, whatever the direction of the arcs;
//   common  pairs with a common neighbour of the kind that the iteration compares them by: a common
//           in-neighbour for pointed-to scores, a common out-neighbour for points-to scores.
// A pair with a prior is kept in any case. Otherwise the recurrence is that of simrank.h, or that
// of minimax.h, with the same sums in the same order: with a radius that covers the graph, the
// result is the same to the last bit.
//
// Direction: as the recurrence. Empty case: as there.
//
// Error: scores are never too high. Walks from two vertices d apart meet after d/2 steps at the
// earliest. So if no decay is above c, no pair left out can score above b = c^ceil((r+1)/2), and a
// kept pair loses at most c b by it, on top of TruncationOf the iterations. If no two vertices more
// than r apart are connected, nothing is left out and b = 0. Without a common neighbour walks meet
// after two steps at the earliest: b is the product of both decays. Priors can make unconnected
// vertices similar, so with them b = c.
//
// Cost: one breadth-first search to depth r per vertex, twice; or twice the paths of two arcs by a
// common neighbour. Then in each of k iterations, for the mean: one addition per pair kept of each
// neighbour of each vertex, and one per neighbour of the second vertex of each pair kept; if any
// iteration takes best partners also |O(u)| |O(v)| comparisons per pair kept. Memory: 20 bytes per
// (ordered) pair kept, 12 per vertex, 28 per vertex and thread; common with two sides keeps the
// pairs of both. The result does not depend on the number of threads.
#ifndef AKIN_SRC_EXACT_PRUNED_H_
#define AKIN_SRC_EXACT_PRUNED_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "exact/recurrence.h"

namespace akin {

// The pairs that have a score.
struct Pruning {
  std::optional<unsigned> radius;  // none: those with a common neighbour
};

class PrunedScores {
 public:
  uint64_t pairs() const { return lists_.partners.size(); }  // ordered pairs kept, and all (v, v)
  bool complete() const { return complete_; }                // no connected pair was left out
  double bytes() const { return 12.0 * static_cast<double>(pairs()); }
  std::span<const VertexId> Partners(VertexId u) const;
  std::span<const double> Scores(VertexId u) const;
  // Writes the score of u with every vertex; `row` has a place for each.
  void CopyRow(VertexId u, std::span<double> row) const;

 private:
  friend class PrunedIteration;
  struct Lists {
    std::vector<uint64_t> offsets;
    HugeArray<VertexId> partners;  // of each vertex, ascending

    std::span<const VertexId> Of(VertexId u) const {
      return partners.span().subspan(offsets[u], SizeOf(u));
    }
    size_t SizeOf(VertexId u) const { return offsets[u + size_t{1}] - offsets[u]; }
  };

  Lists lists_;
  HugeArray<double> scores_;
  bool complete_ = true;
};

// `in` and `out` are both directions of the graph, one of which each side goes. kInvalidArgument:
// options out of range. kOutOfBudget: found while counting, before anything large is allocated.
// kCancelled: a stop was requested.
Result<PrunedScores> SolvePruned(const Recurrence& recurrence, const Pruning& pruning,
                                 const Adjacency& in, const Adjacency& out, const Control& control);

// The highest score that a pair left out can have; see above.
double LeftOutScore(const Recurrence& recurrence, const Pruning& pruning,
                    const PrunedScores& scores);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_PRUNED_H_
