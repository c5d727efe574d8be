#include "exact/lanes.h"

// Compiled once for each instruction set that a processor may have; the best one is chosen at run
// time. Lanes are never added to one another, and products are never added (so none are fused), so
// all of them give the same bits.
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

// Most likely the next reads follow the order of the lists, whose total length is `arcs`.
constexpr uint64_t kAhead = 16;
void Prefetch(const VertexId* neighbours, uint64_t at, uint64_t arcs, const Lanes* tile) {
  const VertexId next = neighbours[at + kAhead < arcs ? at + kAhead : at];
  __builtin_prefetch(tile[next].lane);
  __builtin_prefetch(tile[next].lane + kLanes / 2);
}

// Four vectors at once, as independent chains.
template <class Operation>
void Gather(const uint64_t* offsets, const VertexId* neighbours, uint64_t arcs,
            const VertexId* vertices, size_t count, const Lanes* tile, Lanes* out) {
  const Part part;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t begin = offsets[vertices[i]];
    const uint64_t end = offsets[vertices[i] + size_t{1}];
    for (size_t lane = 0; lane < kLanes; lane += 4 * kPart) {
      Vector sum0 = hn::Zero(part);
      Vector sum1 = sum0;
      Vector sum2 = sum0;
      Vector sum3 = sum0;
      for (uint64_t at = begin; at < end; ++at) {
        if (lane == 0) Prefetch(neighbours, at, arcs, tile);
        const double* const entry = tile[neighbours[at]].lane + lane;
        sum0 = Operation::Of(sum0, hn::Load(part, entry));
        sum1 = Operation::Of(sum1, hn::Load(part, entry + kPart));
        sum2 = Operation::Of(sum2, hn::Load(part, entry + 2 * kPart));
        sum3 = Operation::Of(sum3, hn::Load(part, entry + 3 * kPart));
      }
      double* const to = out[i].lane + lane;
      hn::Store(sum0, part, to);
      hn::Store(sum1, part, to + kPart);
      hn::Store(sum2, part, to + 2 * kPart);
      hn::Store(sum3, part, to + 3 * kPart);
    }
  }
}

void Sum(const uint64_t* offsets, const VertexId* neighbours, uint64_t arcs,
         const VertexId* vertices, size_t count, const Lanes* tile, Lanes* out) {
  Gather<Plus>(offsets, neighbours, arcs, vertices, count, tile, out);
}

void Max(const uint64_t* offsets, const VertexId* neighbours, uint64_t arcs,
         const VertexId* vertices, size_t count, const Lanes* tile, Lanes* out) {
  Gather<Larger>(offsets, neighbours, arcs, vertices, count, tile, out);
}

#if HWY_TARGET == HWY_SCALAR
void Turn(const Lanes* from, Lanes* to) {
  for (size_t j = 0; j < kLanes; ++j) {
    for (size_t i = 0; i < kLanes; ++i) to[j].lane[i] = from[i].lane[j];
  }
}
#else
// Transposes in 2 x 2 steps.
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

void Scale(double factor, const Lanes& from, Lanes& to) {
  const Part part;
  const Vector factors = hn::Set(part, factor);
  for (size_t lane = 0; lane < kLanes; lane += kPart) {
    hn::Store(hn::Mul(hn::Load(part, from.lane + lane), factors), part, to.lane + lane);
  }
}

void TurnScaled(const Lanes* from, const double* shares, const double* scales, Lanes* to) {
  Lanes shared[kLanes];
  Lanes turned[kLanes];
  for (size_t j = 0; j < kLanes; ++j) Scale(shares[j], from[j], shared[j]);
  Turn(shared, turned);
  for (size_t i = 0; i < kLanes; ++i) Scale(scales[i], turned[i], to[i]);
}

}  // namespace
}  // namespace akin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace akin {
namespace {
HWY_EXPORT(Sum);
HWY_EXPORT(Max);
HWY_EXPORT(Turn);
HWY_EXPORT(TurnScaled);
}  // namespace

void SumOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out) {
  HWY_DYNAMIC_DISPATCH(Sum)
  (lists.offsets.data(), lists.neighbours.data(), lists.arcs(), vertices.data(), vertices.size(),
   tile, out);
}

void MaxOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out) {
  HWY_DYNAMIC_DISPATCH(Max)
  (lists.offsets.data(), lists.neighbours.data(), lists.arcs(), vertices.data(), vertices.size(),
   tile, out);
}

void Transpose(const Lanes* from, Lanes* to) { HWY_DYNAMIC_DISPATCH(Turn)(from, to); }

void TransposeAndScale(const Lanes* from, const double* shares, const double* scales, Lanes* to) {
  HWY_DYNAMIC_DISPATCH(TurnScaled)(from, shares, scales, to);
}

}  // namespace akin
#endif  // HWY_ONCE
