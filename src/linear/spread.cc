#include "linear/spread.h"

#include <algorithm>

// Compiled once for each instruction set that a processor may have; the best one is chosen at run
// time. Lanes are never added to one another, so all of them give the same bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/spread.cc"
#include <hwy/foreach_target.h>  // before highway.h
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace akin::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kAhead = 16;  // links ahead: their cells are prefetched

template <size_t L>
void SpreadLanes(const LocalGraph& graph, const double* from, size_t count, double* to) {
#if HWY_TARGET == HWY_SCALAR
  constexpr size_t kVector = 1;
#else
  constexpr size_t kVector = std::min<size_t>(L, HWY_MAX_BYTES / sizeof(double));
#endif
  constexpr size_t kVectors = L / kVector;
  const hn::CappedTag<double, kVector> d;
  const uint32_t* const targets = graph.targets().data();
  const uint64_t* const offsets = graph.offsets().data();
  const uint64_t last = graph.targets().empty() ? 0 : graph.targets().size() - 1;
  for (size_t v = 0; v < count; ++v) {
    const double* const cell = from + v * L;
    if (std::all_of(cell, cell + L, [](double lane) { return lane == 0; })) continue;
    hn::Vec<decltype(d)> own[kVectors];
    for (size_t i = 0; i < kVectors; ++i) own[i] = hn::LoadU(d, cell + i * kVector);
    for (uint64_t at = offsets[v]; at < offsets[v + 1]; ++at) {
      __builtin_prefetch(to + size_t{targets[std::min(at + kAhead, last)]} * L, 1);
      double* const target = to + size_t{targets[at]} * L;
      for (size_t i = 0; i < kVectors; ++i) {
        hn::StoreU(hn::Add(hn::LoadU(d, target + i * kVector), own[i]), d, target + i * kVector);
      }
    }
  }
}

void SpreadAny(const LocalGraph& graph, size_t lanes, const double* from, size_t count,
               double* to) {
  switch (lanes) {
    case 8:
      return SpreadLanes<8>(graph, from, count, to);
    case 2:
      return SpreadLanes<2>(graph, from, count, to);
    default:
      return SpreadLanes<1>(graph, from, count, to);
  }
}

}  // namespace
}  // namespace akin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace akin {
namespace {
HWY_EXPORT(SpreadAny);
}  // namespace

void Spread(const LocalGraph& graph, size_t lanes, std::span<const double> from,
            std::span<double> to) {
  HWY_DYNAMIC_DISPATCH(SpreadAny)(graph, lanes, from.data(), from.size() / lanes, to.data());
}

}  // namespace akin
#endif  // HWY_ONCE
