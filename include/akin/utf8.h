// UTF-8, one character at a time, and which characters a name may contain.
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

// The first code point of `text`, which is not empty; nothing if that is not UTF-8.
std::optional<CodePoint> FirstCodePoint(std::string_view text);

// Control characters garble terminals and tables; those of the second range, C1, do too.
constexpr bool IsControl(uint32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0);
}

// What is wrong with the name of a vertex, or nullptr. Names are UTF-8 without control characters,
// 1 byte to 64 KiB.
const char* NameProblem(std::string_view name);

}  // namespace akin

#endif  // AKIN_UTF8_H_
