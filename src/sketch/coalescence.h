// The coalescing walks of one fingerprint: groups of walks that are at one vertex, who met whom and
// when, and from that the forest. Where a walk steps to is the caller's business, so walks through
// a graph in memory and walks through tables made by scanning one are the same here.
//
// Every vertex has an entry: which group is there now, and a Station, what it takes to go on from
// there. The two lie side by side because both are wanted when a walk arrives: the group then keeps
// a Next, enough to take its next step without coming back to the entry.
//
// Time: per group and step two random reads, of the entry of the vertex it arrives at and of what
// its Next points to, both fetched ahead; groups only get fewer. Memory: per vertex an entry (4
// bytes and a Station), a group (8 bytes and a Next) and, unless they are spilled, 12 for merges.
#ifndef AKIN_SRC_SKETCH_COALESCENCE_H_
#define AKIN_SRC_SKETCH_COALESCENCE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "base/spill_file.h"
#include "base/try.h"
#include "sketch/forest.h"

namespace akin {

// Two numbers that a vertex may need; with nothing to say, NoStation.
struct NoStation {};

template <class Station, class Next>
class Coalescence {
 public:
  using NextType = Next;

  // With a path, merges are spilled there. kOutOfBudget if the system refuses the memory.
  // `index_bits`, 0 for as few as the graph needs, is there for tests: what it takes, stamps lack.
  static Result<std::unique_ptr<Coalescence>> Create(VertexId vertices, std::string spill_path = {},
                                                     unsigned index_bits = 0);
  static uint64_t MemoryFor(VertexId vertices, bool spill) {
    return (sizeof(Entry) + sizeof(Group) + (spill ? 0 : sizeof(Merge))) * uint64_t{vertices} +
           (spill ? kSpillBuffer * sizeof(Merge) : 0);
  }

  // To be called for every vertex after Create, if stations say anything.
  void SetStation(VertexId vertex, const Station& station) { entries_[vertex].station = station; }

  // Every vertex is a group of its own, or every one of `only`, if that is not empty.
  void Begin(std::span<const VertexId> only = {});
  // Moves all groups one step. Moves is asked three times for each, with work on other groups in
  // between, so that it can fetch ahead what it reads next:
  //   void Touch(Next next) const
  //   bool Choose(Next next, Moves::Choice& choice) const    false if the walk ended
  //   VertexId Arrive(const Moves::Choice& choice) const
  // and then what the group needs for the step after this one:
  //   Next Leave(VertexId at, const Station& station) const
  // For the first step of all, what it needs for this one:
  //   Next Depart(VertexId from, const Station& station) const
  template <class Moves>
  Status Step(const Moves& moves) {
    NextStamp();
    steps_ += group_count_;
    if (first_step_) {  // no need to write down what every vertex is
      first_step_ = false;
      AKIN_TRY(Move(moves, [this, &moves](size_t i) {
        const auto v = only_.empty() ? static_cast<VertexId>(i) : only_[i];
        return Group{.first = v, .size = 1, .next = moves.Depart(v, entries_[v].station)};
      }));
    } else {
      AKIN_TRY(Move(moves, [this](size_t i) { return groups_[i]; }));
    }
    merges_by_step_.push_back(merge_count());
    return {};
  }
  bool any_left() const { return group_count_ > 0; }

  // The walks end here. The forest is good until Begin.
  Status Finish(Forest& forest);

  // Steps taken by groups so far: what a benchmark compares with bare reads.
  uint64_t steps() const { return steps_; }

 private:
  // A group of walks that are together.
  struct Group {
    VertexId first;  // its smallest member
    uint32_t size;
    Next next;
  };
  struct Entry {
    uint32_t owner;  // which group is there, valid if stamped now
    [[no_unique_address]] Station station;
  };
  struct Merge {
    VertexId child;
    VertexId parent;
    uint32_t offset;  // of the child's members behind the parent's first
  };

  // Enough reads in flight to hide the latency of memory, few enough to stay in the first-level
  // cache.
  static constexpr size_t kBatch = 32;
  static constexpr size_t kSpillBuffer = size_t{1} << 16;

