#include "sketch/coalescence.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/radix_sort.h"

namespace akin {
namespace {

constexpr size_t kMergesAhead = 32;

// An owner entry needs one bit for the stamp.
constexpr VertexId kMostVertices = VertexId{1} << 30;

}  // namespace

Coalescence::Coalescence(VertexId vertices, std::string spill_path, unsigned index_bits)
    : vertices_(vertices),
      spill_path_(std::move(spill_path)),
      index_bits_(index_bits > 0 ? index_bits
                                 : static_cast<unsigned>(std::bit_width(vertices | 1U))),
      groups_(vertices),
      owner_(vertices),
      merges_(spill_path_.empty() ? vertices + kBatch : kSpillBuffer) {}

Result<std::unique_ptr<Coalescence>> Coalescence::Create(VertexId vertices, std::string spill_path,
                                                         unsigned index_bits) {
  if (vertices > kMostVertices) {
    return Status(Code::kOutOfBudget, fmt::format("{} vertices; walks in memory are limited to {}",
                                                  vertices, kMostVertices));
  }
  const bool spill = !spill_path.empty();
  auto walks =
      std::unique_ptr<Coalescence>(new Coalescence(vertices, std::move(spill_path), index_bits));
  if (!walks->groups_.ok() || !walks->owner_.ok() || !walks->merges_.ok()) {
    return MemoryRefused(fmt::format("a thread that walks from {} vertices", vertices),
                         static_cast<double>(MemoryFor(vertices, spill)));
  }
  return walks;
}

void Coalescence::Begin(std::span<const VertexId> only) {
  only_ = only;
  group_count_ = only.empty() ? vertices_ : only.size();
  first_step_ = true;
  merges_held_ = 0;
  merges_spilled_ = 0;
  spill_.reset();
  merges_by_step_.clear();
  trees_.clear();
  // The owner table contained places, which may look stamped.
  std::fill_n(owner_.data(), owner_.size(), 0U);
  stamp_ = 0;
}

// An owner entry is valid only with the stamp of this step, so the table is cleared only when the
// stamps run out.
void Coalescence::NextStamp() {
  if (++stamp_ >> (32 - index_bits_) == 0) return;
  std::fill_n(owner_.data(), owner_.size(), 0U);
  stamp_ = 1;
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
  for (size_t i = 0; i < group_count_; ++i) {
    if (groups_[i].size > 1) trees_.push_back((uint64_t{groups_[i].first} << 32) | groups_[i].size);
  }
  group_count_ = 0;
  uint64_t placed = 0;
  for (const uint64_t tree : trees_) placed += static_cast<uint32_t>(tree);

  // Members and labels take 5 bytes per vertex, in the memory of the groups, which took 12.
  static_assert(sizeof(Group) >= sizeof(VertexId) + sizeof(uint8_t));
  auto* const bytes = reinterpret_cast<std::byte*>(groups_.data());
  const std::span members(reinterpret_cast<VertexId*>(bytes), placed);
  const std::span labels(reinterpret_cast<uint8_t*>(bytes + placed * sizeof(VertexId)), placed);
  AKIN_TRY(PlaceMembers(members, labels));
  forest = {.members = members, .labels = labels, .places = owner_.span()};
  return {};
}

// Places trees in the order of their smallest members, then undoes the merges, last step first: by
// then the parent has its place, and the child is at a known distance behind it.
Status Coalescence::PlaceMembers(std::span<VertexId> members, std::span<uint8_t> labels) {
  tree_scratch_.resize(trees_.size());
  RadixSort(std::span(trees_), std::span(tree_scratch_));
  uint32_t* const place = owner_.data();
  std::fill_n(place, owner_.size(), kNoPlace);
  uint32_t next = 0;
  for (const uint64_t tree : trees_) {
    const auto first = static_cast<VertexId>(tree >> 32);
    place[first] = next;
    members[next] = first;
    labels[next] = kNewTree;
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
      PlaceChildren(merges_.span().subspan(begin, end - begin), label, members, labels);
      continue;
    }
    while (begin < end) {
      const auto piece = merges_.span().first(std::min<uint64_t>(end - begin, merges_.size()));
      AKIN_TRY(spill_->ReadAt(begin * sizeof(Merge), std::as_writable_bytes(piece)));
      PlaceChildren(piece, label, members, labels);
      begin += piece.size();
    }
  }
  spill_.reset();
  return {};
}

void Coalescence::PlaceChildren(std::span<const Merge> merges, uint8_t label,
                                std::span<VertexId> members, std::span<uint8_t> labels) {
  uint32_t* const place = owner_.data();
  for (size_t i = 0; i < merges.size(); ++i) {
    if (i + kMergesAhead < merges.size()) {
      __builtin_prefetch(&place[merges[i + kMergesAhead].parent]);
      __builtin_prefetch(&place[merges[i + kMergesAhead].child], 1);
    }
    const Merge& merge = merges[i];
    const uint32_t at = place[merge.parent] + merge.offset;
    place[merge.child] = at;
    members[at] = merge.child;
    labels[at] = label;
  }
}

}  // namespace akin
