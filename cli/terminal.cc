#include "terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "akin/utf8.h"

namespace akin::cli {
namespace {

constexpr std::string_view kEllipsis = "…";

struct CodePointRange {
  uint32_t first;
  uint32_t last;
};

// Blocks of Unicode rather than single characters: a few lines for what names and titles contain.
constexpr CodePointRange kCombining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},   {0x05bf, 0x05bf},   {0x05c1, 0x05c2},
    {0x0610, 0x061a}, {0x064b, 0x065f}, {0x0670, 0x0670},   {0x06d6, 0x06dc},   {0x0900, 0x0902},
    {0x093c, 0x093c}, {0x0941, 0x0948}, {0x094d, 0x094d},   {0x0e31, 0x0e31},   {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},   {0x200b, 0x200f},   {0x202a, 0x202e},
    {0x2060, 0x2064}, {0x20d0, 0x20ff}, {0x302a, 0x302d},   {0x3099, 0x309a},   {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0x1f3fb, 0x1f3ff}, {0xe0100, 0xe01ef},
};
constexpr CodePointRange kWide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x2614, 0x2615},
    {0x26a1, 0x26a1},   {0x2705, 0x2705},   {0x274c, 0x274c},   {0x2e80, 0x303e},
    {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0xa000, 0xa4cf},
    {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff},
    {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
};

template <size_t n>
bool IsIn(const CodePointRange (&ranges)[n], uint32_t code_point) {
  const auto* const range =
      std::upper_bound(std::begin(ranges), std::end(ranges), code_point,
                       [](uint32_t value, const CodePointRange& r) { return value < r.first; });
  return range != std::begin(ranges) && code_point <= std::prev(range)->last;
}

// They reorder what is shown around them, or break lines.
constexpr CodePointRange kReordering[] = {
    {0x061c, 0x061c}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};

struct Glyph {
  size_t bytes = 1;
  size_t width = 1;
};

Glyph FirstGlyph(std::string_view text) {
  const auto point = FirstCodePoint(text);
  if (!point) return {};
  if (point->value < kCombining[0].first) return {.bytes = point->bytes};
  if (IsIn(kCombining, point->value)) return {.bytes = point->bytes, .width = 0};
  return {.bytes = point->bytes, .width = IsIn(kWide, point->value) ? size_t{2} : size_t{1}};
}

// The longest beginning that takes at most `width` columns.
std::string_view Beginning(std::string_view text, size_t width) {
  size_t bytes = 0;
  while (bytes < text.size()) {
    const Glyph glyph = FirstGlyph(text.substr(bytes));
    if (glyph.width > width) break;
    width -= glyph.width;
    bytes += glyph.bytes;
  }
  return text.substr(0, bytes);
}

// The longest end that does, which begins with a character of its own, not with an accent.
std::string_view End(std::string_view text, size_t width) {
  size_t surplus = DisplayWidth(text);
  while (!text.empty()) {
    const Glyph glyph = FirstGlyph(text);
    if (surplus <= width && glyph.width > 0) break;
    surplus -= glyph.width;
    text.remove_prefix(glyph.bytes);
  }
  return text;
}

bool MayHarm(uint32_t code_point) { return IsControl(code_point) || IsIn(kReordering, code_point); }

}  // namespace

bool IsTerminal(int fd) { return ::isatty(fd) == 1; }

std::string ForTerminal(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const auto point = FirstCodePoint(text);
    const size_t bytes = point ? point->bytes : 1;
    if (!point ||
        (point->value < 0x80 && IsControl(point->value) && text[0] != '\n' && text[0] != '\t')) {
      clean += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (point->value >= 0x80 && MayHarm(point->value)) {
      clean += fmt::format("\\u{:04x}", point->value);
    } else {
      clean += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return clean;
}

std::string ForTerminalAsJson(std::string_view json) {
  std::string clean;
  clean.reserve(json.size());
  while (!json.empty()) {
    const auto point = FirstCodePoint(json);
    const size_t bytes = point ? point->bytes : 1;
    if (point && MayHarm(point->value) && json[0] != '\n') {
      clean += fmt::format("\\u{:04x}", point->value);
    } else {
      clean += json.substr(0, bytes);
    }
    json.remove_prefix(bytes);
  }
  return clean;
}

size_t TerminalWidth(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
  return size.ws_col;
}

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const Glyph glyph = FirstGlyph(text);
    width += glyph.width;
    text.remove_prefix(glyph.bytes);
  }
  return width;
}

std::string CutEnd(std::string_view text, size_t width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  if (width == 0) return "";
  return std::string(Beginning(text, width - 1)).append(kEllipsis);
}

std::string CutMiddle(std::string_view text, size_t width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  if (width == 0) return "";
  const size_t before = (width - 1) / 2;
  return std::string(Beginning(text, before))
      .append(kEllipsis)
      .append(End(text, width - 1 - before));
}

}  // namespace akin::cli
