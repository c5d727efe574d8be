// The vertices a query has met, with their sums: a hash table that is emptied, not freed, between
// queries.
//
// Members of a tree come in runs of nearby numbers, so 16 numbers in a row share a neighbourhood of
// the table: most look-ups touch memory that the one before has fetched.
#ifndef AKIN_SRC_QUERY_CANDIDATES_H_
#define AKIN_SRC_QUERY_CANDIDATES_H_

#include <cstddef>
#include <cstdint>
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
  Candidates() : slots_(1024) {}

  void Clear() {
    for (const uint32_t slot : taken_) slots_[slot] = {};
    taken_.clear();
  }

  void Add(VertexId vertex, const ScoreSum& contribution) {
    size_t slot = Find(vertex);
    if (slots_[slot].vertex == kNoVertex) {
      if ((taken_.size() + 1) * 2 > slots_.size()) {
        Grow();
        slot = Find(vertex);
      }
      taken_.push_back(static_cast<uint32_t>(slot));
      slots_[slot].vertex = vertex;
    }
    Candidate& candidate = slots_[slot];
    ++candidate.meetings;
    AddTo(candidate.sums, contribution);
  }

  // Asks memory for what Add of this vertex will touch.
  void Prefetch(VertexId vertex) const { __builtin_prefetch(&slots_[Home(vertex)], 1); }

  size_t size() const { return taken_.size(); }
  const Candidate& operator[](size_t i) const { return slots_[taken_[i]]; }

 private:
  static constexpr unsigned kRunBits = 4;

  size_t Home(VertexId vertex) const {
    const uint64_t run = ((vertex >> kRunBits) * kWeyl) >> 32;
    return ((run << kRunBits) | (vertex & ((1U << kRunBits) - 1))) & (slots_.size() - 1);
  }

  // Its slot, or the free one where it would go.
  size_t Find(VertexId vertex) const {
    const size_t mask = slots_.size() - 1;
    size_t slot = Home(vertex);
    while (slots_[slot].vertex != vertex && slots_[slot].vertex != kNoVertex) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void Grow() {
    std::vector<Candidate> old(slots_.size() * 2);
    old.swap(slots_);
    for (uint32_t& slot : taken_) {
      const Candidate& candidate = old[slot];
      slot = static_cast<uint32_t>(Find(candidate.vertex));
      slots_[slot] = candidate;
    }
  }

  std::vector<Candidate> slots_;
  std::vector<uint32_t> taken_;  // in the order they came
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_CANDIDATES_H_
