// The vertices a query has met, with their sums: a hash table that is emptied, not freed, between
// queries.
#ifndef AKIN_SRC_QUERY_CANDIDATES_H_
#define AKIN_SRC_QUERY_CANDIDATES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/types.h"
#include "base/random.h"
#include "query/scoring.h"

namespace akin {

struct Candidate {
  VertexId vertex = kNoVertex;
  uint32_t meetings = 0;  // fingerprints in which it was met
  ScoreSum sums;
};

class Candidates {
 public:
  Candidates() : slots_(1024, kFree) {}

  void Clear() {
    // Emptying slot by slot pays while few are taken.
    if (taken_.size() * 4 < slots_.size()) {
      for (const size_t slot : taken_) slots_[slot] = kFree;
    } else {
      std::fill(slots_.begin(), slots_.end(), kFree);
    }
    taken_.clear();
    list_.clear();
  }

  void Add(VertexId vertex, const ScoreSum& contribution) {
    size_t slot = Find(vertex);
    if (slots_[slot] == kFree) {
      if ((list_.size() + 1) * 2 > slots_.size()) {
        Grow();
        slot = Find(vertex);
      }
      slots_[slot] = static_cast<uint32_t>(list_.size());
      taken_.push_back(slot);
      list_.push_back({.vertex = vertex});
    }
    Candidate& candidate = list_[slots_[slot]];
    ++candidate.meetings;
    AddTo(candidate.sums, contribution);
  }

  std::span<const Candidate> list() const { return list_; }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;

  // Its slot, or the free one where it would go.
  size_t Find(VertexId vertex) const {
    const size_t mask = slots_.size() - 1;
    size_t slot = (vertex * kWeyl >> 32) & mask;
    while (slots_[slot] != kFree && list_[slots_[slot]].vertex != vertex) slot = (slot + 1) & mask;
    return slot;
  }

  void Grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (uint32_t i = 0; i < list_.size(); ++i) {
      taken_[i] = Find(list_[i].vertex);
      slots_[taken_[i]] = i;
    }
  }

  std::vector<uint32_t> slots_;  // numbers in list_
  std::vector<size_t> taken_;    // slot of each of list_
  std::vector<Candidate> list_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_CANDIDATES_H_
