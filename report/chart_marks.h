// What charts draw: series of points as bars, lines with bands around them, or points with
// whiskers. A series is told from others by colour, by dashes and by the shape of its points, so
// that a chart can be read in grey and by the colour-blind too.
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
  double y = 0;  // not a number where there is none: a line is broken there
  std::string tip;
  double x_end = 0;  // of a bar: its right edge
  std::optional<Interval> interval;
};

struct Series {
  std::string name;
  Mark mark = Mark::kLine;
  std::string_view colour;
  std::vector<Point> points;  // those at or below 0 cannot be drawn on a logarithmic axis
  bool on_right = false;      // read off the right axis
  Marker marker = Marker::kCircle;
  std::string_view dashes;  // as SVG's stroke-dasharray; empty: by the mark
  bool band = false;        // intervals are an area around the line, not whiskers
};

// A colour that remains apart from the others for the colour-blind, on white and on black.
struct PaletteColour {
  std::string_view on_light;
  std::string_view on_dark;
};
std::span<const PaletteColour> Palette();

// Makes the series look like none of the others up to a couple of hundred.
void SetLook(size_t number, Series& series);

// Where the points of a series are.
struct Plot {
  const Axis& x;
  const Axis& y;
  Box box;
  bool horizontal = false;  // x downwards, y to the right

  Spot At(double at_x, double at_y) const;
};

// Bands lie below everything else.
void DrawBand(Drawing& drawing, const Series& series, const Plot& plot);
void DrawSeries(Drawing& drawing, const Series& series, const Plot& plot);

inline constexpr double kSwatchWidth = 22;
// The series in a legend, to the right of `at`.
void DrawSwatch(Drawing& drawing, const Series& series, Spot at);

}  // namespace akin::report

#endif  // AKIN_REPORT_CHART_MARKS_H_
