#include "sketch/tree_collector.h"

#include <algorithm>
#include <array>

#include "akin/errors.h"
#include "akin/try.h"

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

Status Misfit() { return {Code::kDamaged, "the meetings of a fingerprint do not fit together"}; }

}  // namespace

// Members that already have their places.
struct TreeCollector::Placing {
  std::unique_ptr<SpillFile> places;  // PackPlace, ascending
  bool other_file = false;            // two files alternate: one is read, the other written
  ExternalSorter<uint64_t> members;   // (place << 32) | vertex
  ExternalSorter<uint64_t> labels;    // (place << 8) | label

  Status Add(VertexId vertex, uint32_t place, uint8_t label) {
    AKIN_TRY(members.Add((uint64_t{place} << 32) | vertex));
    return labels.Add((uint64_t{place} << 8) | label);
  }
};

Result<TreeCollector> TreeCollector::Create(VertexId vertices, std::string spill_path,
                                            uint64_t memory) {
  TreeCollector collector(vertices, std::move(spill_path), memory);
  AKIN_TRY_ASSIGN(collector.merges_, SpillFile::Create(collector.SpillPath("merges")));
  return collector;
}

void TreeCollector::BeginStep(unsigned step) {
  merges_by_step_.resize(step - 1, merges_->size() / sizeof(WalkMerge));
}

Status TreeCollector::Deliver(const std::stop_token& stop, const ForestSink& sink) {
  merges_by_step_.push_back(merges_->size() / sizeof(WalkMerge));
  AKIN_TRY(merges_->FinishWriting());
  Placing placing{.places = nullptr,
                  .members = {SpillPath("members"), memory_ / 4},
                  .labels = {SpillPath("labels"), memory_ / 8}};
  AKIN_TRY(PlaceRoots(placing));
  for (size_t step = merges_by_step_.size(); step > 0; --step) {
    if (stop.stop_requested()) return Interrupted();
    AKIN_TRY(PlaceChildren(step, placing));
  }
  merges_.reset();
  return DeliverPlaced(placing, sink);
}

Status TreeCollector::PlaceRoots(Placing& placing) {
  AKIN_TRY_ASSIGN(auto places, SpillFile::Create(SpillPath("places-0")));
  uint32_t next = 0;
  AKIN_TRY(trees_.Drain([&](std::span<const uint64_t> trees) -> Status {
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
Status TreeCollector::PlaceChildren(size_t step, Placing& placing) const {
  const uint64_t begin = step == 1 ? 0 : merges_by_step_[step - 2];
  const uint64_t end = merges_by_step_[step - 1];
  if (begin == end) return {};
  ExternalSorter<WalkMerge> by_parent(SpillPath("by-parent"), memory_ / 4);
  SpillReader merges(*merges_, begin * sizeof(WalkMerge), end * sizeof(WalkMerge), kReadBuffer);
  while (!merges.AtEnd()) {
    WalkMerge merge{};
    AKIN_TRY(merges.ReadValue(merge));
    AKIN_TRY(by_parent.Add(merge));
  }

  ExternalSorter<uint64_t> children(SpillPath("children"), memory_ / 4);
  SpillReader parents(*placing.places, 0, placing.places->size(), kReadBuffer);
  uint64_t parent = 0;
  if (parents.AtEnd()) return Misfit();
  AKIN_TRY(parents.ReadValue(parent));
  AKIN_TRY(by_parent.Drain([&](std::span<const WalkMerge> sorted) -> Status {
    for (const WalkMerge& merge : sorted) {
      while (VertexOf(parent) < merge.parent && !parents.AtEnd()) {
        AKIN_TRY(parents.ReadValue(parent));
      }
      if (VertexOf(parent) != merge.parent) return Misfit();
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

Status TreeCollector::DeliverPlaced(Placing& placing, const ForestSink& sink) const {
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
  for (uint64_t begin = 0; begin < vertices_; begin += kPlacesAtOnce) {
    const size_t count = std::min<uint64_t>(kPlacesAtOnce, vertices_ - begin);
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
