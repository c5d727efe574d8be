// How much of what leads to either of two vertices leads to both (YU section 7.1, overlapping
// coverage).
//
// Definition: hop_k(a) is the set of vertices from which a is reached in exactly k steps;
//   f(a, b) = sum over k = 1..5 of |hop_k(a) n hop_k(b)| / |hop_k(a) u hop_k(b)|, in [0, 5],
//   g(a, b) = sum over k = 1..5 of |hop_k(a) n hop_k(b)|;
//   the depth of (a, b) is the least k for which hop_k(a) and hop_k(b) meet: a search must go that
//   far back to see that they are similar, along a path of 2k links (YU section 7.2.1, figure 10d).
// Direction: backwards along in-links; a vertex may be in several of the sets.
// Empty case: two empty sets count 0.
//
// Time: for each vertex compared, the in-links of the vertices at most 4 steps before it, so 5 E in
// the worst case.
// Memory: 5 bytes per vertex of the graph, and the sets of one vertex; one object per thread.
#ifndef AKIN_SRC_SAMPLE_HOP_OVERLAP_H_
#define AKIN_SRC_SAMPLE_HOP_OVERLAP_H_

#include <array>
#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

class HopOverlap {
 public:
  static constexpr unsigned kHops = 5;
  struct Score {
    double share = 0;     // f
    uint64_t common = 0;  // g
    unsigned depth = 0;   // the least k for which both sets have a vertex in common; 0: none
  };

  explicit HopOverlap(const Adjacency& in) : in_(in), marks_(in.vertices()), seen_(in.vertices()) {}

  // Sets the vertex that others are compared with from now on.
  void SetFirst(VertexId vertex);
  Score With(VertexId other);

 private:
  using Sets = std::array<std::vector<VertexId>, kHops>;  // indexed by steps - 1

  void FindSets(VertexId vertex, Sets& sets);

  Adjacency in_;
  std::vector<uint8_t> marks_;  // bit k: the vertex is in set k of the first vertex
  std::vector<uint32_t> seen_;  // the last set that contains the vertex
  uint32_t set_number_ = 0;
  Sets first_;
  Sets other_;
};

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_HOP_OVERLAP_H_
