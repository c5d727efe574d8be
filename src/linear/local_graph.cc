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

void LocalGraph::Expand(size_t count, Unknown unknown) {
  for (size_t i = expanded(); i < count; ++i) {
    for (const VertexId to : links_[vertices_[i]]) {
      if (unknown == Unknown::kLeaveOut && number_of_[to] == kNoVertex) continue;
      targets_.push_back(Number(to));
    }
    offsets_.push_back(targets_.size());
  }
}

}  // namespace akin
