#include "report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "akin/errors.h"
#include "akin/files.h"
#include "report/svg_drawing.h"

namespace akin::report {
namespace {

// In pixels at scale 1.
constexpr double kFigureHeader = 78;
constexpr double kNoHeader = 8;
constexpr double kPanelTitle = 30;
constexpr double kLegendRow = 20;
constexpr double kBelowLegend = 8;
constexpr double kRightMargin = 24;
constexpr double kRightAxis = 70;
constexpr double kBelowPlot = 64;
constexpr double kTickLength = 5;
constexpr double kLegendGap = 18;
constexpr double kRowOfDots = 24;       // height of a row in a horizontal panel, at least
constexpr double kDotInRow = 14;        // height for each of several series there
constexpr double kMostForWords = 0.45;  // share of the width of such a panel

// The smallest n such that every n-th label fits, if each needs `needed` and the axis is `room`
// long.
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

double WidestLabel(const Axis& axis) {
  double widest = 0;
  for (const Tick& tick : axis.ticks) widest = std::max(widest, TextWidth(tick.label, kTickFont));
  return widest;
}

// At the bottom, from left to right.
void DrawAxisBelow(Drawing& drawing, const Axis& axis, const Box& box, bool grid) {
  const size_t stride = LabelStride(axis, WidestLabel(axis) + 8, box.right - box.left);
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    const double x = box.left + Place(axis, axis.ticks[i].at) * (box.right - box.left);
    if (grid) drawing.Line(x, box.top, x, box.bottom, kGrid);
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
    const double y = box.bottom - Place(axis, axis.ticks[i].at) * (box.bottom - box.top);
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

// The words of a horizontal panel, one below the other; they need no title.
void DrawWords(Drawing& drawing, const Axis& axis, const Box& box, double room) {
  for (const Tick& tick : axis.ticks) {
    const double y = box.top + Place(axis, tick.at) * (box.bottom - box.top);
    drawing.Line(box.left, y, box.right, y, kGrid);
    drawing.Text(box.left - 8, y + 4, ShortenTo(tick.label, room, kTickFont),
                 {.colour = axis.colour, .anchor = "end"});
  }
  drawing.Line(box.left, box.top, box.left, box.bottom, kAxisLine);
}

// --- The legend ---

double RoomForName(double width) { return width - kSwatchWidth - 6; }

double LegendWidth(const Series& series, double width) {
  return kSwatchWidth + 6 + std::min(TextWidth(series.name, kTickFont), RoomForName(width)) +
         kLegendGap;
}

// Where an entry of the legend begins, from the left of the plot, and in which row.
struct LegendPlace {
  double x = 0;
  int row = 0;
};

// False if no series has a name.
bool HasLegend(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(),
                     [](const Series& series) { return !series.name.empty(); });
}

std::vector<LegendPlace> LegendPlaces(const Panel& panel, double width) {
  std::vector<LegendPlace> places;
  LegendPlace next;
  for (const Series& series : panel.series) {
    const double needed = LegendWidth(series, width);
    if (next.x > 0 && next.x + needed - kLegendGap > width) next = {0, next.row + 1};
    places.push_back(next);
    next.x += needed;
  }
  return places;
}

void DrawLegend(Drawing& drawing, const Panel& panel, const Box& box, double top) {
  if (!HasLegend(panel)) return;
  const double width = box.right - box.left;
  const auto places = LegendPlaces(panel, width);
  for (size_t i = 0; i < places.size(); ++i) {
    const Series& series = panel.series[i];
    const double x = box.left + places[i].x;
    const double y = top + kLegendRow * (places[i].row + 0.5);
    DrawSwatch(drawing, series, {x, y});
    drawing.Text(x + kSwatchWidth + 6, y + 4, ShortenTo(series.name, RoomForName(width), kTickFont),
                 {});
  }
}

// --- Panels ---

// What all panels of a figure have in common.
struct Frame {
  const Figure& figure;
  double header = 0;
  size_t columns = 1;
  double title_height = 8;  // of a panel
  int legend_rows = 0;
  double plot_height = 0;

