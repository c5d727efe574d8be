// Two 32-bit numbers in a word that sorts by the first, then by the second.
#ifndef AKIN_SRC_BASE_PACKED_PAIR_H_
#define AKIN_SRC_BASE_PACKED_PAIR_H_

#include <cstdint>

namespace akin {

constexpr uint64_t PackPair(uint32_t high, uint32_t low) { return (uint64_t{high} << 32) | low; }
constexpr uint32_t HighOf(uint64_t packed) { return static_cast<uint32_t>(packed >> 32); }
constexpr uint32_t LowOf(uint64_t packed) { return static_cast<uint32_t>(packed); }

}  // namespace akin

#endif  // AKIN_SRC_BASE_PACKED_PAIR_H_
