// The coalescing walks of one fingerprint: groups of walks that are at the same vertex, which
// groups met and when, and the forest that follows from this. The caller decides where a walk steps
// to, so walks through a graph in memory and walks through tables made by scanning a graph use the
// same code.
//
// Time: per group and step one random read of the owner of its vertex, prefetched; the number of
// groups only falls. Memory: 16 bytes per vertex, and 12 more for the merges unless they are
// spilled.
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
  // `index_bits` is for tests: bits for the index take bits from the stamp; 0: as few as the graph
  // needs.
  static Result<std::unique_ptr<Coalescence>> Create(VertexId vertices, std::string spill_path = {},
                                                     unsigned index_bits = 0);
  static uint64_t MemoryFor(VertexId vertices, bool spill) {
    return uint64_t{spill ? 16U : 28U} * vertices + (spill ? kSpillBuffer * sizeof(Merge) : 0);
  }

  // Makes every vertex a group of its own, or only those in `only`, ascending, if that is not
  // empty. The list must live until the first step.
  void Begin(std::span<const VertexId> only = {});
  // Moves all groups one step. Moves is called three times for each group, with work on other
  // groups in between, so that it can prefetch what it reads next:
  //   void Touch(VertexId at) const
  //   bool Choose(VertexId at, Moves::Choice& choice) const    false if the walk ends there
  //   VertexId Arrive(const Moves::Choice& choice) const
  template <class Moves>
  Status Step(const Moves& moves) {
    NextStamp();
    steps_ += group_count_;
    if (first_step_) {  // no need to write that every vertex is its own group
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

  // Ends the walks. The forest is valid until the next Begin.
  Status Finish(Forest& forest);

  // Steps that groups have taken so far; a benchmark compares them with bare reads.
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
    uint32_t offset;  // distance of the child's members from the parent's first
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
    group_count_ = 0;  // survivors are packed to the front, never beyond the group being read
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

  // Groups arrive in ascending order of their first members: the owner of the vertex absorbs the
  // newcomer. The branch predictor cannot guess whether there is an owner. So both outcomes are
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
  unsigned index_bits_;  // bits of an owner entry; the bits above are the stamp

  HugeArray<Group> groups_;  // ascending by `first`; after the walks: members and labels
  size_t group_count_ = 0;
  bool first_step_ = true;
  std::span<const VertexId> only_;
  // Per vertex: the group at it, valid if it has the current stamp. After the walks: its place.
  HugeArray<uint32_t> owner_;
  uint32_t stamp_ = 0;
  uint64_t steps_ = 0;

  HugeArray<Merge> merges_;
  size_t merges_held_ = 0;
  uint64_t merges_spilled_ = 0;
  std::unique_ptr<SpillFile> spill_;
  std::vector<uint64_t> merges_by_step_;  // merge_count() after each step
  std::vector<uint64_t> trees_;  // (first << 32) | size of ended groups of two or more vertices
  std::vector<uint64_t> tree_scratch_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_COALESCENCE_H_