  Coalescence(VertexId vertices, std::string spill_path, unsigned index_bits);
  void NextStamp();
  uint64_t merge_count() const { return merges_spilled_ + merges_held_; }
  Status SpillMerges();

  // The forest in the making; the same arrays as in Forest.
  struct Placing {
    std::span<VertexId> members;
    std::span<uint8_t> labels;
    std::span<uint32_t> places;
  };
  Status PlaceMembers(const Placing& forest);
  void PlaceChildren(std::span<const Merge> merges, uint8_t label, const Placing& forest);

  template <class Moves, class GroupAt>
  Status Move(const Moves& moves, const GroupAt& group_at) {
    const size_t before = group_count_;
    group_count_ = 0;  // survivors are packed to the front, never past the group being read
    std::array<Group, kBatch> batch;
    std::array<typename Moves::Choice, kBatch> chosen;
    std::array<VertexId, kBatch> at;
    for (size_t begin = 0; begin < before; begin += kBatch) {
      const size_t count = std::min(kBatch, before - begin);
      if (merges_held_ + kBatch > merges_.size()) AKIN_TRY(SpillMerges());
      for (size_t i = 0; i < count; ++i) {
        batch[i] = group_at(begin + i);
        moves.Touch(batch[i].next);
      }
      size_t moving = 0;
      for (size_t i = 0; i < count; ++i) {
        const Group group = batch[i];
        if (moves.Choose(group.next, chosen[moving])) {
          batch[moving++] = group;
        } else if (group.size > 1) {
          trees_.push_back((uint64_t{group.first} << 32) | group.size);
        }
      }
      for (size_t i = 0; i < moving; ++i) {
        at[i] = moves.Arrive(chosen[i]);
        __builtin_prefetch(&entries_[at[i]], 1);
      }
      for (size_t i = 0; i < moving; ++i) {
        const uint32_t owner = entries_[at[i]].owner;
        if (owner >> index_bits_ == stamp_) __builtin_prefetch(&groups_[IndexIn(owner)], 1);
      }
      for (size_t i = 0; i < moving; ++i) Join(moves, at[i], batch[i]);
    }
    return {};
  }

  size_t IndexIn(uint32_t owner) const { return owner & ((1U << index_bits_) - 1); }

  // Groups arrive in ascending order of their first members: whoever owns the place absorbs the
  // newcomer. Whether it is owned is a coin toss to the branch predictor, so both outcomes are
  // written without a branch, and the counts decide which one stays.
  template <class Moves>
  void Join(const Moves& moves, VertexId at, const Group& group) {
    Entry& entry = entries_[at];
    const bool owned = entry.owner >> index_bits_ == stamp_;
    const size_t index = owned ? IndexIn(entry.owner) : group_count_;
    const Group there = groups_[index];
    merges_[merges_held_] = {.child = group.first, .parent = there.first, .offset = there.size};
    groups_[index] = {.first = owned ? there.first : group.first,
                      .size = group.size + (owned ? there.size : 0),
                      .next = moves.Leave(at, entry.station)};
    entry.owner = (stamp_ << index_bits_) | static_cast<uint32_t>(index);
    merges_held_ += owned ? 1 : 0;
    group_count_ += owned ? 0 : 1;
  }

  VertexId vertices_;
  std::string spill_path_;
  unsigned index_bits_;  // of an owner entry; the bits above are the stamp

  HugeArray<Group> groups_;  // ascending by `first`; at the end, the forest
  size_t group_count_ = 0;
  bool first_step_ = true;
  std::span<const VertexId> only_;
  HugeArray<Entry> entries_;
  uint32_t stamp_ = 0;
  uint64_t steps_ = 0;

  HugeArray<Merge> merges_;
  size_t merges_held_ = 0;
  uint64_t merges_spilled_ = 0;
  std::unique_ptr<SpillFile> spill_;
  std::vector<uint64_t> merges_by_step_;  // merge_count() after each step
  std::vector<uint64_t> trees_;           // (first << 32) | size of groups that ended with company
  std::vector<uint64_t> tree_scratch_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_COALESCENCE_H_
