// Vertices of two graphs: which vertex of one is similar to which of the other?
//
//   auto x = akin::Corpus::Open("x.akin");
//   auto y = akin::Corpus::Open("y.akin");
//   akin::Match(*x, *y, left, right, {.k = 3}, [](akin::VertexId left, const auto& hits) { ... });
//
// Two vertices are similar if the vertices 0, 1, 2, ... links before and behind them are: if these
// have similar numbers of links. Neither names nor links between the graphs count.
#ifndef AKIN_MATCH_H_
#define AKIN_MATCH_H_

#include <optional>
#include <span>
#include <vector>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/exact.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// Cosine SimRank of two graphs (Yu et al., definition 5), GSR#.
struct MatchOptions {
  double decay = 0.6;             // how much a link farther away counts
  unsigned iterations = 10;       // K: steps 0 to K - 1 count, which leaves out at most decay^K
  std::optional<double> epsilon;  // instead: the fewest iterations that leave out at most this
  double beta = 0.5;              // 1: compares what links to them; 0: what they link to
  // m: follows only m - 1 steps through the graphs, and the others through m numbers (AGSR#). No
  // score is off by more than decay^m.
  std::optional<unsigned> krylov;
  // The same for the second graph, if it differs: the larger graph may need fewer steps, or more.
  // Errors are those of the smaller m of the two, where neither space is complete.
  std::optional<unsigned> krylov_right;
  unsigned k = 0;        // at most this many hits per vertex; 0: all
  double min_score = 0;  // no hits below this score, up to rounding (less than 1e-12)
};

// For every vertex of `left`, in the first corpus, the best among `right`, in the second. No vertex
// may occur twice in either. The error of a score bounds what is left out: without krylov a score
// is never too high.
Status Match(const Corpus& left_corpus, const Corpus& right_corpus, std::span<const VertexId> left,
             std::span<const VertexId> right, const MatchOptions& options, const JoinSink& sink,
             const Control& control = {});

// The one-to-one matching with the largest sum of scores among the hits that Match gives with these
// options: one hit for every vertex of `left`, with kNoVertex if it is not matched. With k = 0 all
// pairs are in memory, 12 bytes each.
Result<std::vector<Hit>> MatchOneToOne(const Corpus& left_corpus, const Corpus& right_corpus,
                                       std::span<const VertexId> left,
                                       std::span<const VertexId> right, const MatchOptions& options,
                                       const Control& control = {});

}  // namespace akin

#endif  // AKIN_MATCH_H_
