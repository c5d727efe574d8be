// What builders that sort know of walks: groups that are together, and which group joined which.
#ifndef AKIN_SRC_SKETCH_WALK_GROUPS_H_
#define AKIN_SRC_SKETCH_WALK_GROUPS_H_

#include <cstdint>

#include "akin/types.h"

namespace akin {

// A group of walks that are together. Its name is its smallest vertex.
struct WalkGroup {
  VertexId at;
  VertexId first;
  uint32_t size;
  uint64_t sort_key() const { return (uint64_t{at} << 32) | first; }
};

// A group that met one with a smaller name, and became a part of it.
struct WalkMerge {
  VertexId parent;
  VertexId child;
  uint32_t offset;  // distance of the child's members from the parent's first
  uint64_t sort_key() const { return (uint64_t{parent} << 32) | child; }
};

// A group of two or more walks that ended.
struct EndedGroup {
  VertexId first;
  uint32_t size;
  uint64_t sort_key() const { return (uint64_t{first} << 32) | size; }
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_WALK_GROUPS_H_
