// One direction of a graph in compressed sparse rows: the neighbours of v are neighbours[offsets[v]
// .. offsets[v+1]), strictly ascending. This is a view; its maker owns the arrays.
//
// The arrays of a corpus are in mapped files. If such a file is cut short while it is in use, its
// end turns into zeros (GuardMappedFiles in akin/files.h), so that offsets may run backwards there:
// then there are no neighbours.
#ifndef AKIN_ADJACENCY_H_
#define AKIN_ADJACENCY_H_

#include <algorithm>
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
  uint64_t degree(VertexId v) const {
    const uint64_t begin = offsets[v];
    return std::max(begin, offsets[v + 1]) - begin;
  }
  std::span<const VertexId> operator[](VertexId v) const {
    const uint64_t begin = offsets[v];
    return neighbours.subspan(begin, std::max(begin, offsets[v + 1]) - begin);
  }
};

}  // namespace akin

#endif  // AKIN_ADJACENCY_H_
