// Lists of vertices that callers give.
#ifndef AKIN_SRC_EXACT_VERTEX_LIST_H_
#define AKIN_SRC_EXACT_VERTEX_LIST_H_

#include <span>

#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// kInvalidArgument unless all are below `count` and no vertex occurs twice.
Status CheckVertices(std::span<const VertexId> vertices, VertexId count);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_VERTEX_LIST_H_
