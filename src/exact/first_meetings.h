// Where two walks first meet, exactly: SimRank of a pair as a sum over steps and vertices.
//
// Definition (Yu et al., theorems 8 and 9): SimRank is the sum over k of c^k times the nested
// off-diagonal product of P, which counts pairs of paths of k links from a common vertex to a and b
// that are at no other time at the same vertex. The series of Li et al. counts these and all
// others. Here J_k(x, y) is c^k times the probability that walks from a and b, k steps against the
// links, are at x and y without having met; J_{k+1} is c P J_k P', whose diagonal, the first
// meetings, is taken out. Meeting at w in step k contributes J_k(w, w), and k rounds of SimRank are
// the sum of these up to k (theorem 8).
//
// Empty case: walks at a vertex without in-links end there and meet nobody.
//
// Error: what later steps would add, at most c^(k+1).
//
// Cost: each step reads, for all pairs in J_k, the in-links of one of both, and then of the other,
// and sorts the pairs. J may hold every pair of vertices: 16 bytes for each pair of every step, and
// 12 V bytes.
#ifndef AKIN_SRC_EXACT_FIRST_MEETINGS_H_
#define AKIN_SRC_EXACT_FIRST_MEETINGS_H_

#include <utility>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

struct PairMass {
  VertexId x = kNoVertex;
  VertexId y = kNoVertex;
  double mass = 0;
};

class FirstMeetings {
 public:
  // The in-links must outlive the object. a != b.
  FirstMeetings(const Adjacency& in, double decay, VertexId a, VertexId b)
      : in_(in), decay_(decay), levels_({{{.x = a, .y = b, .mass = 1}}}) {}

  // One step more. Returns the meetings in it, x being y, by ascending vertex. kOutOfBudget: says
  // what would be needed. kCancelled: on a stop.
  Result<std::vector<PairMass>> Step(const Control& control);
  bool ended() const { return levels_.back().empty(); }

  // A pair of walks that first meet at `place` in step `steps`, which has been done, from a and
  // from b: of the pairs that can have come before, each time the one that most mass comes from.
  using Path = std::vector<VertexId>;
  std::pair<Path, Path> PathsTo(VertexId place, unsigned steps) const;

 private:
  enum class Which { kFirst, kSecond };
  Result<std::vector<PairMass>> Move(std::vector<PairMass> pairs, Which which,
                                     const Control& control) const;
  double BytesHeld() const;

  const Adjacency& in_;
  double decay_;
  std::vector<std::vector<PairMass>> levels_;  // J_k without its diagonal, by ascending pair
};

}  // namespace akin

#endif  // AKIN_SRC_EXACT_FIRST_MEETINGS_H_
