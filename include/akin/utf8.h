// UTF-8, one character at a time, and which characters a name may have.
#ifndef AKIN_UTF8_H_
#define AKIN_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace akin {

struct CodePoint {
  uint32_t value = 0;
  size_t bytes = 0;
};

// The code point that `text`, which is not empty, starts with; nothing when that is not UTF-8.
std::optional<CodePoint> FirstCodePoint(std::string_view text);

// Control characters garble terminals and tables; the second range, C1, as much as the first.
constexpr bool IsControl(uint32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0);
}

}  // namespace akin

#endif  // AKIN_UTF8_H_
