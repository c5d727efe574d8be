#include "sample/hop_overlap.h"

namespace akin {

void HopOverlap::FindSets(VertexId vertex, Sets& sets) {
  for (unsigned k = 0; k < kHops; ++k) {
    sets[k].clear();
    ++set_number_;
    const auto add_before = [&](VertexId v) {
      for (const VertexId u : in_[v]) {
        if (seen_[u] == set_number_) continue;
        seen_[u] = set_number_;
        sets[k].push_back(u);
      }
    };
    if (k == 0) {
      add_before(vertex);
    } else {
      for (const VertexId v : sets[k - 1]) add_before(v);
    }
  }
}

void HopOverlap::SetFirst(VertexId vertex) {
  for (const auto& set : first_) {
    for (const VertexId v : set) marks_[v] = 0;
  }
  FindSets(vertex, first_);
  for (unsigned k = 0; k < kHops; ++k) {
    for (const VertexId v : first_[k]) marks_[v] = static_cast<uint8_t>(marks_[v] | 1U << k);
  }
}

HopOverlap::Score HopOverlap::With(VertexId other) {
  FindSets(other, other_);
  Score score;
  for (unsigned k = 0; k < kHops; ++k) {
    uint64_t common = 0;
    for (const VertexId v : other_[k]) common += marks_[v] >> k & 1;
    const uint64_t either = first_[k].size() + other_[k].size() - common;
    score.common += common;
    if (common > 0 && score.depth == 0) score.depth = k + 1;
    if (either > 0) score.share += static_cast<double>(common) / static_cast<double>(either);
  }
  return score;
}

}  // namespace akin
