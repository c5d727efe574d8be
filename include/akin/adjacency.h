// One direction of a graph in compressed sparse rows: the neighbours of v are neighbours[offsets[v]
// .. offsets[v+1]), strictly ascending. This is a view; its maker owns the arrays.
#ifndef AKIN_ADJACENCY_H_
#define AKIN_ADJACENCY_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "akin/types.h"

namespace akin {

struct Adjacency {
  std::span<const uint64_t> offsets;  // vertices + 1 entries
  std::span<const VertexId> neighbours;

  VertexId vertices() const { return static_cast<VertexId>(offsets.size() - 1); }
  uint64_t arcs() const { return neighbours.size(); }
  uint64_t degree(VertexId v) const { return offsets[v + 1] - offsets[v]; }
  std::span<const VertexId> operator[](VertexId v) const {
    return neighbours.subspan(offsets[v], degree(v));
  }
};

}  // namespace akin

#endif  // AKIN_ADJACENCY_H_
