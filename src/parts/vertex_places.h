// Numbers for vertices, in the order in which they first occur.
//
// A hash table with open addressing and a few thousand entries at most, made anew for every query:
// a node for each vertex, as std::unordered_map has it, would cost more than the rest of merging.
// 16 to 32 bytes per vertex.
#ifndef AKIN_SRC_PARTS_VERTEX_PLACES_H_
#define AKIN_SRC_PARTS_VERTEX_PLACES_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "akin/types.h"

namespace akin {

class VertexPlaces {
 public:
  size_t size() const { return size_; }
  // Makes room for so many at once.
  void Reserve(size_t vertices) {
    if (2 * vertices <= slots_.size()) return;
    std::vector<Slot> before(std::bit_ceil(std::max<size_t>(2 * vertices, 16)));
    before.swap(slots_);
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const Slot& slot : before) {
      if (slot.number_1 != 0) SlotOf(slot.vertex) = slot;
    }
  }
  // Its number; if it is new, that is how many there were before.
  size_t Add(VertexId vertex) {
    Reserve(size_ + 1);
    Slot& slot = SlotOf(vertex);
    if (slot.number_1 == 0) slot = {.vertex = vertex, .number_1 = static_cast<uint32_t>(++size_)};
    return slot.number_1 - 1;
  }
  // That of one that was added.
  size_t Of(VertexId vertex) const { return slots_[PositionOf(vertex)].number_1 - 1; }

 private:
  struct Slot {
    VertexId vertex = 0;
    uint32_t number_1 = 0;  // number + 1; 0 if free
  };

  // Of the vertex, or of the free slot where it belongs. At most half of the slots are taken.
  size_t PositionOf(VertexId vertex) const {
    size_t at = (vertex * uint64_t{0x9E3779B97F4A7C15}) >> shift_;
    while (slots_[at].number_1 != 0 && slots_[at].vertex != vertex) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  Slot& SlotOf(VertexId vertex) { return slots_[PositionOf(vertex)]; }

  std::vector<Slot> slots_;
  int shift_ = 64;
  size_t size_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_PARTS_VERTEX_PLACES_H_
