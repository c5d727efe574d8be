#include "report/svg_drawing.h"

#include <algorithm>
#include <cstddef>

#include "akin/utf8.h"

namespace akin::report {
namespace {

constexpr std::string_view kFonts =
    "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif";

constexpr double kCharacterWidth = 0.58;  // of the font size

bool BeginsCharacter(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

}  // namespace

std::string EscapeXml(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const auto code_point = FirstCodePoint(text);
    const size_t bytes = code_point ? code_point->bytes : 1;
    const bool allowed = code_point && !IsControl(code_point->value) &&
                         code_point->value != 0xfffe && code_point->value != 0xffff;
    switch (allowed ? text.front() : '\0') {
      case '\0':
        escaped += "\xef\xbf\xbd";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return escaped;
}

double TextWidth(std::string_view text, double font_size) {
  const auto characters = std::count_if(text.begin(), text.end(), BeginsCharacter);
  return kCharacterWidth * font_size * static_cast<double>(characters);
}

std::string ShortenTo(std::string_view text, double width, double font_size) {
  if (TextWidth(text, font_size) <= width) return std::string(text);
  const double one = kCharacterWidth * font_size;
  while (!text.empty() && (TextWidth(text, font_size) + one > width)) {
    do {
      const bool whole = BeginsCharacter(text.back());
      text.remove_suffix(1);
      if (whole) break;
    } while (!text.empty());
  }
  return std::string(text) + "\u2026";
}

void Drawing::Begin(double width, double height, std::string_view name) {
  Add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:g}" height="{1:g}" )"
      R"(viewBox="0 0 {0:g} {1:g}" role="img" font-family="{2}">)",
      width, height, kFonts);
  Add("<title>{}</title>", EscapeXml(name));
  Add(R"(<rect width="100%" height="100%" fill="{}"/>)", kPaper);
}

std::string Drawing::End() {
  Add("</svg>");
  return std::move(svg_);
}

void Drawing::Line(double x1, double y1, double x2, double y2, std::string_view colour) {
  Add(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>)", x1, y1, x2, y2,
      colour);
}

void Drawing::Text(double x, double y, std::string_view text, const Font& font) {
  if (text.empty()) return;
  Add(R"(<text x="{:.1f}" y="{:.1f}" font-size="{:g}" fill="{}" text-anchor="{}"{}>{}</text>)", x,
      y, font.size, font.colour, font.anchor, font.bold ? R"( font-weight="600")" : "",
      EscapeXml(text));
}

void Drawing::Upwards(double x, double y, std::string_view text, std::string_view colour) {
  if (text.empty()) return;
  Add(R"svg(<text transform="translate({:.1f} {:.1f}) rotate(-90)" font-size="13" fill="{}" )svg"
      R"svg(text-anchor="middle">{}</text>)svg",
      x, y, colour, EscapeXml(text));
}

}  // namespace akin::report
