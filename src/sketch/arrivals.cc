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

// What is read from local variables need not be read from memory again after every write.
void Arrivals::LinkAll(const Range& range) {
  ForEachGroup(range, [groups = groups_.data(), heads = heads_.data(), occupied = occupied_.data(),
                       shared = shared_.data(), mask = mask()](uint32_t i) {
    const VertexId local = groups[i].at & mask;
    const uint32_t before = std::exchange(heads[local], i);
    groups[i].at = before;
    occupied[local / 64] |= uint64_t{1} << (local % 64);
    shared[local / 64] |= uint64_t{before != kNoGroup} << (local % 64);
  });
}

bool Arrivals::Crowded(size_t range) const {
  if (Empty(range)) return false;
  const uint32_t last = (now_[range].end - 1) / kChunk;
  uint64_t groups = now_[range].end - last * kChunk;
  for (uint32_t chunk = now_[range].first; chunk != last; chunk = chunk_after_[chunk]) {
    groups += kChunk;
  }
  return groups >= heads_.size() / kCrowd;
}

uint32_t Arrivals::AllotPlaces(const Range& range) {
  uint32_t* const heads = heads_.data();
  static_assert(kNoGroup + uint32_t{1} == 0);  // so counts begin with it
  ForEachGroup(range, [groups = groups_.data(), heads, mask = mask()](uint32_t i) {
    ++heads[groups[i].at & mask];
  });
  uint32_t next = 0;
  for (size_t begin = 0; begin < heads_.size(); begin += 64) {
    const size_t end = std::min(heads_.size(), begin + 64);
    uint64_t occupied = 0;
    for (size_t local = begin; local < end; ++local) {
      const uint32_t count = heads[local] + 1;
      const uint32_t none = count == 0 ? 1 : 0;
      heads[local] = next | (0 - none);
      occupied |= uint64_t{1 - none} << (local - begin);
      next += count;
    }
    occupied_[begin / 64] = occupied;
  }
  return next;
}

void Arrivals::Free(Range& range) {
  chunk_after_[(range.end - 1) / kChunk] = std::exchange(free_, range.first);
  range = {};
}

}  // namespace akin
