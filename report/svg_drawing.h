// Elements that charts are drawn with: text and lines of SVG, and the box of a plot.
#ifndef AKIN_REPORT_SVG_DRAWING_H_
#define AKIN_REPORT_SVG_DRAWING_H_

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace akin::report {

inline constexpr double kTickFont = 12;
inline constexpr std::string_view kInk = "#222222";
inline constexpr std::string_view kFaintInk = "#666666";
inline constexpr std::string_view kAxisLine = "#666666";
inline constexpr std::string_view kGrid = "#e8e8e8";
inline constexpr std::string_view kPaper = "#ffffff";

// Escapes text for XML; what is not an XML character becomes U+FFFD.
std::string EscapeXml(std::string_view text);

// An estimate: fonts differ, and this is wide for sans-serif ones.
double TextWidth(std::string_view text, double font_size);
// Cut, with an ellipsis, to fit the width.
std::string ShortenTo(std::string_view text, double width, double font_size);

struct Spot {
  double x = 0;
  double y = 0;
};

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

class Drawing {
 public:
  // The picture, with a name for those who cannot see it.
  void Begin(double width, double height, std::string_view name);
  std::string End();

  template <class... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    svg_ += fmt::format(format, std::forward<Args>(args)...);  // format_to would compile all of fmt
    svg_ += '\n';
  }
  void Line(double x1, double y1, double x2, double y2, std::string_view colour);

  struct Font {
    double size = kTickFont;
    std::string_view colour = kInk;
    std::string_view anchor = "start";
    bool bold = false;
  };
  // Draws nothing if the text is empty.
  void Text(double x, double y, std::string_view text, const Font& font);
  void Upwards(double x, double y, std::string_view text, std::string_view colour);

 private:
  std::string svg_;
};

}  // namespace akin::report

#endif  // AKIN_REPORT_SVG_DRAWING_H_
