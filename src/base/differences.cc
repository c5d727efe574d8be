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

// How many bytes the groups take: one per number, and those past one that the controls add up to.
size_t BytesOfGroups(const uint8_t* controls, size_t groups) {
  constexpr uint64_t kLow = 0x5555555555555555;  // of each two bits
  size_t bytes = 4 * groups;
  const auto add = [&bytes](uint64_t lengths) {
    bytes +=
        static_cast<size_t>(std::popcount(lengths & kLow) + 2 * std::popcount(lengths & ~kLow));
  };
  size_t group = 0;
  for (; group + sizeof(uint64_t) <= groups; group += sizeof(uint64_t)) {
    uint64_t lengths = 0;
    std::memcpy(&lengths, controls + group, sizeof(lengths));
    add(lengths);
  }
  for (; group < groups; ++group) add(controls[group]);
  return bytes;
}

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
// Of groups of four: the sums of differences from the first of the group on, from their codes.
template <class D, class V = hn::Vec<D> >
V SumsInGroups(D d, V code) {
  const auto sign = hn::Sub(hn::Zero(d), hn::And(code, hn::Set(d, 1)));
  auto sum = hn::Xor(hn::ShiftRight<1>(code), sign);
  sum = hn::Add(sum, hn::ShiftLeftLanes<1>(d, sum));
  return hn::Add(sum, hn::ShiftLeftLanes<2>(d, sum));
}
void DecodeGroup(const uint8_t* data, uint8_t control, Numbers& last, Numbers& most,
                 uint32_t* values) {
  const Four four;
  const hn::FixedTag<uint8_t, 16> bytes;
  const auto shuffle = hn::Load(bytes, kDifferenceGroups.shuffle[control].data());
  const auto code = hn::BitCast(four, hn::TableLookupBytesOr0(hn::LoadU(bytes, data), shuffle));
  last = hn::Add(SumsInGroups(four, code), hn::Broadcast<3>(last));
  most = hn::Max(most, last);
  hn::StoreU(last, four, values);
}
#endif

// The same two groups at a time, as far as they are pairs. Returns how many groups that were, and
// moves `data` behind them. (Vectors of other processors need not be as long.)
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
size_t DecodePairs(const uint8_t* controls, size_t groups, const uint8_t*& data, Numbers& last,
                   Numbers& most, uint32_t* values) {
  const hn::FixedTag<uint32_t, 8> eight;
  const hn::FixedTag<uint8_t, 16> half;
  const hn::FixedTag<uint8_t, 32> bytes;
  const auto& [shuffles, lengths] = kDifferenceGroups;
  auto last_of_pair = hn::Zero(eight);  // in every lane
  auto most_of_pairs = hn::Zero(eight);
  size_t group = 0;
  for (; group + 2 <= groups; group += 2) {
    const uint8_t first = controls[group];
    const uint8_t second = controls[group + 1];
    const uint8_t* const middle = data + lengths[first];
    const auto shuffle = hn::Combine(bytes, hn::Load(half, shuffles[second].data()),
                                     hn::Load(half, shuffles[first].data()));
    const auto stored = hn::Combine(bytes, hn::LoadU(half, middle), hn::LoadU(half, data));
    data = middle + lengths[second];
    auto sum = SumsInGroups(eight, hn::BitCast(eight, hn::TableLookupBytesOr0(stored, shuffle)));
    // The second group goes on from the first.
    sum = hn::Add(sum, hn::ConcatLowerLower(eight, hn::Broadcast<3>(sum), hn::Zero(eight)));
    const auto numbers = hn::Add(sum, last_of_pair);
    // Only this addition waits for the pair before.
    const auto total = hn::Broadcast<3>(sum);
    last_of_pair = hn::Add(last_of_pair, hn::ConcatUpperUpper(eight, total, total));
    most_of_pairs = hn::Max(most_of_pairs, numbers);
    hn::StoreU(numbers, eight, values + 4 * group);
  }
  last = hn::LowerHalf(Four(), last_of_pair);
  most = hn::Max(hn::LowerHalf(Four(), most_of_pairs), hn::UpperHalf(Four(), most_of_pairs));
  return group;
}
#else
size_t DecodePairs(const uint8_t*, size_t, const uint8_t*&, Numbers&, Numbers&, uint32_t*) {
  return 0;
}
#endif

// False unless the data end at `end` and all numbers are below the limit.
bool DecodeGroups(const uint8_t* controls, const uint8_t* data, const uint8_t* end, size_t groups,
                  uint32_t limit, uint32_t* values) {
  if (BytesOfGroups(controls, groups) != static_cast<size_t>(end - data)) return false;
  Numbers last = Zero();
  Numbers most = Zero();
  size_t group = DecodePairs(controls, groups, data, last, most, values);
  for (; group < groups; ++group) {
    DecodeGroup(data, controls[group], last, most, values + 4 * group);
    data += kDifferenceGroups.bytes[controls[group]];
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
