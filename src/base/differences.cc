#include "base/differences.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/difference_groups.h"

// Compiled once for each instruction set that a processor may have. The best one is chosen at run
// time. All give the same numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/differences.cc"
#include <hwy/foreach_target.h>  // before highway.h
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace akin::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Decodes a group of four in one vector, or one by one if there are no vectors. `last` is the last
// number so far, and `most` the largest. (A vector must not be a member of a class: the compiler
// generates the implicit members for any processor.)
#if HWY_TARGET == HWY_SCALAR
using Numbers = uint32_t;
Numbers Zero() { return 0; }
uint32_t Largest(Numbers most) { return most; }
void DecodeGroup(const uint8_t* data, uint8_t control, Numbers& last, Numbers& most,
                 uint32_t* values) {
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned bytes = ((control >> (2 * i)) & 3) + 1;
    uint32_t code = 0;
    for (unsigned byte = 0; byte < bytes; ++byte) code |= uint32_t{*data++} << (8 * byte);
    last += (code >> 1) ^ (0U - (code & 1));
    most = std::max(most, last);
    values[i] = last;
  }
}
#else
using Four = hn::FixedTag<uint32_t, 4>;
using Numbers = hn::Vec<Four>;
Numbers Zero() { return hn::Zero(Four()); }
uint32_t Largest(Numbers most) { return hn::GetLane(hn::MaxOfLanes(Four(), most)); }
void DecodeGroup(const uint8_t* data, uint8_t control, Numbers& last, Numbers& most,
                 uint32_t* values) {
  const Four four;
  const hn::FixedTag<uint8_t, 16> bytes;
  const auto shuffle = hn::Load(bytes, kDifferenceGroups.shuffle[control].data());
  const auto code = hn::BitCast(four, hn::TableLookupBytesOr0(hn::LoadU(bytes, data), shuffle));
  const auto sign = hn::Sub(hn::Zero(four), hn::And(code, hn::Set(four, 1)));
  auto sum = hn::Xor(hn::ShiftRight<1>(code), sign);
  sum = hn::Add(sum, hn::ShiftLeftLanes<1>(four, sum));
  sum = hn::Add(sum, hn::ShiftLeftLanes<2>(four, sum));
  last = hn::Add(sum, hn::Broadcast<3>(last));
  most = hn::Max(most, last);
  hn::StoreU(last, four, values);
}
#endif

// False unless the data end at `end` and all numbers are below the limit.
bool DecodeGroups(const uint8_t* controls, const uint8_t* data, const uint8_t* end, size_t groups,
                  uint32_t limit, uint32_t* values) {
  const auto& lengths = kDifferenceGroups.bytes;
  size_t length = 0;
  for (size_t group = 0; group < groups; ++group) length += lengths[controls[group]];
  if (length != static_cast<size_t>(end - data)) return false;
  Numbers last = Zero();
  Numbers most = Zero();
  for (size_t group = 0; group < groups; ++group) {
    DecodeGroup(data, controls[group], last, most, values + 4 * group);
    data += lengths[controls[group]];
  }
  return groups == 0 || Largest(most) < limit;
}

}  // namespace
}  // namespace akin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace akin {
namespace {
HWY_EXPORT(DecodeGroups);
}  // namespace

std::byte* EncodeDifferences(std::span<const uint32_t> values, std::byte* out) {
  const size_t room = RoomForDifferences(values.size());
  std::byte* control = out;
  out += room / 4;
  uint32_t previous = 0;
  for (size_t begin = 0; begin < room; begin += 4) {
    unsigned lengths = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const uint32_t value = begin + i < values.size() ? values[begin + i] : previous;
      const uint32_t difference = value - previous;
      const uint32_t code = (difference << 1) ^ (0U - (difference >> 31));
      previous = value;
      const auto more = static_cast<unsigned>(std::bit_width(code | 1U) - 1) / 8;  // bytes past one
      std::memcpy(out, &code, sizeof(code));
      out += more + 1;
      lengths |= more << (2 * i);
    }
    *control++ = static_cast<std::byte>(lengths);
  }
  return out;
}

bool DecodeDifferences(std::span<const std::byte> bytes, size_t count, uint32_t limit,
                       uint32_t* values) {
  const size_t groups = RoomForDifferences(count) / 4;
  if (bytes.size() < groups) return false;
  const auto* controls = reinterpret_cast<const uint8_t*>(bytes.data());
  return HWY_DYNAMIC_DISPATCH(DecodeGroups)(controls, controls + groups, controls + bytes.size(),
                                            groups, limit, values);
}

}  // namespace akin
#endif  // HWY_ONCE
