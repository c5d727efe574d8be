// Rows of small numbers with the same number of bits, without padding between numbers or rows.
#ifndef AKIN_SRC_INDEX_BIT_ROWS_H_
#define AKIN_SRC_INDEX_BIT_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace akin {

// Readers read 8 bytes at once, so this many bytes follow packed rows.
inline constexpr size_t kBitRowsPadding = 8;

constexpr uint64_t PackedBytes(uint64_t numbers, unsigned width) {
  return (numbers * width + 7) / 8 + kBitRowsPadding;
}

// The number whose index is `index`; width is at most 32.
inline uint32_t UnpackNumber(const std::byte* packed, uint64_t index, unsigned width) {
  const uint64_t bit = index * width;
  uint64_t word = 0;
  std::memcpy(&word, packed + bit / 8, sizeof(word));
  return static_cast<uint32_t>((word >> (bit % 8)) & ((uint64_t{1} << width) - 1));
}

// Fills `packed`, of PackedBytes(numbers.size(), width) bytes; width is at most 32.
inline void PackNumbers(std::span<const uint32_t> numbers, unsigned width,
                        std::span<std::byte> packed) {
  std::byte* out = packed.data();
  uint64_t word = 0;
  unsigned filled = 0;  // bits used in the word
  for (const uint32_t number : numbers) {
    word |= uint64_t{number} << filled;
    filled += width;
    if (filled < 64) continue;
    std::memcpy(out, &word, sizeof(word));
    out += sizeof(word);
    filled -= 64;
    word = filled == 0 ? 0 : uint64_t{number} >> (width - filled);
  }
  std::memcpy(out, &word, sizeof(word));
}

}  // namespace akin

#endif  // AKIN_SRC_INDEX_BIT_ROWS_H_
