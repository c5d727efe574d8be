// Counts of some vertices in a long stream of others.
//
// Cost: a bit for each vertex of the stream; a binary search for those that are counted, and for
// one in kBits / n of the others, n being how many are counted.
#ifndef AKIN_SRC_QUERY_VERTEX_COUNTS_H_
#define AKIN_SRC_QUERY_VERTEX_COUNTS_H_

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/types.h"

namespace akin {

class VertexCounts {
 public:
  explicit VertexCounts(std::span<const VertexId> counted)
      : vertices_(counted.begin(), counted.end()) {
    std::sort(vertices_.begin(), vertices_.end());
    counts_.resize(vertices_.size());
    for (const VertexId vertex : vertices_) maybe_.set(vertex % kBits);
  }

  void Count(VertexId vertex) {
    if (!maybe_.test(vertex % kBits)) return;
    if (const size_t place = PlaceOf(vertex); place < vertices_.size()) ++counts_[place];
  }

  std::vector<uint32_t> Of(std::span<const VertexId> counted) const {
    std::vector<uint32_t> counts;
    counts.reserve(counted.size());
    for (const VertexId vertex : counted) counts.push_back(counts_[PlaceOf(vertex)]);
    return counts;
  }

 private:
  static constexpr size_t kBits = 16384;

  // The first place of the vertex; that of the end if it is not counted.
  size_t PlaceOf(VertexId vertex) const {
    const auto at = std::lower_bound(vertices_.begin(), vertices_.end(), vertex);
    if (at == vertices_.end() || *at != vertex) return vertices_.size();
    return static_cast<size_t>(at - vertices_.begin());
  }

  std::vector<VertexId> vertices_;
  std::vector<uint32_t> counts_;
  std::bitset<kBits> maybe_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_VERTEX_COUNTS_H_
