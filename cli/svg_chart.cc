#include "svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "base/utf8.h"
#include "flags.h"

namespace akin::cli {
namespace {

// In pixels at scale 1.
constexpr double kPanelWidth = 560;
constexpr double kPlotHeight = 300;
constexpr double kFigureHeader = 78;
constexpr double kPanelTitle = 30;
constexpr double kLegendRow = 20;
constexpr double kBelowLegend = 8;
constexpr double kLeftMargin = 76;
constexpr double kRightMargin = 24;
constexpr double kRightAxis = 70;
constexpr double kBelowPlot = 64;
constexpr double kTickLength = 5;
constexpr double kTickFont = 12;
constexpr double kLegendSwatch = 22;
constexpr double kLegendGap = 18;
constexpr size_t kManyPoints = 40;

constexpr std::string_view kInk = "#222222";
constexpr std::string_view kAxisLine = "#666666";
constexpr std::string_view kGrid = "#e8e8e8";
constexpr std::string_view kFonts =
    "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif";

// Fonts differ; this is on the wide side for sans-serif ones.
double TextWidth(std::string_view text, double font_size) {
  const auto characters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  });
  return 0.58 * font_size * static_cast<double>(characters);
}

// 1, 10, 100, 1k, 10k, ..., and 0.1, 0.01 below.
std::string ShortNumber(double number) {
  constexpr std::array<const char*, 5> kUnits = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  for (; number >= 1000 && unit + 1 < kUnits.size(); ++unit) number /= 1000;
  return fmt::format("{:g}{}", number, kUnits[unit]);
}

double Place(const Axis& axis, double value) {  // 0 at the least, 1 at the most
  if (!axis.logarithmic) return (value - axis.least) / (axis.most - axis.least);
  return std::log(value / axis.least) / std::log(axis.most / axis.least);
}

bool CanShow(const Axis& axis, double value) { return !axis.logarithmic || value > 0; }

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  double X(const Axis& axis, double value) const {
    return left + Place(axis, value) * (right - left);
  }
  double Y(const Axis& axis, double value) const {
    return bottom - Place(axis, value) * (bottom - top);
  }
};

class Drawing {
 public:
  template <class... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(svg_), format, std::forward<Args>(args)...);
    svg_ += '\n';
  }
  void Line(double x1, double y1, double x2, double y2, std::string_view colour) {
    Add(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>)", x1, y1, x2, y2,
        colour);
  }
  struct Font {
    double size = kTickFont;
    std::string_view colour = kInk;
    std::string_view anchor = "start";
    bool bold = false;
  };
  void Text(double x, double y, std::string_view text, const Font& font) {
    Add(R"(<text x="{:.1f}" y="{:.1f}" font-size="{:g}" fill="{}" text-anchor="{}"{}>{}</text>)", x,
        y, font.size, font.colour, font.anchor, font.bold ? R"( font-weight="600")" : "",
        EscapeXml(text));
  }
  void Upwards(double x, double y, std::string_view text, std::string_view colour) {
    Add(R"svg(<text transform="translate({:.1f} {:.1f}) rotate(-90)" font-size="13" fill="{}" )svg"
        R"svg(text-anchor="middle">{}</text>)svg",
        x, y, colour, EscapeXml(text));
  }

  std::string Take() { return std::move(svg_); }

 private:
  std::string svg_;
};

// Every how manieth label has room, if each takes `needed` and all the axis has is `room`.
size_t LabelStride(const Axis& axis, double needed, double room) {
  for (size_t stride = 1; stride < axis.ticks.size(); ++stride) {
    bool fits = true;
    for (size_t i = stride; i < axis.ticks.size(); i += stride) {
      const double apart = Place(axis, axis.ticks[i].at) - Place(axis, axis.ticks[i - stride].at);
      fits = fits && apart * room >= needed;
    }
    if (fits) return stride;
  }
  return std::max<size_t>(axis.ticks.size(), 1);
}

void DrawXAxis(Drawing& drawing, const Axis& axis, const Box& box) {
  double widest = 0;
  for (const Tick& tick : axis.ticks) widest = std::max(widest, TextWidth(tick.label, kTickFont));
  const size_t stride = LabelStride(axis, widest + 8, box.right - box.left);
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    const double x = box.X(axis, axis.ticks[i].at);
    drawing.Line(x, box.bottom, x, box.bottom + kTickLength, kAxisLine);
    if (i % stride != 0) continue;
    drawing.Text(x, box.bottom + kTickLength + 14, axis.ticks[i].label,
                 {.colour = axis.colour, .anchor = "middle"});
  }
  drawing.Line(box.left, box.bottom, box.right, box.bottom, kAxisLine);
  drawing.Text((box.left + box.right) / 2, box.bottom + 44, axis.title,
               {.size = 13, .colour = axis.colour, .anchor = "middle"});
}

