#include "sketch/sorted_forest.h"

#include <algorithm>
#include <array>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "sketch/step.h"

namespace akin {
namespace {

constexpr size_t kReadBuffer = size_t{1} << 18;

// A vertex and its place, in one sortable word.
constexpr uint64_t PackPlace(VertexId vertex, uint32_t place) {
  return (uint64_t{vertex} << 32) | place;
}
constexpr VertexId VertexOf(uint64_t packed) { return static_cast<VertexId>(packed >> 32); }
constexpr uint32_t PlaceOf(uint64_t packed) { return static_cast<uint32_t>(packed); }

Result<std::unique_ptr<SpillFile>> Finished(std::unique_ptr<SpillFile> file) {
  AKIN_TRY(file->FinishWriting());
  return file;
}

}  // namespace

struct SortedForestBuilder::Trail {
  std::unique_ptr<SpillFile> groups;  // ascending by place
  std::unique_ptr<SpillFile> merges;  // one step after another
  std::vector<uint64_t> merges_by_step;
  ExternalSorter<uint64_t> trees;  // (first << 32) | size of ended groups of two or more vertices
};

// Members that already have their places.
struct SortedForestBuilder::Placing {
  std::unique_ptr<SpillFile> places;  // PackPlace, ascending
  bool other_file = false;            // two files alternate: one is read, the other written
  ExternalSorter<uint64_t> members;   // (place << 32) | vertex
  ExternalSorter<uint64_t> labels;    // (place << 8) | label

