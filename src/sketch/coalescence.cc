#include "sketch/coalescence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

constexpr size_t kTreesAhead = 16;
constexpr size_t kMergesAhead = 16;
constexpr size_t kShortList = 16;

// Groups and places have numbers of 32 bits.
constexpr VertexId kMostVertices = VertexId{1} << 30;

uint64_t PackedGroup(const WalkGroup& group) { return (uint64_t{group.first} << 32) | group.size; }

}  // namespace

Coalescence::Coalescence(VertexId vertices, std::string spill_path, unsigned range_bits)
    : vertices_(vertices),
      spill_path_(std::move(spill_path)),
      arrivals_(vertices, range_bits),
      merges_(spill_path_.empty() ? vertices + kSorted : kSpillBuffer),
      place_(vertices) {}

Result<std::unique_ptr<Coalescence>> Coalescence::Create(VertexId vertices, std::string spill_path,
                                                         unsigned range_bits) {
  if (vertices > kMostVertices) {
    return Status(Code::kOutOfBudget, fmt::format("{} vertices; walks in memory are limited to {}",
                                                  vertices, kMostVertices));
  }
  const bool spill = !spill_path.empty();
  auto walks =
      std::unique_ptr<Coalescence>(new Coalescence(vertices, std::move(spill_path), range_bits));
  if (!walks->arrivals_.ok() || !walks->merges_.ok() || !walks->place_.ok()) {
    return MemoryRefused(fmt::format("a thread that walks from {} vertices", vertices),
                         static_cast<double>(MemoryFor(vertices, spill)));
  }
  return walks;
}

void Coalescence::Begin(std::span<const VertexId> only) {
  only_ = only;
  walking_ = false;
  arrivals_.Clear();
  merges_held_ = 0;
  merges_spilled_ = 0;
  spill_.reset();
  merges_by_step_.clear();
  trees_.clear();
}

// Whether a walk is a parent cannot be guessed: all are written, the count decides.
void Coalescence::JoinSorted(std::span<const VertexId> walks, Status& status) {
  VertexId parent = 0;
  uint32_t offset = 0;
  while (!walks.empty()) {
    const auto some = walks.first(std::min(walks.size(), kSorted));
    MakeRoom(some.size(), status);
    WalkMerge* merge = merges_.data() + merges_held_;
    for (const VertexId walk : some) {
      const uint32_t child = (walk >> 31) - 1;  // all bits, or none
      parent = (parent & child) | (walk & ~kParent & ~child);
      offset = (offset + 1) & child;
      *merge = {.parent = parent, .child = walk, .offset = offset};
      merge += child & 1;
    }
    merges_held_ = static_cast<size_t>(merge - merges_.data());
    walks = walks.subspan(some.size());
  }
}

// The smallest group absorbs the others, in ascending order. They were linked as they arrived, the
// last one first, so in the first step they are descending already. Most lists are short and are
// sorted while they are read.
void Coalescence::JoinSome(uint32_t list, Status& status) {
  std::array<uint64_t, kShortList> descending;  // (first << 32) | size
  size_t count = 0;
  for (uint32_t i = list; i != Arrivals::kNoGroup; i = arrivals_[i].at) {
    if (count == kShortList) return JoinMany(list, status);
    const uint64_t key = PackedGroup(arrivals_[i]);
    size_t at = count++;
    for (; at > 0 && descending[at - 1] < key; --at) descending[at] = descending[at - 1];
    descending[at] = key;
  }
  MakeRoom(count - 1, status);
  const auto first = static_cast<VertexId>(descending[count - 1] >> 32);
  auto size = static_cast<uint32_t>(descending[count - 1]);
  for (size_t at = count - 1; at-- > 0;) {
    merges_[merges_held_++] = {
        .parent = first, .child = static_cast<VertexId>(descending[at] >> 32), .offset = size};
    size += static_cast<uint32_t>(descending[at]);
  }
  arrivals_[list].first = first;
  arrivals_[list].size = size;
}

// The array of places, not needed before the end, has room for any list.
void Coalescence::JoinMany(uint32_t list, Status& status) {
  uint32_t* const begin = place_.data();
  uint32_t* end = begin;
  for (uint32_t i = list; i != Arrivals::kNoGroup; i = arrivals_[i].at) *end++ = i;
  std::reverse(begin, end);
  const auto less = [this](uint32_t a, uint32_t b) {
    return arrivals_[a].first < arrivals_[b].first;
  };
  if (!std::is_sorted(begin, end, less)) std::sort(begin, end, less);
  WalkGroup joined = arrivals_[*begin];
  for (const uint32_t* i = begin + 1; i != end; ++i) {
    MakeRoom(1, status);
    const WalkGroup& child = arrivals_[*i];
    merges_[merges_held_++] = {.parent = joined.first, .child = child.first, .offset = joined.size};
    joined.size += child.size;
  }
  arrivals_[list].first = joined.first;
  arrivals_[list].size = joined.size;
}