void DrawYAxis(Drawing& drawing, const Axis& axis, const Box& box, bool on_right) {
  const double x = on_right ? box.right : box.left;
  const double outwards = on_right ? 1 : -1;
  const size_t stride = LabelStride(axis, kTickFont + 6, box.bottom - box.top);
  double widest = 0;
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    const double y = box.Y(axis, axis.ticks[i].at);
    const std::string& label = axis.ticks[i].label;
    drawing.Line(x, y, x + outwards * kTickLength, y, kAxisLine);
    if (i % stride != 0) continue;
    if (!on_right) drawing.Line(box.left, y, box.right, y, kGrid);
    drawing.Text(x + outwards * (kTickLength + 4), y + 4, label,
                 {.colour = axis.colour, .anchor = on_right ? "start" : "end"});
    widest = std::max(widest, TextWidth(label, kTickFont));
  }
  drawing.Line(x, box.top, x, box.bottom, kAxisLine);
  const double away = kTickLength + 4 + widest + (on_right ? 18 : 8);
  drawing.Upwards(x + outwards * away, (box.top + box.bottom) / 2, axis.title, axis.colour);
}

void DrawBars(Drawing& drawing, const Series& series, const Axis& x, const Axis& y,
              const Box& box) {
  drawing.Add(R"(<g fill="{}">)", series.colour);
  for (const Point& point : series.points) {
    if (!CanShow(y, point.y) || point.y <= y.least) continue;
    const double left = box.X(x, point.x) + 1;
    const double right = box.X(x, point.x_end) - 1;
    const double top = box.Y(y, point.y);
    drawing.Add(
        R"(<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>)",
        left, top, std::max(right - left, 0.5), box.bottom - top, EscapeXml(point.tip));
  }
  drawing.Add("</g>");
}

std::string Dashes(Mark mark) {
  return mark == Mark::kDashedLine ? R"( stroke-dasharray="6 4")" : "";
}

// A line is broken where a point cannot be drawn.
void DrawLine(Drawing& drawing, const Series& series, const Axis& x, const Axis& y,
              const Box& box) {
  std::string path;
  const auto end_path = [&] {
    if (path.find(' ') != std::string::npos) {
      drawing.Add(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2" )"
                  R"(stroke-linejoin="round"{}/>)",
                  path, series.colour, Dashes(series.mark));
    }
    path.clear();
  };
  std::string circles;
  for (const Point& point : series.points) {
    if (!CanShow(y, point.y)) {
      end_path();
      continue;
    }
    const double at_x = box.X(x, point.x);
    const double at_y = box.Y(y, point.y);
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", at_x, at_y);
    circles += fmt::format(
        R"(<circle class="point" cx="{:.1f}" cy="{:.1f}" r="3.5"><title>{}</title></circle>)", at_x,
        at_y, EscapeXml(point.tip));
    circles += '\n';
  }
  end_path();
  // Many points in a row hide their line: then they are there for the pointer alone.
  const bool hidden = series.points.size() > kManyPoints;
  drawing.Add("<g fill=\"{}\"{}>\n{}</g>", series.colour, hidden ? R"( fill-opacity="0")" : "",
              circles);
}

double LegendWidth(const Series& series) {
  return kLegendSwatch + 6 + TextWidth(series.name, kTickFont) + kLegendGap;
}

// Where each entry of the legend begins, counted from the left of the plot, and in which row.
struct LegendPlace {
  double x = 0;
  int row = 0;
};

std::vector<LegendPlace> LegendPlaces(const Panel& panel, double width) {
  std::vector<LegendPlace> places;
  LegendPlace next;
  for (const Series& series : panel.series) {
    if (next.x > 0 && next.x + LegendWidth(series) - kLegendGap > width) next = {0, next.row + 1};
    places.push_back(next);
    next.x += LegendWidth(series);
  }
  return places;
}

void DrawLegend(Drawing& drawing, const Panel& panel, const Box& box, double top) {
  const auto places = LegendPlaces(panel, box.right - box.left);
  for (size_t i = 0; i < places.size(); ++i) {
    const Series& series = panel.series[i];
    const double x = box.left + places[i].x;
    const double y = top + kLegendRow * (places[i].row + 0.5);
    if (series.mark == Mark::kBars) {
      drawing.Add(R"(<rect x="{:.1f}" y="{:.1f}" width="14" height="12" fill="{}"/>)", x + 4, y - 6,
                  series.colour);
    } else {
      drawing.Add(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" )"
                  R"(stroke-width="2"{}/>)",
                  x, y, x + kLegendSwatch, y, series.colour, Dashes(series.mark));
      drawing.Add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3.5" fill="{}"/>)", x + kLegendSwatch / 2,
                  y, series.colour);
    }
    drawing.Text(x + kLegendSwatch + 6, y + 4, series.name, {});
  }
}

