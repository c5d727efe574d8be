#include "sketch/class_sorter.h"

#include <algorithm>
#include <array>
#include <optional>

#include "akin/try.h"
#include "base/packed_pair.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

constexpr size_t kPiece = 4096;

// Turns pairs (vertex, place), for vertices that have one, into the places of all vertices.
Status DeliverPlaces(ExternalSorter<uint64_t>& by_vertex, VertexId vertices,
                     const ForestSink& sink) {
  std::array<uint32_t, kPiece> places;
  uint64_t begin = 0;                                       // the vertex of places[0]
  const auto deliver_to = [&](uint64_t vertex) -> Status {  // delivers pieces that end before it
    while (vertex >= begin + kPiece) {
      AKIN_TRY(sink.places(places));
      places.fill(kNoPlace);
      begin += kPiece;
    }
    return {};
  };
  places.fill(kNoPlace);
  AKIN_TRY(by_vertex.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t entry : sorted) {
      AKIN_TRY(deliver_to(HighOf(entry)));
      places[HighOf(entry) - begin] = LowOf(entry);
    }
    return {};
  }));
  AKIN_TRY(deliver_to(vertices));
  return sink.places(std::span(places).first(vertices - begin));
}

}  // namespace

// Makes pairs (smallest member, member), for classes of two or more vertices.
Status ClassSorter::PairByFirst(ExternalSorter<uint64_t>& by_first) {
  std::optional<uint64_t> first;  // value and smallest member of the current class
  bool company = false;
  return by_value_.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t entry : sorted) {
      if (!first || HighOf(entry) != HighOf(*first)) {
        first = entry;
        company = false;
        continue;
      }
      if (!company) AKIN_TRY(by_first.Add(PackPair(LowOf(*first), LowOf(*first))));
      company = true;
      AKIN_TRY(by_first.Add(PackPair(LowOf(*first), LowOf(entry))));
    }
    return {};
  });
}

Status ClassSorter::Finish(VertexId vertices, uint64_t memory, const ForestSink& sink) {
  ExternalSorter<uint64_t> by_first(SpillPath("by-first"), memory);
  AKIN_TRY(PairByFirst(by_first));
  ExternalSorter<uint64_t> by_vertex(SpillPath("by-vertex"), memory);  // (vertex, place)
  std::array<VertexId, kPiece> members;
  std::array<uint8_t, kPiece> labels;
  uint32_t place = 0;
  AKIN_TRY(by_first.Drain([&](std::span<const uint64_t> sorted) -> Status {
    while (!sorted.empty()) {
      const size_t count = std::min(kPiece, sorted.size());
      for (size_t i = 0; i < count; ++i) {
        members[i] = LowOf(sorted[i]);
        labels[i] = HighOf(sorted[i]) == LowOf(sorted[i]) ? kNewTree : kSameClass;
        AKIN_TRY(by_vertex.Add(PackPair(members[i], place++)));
      }
      AKIN_TRY(sink.members(std::span(members).first(count), std::span(labels).first(count)));
      sorted = sorted.subspan(count);
    }
    return {};
  }));
  return DeliverPlaces(by_vertex, vertices, sink);
}

}  // namespace akin
