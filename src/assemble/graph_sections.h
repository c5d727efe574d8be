// The sections of graph.akin (docs/formats/graph.md) that are written in parts.
#ifndef AKIN_SRC_ASSEMBLE_GRAPH_SECTIONS_H_
#define AKIN_SRC_ASSEMBLE_GRAPH_SECTIONS_H_

#include <cstdint>
#include <vector>

#include "akin/types.h"
#include "container/placed_container.h"

namespace akin {

inline std::vector<PlacedContainer::Section> GraphSections(VertexId vertices, uint64_t arcs) {
  const uint64_t offsets = (uint64_t{vertices} + 1) * sizeof(uint64_t);
  const uint64_t neighbours = arcs * sizeof(VertexId);
  return {{"in-offsets", offsets},
          {"in-neighbours", neighbours},
          {"out-offsets", offsets},
          {"out-neighbours", neighbours}};
}

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_GRAPH_SECTIONS_H_
