// The part of a graph that lies behind a few vertices, renumbered in the order in which it is
// found: what is spread from there touches these vertices alone, and a vector that was spread so
// far is an array over the first of them. Links are translated once, however often they are passed
// afterwards, and lie in the order in which they are passed.
//
// Cost: 4 bytes per vertex of the graph, 12 per vertex found and 4 per link translated; to begin
// anew costs what was found.
#ifndef AKIN_SRC_LINEAR_LOCAL_GRAPH_H_
#define AKIN_SRC_LINEAR_LOCAL_GRAPH_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

class LocalGraph {
 public:
  // The arrays of `links` must outlive it.
  explicit LocalGraph(const Adjacency& links)
      : links_(links), number_of_(links.vertices(), kNoVertex), offsets_(1) {}

  // Forgets all.
  void Clear();
  // The number of a vertex, which may be new.
  uint32_t Number(VertexId vertex);
  // Translates the links of the first `count`. Those to vertices not found yet find them, or are
  // left out for good if the way ends here.
  enum class Unknown { kFind, kLeaveOut };
  void Expand(size_t count, Unknown unknown);

  size_t size() const { return vertices_.size(); }
  size_t expanded() const { return offsets_.size() - 1; }
  const std::vector<VertexId>& vertices() const { return vertices_; }  // by number
  // Of one that was expanded.
  std::span<const uint32_t> operator[](size_t number) const {
    return std::span(targets_).subspan(offsets_[number], offsets_[number + 1] - offsets_[number]);
  }
  uint64_t arcs() const { return targets_.size(); }
  // Where the links of the expanded begin and end, and all of them in a row.
  std::span<const uint64_t> offsets() const { return offsets_; }
  std::span<const uint32_t> targets() const { return targets_; }

  // With everything found and passed.
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

// to += A from, in cells of L numbers per vertex: every vertex of `from` gives its cell to all that
// it links to. `from` ends with the vertices expanded, `to` with those found.
template <size_t L>
void Spread(const LocalGraph& graph, std::span<const double> from, std::span<double> to) {
  constexpr size_t kAhead = 16;  // links: their cells are sent for before they are needed
  const std::span<const uint32_t> targets = graph.targets();
  const std::span<const uint64_t> offsets = graph.offsets();
  for (size_t v = 0; v * L < from.size(); ++v) {
    const double* const cell = from.data() + v * L;
    if (std::all_of(cell, cell + L, [](double lane) { return lane == 0; })) continue;
    for (uint64_t at = offsets[v]; at < offsets[v + 1]; ++at) {
      const uint32_t next = targets[std::min<uint64_t>(at + kAhead, targets.size() - 1)];
      __builtin_prefetch(to.data() + next * L, 1);
      double* const target = to.data() + targets[at] * L;
      for (size_t lane = 0; lane < L; ++lane) target[lane] += cell[lane];
    }
  }
}

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_LOCAL_GRAPH_H_
