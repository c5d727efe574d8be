// Vertices are numbered 0 .. V-1 in the order of their sorted names.
#ifndef AKIN_TYPES_H_
#define AKIN_TYPES_H_

#include <cstdint>

namespace akin {

using VertexId = uint32_t;

// A corpus has fewer vertices than this; the largest value is never a vertex.
inline constexpr VertexId kNoVertex = UINT32_MAX;

}  // namespace akin

#endif  // AKIN_TYPES_H_
