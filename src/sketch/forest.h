// The meetings of all walks of one fingerprint.
//
// Coalescing walks form trees: when two groups of walks meet at time t, they stay one group. Let
// r_t(u) be the smallest vertex of u's group at time t. If vertices are ordered by (r_l, ..., r_1,
// r_0 = u), every group is contiguous at every time. The label at a place is the time at which its
// vertex met the one just before it. The time at which two vertices met is the largest label
// between their places (FR section 2.1.1 stores the same trees by parent). Vertices that meet no
// other are left out.
#ifndef AKIN_SRC_SKETCH_FOREST_H_
#define AKIN_SRC_SKETCH_FOREST_H_

#include <cstdint>
#include <span>

#include "akin/measures.h"
#include "akin/types.h"

namespace akin {

inline constexpr uint8_t kNewTree = 255;       // label of the first member of a tree
inline constexpr unsigned kLongestWalk = 254;  // so that every label fits a byte
inline constexpr uint32_t kNoPlace = UINT32_MAX;

struct WalkParameters {
  Measure measure = Measure::kSimRank;
  uint64_t seed = 1;
  unsigned length = 10;  // 1 for text

  // Whether these are classes of equal values, without times (sketch/minhash.h,
  // weighted_minhash.h).
  bool classes() const { return FactsOf(measure).ways.front().method == Method::kClasses; }
  // Forests per fingerprint: one for walks, or one for each distance (sketch/minhash.h).
  unsigned layers() const { return classes() ? length : 1; }
};

// The forest of one fingerprint. The builder owns the arrays.
struct Forest {
  std::span<const VertexId> members;  // in the order above
  std::span<const uint8_t> labels;    // of each member
  std::span<const uint32_t> places;   // place of each vertex among the members, or kNoPlace
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_FOREST_H_
