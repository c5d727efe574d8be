// Picks some of many at random: those with the least hashes, so that the stream decides the choice.
#ifndef AKIN_SRC_SAMPLE_RANDOM_PICK_H_
#define AKIN_SRC_SAMPLE_RANDOM_PICK_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "akin/types.h"
#include "base/random.h"

namespace akin {

// Keeps at most `count`, in random order.
inline void PickRandom(std::vector<VertexId>& vertices, size_t count, const RandomStream& stream) {
  const size_t kept = std::min(count, vertices.size());
  std::partial_sort(vertices.begin(), vertices.begin() + static_cast<ptrdiff_t>(kept),
                    vertices.end(), [&](VertexId a, VertexId b) {
                      return std::pair(stream.At(a), a) < std::pair(stream.At(b), b);
                    });
  vertices.resize(kept);
}

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_RANDOM_PICK_H_
