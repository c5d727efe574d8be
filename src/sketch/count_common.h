// How many vertices two ascending lists have in common.
#ifndef AKIN_SRC_SKETCH_COUNT_COMMON_H_
#define AKIN_SRC_SKETCH_COUNT_COMMON_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "akin/types.h"

namespace akin {

// O(s log(l / s)) for a list of s and a longer one of l: it gallops through the longer.
inline uint64_t CountCommon(std::span<const VertexId> a, std::span<const VertexId> b) {
  if (a.size() > b.size()) std::swap(a, b);
  uint64_t common = 0;
  for (const VertexId wanted : a) {
    size_t step = 1;
    while (step < b.size() && b[step] < wanted) step *= 2;
    const auto end = b.begin() + static_cast<ptrdiff_t>(std::min(step + 1, b.size()));
    const auto at = std::lower_bound(b.begin(), end, wanted);
    if (at != end && *at == wanted) ++common;
    b = b.subspan(static_cast<size_t>(at - b.begin()));
  }
  return common;
}

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_COUNT_COMMON_H_
