#include "base/permutation.h"

// Compiled once for each instruction set that a processor may have. The best one is chosen at run
// time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/permutation.cc"
#include <hwy/foreach_target.h>  // before highway.h
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace akin::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Numbers = hn::ScalableTag<uint32_t>;
using Vector = hn::Vec<Numbers>;

// Permutation::operator() on many numbers.
Vector Image(const uint32_t* keys, Vector x) {
  const Numbers d;
  x = hn::Mul(hn::Add(x, hn::Set(d, keys[0])), hn::Set(d, keys[1]));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(d, keys[2]));
  x = hn::Mul(hn::Xor(hn::Xor(x, hn::ShiftRight<15>(x)), hn::Set(d, keys[3])), hn::Set(d, keys[4]));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(d, keys[5]));
  return hn::Xor(x, hn::ShiftRight<15>(x));
}

// The least image of fewer numbers than a vector has room for.
Vector LeastOfFew(const uint32_t* keys, const uint32_t* numbers, size_t count) {
  const Numbers d;
#if HWY_MAX_BYTES > 16  // vectors this long can be loaded in part
  const auto some = hn::FirstN(d, count);
  return hn::IfThenElse(some, Image(keys, hn::MaskedLoad(some, d, numbers)),
                        hn::Set(d, UINT32_MAX));
#else
  uint32_t few[HWY_MAX_BYTES / sizeof(uint32_t)];
  for (size_t i = 0; i < hn::Lanes(d); ++i) few[i] = numbers[i < count ? i : 0];
  return Image(keys, hn::LoadU(d, few));
#endif
}

// The last vectors may overlap earlier ones: reading a number twice does not change the minimum.
// Two at a time, because each waits for its four products.
uint32_t LeastImage(const uint32_t* keys, const uint32_t* numbers, size_t count) {
  const Numbers d;
  const size_t lanes = hn::Lanes(d);
  auto least = hn::Set(d, UINT32_MAX);
  auto other = least;
  if (count < lanes) {
    least = LeastOfFew(keys, numbers, count);
  } else {
    size_t i = 0;
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
      least = hn::Min(least, Image(keys, hn::LoadU(d, numbers + i)));
      other = hn::Min(other, Image(keys, hn::LoadU(d, numbers + i + lanes)));
    }
    for (; i + lanes <= count; i += lanes) {
      least = hn::Min(least, Image(keys, hn::LoadU(d, numbers + i)));
    }
    other = hn::Min(other, Image(keys, hn::LoadU(d, numbers + count - lanes)));
  }
  return hn::GetLane(hn::MinOfLanes(d, hn::Min(least, other)));
}

void LeastImages(const uint32_t* keys, const uint32_t* numbers,
                 std::span<const Permutation::Part> parts, uint32_t* least) {
  for (const Permutation::Part& part : parts) {
    *least++ = LeastImage(keys, numbers + part.begin, part.count);
  }
}

}  // namespace
}  // namespace akin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace akin {
namespace {
HWY_EXPORT(LeastImages);
}  // namespace

void Permutation::LeastOfEach(const uint32_t* numbers, std::span<const Part> parts,
                              uint32_t* least) const {
  const uint32_t keys[] = {add_, first_, kThen, xor_, second_, kLast};
  HWY_DYNAMIC_DISPATCH(LeastImages)(keys, numbers, parts, least);
}

}  // namespace akin
#endif  // HWY_ONCE
