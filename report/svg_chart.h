// Draws charts as SVG: panels with axes, marks and a legend. A file is self-contained: no script,
// no style sheet, no font to fetch. Every bar and every point of a line has its numbers as a
// <title>, which browsers show under the pointer.
#ifndef AKIN_REPORT_SVG_CHART_H_
#define AKIN_REPORT_SVG_CHART_H_

#include <optional>
#include <string>
#include <vector>

#include "akin/status.h"
#include "report/chart_axis.h"
#include "report/chart_marks.h"

namespace akin::report {

struct Panel {
  std::string title;
  Axis x;
  Axis y;
  std::optional<Axis> right;
  std::vector<Series> series;  // later ones are drawn on top
  // x runs downwards with one line of text per word, and y to the right: this suits long names.
  bool horizontal = false;
};

struct Figure {
  std::string title;
  std::string subtitle;
  std::vector<Panel> panels;
  size_t columns = 0;        // panels per row; 0: all in one row
  double panel_width = 560;  // in pixels at scale 1
  double left_margin = 76;   // of a panel, for the labels of y
  double plot_height = 300;  // of panels that are not horizontal
  bool standalone = true;    // a file of its own, not a part of a page
};

std::string DrawSvg(const Figure& figure);

// Checks before long work whether a chart can be written there. `parameter` is the one that the
// path was given for.
Status CheckChartPath(const std::string& path, std::string_view parameter);

}  // namespace akin::report

#endif  // AKIN_REPORT_SVG_CHART_H_