  Status Add(VertexId vertex, uint32_t place, uint8_t label) {
    AKIN_TRY(members.Add((uint64_t{place} << 32) | vertex));
    return labels.Add((uint64_t{place} << 8) | label);
  }
};

Status SortedForestBuilder::Build(uint64_t fingerprint, const std::stop_token& stop,
                                  const ForestSink& sink) {
  Trail trail{.groups = nullptr,
              .merges = nullptr,
              .merges_by_step = {},
              .trees = {SpillPath("trees"), memory_ / 8}};
  AKIN_TRY_ASSIGN(trail.merges, SpillFile::Create(SpillPath("merges")));
  AKIN_TRY(WithStepOf(parameters_.measure,
                      [&]<class Step>() { return Walk<Step>(fingerprint, stop, trail); }));
  return CollectTrees(trail, stop, sink);
}

template <class Step>
Status SortedForestBuilder::Walk(uint64_t fingerprint, const std::stop_token& stop, Trail& trail) {
  for (unsigned t = 1; t <= parameters_.length; ++t) {
    ExternalSorter<Group> arriving(SpillPath("arriving"), memory_ / 2);
    const Step step(parameters_.seed, fingerprint, t);
    AKIN_TRY(Depart(step, t == 1, stop, trail, arriving));
    AKIN_TRY(Meet(arriving, trail));
    trail.merges_by_step.push_back(trail.merges->size() / sizeof(Merge));
    if (trail.groups->size() == 0) return {};
  }
  SpillReader left(*trail.groups, 0, trail.groups->size(), kReadBuffer);
  while (!left.AtEnd()) {
    Group group{};
    AKIN_TRY(left.ReadValue(group));
    if (group.size > 1) AKIN_TRY(trail.trees.Add((uint64_t{group.first} << 32) | group.size));
  }
  return {};
}

// Moves all groups, in the order of their vertices, to an in-neighbour.
template <class Step>
Status SortedForestBuilder::Depart(const Step& step, bool everybody, const std::stop_token& stop,
                                   Trail& trail, ExternalSorter<Group>& arriving) const {
  std::optional<SpillReader> groups;
  std::optional<Group> next;
  const auto advance = [&]() -> Status {
    next.reset();
    if (groups->AtEnd()) return {};
    return groups->ReadValue(next.emplace());
  };
  if (!everybody) {
    groups.emplace(*trail.groups, 0, trail.groups->size(), kReadBuffer);
    AKIN_TRY(advance());
  }
  std::span<const VertexId> listed = only_;
  return in_.InOrder(stop, [&](const RowWindow& window) -> Status {
    const Adjacency lists{.offsets = window.offsets, .neighbours = window.neighbours};
    const auto depart = [&](const Group& group) -> Status {
      const size_t row = group.at - window.first;
      const uint64_t degree = window.degree(row);
      if (degree == 0) {
        if (group.size == 1) return {};
        return trail.trees.Add((uint64_t{group.first} << 32) | group.size);
      }
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

// Groups that arrive at the same vertex become one group, that of the smallest member.
Status SortedForestBuilder::Meet(ExternalSorter<Group>& arriving, Trail& trail) const {
  trail.groups.reset();
  AKIN_TRY_ASSIGN(trail.groups, SpillFile::Create(SpillPath("groups")));
  std::optional<Group> there;
  AKIN_TRY(arriving.Drain([&](std::span<const Group> arrivals) -> Status {
    for (const Group& group : arrivals) {
      if (there && there->at == group.at) {
        const Merge merge{.parent = there->first, .child = group.first, .offset = there->size};
        AKIN_TRY(trail.merges->AppendValue(merge));
        there->size += group.size;
        continue;
      }
      if (there) AKIN_TRY(trail.groups->AppendValue(*there));
      there = group;
    }
    return {};
  }));
  if (there) AKIN_TRY(trail.groups->AppendValue(*there));
  return trail.groups->FinishWriting();
}

Status SortedForestBuilder::CollectTrees(Trail& trail, const std::stop_token& stop,
                                         const ForestSink& sink) const {
  trail.groups.reset();
  AKIN_TRY(trail.merges->FinishWriting());
  Placing placing{.places = nullptr,
                  .members = {SpillPath("members"), memory_ / 4},
                  .labels = {SpillPath("labels"), memory_ / 8}};
  AKIN_TRY(PlaceRoots(trail, placing));
  for (size_t step = trail.merges_by_step.size(); step > 0; --step) {
    if (stop.stop_requested()) return Interrupted();
    AKIN_TRY(PlaceChildren(trail, step, placing));
  }
  trail.merges.reset();
  return Deliver(placing, sink);
}

Status SortedForestBuilder::PlaceRoots(Trail& trail, Placing& placing) const {
  AKIN_TRY_ASSIGN(auto places, SpillFile::Create(SpillPath("places-0")));
  uint32_t next = 0;
  AKIN_TRY(trail.trees.Drain([&](std::span<const uint64_t> trees) -> Status {
    for (const uint64_t tree : trees) {
      const auto first = static_cast<VertexId>(tree >> 32);
      AKIN_TRY(places->AppendValue(PackPlace(first, next)));
      AKIN_TRY(placing.Add(first, next, kNewTree));
      next += static_cast<uint32_t>(tree);
    }
    return {};
  }));
  AKIN_TRY_ASSIGN(placing.places, Finished(std::move(places)));
  return {};
}

// Places the groups that were absorbed at this step. Their parents were placed at later steps.
Status SortedForestBuilder::PlaceChildren(const Trail& trail, size_t step, Placing& placing) const {
  const uint64_t begin = step == 1 ? 0 : trail.merges_by_step[step - 2];
  const uint64_t end = trail.merges_by_step[step - 1];
  if (begin == end) return {};
  ExternalSorter<Merge> by_parent(SpillPath("by-parent"), memory_ / 4);
  SpillReader merges(*trail.merges, begin * sizeof(Merge), end * sizeof(Merge), kReadBuffer);
  while (!merges.AtEnd()) {
    Merge merge{};
    AKIN_TRY(merges.ReadValue(merge));
    AKIN_TRY(by_parent.Add(merge));
  }

  ExternalSorter<uint64_t> children(SpillPath("children"), memory_ / 4);
  SpillReader parents(*placing.places, 0, placing.places->size(), kReadBuffer);
  uint64_t parent = 0;
  AKIN_TRY(parents.ReadValue(parent));
  AKIN_TRY(by_parent.Drain([&](std::span<const Merge> sorted) -> Status {
    for (const Merge& merge : sorted) {
      while (VertexOf(parent) < merge.parent) AKIN_TRY(parents.ReadValue(parent));
      const uint32_t place = PlaceOf(parent) + merge.offset;
      AKIN_TRY(children.Add(PackPlace(merge.child, place)));
      AKIN_TRY(placing.Add(merge.child, place, static_cast<uint8_t>(step)));
    }
    return {};
  }));

  placing.other_file = !placing.other_file;
  AKIN_TRY_ASSIGN(auto all,
                  SpillFile::Create(SpillPath(placing.other_file ? "places-1" : "places-0")));
  SpillReader placed(*placing.places, 0, placing.places->size(), kReadBuffer);
  uint64_t before = 0;
  bool more = true;
  const auto advance = [&]() -> Status {
    more = !placed.AtEnd();
    return more ? placed.ReadValue(before) : Status();
  };
  AKIN_TRY(advance());
  AKIN_TRY(children.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t child : sorted) {
      for (; more && before < child;) {
        AKIN_TRY(all->AppendValue(before));
        AKIN_TRY(advance());
      }
      AKIN_TRY(all->AppendValue(child));
    }
    return {};
  }));
  while (more) {
    AKIN_TRY(all->AppendValue(before));
    AKIN_TRY(advance());
  }
  AKIN_TRY_ASSIGN(placing.places, Finished(std::move(all)));
  return {};
}

Status SortedForestBuilder::Deliver(Placing& placing, const ForestSink& sink) const {
  // Labels and members are in the same order. They are drained one after the other.
  AKIN_TRY_ASSIGN(auto labels, SpillFile::Create(SpillPath("labels-in-order")));
  AKIN_TRY(placing.labels.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t entry : sorted) {
      AKIN_TRY(labels->AppendValue(static_cast<uint8_t>(entry)));
    }
    return {};
  }));
  AKIN_TRY(labels->FinishWriting());
  constexpr size_t kPlacesAtOnce = 4096;
  std::array<VertexId, kPlacesAtOnce> members;
  std::array<uint8_t, kPlacesAtOnce> piece_labels;
  uint64_t delivered = 0;
  AKIN_TRY(placing.members.Drain([&](std::span<const uint64_t> sorted) -> Status {
    while (!sorted.empty()) {
      const size_t count = std::min(kPlacesAtOnce, sorted.size());
      for (size_t i = 0; i < count; ++i) members[i] = static_cast<VertexId>(sorted[i]);
      const auto some = std::span(piece_labels).first(count);
      AKIN_TRY(labels->ReadAt(delivered, std::as_writable_bytes(some)));
      AKIN_TRY(sink.members(std::span(members).first(count), some));
      delivered += count;
      sorted = sorted.subspan(count);
    }
    return {};
  }));
  labels.reset();

  std::array<uint32_t, kPlacesAtOnce> places;
  SpillReader reader(*placing.places, 0, placing.places->size(), kReadBuffer);
  uint64_t next = PackPlace(kNoVertex, 0);
  if (!reader.AtEnd()) AKIN_TRY(reader.ReadValue(next));
  for (uint64_t begin = 0; begin < in_.vertices(); begin += kPlacesAtOnce) {
    const size_t count = std::min<uint64_t>(kPlacesAtOnce, in_.vertices() - begin);
    std::fill_n(places.begin(), count, kNoPlace);
    while (VertexOf(next) < begin + count) {
      places[VertexOf(next) - begin] = PlaceOf(next);
      next = PackPlace(kNoVertex, 0);
      if (!reader.AtEnd()) AKIN_TRY(reader.ReadValue(next));
    }
    AKIN_TRY(sink.places(std::span(places).first(count)));
  }
  return {};
}

}  // namespace akin
