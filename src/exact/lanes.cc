#include "exact/lanes.h"

// Compiled once for each set of instructions a processor may have; the best one is picked when the
// program runs. Lanes are not added to one another and nothing is multiplied, so all give the same
// bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/lanes.cc"
#include <hwy/foreach_target.h>  // before highway.h
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace akin::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
using Part = hn::FixedTag<double, 1>;
#elif HWY_MAX_BYTES >= 32
using Part = hn::FixedTag<double, 4>;
#else
using Part = hn::FixedTag<double, 2>;
#endif
using Vector = hn::Vec<Part>;
constexpr size_t kPart = hn::MaxLanes(Part());

struct Plus {
  static HWY_INLINE Vector Of(Vector a, Vector b) { return hn::Add(a, b); }
};
struct Larger {
  static HWY_INLINE Vector Of(Vector a, Vector b) { return hn::Max(a, b); }
};

// A line is 2, 4 or 8 vectors; four of them are gathered at once, as independent chains.
template <class Operation>
void Gather(const uint64_t* offsets, const VertexId* neighbours, const VertexId* vertices,
            size_t count, const Lanes* tile, Lanes* out) {
  constexpr size_t kAtOnce = kPart == 4 ? 2 : 4;
  const Part part;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t begin = offsets[vertices[i]];
    const uint64_t end = offsets[vertices[i] + size_t{1}];
    for (size_t lane = 0; lane < kLanes; lane += kAtOnce * kPart) {
      Vector sums[kAtOnce];
      for (Vector& sum : sums) sum = hn::Zero(part);
      for (uint64_t at = begin; at < end; ++at) {
        const double* const entry = tile[neighbours[at]].lane + lane;
        for (size_t k = 0; k < kAtOnce; ++k) {
          sums[k] = Operation::Of(sums[k], hn::Load(part, entry + k * kPart));
        }
      }
      for (size_t k = 0; k < kAtOnce; ++k) hn::Store(sums[k], part, out[i].lane + lane + k * kPart);
    }
  }
}

void Sum(const uint64_t* offsets, const VertexId* neighbours, const VertexId* vertices,
         size_t count, const Lanes* tile, Lanes* out) {
  Gather<Plus>(offsets, neighbours, vertices, count, tile, out);
}

void Max(const uint64_t* offsets, const VertexId* neighbours, const VertexId* vertices,
         size_t count, const Lanes* tile, Lanes* out) {
  Gather<Larger>(offsets, neighbours, vertices, count, tile, out);
}

#if HWY_TARGET == HWY_SCALAR
void Turn(const Lanes* from, Lanes* to) {
  for (size_t j = 0; j < kLanes; ++j) {
    for (size_t i = 0; i < kLanes; ++i) to[j].lane[i] = from[i].lane[j];
  }
}
#else
// Two by two.
void Turn(const Lanes* from, Lanes* to) {
  const hn::FixedTag<double, 2> two;
  for (size_t i = 0; i < kLanes; i += 2) {
    for (size_t j = 0; j < kLanes; j += 2) {
      const auto upper = hn::Load(two, from[i].lane + j);
      const auto lower = hn::Load(two, from[i + 1].lane + j);
      hn::Store(hn::InterleaveLower(two, upper, lower), two, to[j].lane + i);
      hn::Store(hn::InterleaveUpper(two, upper, lower), two, to[j + 1].lane + i);
    }
  }
}
#endif

}  // namespace
}  // namespace akin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace akin {
namespace {
HWY_EXPORT(Sum);
HWY_EXPORT(Max);
HWY_EXPORT(Turn);
}  // namespace

void SumOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out) {
  HWY_DYNAMIC_DISPATCH(Sum)
  (lists.offsets.data(), lists.neighbours.data(), vertices.data(), vertices.size(), tile, out);
}

void MaxOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out) {
  HWY_DYNAMIC_DISPATCH(Max)
  (lists.offsets.data(), lists.neighbours.data(), vertices.data(), vertices.size(), tile, out);
}

void TurnOnSide(const Lanes* from, Lanes* to) { HWY_DYNAMIC_DISPATCH(Turn)(from, to); }

}  // namespace akin
#endif  // HWY_ONCE
