// The vertices that are co-cited with a vertex: others with an in-neighbour in common (JW section
// 6, c(p)).
//
// Empty case: a vertex without in-links, or whose in-neighbours link to no other vertex, has none.
// A vertex is not co-cited with itself.
//
// Time: the out-links of its in-neighbours. Memory: 4 bytes per vertex of the graph; use one object
// per thread.
#ifndef AKIN_SRC_GRAPH_CO_CITED_H_
#define AKIN_SRC_GRAPH_CO_CITED_H_

#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

class CoCited {
 public:
  CoCited(const Adjacency& in, const Adjacency& out) : in_(in), out_(out), common_(in.vertices()) {}

  // In the order in which they are found, which depends only on the graph. Valid until the next
  // call.
  std::span<const VertexId> Of(VertexId vertex) {
    for (const VertexId other : found_) common_[other] = 0;
    found_.clear();
    for (const VertexId citing : in_[vertex]) {
      for (const VertexId other : out_[citing]) {
        if (other != vertex && common_[other]++ == 0) found_.push_back(other);
      }
    }
    return found_;
  }

  // The number of in-neighbours that the vertex of the last call and this one have in common.
  uint32_t Common(VertexId other) const { return common_[other]; }

 private:
  Adjacency in_;
  Adjacency out_;
  std::vector<uint32_t> common_;
  std::vector<VertexId> found_;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_CO_CITED_H_
