// Numbers in as few bytes as they need: LEB128, seven bits per byte, low bits first.
#ifndef AKIN_SRC_BASE_VARINT_H_
#define AKIN_SRC_BASE_VARINT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace akin {

inline void PutVarint(std::vector<std::byte>& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
  out.push_back(static_cast<std::byte>(value));
}

// Reads one number at `at` and moves `at` behind it. If the number does not end before `end`, `at`
// becomes nullptr.
inline uint64_t GetVarint(const std::byte*& at, const std::byte* end) {
  uint64_t value = 0;
  for (unsigned shift = 0; at != end && shift < 64; shift += 7) {
    const auto byte = static_cast<uint64_t>(*at++);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  at = nullptr;
  return 0;
}

}  // namespace akin

#endif  // AKIN_SRC_BASE_VARINT_H_
