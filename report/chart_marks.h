// The marks of charts: series of points as bars, lines with bands around them, or points with
// whiskers. Series differ in colour, dashes and the shape of their points, so that a chart can be
// read in grey and by the colour-blind too.
#ifndef AKIN_REPORT_CHART_MARKS_H_
#define AKIN_REPORT_CHART_MARKS_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/chart_axis.h"
#include "report/svg_drawing.h"

namespace akin::report {

enum class Mark { kBars, kLine, kDashedLine, kPoints };
enum class Marker { kCircle, kSquare, kTriangle, kDiamond, kPointingDown, kCross };

struct Interval {
  double low = 0;
  double high = 0;
};

struct Point {
  double x = 0;  // of a bar: its left edge
  double y = 0;  // NaN if there is none: the line is interrupted there
  std::string tip;
  double x_end = 0;  // of a bar: its right edge
  std::optional<Interval> interval;
};

struct Series {
  std::string name;
  Mark mark = Mark::kLine;
  std::string_view colour;
  std::vector<Point> points;  // on a logarithmic axis those at or below 0 are not drawn
  bool on_right = false;      // uses the right axis
  Marker marker = Marker::kCircle;
  std::string_view dashes;  // as SVG's stroke-dasharray; empty: by the mark
  bool band = false;        // draw intervals as an area around the line, not as whiskers
};

// A colour that the colour-blind can distinguish from the others, on white and on black.
struct PaletteColour {
  std::string_view on_light;
  std::string_view on_dark;
};
std::span<const PaletteColour> Palette();

// Makes the series look different from all others, up to about two hundred.
void SetLook(size_t number, Series& series);

// Maps the points of a series to the drawing.
struct Plot {
  const Axis& x;
  const Axis& y;
  Box box;
  bool horizontal = false;  // x downwards, y to the right

  Spot At(double at_x, double at_y) const;
};

// Draw bands first: everything else is on top of them.
void DrawBand(Drawing& drawing, const Series& series, const Plot& plot);
void DrawSeries(Drawing& drawing, const Series& series, const Plot& plot);

inline constexpr double kSwatchWidth = 22;
// Draws the series in a legend, to the right of `at`.
void DrawSwatch(Drawing& drawing, const Series& series, Spot at);

}  // namespace akin::report

#endif  // AKIN_REPORT_CHART_MARKS_H_
