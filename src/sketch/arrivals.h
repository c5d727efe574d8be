// Groups of walks, kept apart by the range of vertices where they are.
//
// All walks of a large graph at once would read owners, offsets and in-links all over memory. So a
// group that steps is written behind the others that go to the same range, which is sequential,
// and ranges are visited one after another. What is looked up in a range fits the second-level
// cache, and its vertices come in ascending order, so the graph is read in order too (walkers are
// sorted like this by FlashMob: Yang et al., Random walks on huge graphs at cache efficiency, SOSP
// 2021).
//
// A range has a list of chunks, which come from a common pool and return to it when the range has
// been visited. Groups at one vertex are linked to each other in place.
//
// Time: per group one sequential write, a sequential read, and four random reads in the cache.
// Memory: 12 bytes per vertex, and 6 KiB per range.
#ifndef AKIN_SRC_SKETCH_ARRIVALS_H_
#define AKIN_SRC_SKETCH_ARRIVALS_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "akin/types.h"
#include "base/mapped_array.h"
#include "sketch/walk_groups.h"

namespace akin {

class Arrivals {
 public:
  static constexpr uint32_t kNoGroup = UINT32_MAX;
  static constexpr unsigned kRangeBits = 15;

  // Check ok() afterwards. A range has 2^range_bits vertices.
  explicit Arrivals(VertexId vertices, unsigned range_bits = kRangeBits);
  static uint64_t MemoryFor(VertexId vertices);
  bool ok() const { return groups_.ok() && chunk_after_.ok(); }

  // Forgets all groups.
  void Clear();
  // Adds a group to those that Turn makes the present ones. At most one for every vertex of a range
  // that was visited, or for every vertex if none was present.
  void Add(const WalkGroup& group) {
    Range& range = next_[group.at >> range_bits_];
    if (range.end % kChunk == 0) Extend(range);
    groups_[range.end] = group;
    __builtin_prefetch(groups_.data() + range.end + kAhead, 1);
    ++range.end;
    ++added_;
  }
  // Those that were added become the present ones, which must all have been visited.
  void Turn();
  uint64_t present() const { return present_; }

  size_t ranges() const { return now_.size(); }
  // Calls link(group, head) for the groups of the range in the order in which they were added. The
  // head is that of their vertex, kNoGroup at first. Then calls visit(at, head) for every vertex of
  // the range that has groups, in ascending order; visit may add groups. Afterwards the groups of
  // the range are gone.
  template <class Link, class Visit>
  void VisitRange(size_t range, const Link& link, const Visit& visit) {
    if (now_[range].end == 0) return;
    LinkAll(now_[range], link);
    const auto base = static_cast<VertexId>(range << range_bits_);
    for (size_t word = 0; word < occupied_.size(); ++word) {
      for (uint64_t bits = std::exchange(occupied_[word], 0); bits != 0; bits &= bits - 1) {
        const size_t local = word * 64 + static_cast<size_t>(std::countr_zero(bits));
        visit(static_cast<VertexId>(base + local), std::exchange(heads_[local], kNoGroup));
      }
    }
    Free(now_[range]);
  }
  WalkGroup& operator[](uint32_t group) { return groups_[group]; }
  const WalkGroup& operator[](uint32_t group) const { return groups_[group]; }

  // The memory of the groups, at least 12 bytes per vertex, for other use until the next Clear.
  std::span<std::byte> memory() { return std::as_writable_bytes(groups_.span()); }

 private:
  static constexpr uint32_t kChunk = 256;  // groups
  static constexpr uint32_t kNoChunk = UINT32_MAX;
  static constexpr size_t kAhead = 8;  // groups: the line after the one that is written

  struct Range {
    uint32_t first = kNoChunk;
    uint32_t end = 0;  // index behind the last group, in the last chunk
  };

  static size_t RangesOf(VertexId vertices, unsigned range_bits) {
    return (uint64_t{vertices} >> range_bits) + 1;
  }
  static uint64_t ChunksFor(VertexId vertices, unsigned range_bits);
  void Extend(Range& range);
  template <class Link>
  void LinkAll(const Range& range, const Link& link) {
    const uint32_t last = (range.end - 1) / kChunk;
    const auto mask = static_cast<VertexId>(heads_.size() - 1);
    for (uint32_t chunk = range.first;; chunk = chunk_after_[chunk]) {
      const uint32_t end = chunk == last ? range.end : (chunk + 1) * kChunk;
      // The processor does not know where the list goes on.
      const WalkGroup* ahead = &groups_[(chunk == last ? chunk : chunk_after_[chunk]) * kChunk];
      for (uint32_t i = chunk * kChunk; i < end; ++i) {
        __builtin_prefetch(ahead++, 1);
        const VertexId local = groups_[i].at & mask;
        occupied_[local / 64] |= uint64_t{1} << (local % 64);
        link(i, heads_[local]);
      }
      if (chunk == last) return;
    }
  }
  void Free(Range& range);

  unsigned range_bits_;
  HugeArray<WalkGroup> groups_;
  HugeArray<uint32_t> chunk_after_;  // per chunk: the next one of its range, or of the free ones
  uint32_t free_ = kNoChunk;
  uint32_t unused_ = 0;  // chunks from here on were never used
  std::vector<Range> now_;
  std::vector<Range> next_;
  uint64_t present_ = 0;
  uint64_t added_ = 0;
  std::vector<uint32_t> heads_;     // per vertex of a range: its last group, while it is visited
  std::vector<uint64_t> occupied_;  // a bit per vertex of a range
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_ARRIVALS_H_
