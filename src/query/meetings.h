// The vertices that a vertex met in one fingerprint, and when: the single contributions to scores.
//
// Walks: from the place of the vertex in its tree outwards to both ends; the time of a meeting is
// the largest label on the way (sketch/forest.h). Min-hashes: the class of the vertex at each
// distance.
//
// Cost: one row, and the blocks of the tree, or of the classes.
#ifndef AKIN_SRC_QUERY_MEETINGS_H_
#define AKIN_SRC_QUERY_MEETINGS_H_

#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "index/forest_shard.h"

namespace akin {

// Appends to `met` the vertices that the vertex met in one of the fingerprints of a shard, counted
// from its first. kDamaged if its row leads to a block that does not contain it.
Status AppendMeetings(const ForestShard& shard, uint32_t fingerprint, VertexId vertex,
                      std::vector<Meeting>& met);

// A member of a tree, and when it met the one that is next to it on the way to some vertex.
struct Neighbour {
  VertexId vertex = kNoVertex;
  uint8_t met = 0;
};
// The tree of a vertex in one of the fingerprints of a shard of walks: the other members on both
// sides of it, the nearest first. Both empty if it meets no other.
struct TreeAround {
  std::vector<Neighbour> left;
  std::vector<Neighbour> right;
};
Result<TreeAround> ReadTree(const ForestShard& shard, uint32_t fingerprint, VertexId vertex);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_MEETINGS_H_
