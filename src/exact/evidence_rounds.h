// SimRank with evidence inside the recursion: the decay of a pair grows with the number of its
// common in-neighbours.
//
// Definition (Yu et al., equations 1 and 5, which is how that paper reads SimRank++): S_0 is the
// identity, S(v, v) = 1, and for u != v
//   S_{l+1}(u, v) = c evidence(|I(u) n I(v)|) / (|I(u)| |I(v)|)
//                   * sum of S_l(a, b) over a in I(u), b in I(v),
// with the evidence of exact/evidence.h: 1 - 2^-n, or 1 - e^-n. The measures simrank++ and
// simrank++-exp multiply once, after the rounds; here every round multiplies, so that a pair also
// loses what its in-neighbours lack in evidence.
//
// Direction: in-links. Symmetric, up to rounding.
//
// Empty case: 0 for vertices without a common in-neighbour, in every round.
//
// Range: 0 to 1.
//
// Error: 0 <= S - S_k <= c^(k+1), as for SimRank: evidence is at most 1, so a round still
// multiplies what is missing by at most c. S_k never falls as k grows.
//
// Cost: only pairs with a common in-neighbour are stored, 24 bytes for each of both orders, and 8 V
// bytes per thread. With C(v) the vertices that share an in-neighbour with v, a round adds
// sum over u of (sum of |C(a)| over a in I(u), and sum of |I(v)| over v in C(u)) numbers; never
// more than 2 n m for n vertices with in-links and m arcs. The result does not depend on the number
// of threads.
#ifndef AKIN_SRC_EXACT_EVIDENCE_ROUNDS_H_
#define AKIN_SRC_EXACT_EVIDENCE_ROUNDS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/evidence.h"
#include "exact/iteration_options.h"

namespace akin {

// The scores of all pairs of different vertices that have a common in-neighbour.
class EvidenceScores {
 public:
  // kInvalidArgument: options out of range. kOutOfBudget: says what would be needed; no scores have
  // been allocated. kCancelled: a stop was requested.
  static Result<EvidenceScores> Solve(std::string_view measure, const Adjacency& in,
                                      const Adjacency& out, Evidence form,
                                      const IterationOptions& options, const Control& control);

  // The vertices that share an in-neighbour with u, ascending, without u; and its score with each.
  std::span<const VertexId> partners(VertexId u) const {
    return std::span(partners_).subspan(offsets_[u], offsets_[u + size_t{1}] - offsets_[u]);
  }
  std::span<const double> scores(VertexId u) const {
    return std::span(now_).subspan(offsets_[u], offsets_[u + size_t{1}] - offsets_[u]);
  }
  double bytes() const;

 private:
  Status CountPairs(const Adjacency& in, const Adjacency& out, const Control& control);
  void FindPairs(const Adjacency& in, const Adjacency& out);
  void Round(const Adjacency& in, VertexId u, Evidence form, double decay,
             std::vector<double>& sums);

  std::vector<uint64_t> offsets_;
  std::vector<VertexId> partners_;
  std::vector<uint32_t> common_;  // the number of in-neighbours shared
  std::vector<double> now_;
  std::vector<double> next_;
};

}  // namespace akin

#endif  // AKIN_SRC_EXACT_EVIDENCE_ROUNDS_H_
