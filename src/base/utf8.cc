#include "akin/utf8.h"

#include <array>
#include <cstring>

namespace akin {
namespace {

constexpr size_t kLongestVertexName = size_t{64} << 10;

// Whether eight bytes are all printable ASCII.
bool IsPlainWord(const char* bytes) {
  constexpr uint64_t kEach = 0x0101010101010101;
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  // The top bit of a byte is set if the byte is below 0x20, is 0x7f, or is not ASCII.
  return (((word - 0x20 * kEach) | (word + kEach) | word) & 0x80 * kEach) == 0;
}

}  // namespace

std::optional<CodePoint> FirstCodePoint(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return CodePoint{.value = lead, .bytes = 1};
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return std::nullopt;
  uint32_t value = lead & (0x7fU >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return std::nullopt;
    value = value << 6 | (next & 0x3fU);
  }
  static constexpr std::array<uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kSmallest[bytes] || value > 0x10ffff || surrogate) return std::nullopt;
  return CodePoint{.value = value, .bytes = bytes};
}

const char* NameProblem(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > kLongestVertexName) return "the name is longer than 64 KiB";
  while (!name.empty()) {
    if (name.size() >= 8 && IsPlainWord(name.data())) {
      name.remove_prefix(8);
      continue;
    }
    const std::optional<CodePoint> point = FirstCodePoint(name);
    if (!point) return "the name is not valid UTF-8; convert the file (iconv -t utf-8)";
    if (IsControl(point->value)) return "the name has a control character";
    name.remove_prefix(point->bytes);
  }
  return nullptr;
}

}  // namespace akin
