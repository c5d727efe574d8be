#include "sketch/sorted_minhash.h"

#include <algorithm>

#include "akin/try.h"
#include "base/external_sorter.h"
#include "base/packed_pair.h"
#include "sketch/class_sorter.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

constexpr size_t kValueReadBuffer = size_t{1} << 18;

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

// Computes the values at one distance from those at the previous one.
Status SortedMinHashBuilder::Step(unsigned k, const std::stop_token& stop,
                                  std::unique_ptr<SpillFile>& values) const {
  ExternalSorter<uint64_t> carried(SpillPath("carried"), memory_);  // (target, value)
  SpillReader sources(*values, 0, values->size(), kValueReadBuffer);
  AKIN_TRY(out_.InOrder(stop, [&](const RowWindow& window) -> Status {
    for (size_t row = 0; row < window.size(); ++row) {
      uint32_t value = 0;
      AKIN_TRY(sources.ReadValue(value));
      for (const VertexId target : window[row]) AKIN_TRY(carried.Add(PackPair(target, value)));
    }
    return {};
  }));

  // Two files alternate: one is read, the other written.
  AKIN_TRY_ASSIGN(auto after, SpillFile::Create(SpillPath(k % 2 == 0 ? "values-0" : "values-1")));
  SpillReader before(*values, 0, values->size(), kValueReadBuffer);
  uint64_t next = 0;  // the first vertex that has no new value yet
  const auto pass_on_to = [&](uint64_t end) -> Status {
    for (; next < end; ++next) {
      uint32_t value = 0;
      AKIN_TRY(before.ReadValue(value));
      AKIN_TRY(after->AppendValue(value));
    }
    return {};
  };
  // The first of the values that arrive at a target is the smallest.
  AKIN_TRY(carried.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t entry : sorted) {
      if (HighOf(entry) < next) continue;
      AKIN_TRY(pass_on_to(HighOf(entry)));
      uint32_t own = 0;
      AKIN_TRY(before.ReadValue(own));
      AKIN_TRY(after->AppendValue(std::min(own, LowOf(entry))));
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
  ClassSorter classes(spill_path_, memory_ / 4);
  SpillReader reader(values, 0, values.size(), kValueReadBuffer);
  std::span<const VertexId> listed = only_;
  for (uint64_t v = 0; v < out_.vertices(); ++v) {
    uint32_t value = 0;
    AKIN_TRY(reader.ReadValue(value));
    if (!only_.empty()) {
      if (listed.empty() || listed.front() != v) continue;
      listed = listed.subspan(1);
    }
    AKIN_TRY(classes.Add(value, static_cast<VertexId>(v)));
  }
  return classes.Finish(out_.vertices(), memory_ / 4, sink);
}

}  // namespace akin
