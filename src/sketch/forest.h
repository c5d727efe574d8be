// The meetings of all walks of one fingerprint.
//
// Coalescing walks form trees: when two groups of walks meet at time t they are one group ever
// after. Let r_t(u) be the smallest vertex of u's group at time t. Ordered by (r_l, ..., r_1, r_0 =
// u), every group is contiguous at every time, and the time two vertices met is the largest label
// between their places, where the label at a place is the time its vertex met the one just before
// it (FR section 2.1.1 stores the same trees by parent). Vertices that meet nobody are left out.
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
  unsigned length = 10;  // of text 1

  // Whether they are classes of equal values, without times (sketch/minhash.h, weighted_minhash.h).
  bool classes() const { return FactsOf(measure).ways.front().method == Method::kClasses; }
  // Forests a fingerprint has: one of walks, or one for each distance (sketch/minhash.h).
  unsigned layers() const { return classes() ? length : 1; }
};

// One fingerprint's forest; the spans belong to whoever built it.
struct Forest {
  std::span<const VertexId> members;  // in the order above
  std::span<const uint8_t> labels;    // of each member
  std::span<const uint32_t> places;   // of each vertex among the members, or kNoPlace
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_FOREST_H_
