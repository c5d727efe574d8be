// Jeh and Widom's random surfers on small graphs: how many steps they need (section 5), and the
// graph of pairs of vertices, in which SimRank flows (figure 1).
//
//   auto pairs = akin::SurferPairs(corpus, {.decay = 0.8});
//
// A surfer goes to a random neighbour at every step, and stops at a vertex without one.
//   Expected distance d(u, v), equation 7: steps along links until a surfer from u first reaches v.
//   Expected meeting distance m(a, b), equation 8: steps until two surfers from a and b, who go in
//   lock-step and backwards over links, are first at the same vertex. Backwards, because then the
//   expected c^steps is SimRank with the decay c (section 5.4).
//
// Empty case, and pairs that may never meet: the paper calls m infinite where no tour leads to a
// meeting, and leaves it open where only some do. Here a distance is infinite unless it is certain
// that the surfer arrives, and the chance that he does is told beside it. d(v, v) = m(v, v) = 0.
//
// Error: rounding only. Cost: the pairs of a graph of n vertices are n (n-1) / 2 states, whose
// linear equations are solved in the cube of that; distances take n systems of n states.
#ifndef AKIN_SURFERS_H_
#define AKIN_SURFERS_H_

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

inline constexpr VertexId kMostSurferVertices = 64;
inline constexpr size_t kMostDrawnPairs = 60;

struct SurferTrip {
  double chance = 0;  // of arriving at all
  // The sum of P[t] l(t) over all tours t that arrive, as equations 7 and 8 print it.
  double sum = 0;
  bool certain = false;  // the chance is 1

  double distance() const { return certain ? sum : std::numeric_limits<double>::infinity(); }
};

struct SurferPair {
  VertexId a = kNoVertex;
  VertexId b = kNoVertex;
  double score = 0;  // SimRank
  SurferTrip meeting;
};

struct SurferOptions {
  double decay = 0.6;  // of SimRank, in (0, 1)
  Boilerplate boilerplate = Boilerplate::kSite;
};

// All pairs a < b, in order. kInvalidArgument if the graph is too large, or the decay out of range.
Result<std::vector<SurferPair>> SurferPairs(const Corpus& corpus, const SurferOptions& options = {},
                                            const Control& control = {});

// d(u, v) for all vertices: that from u to v is at u * vertices + v.
Result<std::vector<SurferTrip>> SurferDistances(const Corpus& corpus,
                                                const SurferOptions& options = {},
                                                const Control& control = {});

// The graph of pairs (a, b), a <= b, simplified as in figure 1(b): (a, b) and (b, a) are one, pairs
// that score 0 are left out, and so is a vertex with itself if it gives similarity to no pair that
// is shown. {a, b} points to {c, d} if a links to one of c and d and b to the other one.
struct PairGraph {
  std::vector<SurferPair> pairs;
  std::vector<std::pair<size_t, size_t>> arcs;  // places in `pairs`; sorted
};
// kInvalidArgument also if there are more than kMostDrawnPairs.
Result<PairGraph> SurferPairGraph(const Corpus& corpus, const SurferOptions& options = {},
                                  const Control& control = {});

}  // namespace akin

#endif  // AKIN_SURFERS_H_
