#include "sketch/coalescence.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/radix_sort.h"
#include "sketch/in_link_range.h"

namespace akin {
namespace {

// An owner entry needs a bit for the stamp.
constexpr VertexId kMostVertices = VertexId{1} << 30;

}  // namespace

template <class Station, class Next>
Coalescence<Station, Next>::Coalescence(VertexId vertices, std::string spill_path,
                                        unsigned index_bits)
    : vertices_(vertices),
      spill_path_(std::move(spill_path)),
      index_bits_(index_bits > 0 ? index_bits
                                 : static_cast<unsigned>(std::bit_width(vertices | 1U))),
      groups_(vertices),
      entries_(vertices),
      merges_(spill_path_.empty() ? vertices + kBatch : kSpillBuffer) {}

template <class Station, class Next>
auto Coalescence<Station, Next>::Create(VertexId vertices, std::string spill_path,
                                        unsigned index_bits)
    -> Result<std::unique_ptr<Coalescence>> {
  if (vertices > kMostVertices) {
    return Status(Code::kOutOfBudget, fmt::format("{} vertices; walks in memory are limited to {}",
                                                  vertices, kMostVertices));
  }
  const bool spill = !spill_path.empty();
  auto walks =
      std::unique_ptr<Coalescence>(new Coalescence(vertices, std::move(spill_path), index_bits));
  if (!walks->groups_.ok() || !walks->entries_.ok() || !walks->merges_.ok()) {
    return Status(
        Code::kOutOfBudget,
        fmt::format("walking {} vertices needs {} bytes a thread, more than the system has",
                    vertices, MemoryFor(vertices, spill)));
  }
  return walks;
}

template <class Station, class Next>
void Coalescence<Station, Next>::Begin(std::span<const VertexId> only) {
  only_ = only;
  group_count_ = only.empty() ? vertices_ : only.size();
  first_step_ = true;
  merges_held_ = 0;
  merges_spilled_ = 0;
  spill_.reset();
  merges_by_step_.clear();
  trees_.clear();
}

// An owner counts only if it carries the stamp of this step, so owners are cleared only when the
// stamps run out.
template <class Station, class Next>
void Coalescence<Station, Next>::NextStamp() {
  if (++stamp_ >> (32 - index_bits_) == 0) return;
  for (Entry& entry : entries_.span()) entry.owner = 0;
  stamp_ = 1;
}

template <class Station, class Next>
Status Coalescence<Station, Next>::SpillMerges() {
  if (spill_ == nullptr) {
    AKIN_TRY_ASSIGN(spill_, SpillFile::Create(spill_path_));
  }
  AKIN_TRY(spill_->Append(std::as_bytes(merges_.span().first(merges_held_))));
  merges_spilled_ += merges_held_;
  merges_held_ = 0;
  return {};
}

template <class Station, class Next>
Status Coalescence<Station, Next>::Finish(Forest& forest) {
  for (size_t i = 0; i < group_count_; ++i) {
    if (groups_[i].size > 1) trees_.push_back((uint64_t{groups_[i].first} << 32) | groups_[i].size);
  }
  group_count_ = 0;
  uint64_t placed = 0;
  for (const uint64_t tree : trees_) placed += static_cast<uint32_t>(tree);

  // A forest takes 9 bytes a vertex where the groups, which have ended, took 12.
  static_assert(sizeof(Group) >= 2 * sizeof(uint32_t) + sizeof(uint8_t));
  auto* const places = reinterpret_cast<uint32_t*>(groups_.data());
  auto* const members = places + vertices_;
  auto* const labels = reinterpret_cast<uint8_t*>(members + placed);
  const Placing placing{
      .members = {members, placed}, .labels = {labels, placed}, .places = {places, vertices_}};
  AKIN_TRY(PlaceMembers(placing));
  forest = {.members = placing.members, .labels = placing.labels, .places = placing.places};
  return {};
}

// Trees in the order of their smallest members; then the merges, those of the last step first: by
// then the parent has its place, and the child's is a known distance behind.
template <class Station, class Next>
Status Coalescence<Station, Next>::PlaceMembers(const Placing& forest) {
  tree_scratch_.resize(trees_.size());
  RadixSort(std::span(trees_), std::span(tree_scratch_));
  std::fill(forest.places.begin(), forest.places.end(), kNoPlace);
  uint32_t next = 0;
  for (const uint64_t tree : trees_) {
    const auto first = static_cast<VertexId>(tree >> 32);
    forest.places[first] = next;
    forest.members[next] = first;
    forest.labels[next] = kNewTree;
    next += static_cast<uint32_t>(tree);
  }
  if (spill_ != nullptr) {
    AKIN_TRY(SpillMerges());
    AKIN_TRY(spill_->FinishWriting());
  }
  for (size_t step = merges_by_step_.size(); step-- > 0;) {
    const auto label = static_cast<uint8_t>(step + 1);
    const uint64_t end = merges_by_step_[step];
    uint64_t begin = step == 0 ? 0 : merges_by_step_[step - 1];
    if (spill_ == nullptr) {
      PlaceChildren(merges_.span().subspan(begin, end - begin), label, forest);
      continue;
    }
    while (begin < end) {
      const auto piece = merges_.span().first(std::min<uint64_t>(end - begin, merges_.size()));
      AKIN_TRY(spill_->ReadAt(begin * sizeof(Merge), std::as_writable_bytes(piece)));
      PlaceChildren(piece, label, forest);
      begin += piece.size();
    }
  }
  spill_.reset();
  return {};
}

// A parent is never a child of the same step: it owned its place when the child arrived. So a batch
// can look up all its parents before it writes anything.
template <class Station, class Next>
void Coalescence<Station, Next>::PlaceChildren(std::span<const Merge> merges, uint8_t label,
                                               const Placing& forest) {
  std::array<uint32_t, kBatch> at;
  for (size_t begin = 0; begin < merges.size(); begin += kBatch) {
    const auto batch = merges.subspan(begin, std::min(kBatch, merges.size() - begin));
    const auto rest = merges.subspan(begin + batch.size());
    for (const Merge& merge : rest.first(std::min(kBatch, rest.size()))) {
      __builtin_prefetch(&forest.places[merge.parent]);
      __builtin_prefetch(&forest.places[merge.child], 1);
    }
    for (size_t i = 0; i < batch.size(); ++i) {
      at[i] = forest.places[batch[i].parent] + batch[i].offset;
      __builtin_prefetch(&forest.members[at[i]], 1);
      __builtin_prefetch(&forest.labels[at[i]], 1);
    }
    for (size_t i = 0; i < batch.size(); ++i) {
      forest.places[batch[i].child] = at[i];
      forest.members[at[i]] = batch[i].child;
      forest.labels[at[i]] = label;
    }
  }
}

template class Coalescence<NoStation, VertexId>;
template class Coalescence<InLinkRange, uint32_t>;
template class Coalescence<InLinkRange, uint64_t>;

}  // namespace akin
