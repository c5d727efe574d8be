#include "exact/vertex_list.h"

#include <fmt/format.h>

#include <vector>

#include "akin/errors.h"

namespace akin {

Status CheckVertices(std::span<const VertexId> vertices, VertexId count) {
  std::vector<bool> seen(vertices.size() > 1 ? count : 0);
  for (const VertexId v : vertices) {
    if (v >= count) return NoVertex(v);
    if (seen.empty()) continue;
    if (seen[v]) {
      return InvalidArgument("", fmt::format("vertex number {} is given twice", v));
    }
    seen[v] = true;
  }
  return {};
}

}  // namespace akin
