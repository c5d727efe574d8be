// The part of a graph that can be reached from a few vertices, renumbered in the order in which it
// is found. What is spread from there touches only these vertices, and a vector after some steps is
// an array over the first of them. Links are translated once, however often they are read
// afterwards, and are stored in the order in which they are read.
//
// Cost: 4 bytes per vertex of the graph, 12 per vertex found and 4 per link translated. Clearing
// costs time proportional to what was found.
#ifndef AKIN_SRC_LINEAR_LOCAL_GRAPH_H_
#define AKIN_SRC_LINEAR_LOCAL_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

class LocalGraph {
 public:
  // The arrays of `links` must outlive this object.
  explicit LocalGraph(const Adjacency& links)
      : links_(links), number_of_(links.vertices(), kNoVertex), offsets_(1) {}

  // Forgets everything.
  void Clear();
  // The number of a vertex, which may be new.
  uint32_t Number(VertexId vertex);
  // Translates the links of the first `count` vertices. Vertices that are not found yet are added,
  // or, on the last step, the links to them are left out for good.
  enum class Unknown { kFind, kLeaveOut };
  void Expand(size_t count, Unknown unknown);

  size_t size() const { return vertices_.size(); }
  size_t expanded() const { return offsets_.size() - 1; }
  const std::vector<VertexId>& vertices() const { return vertices_; }  // by number
  // The links of a vertex that was expanded.
  std::span<const uint32_t> operator[](size_t number) const {
    return std::span(targets_).subspan(offsets_[number], offsets_[number + 1] - offsets_[number]);
  }
  uint64_t arcs() const { return targets_.size(); }
  // Where the links of the expanded vertices begin and end, and all of these links in one array.
  std::span<const uint64_t> offsets() const { return offsets_; }
  std::span<const uint32_t> targets() const { return targets_; }

  // The size if every vertex is found and every link translated.
  static double BytesAtMost(const Adjacency& links) {
    return 16.0 * links.vertices() + 4.0 * static_cast<double>(links.arcs());
  }

 private:
  Adjacency links_;
  std::vector<VertexId> number_of_;
  std::vector<VertexId> vertices_;
  std::vector<uint64_t> offsets_;
  std::vector<uint32_t> targets_;
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_LOCAL_GRAPH_H_
