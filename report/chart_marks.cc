#include "report/chart_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace akin::report {
namespace {

constexpr size_t kManyPoints = 40;
constexpr double kCap = 4;  // half the width of the end of a whisker

// After Okabe and Ito, but darker where theirs are faint on white.
constexpr std::array<PaletteColour, 7> kPalette = {{{"#0072b2", "#5ab4f0"},
                                                    {"#d55e00", "#ff8a3d"},
                                                    {"#007a5a", "#2fc79a"},
                                                    {"#a8478a", "#e58fcb"},
                                                    {"#7a6300", "#e0c040"},
                                                    {"#3b3b98", "#a3a3f5"},
                                                    {"#555555", "#bbbbbb"}}};
constexpr std::array<std::string_view, 5> kDashes = {"", "7 4", "2 3", "9 3 2 3", "12 5"};
constexpr size_t kMarkers = 6;

struct Shape {
  std::string_view tag;
  std::string attributes;
};

Shape ShapeOf(Marker marker, Spot at) {
  const auto path = [&](std::string_view strokes) {
    return Shape{"path", fmt::format(R"(d="M{:.1f},{:.1f}{}")", at.x, at.y, strokes)};
  };
  switch (marker) {
    case Marker::kCircle:
      return {"circle", fmt::format(R"(cx="{:.1f}" cy="{:.1f}" r="3.5")", at.x, at.y)};
    case Marker::kSquare:
      return path("m-3.3,-3.3h6.6v6.6h-6.6z");
    case Marker::kTriangle:
      return path("m0,-4.6l4.4,7.8h-8.8z");
    case Marker::kDiamond:
      return path("m0,-4.8l4.8,4.8l-4.8,4.8l-4.8,-4.8z");
    case Marker::kPointingDown:
      return path("m0,4.6l4.4,-7.8h-8.8z");
    case Marker::kCross:
      return path("m-1.3,-4.2h2.6v2.9h2.9v2.6h-2.9v2.9h-2.6v-2.9h-2.9v-2.6h2.9z");
  }
  return {};
}

std::string Dashes(const Series& series) {
  if (!series.dashes.empty()) return fmt::format(R"( stroke-dasharray="{}")", series.dashes);
  return series.mark == Mark::kDashedLine ? R"( stroke-dasharray="6 4")" : "";
}

// On a logarithmic axis an interval may extend to 0 or below: it is cut at the end of the axis.
double Clamped(const Axis& axis, double value) {
  return CanShow(axis, value) ? std::clamp(value, axis.least, axis.most) : axis.least;
}

bool CanShow(const Plot& plot, const Point& point) {
  return CanShow(plot.x, point.x) && CanShow(plot.y, point.y);
}

void DrawWhisker(Drawing& drawing, const Point& point, double at_x, const Series& series,
                 const Plot& plot) {
  if (!point.interval || series.band) return;
  const Spot low = plot.At(at_x, Clamped(plot.y, point.interval->low));
  const Spot high = plot.At(at_x, Clamped(plot.y, point.interval->high));
  const double dx = plot.horizontal ? 0 : kCap;
  const double dy = plot.horizontal ? kCap : 0;
  drawing.Add(R"(<path class="whisker" d="M{:.1f},{:.1f}l{},{}M{:.1f},{:.1f}L{:.1f},{:.1f})"
              R"(M{:.1f},{:.1f}l{},{}" fill="none" stroke="{}" stroke-width="1.5"/>)",
              low.x - dx, low.y - dy, 2 * dx, 2 * dy, low.x, low.y, high.x, high.y, high.x - dx,
              high.y - dy, 2 * dx, 2 * dy, series.colour);
}

void DrawBars(Drawing& drawing, const Series& series, const Plot& plot) {
  drawing.Add(R"(<g fill="{}">)", series.colour);
  for (const Point& point : series.points) {
    if (!CanShow(plot.y, point.y) || point.y <= plot.y.least) continue;
    const Spot from = plot.At(point.x, point.y);
    const double left = from.x + 1;
    const double right = plot.At(point.x_end, point.y).x - 1;
    drawing.Add(
        R"(<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>)",
        left, from.y, std::max(right - left, 0.5), plot.box.bottom - from.y, EscapeXml(point.tip));
  }
  drawing.Add("</g>");
  for (const Point& point : series.points) {
    if (CanShow(plot, point)) {
      DrawWhisker(drawing, point, (point.x + point.x_end) / 2, series, plot);
    }
  }
}

