#include "sketch/min_sweep.h"

#include <algorithm>

// Compiled once for each instruction set that a processor may have. The best one is chosen at run
// time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/min_sweep.cc"
#include <hwy/foreach_target.h>  // before highway.h
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace akin::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kAhead = 24;  // neighbours whose values are prefetched

// Vectors of kLanes values. A vertex has kWidth values, a multiple of kLanes.
template <size_t kWidth>
void Sweep(const RowWindow& window, const uint32_t* before, uint32_t* after) {
#if HWY_TARGET == HWY_SCALAR
  constexpr size_t kLanes = 1;
#else
  constexpr size_t kLanes = kWidth < 4 ? kWidth : 4;
#endif
  constexpr size_t kVectors = kWidth / kLanes;
  const hn::CappedTag<uint32_t, kLanes> d;
  const VertexId* const list = window.neighbours.data();
  const size_t arcs = window.neighbours.size();
  size_t arc = 0;
  for (size_t row = 0; row < window.size(); ++row) {
    const size_t v = window.first + row;
    hn::Vec<decltype(d)> least[kVectors];
    for (size_t i = 0; i < kVectors; ++i) {
      least[i] = hn::LoadU(d, before + v * kWidth + i * kLanes);
    }
    for (const size_t end = window.begin(row) + window.degree(row); arc < end; ++arc) {
      if (arc + kAhead < arcs) {
        __builtin_prefetch(before + size_t{list[arc + kAhead]} * kWidth);
      }
      const uint32_t* const values = before + size_t{list[arc]} * kWidth;
      for (size_t i = 0; i < kVectors; ++i) {
        least[i] = hn::Min(least[i], hn::LoadU(d, values + i * kLanes));
      }
    }
    for (size_t i = 0; i < kVectors; ++i) {
      hn::StoreU(least[i], d, after + v * kWidth + i * kLanes);
    }
  }
}

void SweepAny(const RowWindow& window, const uint32_t* before, uint32_t* after, size_t width) {
  switch (width) {
    case 16:
      return Sweep<16>(window, before, after);
    case 8:
      return Sweep<8>(window, before, after);
    case 4:
      return Sweep<4>(window, before, after);
    default:
      return Sweep<1>(window, before, after);
  }
}

}  // namespace
}  // namespace akin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace akin {
namespace {
HWY_EXPORT(SweepAny);
}  // namespace

void MinSweep(const RowWindow& window, const uint32_t* before, uint32_t* after, size_t width) {
  HWY_DYNAMIC_DISPATCH(SweepAny)(window, before, after, width);
}

}  // namespace akin
#endif  // HWY_ONCE
