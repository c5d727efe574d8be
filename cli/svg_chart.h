// Charts as SVG, drawn here: axes, ticks, logarithmic scales, bars, lines, a legend. A file stands
// alone: no script, no style sheet, no font to fetch. Every bar and every point of a line carries
// its numbers as a <title>, which browsers show under the pointer.
#ifndef AKIN_CLI_SVG_CHART_H_
#define AKIN_CLI_SVG_CHART_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace akin::cli {

struct Tick {
  double at = 0;
  std::string label;
};

// From `least` to `most`. Labels that have no room are left out, their ticks stay.
struct Axis {
  std::string title;
  double least = 0;
  double most = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks;
  std::string_view colour = "#444444";  // of its title and labels
};

// Whole numbers, half a unit of air at both ends.
Axis CountingAxis(std::string title, unsigned first, unsigned last);
Axis PercentAxis(std::string title);
// Logarithmic. Powers of ten that enclose the range, with room below `least` for a bar to be seen.
Axis PowersOfTen(std::string title, double least, double most);
// Logarithmic. A tick at every power of two in a range that begins and ends with one.
Axis PowersOfTwo(std::string title, double least, double most);

enum class Mark { kBars, kLine, kDashedLine };

struct Point {
  double x = 0;  // of a bar: its left edge
  double y = 0;
  std::string tip;
  double x_end = 0;  // of a bar: its right edge
};

struct Series {
  std::string name;
  Mark mark = Mark::kLine;
  std::string_view colour;
  std::vector<Point> points;  // those at or below 0 cannot be drawn on a logarithmic axis
  bool on_right = false;      // read off the right axis
};

struct Panel {
  std::string title;
  Axis x;
  Axis y;
  std::optional<Axis> right;
  std::vector<Series> series;  // later ones lie on top
};

struct Figure {
  std::string title;
  std::string subtitle;
  std::vector<Panel> panels;  // side by side
};

// Text as XML; what is no character of XML becomes U+FFFD.
std::string EscapeXml(std::string_view text);

std::string DrawSvg(const Figure& figure);

}  // namespace akin::cli

#endif  // AKIN_CLI_SVG_CHART_H_
