#include "generate/attachment_model.h"

#include <algorithm>

namespace akin {
namespace {

constexpr uint64_t kAttachment = 0x6261;  // "ba"

}  // namespace

AttachmentModel::AttachmentModel(VertexId vertices, uint32_t degree, uint64_t seed)
    : vertices_(vertices), degree_(degree), ends_(seed, kAttachment, 0) {}

// Arcs d v .. d v + d - 1 belong to vertex v. Ends 2i and 2i + 1 are source and target of arc i.
VertexId AttachmentModel::Target(uint64_t arc) const {
  for (;;) {
    const uint64_t vertex = arc / degree_;
    if (vertex == 0) return 0;
    const uint64_t end = ends_.Below(arc, vertex * degree_ * 2);
    arc = end / 2;
    if (end % 2 == 0) return static_cast<VertexId>(arc / degree_);
  }
}

void AttachmentModel::Links(VertexId vertex, std::vector<VertexId>& targets) const {
  targets.clear();
  if (vertex == 0) return;
  const uint64_t first = uint64_t{vertex} * degree_;
  for (uint64_t arc = first; arc < first + degree_; ++arc) targets.push_back(Target(arc));
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
}

}  // namespace akin
