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
  // Calls link(group, head) for the groups of the range in the order in which they were added, with
  // a new link = make_link() for every kChunk of them or fewer. The head is that of their vertex,
  // kNoGroup at first. Then calls join(head) for every vertex for which link has returned true, and
  // visit(at, head) for every vertex of the range that has groups, both in ascending order; visit
  // may add groups. Afterwards the groups of the range are gone.
  template <class MakeLink, class Join, class Visit>
  void VisitRange(size_t range, const MakeLink& make_link, const Join& join, const Visit& visit) {
    if (now_[range].end == 0) return;
    LinkAll(now_[range], make_link);
    ForEachBit(shared_, [&](size_t local) { join(heads_[local]); });
    const auto base = static_cast<VertexId>(range << range_bits_);
    ForEachBit(occupied_, [&](size_t local) {
      visit(static_cast<VertexId>(base + local), std::exchange(heads_[local], kNoGroup));
    });
    Free(now_[range]);
  }
  WalkGroup* groups() { return groups_.data(); }
  WalkGroup& operator[](uint32_t group) { return groups_[group]; }
  const WalkGroup& operator[](uint32_t group) const { return groups_[group]; }

  // The memory of the groups, at least 12 bytes per vertex, for other use until the next Clear.
  std::span<std::byte> memory() { return std::as_writable_bytes(groups_.span()); }

 private:
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
  template <class MakeLink>
  void LinkAll(const Range& range, const MakeLink& make_link) {
    const uint32_t last = (range.end - 1) / kChunk;
    const auto mask = static_cast<VertexId>(heads_.size() - 1);
    // What is read from these variables need not be read from memory again after every write.
    const WalkGroup* const groups = groups_.data();
    uint32_t* const heads = heads_.data();
    uint64_t* const occupied = occupied_.data();
    uint64_t* const shared = shared_.data();
    for (uint32_t chunk = range.first;; chunk = chunk_after_[chunk]) {
      const uint32_t end = chunk == last ? range.end : (chunk + 1) * kChunk;
      // The processor does not know where the list goes on.
      const WalkGroup* ahead = groups + (chunk == last ? chunk : chunk_after_[chunk]) * kChunk;
      auto link = make_link();
      for (uint32_t i = chunk * kChunk; i < end; ++i) {
        __builtin_prefetch(ahead++, 1);
        const VertexId local = groups[i].at & mask;
        occupied[local / 64] |= uint64_t{1} << (local % 64);
        shared[local / 64] |= uint64_t{link(i, heads[local])} << (local % 64);
      }
      if (chunk == last) return;
    }
  }
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
