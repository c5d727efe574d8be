// Charts as SVG, drawn here: panels with axes, marks and a legend. A file stands alone: no script,
// no style sheet, no font to fetch. Every bar and every point of a line carries its numbers as a
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
  std::vector<Series> series;  // later ones lie on top
  // x runs downwards with a line for each of its words, y to the right: what names that are long
  // need.
  bool horizontal = false;
};

struct Figure {
  std::string title;
  std::string subtitle;
  std::vector<Panel> panels;
  size_t columns = 0;        // panels side by side, further ones below; 0: all
  double panel_width = 560;  // in pixels at scale 1
  double left_margin = 76;   // of a panel, for the labels of y
  double plot_height = 300;  // of panels that do not lie
  bool standalone = true;    // a file of its own, rather than a part of a page
};

std::string DrawSvg(const Figure& figure);

// What would fail after long work is better known before: whether a chart can be written there.
// `flag` is what the path was given to.
Status CheckChartPath(const std::string& path, std::string_view parameter);

}  // namespace akin::report

#endif  // AKIN_REPORT_SVG_CHART_H_