  double row_height() const {
    return title_height + kLegendRow * legend_rows + kBelowLegend + plot_height + kBelowPlot;
  }
  double left(size_t number) const {
    return figure.panel_width * static_cast<double>(number % columns);
  }
  double RoomForWords(const Panel& panel) const {
    return std::min(WidestLabel(panel.x), kMostForWords * figure.panel_width);
  }
  // The plot of a panel, without what is above and below it.
  Box PlotBox(const Panel& panel, size_t number) const {
    const size_t above = number / columns;  // rows of panels
    const double top = header + row_height() * static_cast<double>(above);
    const double plot_top = top + title_height + kLegendRow * legend_rows + kBelowLegend;
    const double margin = panel.horizontal ? RoomForWords(panel) + 16 : figure.left_margin;
    const auto words = static_cast<double>(std::max<size_t>(panel.x.ticks.size(), 1));
    const double row =
        std::max(kRowOfDots, kDotInRow * static_cast<double>(panel.series.size()) + 8);
    const double height = panel.horizontal ? row * words : plot_height;
    return {.left = left(number) + margin,
            .top = plot_top,
            .right = left(number) + figure.panel_width - (panel.right ? kRightAxis : kRightMargin),
            .bottom = plot_top + height};
  }
};

Frame FrameOf(const Figure& figure) {
  Frame frame{
      .figure = figure,
      .header = figure.title.empty() ? kNoHeader : kFigureHeader,
      .columns = std::max<size_t>(figure.columns == 0 ? figure.panels.size() : figure.columns, 1)};
  for (const Panel& panel : figure.panels) {
    const Box box = frame.PlotBox(panel, 0);
    if (!panel.title.empty()) frame.title_height = kPanelTitle;
    frame.plot_height =
        std::max(frame.plot_height, panel.horizontal ? box.bottom - box.top : figure.plot_height);
    if (!HasLegend(panel)) continue;
    for (const LegendPlace& place : LegendPlaces(panel, box.right - box.left)) {
      frame.legend_rows = std::max(frame.legend_rows, place.row + 1);
    }
  }
  return frame;
}

// If values are on both sides of 0, the line at 0 is emphasised.
void DrawZero(Drawing& drawing, const Plot& plot) {
  if (plot.y.logarithmic || plot.y.least >= 0 || plot.y.most <= 0) return;
  const Spot from = plot.At(plot.x.least, 0);
  const Spot to = plot.At(plot.x.most, 0);
  drawing.Line(from.x, from.y, to.x, to.y, kAxisLine);
}

void DrawPanel(Drawing& drawing, const Panel& panel, const Frame& frame, size_t number) {
  const Box box = frame.PlotBox(panel, number);
  const double top = box.top - kBelowLegend - kLegendRow * frame.legend_rows;
  // A long title begins further left.
  const double edge = frame.left(number);
  const double end = edge + frame.figure.panel_width;
  const bool fits = !panel.horizontal && TextWidth(panel.title, 15) <= end - box.left;
  const double left = fits ? box.left : edge + 8;
  drawing.Text(left, top - frame.title_height + 14, ShortenTo(panel.title, end - left, 15),
               {.size = 15, .bold = true});
  DrawLegend(drawing, panel, box, top - 4);
  if (panel.horizontal) {
    DrawWords(drawing, panel.x, box, frame.RoomForWords(panel));
    DrawAxisBelow(drawing, panel.y, box, /*grid=*/true);
  } else {
    DrawYAxis(drawing, panel.y, box, false);
    if (panel.right) DrawYAxis(drawing, *panel.right, box, true);
  }
  const auto plot_of = [&](const Series& series) {
    return Plot{panel.x, series.on_right && panel.right ? *panel.right : panel.y, box,
                panel.horizontal};
  };
  DrawZero(drawing, {panel.x, panel.y, box, panel.horizontal});
  for (const Series& series : panel.series) DrawBand(drawing, series, plot_of(series));
  for (const Series& series : panel.series) DrawSeries(drawing, series, plot_of(series));
  if (!panel.horizontal) DrawAxisBelow(drawing, panel.x, box, /*grid=*/false);
}

}  // namespace

std::string DrawSvg(const Figure& figure) {
  const Frame frame = FrameOf(figure);
  const size_t rows = (figure.panels.size() + frame.columns - 1) / frame.columns;
  const double width = figure.panel_width * static_cast<double>(frame.columns);
  const double height = frame.header + frame.row_height() * static_cast<double>(rows);
  Drawing drawing;
  if (figure.standalone) drawing.Add(R"(<?xml version="1.0" encoding="UTF-8"?>)");
  const std::string& name =
      figure.title.empty() && !figure.panels.empty() ? figure.panels.front().title : figure.title;
  drawing.Begin(width, height, name);
  const double room = width - figure.left_margin;
  // A long title gets a smaller font, and is cut only if that is not enough. Bold type is wider.
  constexpr double kTitle = 19, kSmallTitle = 14, kBold = 1.15;
  const double title_size = std::clamp(
      kTitle * room / std::max(kBold * TextWidth(figure.title, kTitle), 1.0), kSmallTitle, kTitle);
  drawing.Text(figure.left_margin, 34, ShortenTo(figure.title, room / kBold, title_size),
               {.size = title_size, .bold = true});
  drawing.Text(figure.left_margin, 56, ShortenTo(figure.subtitle, room, 13),
               {.size = 13, .colour = kFaintInk});
  for (size_t i = 0; i < figure.panels.size(); ++i) {
    DrawPanel(drawing, figure.panels[i], frame, i);
  }
  return drawing.End();
}

Status CheckChartPath(const std::string& path, std::string_view parameter) {
  if (!path.ends_with(".svg")) {
    return InvalidArgument(parameter, "charts are SVG; give a name that ends in .svg")
        .At({.file = path});
  }
  std::error_code ignored;
  std::string directory = std::filesystem::path(path).parent_path().string();
  if (directory.empty()) directory = ".";
  if (std::filesystem::is_directory(directory, ignored)) return {};
  return Status(Code::kIo, fmt::format("cannot write: there is no directory {}", directory))
      .At({.file = path})
      .WithSystemError(ENOENT);
}

}  // namespace akin::report
