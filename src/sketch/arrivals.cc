#include "sketch/arrivals.h"

namespace akin {

// At any time the groups that are present and those that were added are together no more than the
// vertices, but for the groups of the range that is visited, which count twice. Every range has at
// most two chunks that are not full.
uint64_t Arrivals::ChunksFor(VertexId vertices, unsigned range_bits) {
  const uint64_t twice = std::min(uint64_t{vertices}, uint64_t{1} << range_bits);
  return (vertices + twice) / kChunk + 2 * RangesOf(vertices, range_bits) + 1;
}

uint64_t Arrivals::MemoryFor(VertexId vertices) {
  return ChunksFor(vertices, kRangeBits) * (kChunk * sizeof(WalkGroup) + sizeof(uint32_t)) +
         2 * RangesOf(vertices, kRangeBits) * sizeof(Range) + (sizeof(uint32_t) << kRangeBits);
}

Arrivals::Arrivals(VertexId vertices, unsigned range_bits)
    : range_bits_(range_bits),
      groups_(ChunksFor(vertices, range_bits) * kChunk + kAhead),
      chunk_after_(ChunksFor(vertices, range_bits)),
      now_(RangesOf(vertices, range_bits)),
      next_(now_.size()),
      heads_(size_t{1} << range_bits, kNoGroup),
      occupied_((heads_.size() + 63) / 64),
      shared_(occupied_.size()) {}

void Arrivals::Clear() {
  std::fill(now_.begin(), now_.end(), Range{});
  std::fill(next_.begin(), next_.end(), Range{});
  free_ = kNoChunk;
  unused_ = 0;
  any_present_ = false;
}

void Arrivals::Turn() {
  now_.swap(next_);
  any_present_ =
      std::any_of(now_.begin(), now_.end(), [](const Range& range) { return range.end != 0; });
}

void Arrivals::Extend(Range& range) {
  uint32_t chunk = free_;
  if (chunk == kNoChunk) {
    chunk = unused_++;
  } else {
    free_ = chunk_after_[chunk];
  }
  if (range.first == kNoChunk) {
    range.first = chunk;
  } else {
    chunk_after_[(range.end - 1) / kChunk] = chunk;
  }
  range.end = chunk * kChunk;
}

void Arrivals::Free(Range& range) {
  chunk_after_[(range.end - 1) / kChunk] = std::exchange(free_, range.first);
  range = {};
}

}  // namespace akin
