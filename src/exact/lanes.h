// Scores are stored, and summed, a cache line of columns at a time: loops that compilers vectorise.
#ifndef AKIN_SRC_EXACT_LANES_H_
#define AKIN_SRC_EXACT_LANES_H_

#include <cstddef>
#include <span>

#include "akin/types.h"

namespace akin {

inline constexpr size_t kLanes = 8;

struct alignas(64) Lanes {
  double lane[kLanes];
};

// In the order of the list, lane by lane.
inline Lanes SumOver(std::span<const VertexId> list, const Lanes* tile) {
  Lanes sum{};
  for (const VertexId x : list) {
    for (size_t i = 0; i < kLanes; ++i) sum.lane[i] += tile[x].lane[i];
  }
  return sum;
}

}  // namespace akin

#endif  // AKIN_SRC_EXACT_LANES_H_