Box PlotBox(const Panel& panel, double left, double legend_rows) {
  const double top = kFigureHeader + kPanelTitle + kLegendRow * legend_rows + kBelowLegend;
  return {.left = left + kLeftMargin,
          .top = top,
          .right = left + kPanelWidth - (panel.right ? kRightAxis : kRightMargin),
          .bottom = top + kPlotHeight};
}

void DrawPanel(Drawing& drawing, const Panel& panel, const Box& box) {
  drawing.Text(box.left, kFigureHeader + 14, panel.title, {.size = 15, .bold = true});
  DrawLegend(drawing, panel, box, kFigureHeader + kPanelTitle - 4);
  DrawYAxis(drawing, panel.y, box, false);
  if (panel.right) DrawYAxis(drawing, *panel.right, box, true);
  for (const Series& series : panel.series) {
    const Axis& y = series.on_right && panel.right ? *panel.right : panel.y;
    if (series.mark == Mark::kBars) {
      DrawBars(drawing, series, panel.x, y, box);
    } else {
      DrawLine(drawing, series, panel.x, y, box);
    }
  }
  DrawXAxis(drawing, panel.x, box);
}

}  // namespace

Axis CountingAxis(std::string title, unsigned first, unsigned last) {
  Axis axis{.title = std::move(title), .least = first - 0.5, .most = last + 0.5};
  constexpr unsigned kMostTicks = 15;
  unsigned step = 1;
  while ((last - first) / step >= kMostTicks) {
    // 1, 2, 5, 10, 20, 50, ...
    const unsigned lead = step / static_cast<unsigned>(std::pow(10, std::floor(std::log10(step))));
    step = lead == 2 ? step / 2 * 5 : step * 2;
  }
  for (unsigned at = (first + step - 1) / step * step; at <= last; at += step) {
    axis.ticks.push_back({.at = static_cast<double>(at), .label = fmt::to_string(at)});
  }
  return axis;
}

Axis PercentAxis(std::string title) {
  Axis axis{.title = std::move(title), .least = 0, .most = 1};
  for (int percent = 0; percent <= 100; percent += 20) {
    axis.ticks.push_back({.at = percent / 100.0, .label = fmt::format("{}%", percent)});
  }
  return axis;
}

Axis PowersOfTen(std::string title, double least, double most) {
  const double first = std::floor(std::log10(least));
  const double last = std::max(std::ceil(std::log10(most)), first + 1);
  Axis axis{.title = std::move(title),
            .least = std::pow(10, first),
            .most = std::pow(10, last),
            .logarithmic = true};
  if (least < 1.5 * axis.least) axis.least /= 2;
  for (double power = first; power <= last; ++power) {
    const double at = std::pow(10, power);
    axis.ticks.push_back({.at = at, .label = ShortNumber(at)});
  }
  return axis;
}

Axis PowersOfTwo(std::string title, double least, double most) {
  Axis axis{.title = std::move(title), .least = least, .most = most, .logarithmic = true};
  for (double at = least; at <= most; at *= 2) {
    axis.ticks.push_back({.at = at, .label = Grouped(static_cast<uint64_t>(at))});
  }
  return axis;
}

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

std::string DrawSvg(const Figure& figure) {
  int legend_rows = 1;
  for (const Panel& panel : figure.panels) {
    const Box box = PlotBox(panel, 0, 0);
    for (const LegendPlace& place : LegendPlaces(panel, box.right - box.left)) {
      legend_rows = std::max(legend_rows, place.row + 1);
    }
  }
  const double width = kPanelWidth * static_cast<double>(figure.panels.size());
  const double height = PlotBox({}, 0, legend_rows).bottom + kBelowPlot;
  Drawing drawing;
  drawing.Add(R"(<?xml version="1.0" encoding="UTF-8"?>)");
  drawing.Add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:g}" height="{1:g}" )"
              R"(viewBox="0 0 {0:g} {1:g}" role="img" font-family="{2}">)",
              width, height, kFonts);
  drawing.Add("<title>{}</title>", EscapeXml(figure.title));
  drawing.Add(R"(<rect width="100%" height="100%" fill="#ffffff"/>)");
  drawing.Text(kLeftMargin, 34, figure.title, {.size = 19, .bold = true});
  drawing.Text(kLeftMargin, 56, figure.subtitle, {.size = 13, .colour = "#666666"});
  for (size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    DrawPanel(drawing, panel, PlotBox(panel, kPanelWidth * static_cast<double>(i), legend_rows));
  }
  drawing.Add("</svg>");
  return drawing.Take();
}

}  // namespace akin::cli
