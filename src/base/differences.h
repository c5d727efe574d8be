// Lists of 32-bit numbers as differences to the one before (the first to zero), each in as few of 1
// to 4 bytes as it needs. How many is written apart from the bytes themselves, two bits a number:
// unlike with varints, where each number starts is then known without reading the one before, and
// four are decoded by one shuffle (Lemire, Kurz and Rupp call the layout Stream VByte; their
// library has no signed differences and no check of its input, and this one runs on what Highway
// finds).
//
// Signed differences are taken modulo 2^32 and folded to 0, -1, 1, -2, ... (zigzag). The list is
// filled up to a multiple of four with differences of 0.
#ifndef AKIN_SRC_BASE_DIFFERENCES_H_
#define AKIN_SRC_BASE_DIFFERENCES_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace akin {

// Whole groups of four are decoded: what a list of `count` needs room for.
constexpr size_t RoomForDifferences(size_t count) { return (count + 3) / 4 * 4; }
constexpr size_t MostDifferenceBytes(size_t count) { return RoomForDifferences(count) / 4 * 17; }

// Bytes behind a list that decoding may read, but not use.
inline constexpr size_t kDifferencesSlack = 16;

// Writes to memory with room for MostDifferenceBytes + 4 and returns where it ended.
std::byte* EncodeDifferences(std::span<const uint32_t> values, std::byte* out);

// False unless `bytes` are such a list of `count` numbers below `limit` and no byte more. `values`
// has room for RoomForDifferences, and kDifferencesSlack bytes behind `bytes` can be read.
bool DecodeDifferences(std::span<const std::byte> bytes, size_t count, uint32_t limit,
                       uint32_t* values);

}  // namespace akin

#endif  // AKIN_SRC_BASE_DIFFERENCES_H_
