// Forests of fingerprints that stay in memory after their builder has gone on, for many queries
// without an index; and what a query reads in a forest.
#ifndef AKIN_SRC_QUERY_KEPT_FOREST_H_
#define AKIN_SRC_QUERY_KEPT_FOREST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "akin/types.h"
#include "sketch/forest.h"

namespace akin {

class KeptForest {
 public:
  KeptForest() = default;
  explicit KeptForest(const Forest& forest)
      : members_(forest.members.begin(), forest.members.end()),
        labels_(forest.labels.begin(), forest.labels.end()),
        places_(forest.places.begin(), forest.places.end()) {}
  KeptForest(std::vector<VertexId> members, std::vector<uint8_t> labels,
             std::vector<uint32_t> places)
      : members_(std::move(members)), labels_(std::move(labels)), places_(std::move(places)) {}
  static uint64_t MemoryFor(VertexId vertices) {
    return (sizeof(VertexId) + sizeof(uint8_t) + sizeof(uint32_t)) * uint64_t{vertices};
  }

  Forest view() const { return {.members = members_, .labels = labels_, .places = places_}; }

 private:
  std::vector<VertexId> members_;
  std::vector<uint8_t> labels_;
  std::vector<uint32_t> places_;
};

// Calls visit(other, time) for everyone whom a vertex meets: the time is the largest label on the
// way.
template <class Visit>
void EachMet(const Forest& forest, VertexId vertex, const Visit& visit) {
  const uint32_t place = forest.places[vertex];
  if (place == kNoPlace) return;
  uint8_t time = 0;
  for (size_t i = place; forest.labels[i] != kNewTree; --i) {
    time = std::max(time, forest.labels[i]);
    visit(forest.members[i - 1], time);
  }
  time = 0;
  for (size_t i = size_t{place} + 1; i < forest.labels.size() && forest.labels[i] != kNewTree;
       ++i) {
    time = std::max(time, forest.labels[i]);
    visit(forest.members[i], time);
  }
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_KEPT_FOREST_H_
