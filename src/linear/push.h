// SimRank by pushing: one source against all, or one pair, from the graph and the diagonal
// correction alone.
//
// Definition: S = sum of Q'^l D Q^l over l >= 0, Q = sqrt(c) P (linear/diagonal.h). For a source u:
// h_0 = e_u, h_{l+1} = Q h_l along in-links, and back along out-links in Horner's order,
//   x_l = D h_l + Q' x_{l+1},   S e_u = x_0.
// For a pair: the sum of <h_l(u), D h_l(v)>.
//
// Direction: h spreads a vertex over its in-neighbours; x comes back along the out-links.
//
// Empty case: a vertex without in-links is similar only to itself.
//
// Error, for any two different vertices, the sum of three:
// 1. From D: Diagonal::score_error, in either direction.
// 2. From the entries d_l left behind on the way out (linear/level.h). The score of v lacks
//    <d_l, (S - D) Q^l e_v>, at most G(d_l) times the sum of g over Q^l e_v, which has a mass of at
//    most c^(l/2), and g <= sqrt(c + self_error). The callers' budget bounds the sum over l of
//    c^(l/2) sqrt(c + self_error) G(d_l). Here S belongs to the given D, so
//    g(y)^2 = 1 - D(y) + self_error. For a pair the bound is better, because both sides are known:
//    <d, (S - D) h'> + <k, (S - D) d'> is at most G(d) G(h') + G(k) G(d'). The levels end when all
//    that is left fits the budget, so nothing is cut off without being counted.
//    While both vertices have a single in-link, s(u, v) = c s(u', v') for the two that link to
//    them, so all errors shrink by c at each such step. If these are one and the same, the score is
//    known without any error, and so it is if one of the two has no in-links. If h_l(u) = h_l(v),
//    as it is from l = 1 on for vertices with the same in-links, one of them is pushed for both.
// 3. From the entries of x_l, l >= 1, that are below a threshold and so are not pushed back.
//    x_l reaches v through Q^l e_v, so c^(l/2) times the largest of them bounds what v lacks. Every
//    level may lose the same, which reads the fewest arcs: few entries far out are large.
// Scores are never above those of the given D: 2 and 3 only take away.
//
// A source whose push was cheap is pushed again with at most a quarter of the error, until the push
// is no longer cheap or the error is below the effect of single precision in D. So vertices that
// have only weak relations get a full list too.
//
// On the way back, vertices that have the same out-links and come one after the other are pushed
// together. On the web, where the pages of a folder share their links, that saves a third of the
// arcs.
//
// Cost: the arcs read. Only what is made once for many queries is proportional to the number of
// vertices: 8 bytes each in the PushGraph, 24 in a scratch. Deterministic.
#ifndef AKIN_SRC_LINEAR_PUSH_H_
#define AKIN_SRC_LINEAR_PUSH_H_

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "linear/level.h"
#include "linear/sparse.h"

namespace akin {

// The input.
struct PushInput {
  Adjacency in;
  Adjacency out;
  std::span<const float> diagonal;
  double decay = 0.6;
  double score_error = 0;  // as in Diagonal
  double self_error = 0;
};

// The same, with all that a push needs of a vertex next to each other in memory.
struct PushGraph : PushInput {
  PushGraph() = default;
  explicit PushGraph(const PushInput& input);

  struct Facts {
    float g;  // never too small
    uint32_t degree;
  };
  std::vector<Facts> facts;
};

// Working memory that queries reuse; one per thread.
class PushScratch {
 public:
  explicit PushScratch(VertexId vertices) : sums_(vertices), other_sums_(vertices) {}

 private:
  friend class Pusher;
  Accumulator sums_;
  Accumulator other_sums_;
  Level level_;
  Level other_;
  std::vector<Entry> levels_;  // h_0, h_1, ... one after the other
  std::vector<size_t> ends_;   // the end of each level in levels_
  std::vector<Entry> x_;
};

struct PushResult {
  // The scores of all vertices that have one, including the source, in no particular order. Part of
  // the scratch.
  std::span<const Entry> scores;
  double error = 0;   // bound for any score, except that of the source with itself
  uint64_t arcs = 0;  // passed, out and back
};
// The error is at most `epsilon`, which must exceed graph.score_error. On a stop it returns soon,
// and the result has no meaning.
PushResult PushFrom(const PushGraph& graph, VertexId source, double epsilon, PushScratch& scratch,
                    const std::stop_token& stop = {});

struct ManyScores {
  std::vector<double> values;  // in the order of the others
  double error = 0;            // as in PushResult
};
// The scores of the source with each of the others, for the price of one source.
ManyScores PushToMany(const PushGraph& graph, VertexId source, std::span<const VertexId> others,
                      double epsilon, PushScratch& scratch);

struct PairScore {
  double value = 0;
  double error = 0;
  // If the score is known because both lead to one vertex: that vertex, after how many steps, and
  // the part of the value that is not in the levels visited.
  VertexId met = kNoVertex;
  unsigned steps = 0;
  double unseen = 0;
};
// Sees h_l(u) and h_l(v) for l = 1, 2, ...: all that the score is a sum of, but for what is unseen.
using LevelVisit = std::function<void(const Accumulator& of_u, const Accumulator& of_v)>;
PairScore PushPair(const PushGraph& graph, VertexId u, VertexId v, double epsilon,
                   PushScratch& scratch, const LevelVisit& visit = {});

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_PUSH_H_
