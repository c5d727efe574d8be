#include "sketch/forest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/radix_sort.h"
#include "base/try.h"
#include "sketch/step.h"

namespace akin {
namespace {

// Enough reads in flight to hide the latency of memory, few enough to stay in the first-level
// cache.
constexpr size_t kBatch = 32;
constexpr size_t kAhead = 32;

// An owner entry needs a bit for the stamp.
constexpr VertexId kMostVertices = VertexId{1} << 30;

}  // namespace

ForestBuilder::ForestBuilder(const Adjacency& in, const WalkParameters& parameters,
                             unsigned index_bits)
    : in_(in),
      parameters_(parameters),
      index_bits_(index_bits > 0 ? index_bits
                                 : static_cast<unsigned>(std::bit_width(in.vertices() | 1U))),
      groups_(in.vertices()),
      owner_(in.vertices()),
      merges_(in.vertices()),
      members_(in.vertices()),
      labels_(in.vertices()) {}

Result<std::unique_ptr<ForestBuilder>> ForestBuilder::Create(const Adjacency& in,
                                                             const WalkParameters& parameters,
                                                             unsigned index_bits) {
  if (in.vertices() > kMostVertices) {
    return Status(Code::kOutOfBudget, fmt::format("{} vertices; walks in memory are limited to {}",
                                                  in.vertices(), kMostVertices));
  }
  auto builder = std::unique_ptr<ForestBuilder>(new ForestBuilder(in, parameters, index_bits));
  if (!builder->groups_.ok() || !builder->owner_.ok() || !builder->merges_.ok() ||
      !builder->members_.ok() || !builder->labels_.ok()) {
    return Status(
        Code::kOutOfBudget,
        fmt::format("walking {} vertices needs {} bytes a thread, more than the system has",
                    in.vertices(), MemoryFor(in.vertices())));
  }
  return builder;
}

Status ForestBuilder::Build(uint64_t fingerprint, const std::stop_token& stop, Forest& forest) {
  AKIN_TRY(
      WithStepOf(parameters_.measure, [&]<class Step>() { return Walk<Step>(fingerprint, stop); }));
  PlaceMembers();
  size_t placed = 0;
  for (const uint64_t tree : trees_) placed += static_cast<uint32_t>(tree);
  forest = {.members = members_.span().first(placed), .labels = labels_.span().first(placed)};
  return {};
}

template <class Step>
Status ForestBuilder::Walk(uint64_t fingerprint, const std::stop_token& stop) {
  group_count_ = in_.vertices();
  merge_count_ = 0;
  merges_by_step_.clear();
  trees_.clear();
  // The owner table held places, which may look stamped.
  std::fill_n(owner_.data(), owner_.size(), 0U);
  stamp_ = 0;

  for (unsigned step = 1; step <= parameters_.length && group_count_ > 0; ++step) {
    if (stop.stop_requested()) return Status(Code::kCancelled, "interrupted");
    NextStamp();
    steps_ += group_count_;
    const Step choice(parameters_.seed, fingerprint, step);
    if (step == 1) {  // every vertex is a group of its own: no need to write that down
      MoveGroups(choice, [](size_t i) {
        const auto v = static_cast<VertexId>(i);
        return Group{.first = v, .at = v, .size = 1};
      });
    } else {
      MoveGroups(choice, [this](size_t i) { return groups_[i]; });
    }
    merges_by_step_.push_back(merge_count_);
  }
  for (size_t i = 0; i < group_count_; ++i) {
    if (groups_[i].size > 1) trees_.push_back((uint64_t{groups_[i].first} << 32) | groups_[i].size);
  }
  return {};
}

// An owner entry counts only if it carries the stamp of this step, so the table is cleared only
// when the stamps run out.
void ForestBuilder::NextStamp() {
  if (++stamp_ >> (32 - index_bits_) == 0) return;
  std::fill_n(owner_.data(), owner_.size(), 0U);
  stamp_ = 1;
}

// Three rounds of reads per batch, each fetched while the one before is worked on: the offsets of
// the vertex, the chosen neighbour, the owner of the place arrived at.
template <class Step, class GroupAt>
void ForestBuilder::MoveGroups(const Step& step, const GroupAt& group_at) {
  const size_t before = group_count_;
  group_count_ = 0;  // survivors are packed to the front, never past the group being read
  std::array<Group, kBatch> batch;
  std::array<uint64_t, kBatch> chosen;
  for (size_t begin = 0; begin < before; begin += kBatch) {
    const size_t count = std::min(kBatch, before - begin);
    for (size_t i = 0; i < count; ++i) {
      batch[i] = group_at(begin + i);
      __builtin_prefetch(&in_.offsets[batch[i].at]);
    }
    size_t moving = 0;
    for (size_t i = 0; i < count; ++i) {
      const Group& group = batch[i];
      const uint64_t row = in_.offsets[group.at];
      const uint64_t degree = in_.offsets[group.at + 1] - row;
      if (degree == 0) {
        if (group.size > 1) trees_.push_back((uint64_t{group.first} << 32) | group.size);
        continue;
      }
      chosen[moving] = step.Choose(in_, group.at, row, degree);
      __builtin_prefetch(&in_.neighbours[chosen[moving]]);
      batch[moving++] = group;
    }
    for (size_t i = 0; i < moving; ++i) {
      batch[i].at = in_.neighbours[chosen[i]];
      __builtin_prefetch(&owner_[batch[i].at], 1);
    }
    for (size_t i = 0; i < moving; ++i) Arrive(batch[i]);
  }
}

// Groups arrive in ascending order of their first members: whoever owns the place absorbs the
// newcomer. Whether it is owned is a coin toss to the branch predictor, so both outcomes are
// written without a branch, and the counts decide which one stays.
void ForestBuilder::Arrive(const Group& group) {
  uint32_t& owner = owner_[group.at];
  const bool owned = owner >> index_bits_ == stamp_;
  const size_t index = owned ? owner & ((1U << index_bits_) - 1) : group_count_;
  const Group there = groups_[index];
  merges_[merge_count_] = {.child = group.first, .parent = there.first, .offset = there.size};
  groups_[index] = {.first = owned ? there.first : group.first,
                    .at = group.at,
                    .size = group.size + (owned ? there.size : 0)};
  owner = (stamp_ << index_bits_) | static_cast<uint32_t>(index);
  merge_count_ += owned ? 1 : 0;
  group_count_ += owned ? 0 : 1;
}

// Trees in the order of their smallest members; then the merges, latest first: by then the parent
// has its place, and the child's is a known distance behind.
void ForestBuilder::PlaceMembers() {
  tree_scratch_.resize(trees_.size());
  RadixSort(trees_, tree_scratch_);
  uint32_t* const place = owner_.data();
  uint32_t next = 0;
  for (const uint64_t tree : trees_) {
    const auto first = static_cast<VertexId>(tree >> 32);
    place[first] = next;
    members_[next] = first;
    labels_[next] = kNewTree;
    next += static_cast<uint32_t>(tree);
  }
  for (size_t step = merges_by_step_.size(); step-- > 0;) {
    const size_t begin = step == 0 ? 0 : merges_by_step_[step - 1];
    const auto label = static_cast<uint8_t>(step + 1);
    for (size_t i = merges_by_step_[step]; i-- > begin;) {
      if (i >= kAhead) {
        __builtin_prefetch(&place[merges_[i - kAhead].parent]);
        __builtin_prefetch(&place[merges_[i - kAhead].child], 1);
      }
      const Merge& merge = merges_[i];
      const uint32_t at = place[merge.parent] + merge.offset;
      place[merge.child] = at;
      members_[at] = merge.child;
      labels_[at] = label;
    }
  }
}

}  // namespace akin
