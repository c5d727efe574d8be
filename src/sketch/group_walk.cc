#include "sketch/group_walk.h"

#include <optional>

#include "akin/try.h"
#include "sketch/step.h"

namespace akin {
namespace {

constexpr size_t kGroupBuffer = size_t{1} << 18;

Status EndGroup(const WalkGroup& group, const GroupWalk::TreeSink& ended) {
  if (group.size == 1) return {};
  return ended({.first = group.first, .size = group.size});
}

}  // namespace

Status GroupWalk::Depart(uint64_t fingerprint, unsigned step, const std::stop_token& stop,
                         const TreeSink& ended, Arrivals& arriving) const {
  return WithStepOf(parameters_.measure, [&]<class Step>() {
    return DepartBy(Step(parameters_.seed, fingerprint, step), step == 1, stop, ended, arriving);
  });
}

// Moves all groups, in the order of their vertices, to an in-neighbour.
template <class Step>
Status GroupWalk::DepartBy(const Step& step, bool everybody, const std::stop_token& stop,
                           const TreeSink& ended, Arrivals& arriving) const {
  std::optional<SpillReader> groups;
  std::optional<WalkGroup> next;
  const auto advance = [&]() -> Status {
    next.reset();
    if (groups->AtEnd()) return {};
    return groups->ReadValue(next.emplace());
  };
  if (!everybody) {
    groups.emplace(*groups_, 0, groups_->size(), kGroupBuffer);
    AKIN_TRY(advance());
  }
  std::span<const VertexId> listed = only_;
  return in_.InOrder(stop, [&](const RowWindow& window) -> Status {
    const Adjacency lists{.offsets = window.offsets, .neighbours = window.neighbours};
    const auto depart = [&](const WalkGroup& group) -> Status {
      const size_t row = group.at - window.first;
      const uint64_t degree = window.degree(row);
      if (degree == 0) return EndGroup(group, ended);
      const auto plan = step.PlanAt(lists, group.at, window.begin(row), degree);
      return arriving.Add({.at = step.Next(lists, plan), .first = group.first, .size = group.size});
    };
    if (everybody) {
      for (size_t row = 0; row < window.size(); ++row) {
        const auto v = static_cast<VertexId>(window.first + row);
        if (!only_.empty()) {
          if (listed.empty() || listed.front() != v) continue;
          listed = listed.subspan(1);
        }
        AKIN_TRY(depart({.at = v, .first = v, .size = 1}));
      }
      return {};
    }
    while (next && next->at - window.first < window.size()) {
      AKIN_TRY(depart(*next));
      AKIN_TRY(advance());
    }
    return {};
  });
}

Status GroupWalk::Meet(Arrivals& arriving, const MergeSink& merged) {
  groups_.reset();
  AKIN_TRY_ASSIGN(groups_, SpillFile::Create(spill_path_ + "-groups.spill"));
  std::optional<WalkGroup> there;
  AKIN_TRY(arriving.Drain([&](std::span<const WalkGroup> arrivals) -> Status {
    for (const WalkGroup& group : arrivals) {
      if (there && there->at == group.at) {
        AKIN_TRY(merged({.parent = there->first, .child = group.first, .offset = there->size}));
        there->size += group.size;
        continue;
      }
      if (there) AKIN_TRY(groups_->AppendValue(*there));
      there = group;
    }
    return {};
  }));
  if (there) AKIN_TRY(groups_->AppendValue(*there));
  return groups_->FinishWriting();
}

Status GroupWalk::End(const TreeSink& ended) const {
  if (empty()) return {};
  SpillReader left(*groups_, 0, groups_->size(), kGroupBuffer);
  while (!left.AtEnd()) {
    WalkGroup group{};
    AKIN_TRY(left.ReadValue(group));
    AKIN_TRY(EndGroup(group, ended));
  }
  return {};
}

}  // namespace akin
