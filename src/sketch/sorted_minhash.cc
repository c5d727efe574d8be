#include "sketch/sorted_minhash.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/external_sorter.h"
#include "base/try.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

constexpr size_t kReadBuffer = size_t{1} << 18;
constexpr size_t kPiece = 4096;

constexpr uint64_t Pack(uint32_t high, uint32_t low) { return (uint64_t{high} << 32) | low; }
constexpr uint32_t High(uint64_t packed) { return static_cast<uint32_t>(packed >> 32); }
constexpr uint32_t Low(uint64_t packed) { return static_cast<uint32_t>(packed); }

}  // namespace

Status SortedMinHashBuilder::Build(uint64_t fingerprint, const std::stop_token& stop,
                                   const SinkFor& sink_for) {
  const Permutation permutation = MinHashPermutation(parameters_, fingerprint);
  AKIN_TRY_ASSIGN(auto values, SpillFile::Create(SpillPath("values-0")));
  for (uint64_t v = 0; v < out_.vertices(); ++v) {
    AKIN_TRY(values->AppendValue(permutation(static_cast<uint32_t>(v))));
  }
  AKIN_TRY(values->FinishWriting());
  for (unsigned k = 1; k <= parameters_.length; ++k) {
    AKIN_TRY(Step(k, stop, values));
    AKIN_TRY(SortClasses(*values, sink_for(k)));
  }
  return {};
}

// From the values at one distance to those at the next.
Status SortedMinHashBuilder::Step(unsigned k, const std::stop_token& stop,
                                  std::unique_ptr<SpillFile>& values) const {
  ExternalSorter<uint64_t> carried(SpillPath("carried"), memory_);  // (target, value)
  SpillReader sources(*values, 0, values->size(), kReadBuffer);
  AKIN_TRY(out_.InOrder(stop, [&](const RowWindow& window) -> Status {
    for (size_t row = 0; row < window.size(); ++row) {
      uint32_t value = 0;
      AKIN_TRY(sources.ReadValue(value));
      for (const VertexId target : window[row]) AKIN_TRY(carried.Add(Pack(target, value)));
    }
    return {};
  }));

  // Two files take turns: one is read, the other written.
  AKIN_TRY_ASSIGN(auto after, SpillFile::Create(SpillPath(k % 2 == 0 ? "values-0" : "values-1")));
  SpillReader before(*values, 0, values->size(), kReadBuffer);
  uint64_t next = 0;  // the first vertex without its new value
  const auto pass_on_to = [&](uint64_t end) -> Status {
    for (; next < end; ++next) {
      uint32_t value = 0;
      AKIN_TRY(before.ReadValue(value));
      AKIN_TRY(after->AppendValue(value));
    }
    return {};
  };
  // The first of the values that a target gets is the smallest.
  AKIN_TRY(carried.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t entry : sorted) {
      if (High(entry) < next) continue;
      AKIN_TRY(pass_on_to(High(entry)));
      uint32_t own = 0;
      AKIN_TRY(before.ReadValue(own));
      AKIN_TRY(after->AppendValue(std::min(own, Low(entry))));
      ++next;
    }
    return {};
  }));
  AKIN_TRY(pass_on_to(out_.vertices()));
  AKIN_TRY(after->FinishWriting());
  values = std::move(after);
  return {};
}

Status SortedMinHashBuilder::SortClasses(const SpillFile& values, const ForestSink& sink) const {
  ExternalSorter<uint64_t> by_value(SpillPath("by-value"), memory_ / 4);
  SpillReader reader(values, 0, values.size(), kReadBuffer);
  std::span<const VertexId> listed = only_;
  for (uint64_t v = 0; v < out_.vertices(); ++v) {
    uint32_t value = 0;
    AKIN_TRY(reader.ReadValue(value));
    if (!only_.empty()) {
      if (listed.empty() || listed.front() != v) continue;
      listed = listed.subspan(1);
    }
    AKIN_TRY(by_value.Add(Pack(value, static_cast<uint32_t>(v))));
  }
  // (smallest member, member) of classes that have company.
  ExternalSorter<uint64_t> by_first(SpillPath("by-first"), memory_ / 4);
  std::optional<uint64_t> first;  // of the class under way: its value and smallest member
  bool company = false;
  AKIN_TRY(by_value.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t entry : sorted) {
      if (!first || High(entry) != High(*first)) {
        first = entry;
        company = false;
        continue;
      }
      if (!company) AKIN_TRY(by_first.Add(Pack(Low(*first), Low(*first))));
      company = true;
      AKIN_TRY(by_first.Add(Pack(Low(*first), Low(entry))));
    }
    return {};
  }));

  ExternalSorter<uint64_t> by_vertex(SpillPath("by-vertex"), memory_ / 4);  // (vertex, place)
  std::array<VertexId, kPiece> members;
  std::array<uint8_t, kPiece> labels;
  uint32_t place = 0;
  AKIN_TRY(by_first.Drain([&](std::span<const uint64_t> sorted) -> Status {
    while (!sorted.empty()) {
      const size_t count = std::min(kPiece, sorted.size());
      for (size_t i = 0; i < count; ++i) {
        members[i] = Low(sorted[i]);
        labels[i] = High(sorted[i]) == Low(sorted[i]) ? kNewTree : kSameClass;
        AKIN_TRY(by_vertex.Add(Pack(members[i], place++)));
      }
      AKIN_TRY(sink.members(std::span(members).first(count), std::span(labels).first(count)));
      sorted = sorted.subspan(count);
    }
    return {};
  }));

  std::array<uint32_t, kPiece> places;
  uint64_t begin = 0;                                       // the vertex of places[0]
  const auto deliver_to = [&](uint64_t vertex) -> Status {  // pieces that end before it
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
      AKIN_TRY(deliver_to(High(entry)));
      places[High(entry) - begin] = Low(entry);
    }
    return {};
  }));
  AKIN_TRY(deliver_to(out_.vertices()));
  return sink.places(std::span(places).first(out_.vertices() - begin));
}

}  // namespace akin
