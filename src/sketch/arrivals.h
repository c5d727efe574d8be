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
// been visited. Groups at one vertex are linked to each other in place, or, if they are single
// walks in ascending order, sorted by counting.
//
// Time: per group one sequential write, a sequential read, and four random reads in the cache; to
// sort, another sequential read, and a pass over the vertices of the range.
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
  static constexpr uint32_t kChunk = 256;  // groups

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
  }
  // Those that were added become the present ones, which must all have been visited.
  void Turn();
  bool any_present() const { return any_present_; }

  size_t ranges() const { return now_.size(); }
  bool Empty(size_t range) const { return now_[range].end == 0; }
  // Links the groups that are at one vertex: each has the one added before it as its `at`, kNoGroup
  // if there is none. Calls join(head) for every vertex with two groups or more, and visit(at,
  // head) for every vertex of the range that has groups, both in ascending order; visit may add
  // groups. Afterwards the groups of the range are gone.
  template <class Join, class Visit>
  void VisitRange(size_t range, const Join& join, const Visit& visit) {
    if (Empty(range)) return;
    LinkAll(now_[range]);
    ForEachBit(shared_, [&](size_t local) { join(heads_[local]); });
    const auto base = static_cast<VertexId>(range << range_bits_);
    ForEachBit(occupied_, [&](size_t local) {
      visit(static_cast<VertexId>(base + local), std::exchange(heads_[local], kNoGroup));
    });
    Free(now_[range]);
  }
  // Whether there are enough groups for SortRange, which makes a pass over all vertices of the
  // range.
  bool Crowded(size_t range) const;
  // The same for groups of one walk each, added in ascending order. Writes these to `sorted`, which
  // has room for all, in the order of the vertices where they are, and ascending at each. Calls
  // visit(at, begin, end) with their places in it. Returns how many there are.
  template <class Visit>
  uint32_t SortRange(size_t range, VertexId* sorted, const Visit& visit) {
    const uint32_t count = AllotPlaces(now_[range]);
    ForEachGroup(now_[range],
                 [&, groups = groups_.data(), heads = heads_.data(), mask = mask()](uint32_t i) {
                   sorted[heads[groups[i].at & mask]++] = groups[i].first;
                 });
    const auto base = static_cast<VertexId>(range << range_bits_);
    uint32_t begin = 0;
    ForEachBit(occupied_, [&](size_t local) {
      const uint32_t end = std::exchange(heads_[local], kNoGroup);
      visit(static_cast<VertexId>(base + local), std::exchange(begin, end), end);
    });
    Free(now_[range]);
    return count;
  }
  WalkGroup* groups() { return groups_.data(); }
  WalkGroup& operator[](uint32_t group) { return groups_[group]; }
  const WalkGroup& operator[](uint32_t group) const { return groups_[group]; }

  // The memory of the groups, at least 12 bytes per vertex, for other use until the next Clear.
  std::span<std::byte> memory() { return std::as_writable_bytes(groups_.span()); }

 private:
  static constexpr uint32_t kNoChunk = UINT32_MAX;
  static constexpr size_t kAhead = 8;  // groups: the line after the one that is written
  static constexpr size_t kCrowd = 8;  // a crowd is a group for every so many vertices, or more

  struct Range {
    uint32_t first = kNoChunk;
    uint32_t end = 0;  // index behind the last group, in the last chunk
  };

  static size_t RangesOf(VertexId vertices, unsigned range_bits) {
    return (uint64_t{vertices} >> range_bits) + 1;
  }
  static uint64_t ChunksFor(VertexId vertices, unsigned range_bits);
  void Extend(Range& range);
  VertexId mask() const { return static_cast<VertexId>(heads_.size() - 1); }
  // Calls call(group) in the order in which they were added.
  template <class Call>
  void ForEachGroup(const Range& range, const Call& call) {
    const uint32_t last = (range.end - 1) / kChunk;
    for (uint32_t chunk = range.first;; chunk = chunk_after_[chunk]) {
      const uint32_t end = chunk == last ? range.end : (chunk + 1) * kChunk;
      // The processor does not know where the list goes on.
      const WalkGroup* ahead =
          groups_.data() + (chunk == last ? chunk : chunk_after_[chunk]) * kChunk;
      for (uint32_t i = chunk * kChunk; i < end; ++i) {
        __builtin_prefetch(ahead++, 1);
        call(i);
      }
      if (chunk == last) return;
    }
  }
  void LinkAll(const Range& range);
  // Makes the heads the first places of the groups at their vertices, in the order of these, and
  // returns the number of groups.
  uint32_t AllotPlaces(const Range& range);
  void Free(Range& range);
  // Clears them, too.
  template <class Call>
  static void ForEachBit(std::vector<uint64_t>& words, const Call& call) {
    for (size_t word = 0; word < words.size(); ++word) {
      for (uint64_t bits = std::exchange(words[word], 0); bits != 0; bits &= bits - 1) {
        call(word * 64 + static_cast<size_t>(std::countr_zero(bits)));
      }
    }
  }

  unsigned range_bits_;
  HugeArray<WalkGroup> groups_;
  HugeArray<uint32_t> chunk_after_;  // per chunk: the next one of its range, or of the free ones
  uint32_t free_ = kNoChunk;
  uint32_t unused_ = 0;  // chunks from here on were never used
  std::vector<Range> now_;
  std::vector<Range> next_;
  bool any_present_ = false;
  std::vector<uint32_t> heads_;     // per vertex of a range: its last group, while it is visited
  std::vector<uint64_t> occupied_;  // a bit per vertex of a range
  std::vector<uint64_t> shared_;    // the same for those where groups meet
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_ARRIVALS_H_
