#include "linear/local_graph.h"

namespace akin {

void LocalGraph::Clear() {
  for (const VertexId vertex : vertices_) number_of_[vertex] = kNoVertex;
  vertices_.clear();
  offsets_.assign(1, 0);
  targets_.clear();
}

uint32_t LocalGraph::Number(VertexId vertex) {
  VertexId& number = number_of_[vertex];
  if (number == kNoVertex) {
    number = static_cast<VertexId>(vertices_.size());
    vertices_.push_back(vertex);
  }
  return number;
}

// Whether a link leads to a new vertex cannot be predicted, so there is no branch: every candidate
// is written to the next free place, and the count advances only if it was new.
void LocalGraph::Expand(size_t count, Unknown unknown) {
  const size_t first = expanded();
  if (first >= count) return;
  size_t links = 0;
  for (size_t i = first; i < count; ++i) links += links_.degree(vertices_[i]);
  size_t passed = targets_.size();
  size_t found = vertices_.size();
  targets_.resize(passed + links);
  if (unknown == Unknown::kFind) {
    vertices_.resize(found + std::min<size_t>(links, links_.vertices() - found) + 1);
  }
  for (size_t i = first; i < count; ++i) {
    for (const VertexId to : links_[vertices_[i]]) {
      VertexId& number = number_of_[to];
      const bool is_new = number == kNoVertex;
      if (unknown == Unknown::kFind) {
        vertices_[found] = to;
        number = is_new ? static_cast<VertexId>(found) : number;
        found += is_new ? 1 : 0;
        targets_[passed++] = number;
      } else {
        targets_[passed] = number;
        passed += is_new ? 0 : 1;
      }
    }
    offsets_.push_back(passed);
  }
  targets_.resize(passed);
  vertices_.resize(found);
}

}  // namespace akin
