// SimRank by pushing: one source against all, or one pair, from the graph and the diagonal
// correction alone.
//
// Definition: S = sum of Q'^l D Q^l over l >= 0, Q = sqrt(c) P (linear/diagonal.h). For a source u:
// h_0 = e_u, h_{l+1} = Q h_l along in-links, and back along out-links in Horner's order,
//   x_l = D h_l + Q' x_{l+1},   S e_u = x_0.
// For a pair: the sum of <h_l(u), D h_l(v)>.
//
// Direction: h spreads a vertex over its in-neighbours, x comes back over the out-links.
//
// Empty case: a vertex without in-links is similar to itself alone.
//
// Error, for any two different vertices, as the sum of three:
// 1. Of D: Diagonal::score_error, in either direction.
// 2. Of the entries d_l left behind on the way out (linear/level.h). The score of v lacks
//    <d_l, (S - D) Q^l e_v>, at most G(d_l) times the sum of g over Q^l e_v, which has mass c^(l/2)
//    at most and g <= sqrt(c + self_error): the callers' budget bounds the sum over l of c^(l/2)
//    sqrt(c + self_error) G(d_l). Here S belongs to the D given, so g(y)^2 = 1 - D(y) + self_error.
//    A pair is better off, for both sides are known: <d, (S - D) h'> + <k, (S - D) d'> is at most
//    G(d) G(h') + G(k) G(d'). The levels end when all that is left fits the budget, so nothing is
//    cut off unseen.
// 3. Of the entries of x_l, l >= 1, that are not pushed back because they are below a threshold.
//    x_l reaches v through Q^l e_v, so c^(l/2) times the largest of them bounds what v lacks. Every
//    level may lose the same, which passes the fewest arcs: few entries are large far out.
// Scores are never above those of the D given: 2 and 3 only take away.
//
// A source whose push was cheap is pushed again to a quarter of the error, until that costs some
// arcs or is below what single precision in D makes of it: so that vertices with faint relations
// alone get a full list too.
//
// Cost: the arcs passed; nothing is proportional to the number of vertices but what is made once
// for many queries: 8 bytes each in the PushGraph, 24 in a scratch. Deterministic.
#ifndef AKIN_SRC_LINEAR_PUSH_H_
#define AKIN_SRC_LINEAR_PUSH_H_

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "linear/level.h"
#include "linear/sparse.h"

namespace akin {

// All that is given.
struct PushInput {
  Adjacency in;
  Adjacency out;
  std::span<const float> diagonal;
  double decay = 0.6;
  double score_error = 0;  // as in Diagonal
  double self_error = 0;
};

// The same with what a push asks of every vertex, side by side.
struct PushGraph : PushInput {
  PushGraph() = default;
  explicit PushGraph(const PushInput& input);

  struct Facts {
    float g;  // never less than it should be
    uint32_t degree;
  };
  std::vector<Facts> facts;
};

// What a query needs and leaves behind; one per thread.
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
  std::vector<size_t> ends_;   // of each
  std::vector<Entry> x_;
};

struct PushResult {
  // With all vertices that have one, the source among them, in no order. Part of the scratch.
  std::span<const Entry> scores;
  double error = 0;   // how far any score may be off, that of the source with itself excepted
  uint64_t arcs = 0;  // passed, out and back
};
// The error is `epsilon` at most, which must exceed graph.score_error. On a stop it returns soon,
// and what it returns means nothing.
PushResult PushFrom(const PushGraph& graph, VertexId source, double epsilon, PushScratch& scratch,
                    const std::stop_token& stop = {});

struct PairScore {
  double value = 0;
  double error = 0;
};
PairScore PushPair(const PushGraph& graph, VertexId u, VertexId v, double epsilon,
                   PushScratch& scratch);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_PUSH_H_