void DrawMarkers(Drawing& drawing, const Series& series, const Plot& plot) {
  std::string markers;
  for (const Point& point : series.points) {
    if (!CanShow(plot, point)) continue;
    const Shape shape = ShapeOf(series.marker, plot.At(point.x, point.y));
    markers += fmt::format("<{0} class=\"point\" {1}><title>{2}</title></{0}>\n", shape.tag,
                           shape.attributes, EscapeXml(point.tip));
  }
  // Many markers would hide their line: then they are invisible and only show numbers under the
  // pointer.
  const bool hidden = series.mark != Mark::kPoints && series.points.size() > kManyPoints;
  drawing.Add("<g fill=\"{}\"{}>\n{}</g>", series.colour, hidden ? R"( fill-opacity="0")" : "",
              markers);
}

// A line is interrupted where a point cannot be drawn.
void DrawLine(Drawing& drawing, const Series& series, const Plot& plot) {
  std::string path;
  const auto end_path = [&] {
    if (path.find(' ') != std::string::npos) {
      drawing.Add(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2" )"
                  R"(stroke-linejoin="round"{}/>)",
                  path, series.colour, Dashes(series));
    }
    path.clear();
  };
  for (const Point& point : series.points) {
    if (!CanShow(plot, point)) {
      end_path();
      continue;
    }
    const Spot at = plot.At(point.x, point.y);
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", at.x, at.y);
  }
  end_path();
}

}  // namespace

std::span<const PaletteColour> Palette() { return kPalette; }

void SetLook(size_t number, Series& series) {
  // The lengths of the three lists have no common divisor, so combinations repeat late.
  series.colour = kPalette[number % kPalette.size()].on_light;
  series.dashes = kDashes[number % kDashes.size()];
  series.marker = static_cast<Marker>(number % kMarkers);
}

Spot Plot::At(double at_x, double at_y) const {
  const double along_x = Place(x, at_x);
  const double along_y = Place(y, at_y);
  if (horizontal) {
    return {box.left + along_y * (box.right - box.left),
            box.top + along_x * (box.bottom - box.top)};
  }
  return {box.left + along_x * (box.right - box.left),
          box.bottom - along_y * (box.bottom - box.top)};
}

void DrawBand(Drawing& drawing, const Series& series, const Plot& plot) {
  if (!series.band) return;
  std::string there;
  std::string back;
  const auto end_band = [&] {
    // A band needs at least two points: with one it would only be a vertical line.
    if (there.find(' ') != there.rfind(' ')) {
      drawing.Add(R"(<polygon class="band" points="{}{}" fill="{}" fill-opacity="0.13"/>)", there,
                  back, series.colour);
    }
    there.clear();
    back.clear();
  };
  for (const Point& point : series.points) {
    if (!point.interval || !CanShow(plot, point)) {
      end_band();
      continue;
    }
    const Spot low = plot.At(point.x, Clamped(plot.y, point.interval->low));
    const Spot high = plot.At(point.x, Clamped(plot.y, point.interval->high));
    there += fmt::format("{:.1f},{:.1f} ", low.x, low.y);
    back = fmt::format("{:.1f},{:.1f} ", high.x, high.y) + back;
  }
  end_band();
}

void DrawSeries(Drawing& drawing, const Series& series, const Plot& plot) {
  if (series.mark == Mark::kBars) return DrawBars(drawing, series, plot);
  for (const Point& point : series.points) {
    if (CanShow(plot, point)) DrawWhisker(drawing, point, point.x, series, plot);
  }
  if (series.mark != Mark::kPoints) DrawLine(drawing, series, plot);
  DrawMarkers(drawing, series, plot);
}

void DrawSwatch(Drawing& drawing, const Series& series, Spot at) {
  if (series.mark == Mark::kBars) {
    drawing.Add(R"(<rect x="{:.1f}" y="{:.1f}" width="14" height="12" fill="{}"/>)", at.x + 4,
                at.y - 6, series.colour);
    return;
  }
  if (series.mark != Mark::kPoints) {
    drawing.Add(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" )"
                R"(stroke-width="2"{}/>)",
                at.x, at.y, at.x + kSwatchWidth, at.y, series.colour, Dashes(series));
  }
  const Shape shape = ShapeOf(series.marker, {at.x + kSwatchWidth / 2, at.y});
  drawing.Add(R"(<{} {} fill="{}"/>)", shape.tag, shape.attributes, series.colour);
}

}  // namespace akin::report