// After a failure the merges are useless.
void Coalescence::MakeRoomBySpilling(Status& status) {
  if (status.ok()) status = SpillMerges();
  if (!status.ok()) merges_held_ = 0;
}

Status Coalescence::SpillMerges() {
  if (spill_ == nullptr) {
    AKIN_TRY_ASSIGN(spill_, SpillFile::Create(spill_path_));
  }
  AKIN_TRY(spill_->Append(std::as_bytes(merges_.span().first(merges_held_))));
  merges_spilled_ += merges_held_;
  merges_held_ = 0;
  return {};
}

Status Coalescence::Finish(Forest& forest) {
  if (walking_) AKIN_TRY(Meet([this](const WalkGroup& group) { End(group); }));
  uint64_t placed = 0;
  for (const uint64_t tree : trees_) placed += static_cast<uint32_t>(tree);

  // Members and labels take 5 bytes per vertex, in the memory of the groups, which took 12. There
  // is one more of each, for PlaceRoots.
  static_assert(sizeof(WalkGroup) >= sizeof(VertexId) + sizeof(uint8_t));
  std::byte* const bytes = arrivals_.memory().data();
  const uint64_t room = placed + 1;
  const std::span members(reinterpret_cast<VertexId*>(bytes), room);
  const std::span labels(reinterpret_cast<uint8_t*>(bytes + room * sizeof(VertexId)), room);
  AKIN_TRY(PlaceMembers(members, labels));
  forest = {
      .members = members.first(placed), .labels = labels.first(placed), .places = place_.span()};
  return {};
}

// The places of trees follow from the sizes of those before them. A pass over all vertices is
// quicker than sorting the trees, and whether a vertex is a root cannot be guessed: every vertex is
// written where the next root belongs, and the last one that is written there is that root.
void Coalescence::PlaceRoots(std::span<VertexId> members, std::span<uint8_t> labels) {
  uint32_t* const place = place_.data();
  std::fill_n(place, place_.size(), 0);
  for (size_t i = 0; i < trees_.size(); ++i) {
    if (i + kTreesAhead < trees_.size()) {
      __builtin_prefetch(&place[trees_[i + kTreesAhead] >> 32], 1);
    }
    place[trees_[i] >> 32] = static_cast<uint32_t>(trees_[i]);
  }
  uint32_t next = 0;
  for (VertexId v = 0; v < vertices_; ++v) {
    const uint32_t size = place[v];
    const uint32_t none = size == 0 ? 1 : 0;
    members[next] = v;
    labels[next] = kNewTree;
    place[v] = next | (0 - none);
    next += size;
  }
}

// Places trees in the order of their smallest members, then undoes the merges, last step first: by
// then the parent has its place, and the child is at a known distance behind it.
Status Coalescence::PlaceMembers(std::span<VertexId> members, std::span<uint8_t> labels) {
  PlaceRoots(members, labels);
  if (spill_ != nullptr) {
    AKIN_TRY(SpillMerges());
    AKIN_TRY(spill_->FinishWriting());
  }
  for (size_t step = merges_by_step_.size(); step-- > 0;) {
    const auto label = static_cast<uint8_t>(step + 1);
    const uint64_t end = merges_by_step_[step];
    uint64_t begin = step == 0 ? 0 : merges_by_step_[step - 1];
    if (spill_ == nullptr) {
      PlaceChildren(merges_.span().subspan(begin, end - begin), label, members, labels);
      continue;
    }
    while (begin < end) {
      const auto piece = merges_.span().first(std::min<uint64_t>(end - begin, merges_.size()));
      AKIN_TRY(spill_->ReadAt(begin * sizeof(WalkMerge), std::as_writable_bytes(piece)));
      PlaceChildren(piece, label, members, labels);
      begin += piece.size();
    }
  }
  spill_.reset();
  return {};
}

void Coalescence::PlaceChildren(std::span<const WalkMerge> merges, uint8_t label,
                                std::span<VertexId> members, std::span<uint8_t> labels) {
  // No parent is a child of the same step, so places can be computed ahead.
  uint32_t* const place = place_.data();
  std::array<uint32_t, kMergesAhead> at;
  const size_t count = merges.size();
  for (size_t i = 0; i < count + 2 * kMergesAhead; ++i) {
    if (i < count) {
      __builtin_prefetch(&place[merges[i].parent]);
      __builtin_prefetch(&place[merges[i].child], 1);
    }
    if (i >= 2 * kMergesAhead) {
      const size_t j = i - 2 * kMergesAhead;
      const uint32_t there = at[j % kMergesAhead];
      place[merges[j].child] = there;
      members[there] = merges[j].child;
      labels[there] = label;
    }
    if (i >= kMergesAhead && i - kMergesAhead < count) {
      const WalkMerge& merge = merges[i - kMergesAhead];
      const uint32_t there = place[merge.parent] + merge.offset;
      __builtin_prefetch(&members[there], 1);
      __builtin_prefetch(&labels[there], 1);
      at[i % kMergesAhead] = there;
    }
  }
}

}  // namespace akin
