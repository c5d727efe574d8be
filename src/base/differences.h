// Lists of 32-bit numbers as differences from the previous number (the first from zero), each in 1
// to 4 bytes, as few as it needs. The lengths are stored apart from the bytes, two bits per number.
// So, unlike with varints, the start of each number is known without reading the one before, and
// four are decoded by one shuffle. (Lemire, Kurz and Rupp call the layout Stream VByte. Their
// library has no signed differences and does not check its input; this one runs on every processor
// that Highway supports.)
//
// Signed differences are taken modulo 2^32 and mapped from 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
// (zigzag). The list is filled up to a multiple of four with differences of 0.
#ifndef AKIN_SRC_BASE_DIFFERENCES_H_
#define AKIN_SRC_BASE_DIFFERENCES_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace akin {

// Whole groups of four are decoded, so a list of `count` numbers needs this much room.
constexpr size_t RoomForDifferences(size_t count) { return (count + 3) / 4 * 4; }
constexpr size_t MostDifferenceBytes(size_t count) { return RoomForDifferences(count) / 4 * 17; }

// Bytes behind a list that decoding may read but does not use.
inline constexpr size_t kDifferencesSlack = 16;

// Writes to memory with room for MostDifferenceBytes + 4 and returns the end of what it wrote.
std::byte* EncodeDifferences(std::span<const uint32_t> values, std::byte* out);

// False unless `bytes` are exactly such a list of `count` numbers below `limit`. `values` has room
// for RoomForDifferences, and kDifferencesSlack bytes behind `bytes` must be readable.
bool DecodeDifferences(std::span<const std::byte> bytes, size_t count, uint32_t limit,
                       uint32_t* values);

}  // namespace akin

#endif  // AKIN_SRC_BASE_DIFFERENCES_H_
