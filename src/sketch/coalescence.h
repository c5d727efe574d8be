// The coalescing walks of one fingerprint: groups of walks that are at one vertex, who met whom and
// when, and from that the forest. Where a walk steps to is the caller's business, so walks through
// a graph in memory and walks through tables made by scanning one are the same here.
//
// Time: per group and step one random read of its place's owner, fetched ahead; groups only get
// fewer. Memory: 16 bytes per vertex, and 12 more for the merges, unless these are spilled.
#ifndef AKIN_SRC_SKETCH_COALESCENCE_H_
#define AKIN_SRC_SKETCH_COALESCENCE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "base/spill_file.h"
#include "sketch/forest.h"

namespace akin {

class Coalescence {
 public:
  // With a path, merges are spilled there. kOutOfBudget if the system refuses the memory.
  // `index_bits`, 0 for as few as the graph needs, is there for tests: what it takes, stamps lack.
  static Result<std::unique_ptr<Coalescence>> Create(VertexId vertices, std::string spill_path = {},
                                                     unsigned index_bits = 0);
  static uint64_t MemoryFor(VertexId vertices, bool spill) {
    return uint64_t{spill ? 16U : 28U} * vertices + (spill ? kSpillBuffer * sizeof(Merge) : 0);
  }

  // Every vertex is a group of its own, or every one of `only`, ascending, if that is not empty;
  // the list must live until the first step.
  void Begin(std::span<const VertexId> only = {});
  // Moves all groups one step. Moves is asked three times for each, with work on other groups in
  // between, so that it can fetch ahead what it reads next:
  //   void Touch(VertexId at) const
  //   bool Choose(VertexId at, Moves::Choice& choice) const    false if the walk ends there
  //   VertexId Arrive(const Moves::Choice& choice) const
  template <class Moves>
  Status Step(const Moves& moves) {
    NextStamp();
    steps_ += group_count_;
    if (first_step_) {  // no need to write down what every vertex is
      first_step_ = false;
      AKIN_TRY(Move(moves, [this](size_t i) {
        const auto v = only_.empty() ? static_cast<VertexId>(i) : only_[i];
        return Group{.first = v, .at = v, .size = 1};
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
    VertexId at;     // where its walks are now
    uint32_t size;
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
  Status PlaceMembers(std::span<VertexId> members, std::span<uint8_t> labels);
  void PlaceChildren(std::span<const Merge> merges, uint8_t label, std::span<VertexId> members,
                     std::span<uint8_t> labels);

  template <class Moves, class GroupAt>
  Status Move(const Moves& moves, const GroupAt& group_at) {
    const size_t before = group_count_;
    group_count_ = 0;  // survivors are packed to the front, never past the group being read
    std::array<Group, kBatch> batch;
    std::array<typename Moves::Choice, kBatch> chosen;
    for (size_t begin = 0; begin < before; begin += kBatch) {
      const size_t count = std::min(kBatch, before - begin);
      if (merges_held_ + kBatch > merges_.size()) AKIN_TRY(SpillMerges());
      for (size_t i = 0; i < count; ++i) {
        batch[i] = group_at(begin + i);
        moves.Touch(batch[i].at);
      }
      size_t moving = 0;
      for (size_t i = 0; i < count; ++i) {
        const Group group = batch[i];
        if (moves.Choose(group.at, chosen[moving])) {
          batch[moving++] = group;
        } else if (group.size > 1) {
          trees_.push_back((uint64_t{group.first} << 32) | group.size);
        }
      }
      for (size_t i = 0; i < moving; ++i) {
        batch[i].at = moves.Arrive(chosen[i]);
        __builtin_prefetch(&owner_[batch[i].at], 1);
      }
      for (size_t i = 0; i < moving; ++i) Join(batch[i]);
    }
    return {};
  }

  // Groups arrive in ascending order of their first members: whoever owns the place absorbs the
  // newcomer. Whether it is owned is a coin toss to the branch predictor, so both outcomes are
  // written without a branch, and the counts decide which one stays.
  void Join(const Group& group) {
    uint32_t& owner = owner_[group.at];
    const bool owned = owner >> index_bits_ == stamp_;
    const size_t index = owned ? owner & ((1U << index_bits_) - 1) : group_count_;
    const Group there = groups_[index];
    merges_[merges_held_] = {.child = group.first, .parent = there.first, .offset = there.size};
    groups_[index] = {.first = owned ? there.first : group.first,
                      .at = group.at,
                      .size = group.size + (owned ? there.size : 0)};
    owner = (stamp_ << index_bits_) | static_cast<uint32_t>(index);
    merges_held_ += owned ? 1 : 0;
    group_count_ += owned ? 0 : 1;
  }

  VertexId vertices_;
  std::string spill_path_;
  unsigned index_bits_;  // of an owner entry; the bits above are the stamp

  HugeArray<Group> groups_;  // ascending by `first`; at the end, members and labels
  size_t group_count_ = 0;
  bool first_step_ = true;
  std::span<const VertexId> only_;
  // Per vertex: which group is there, valid if stamped now; at the end: its place.
  HugeArray<uint32_t> owner_;
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
