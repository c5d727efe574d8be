#include "report/eval_charts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace akin::report {
namespace {

// The parameters of a sweep.
enum SweepParameter { kSweepLength, kSweepDecay, kSweepFingerprints, kSweepParameters };
constexpr std::array<std::string_view, kSweepParameters> kParameterNames = {"length", "decay",
                                                                            "fingerprints"};
using Setting = std::array<double, kSweepParameters>;
constexpr double kWithout = -1;  // of a parameter that a row does not have

Setting SettingIn(const EvalRow& row) {
  return {row.length ? static_cast<double>(*row.length) : kWithout,
          row.decay == 0 ? kWithout : row.decay,
          row.fingerprints == 0 ? kWithout : static_cast<double>(row.fingerprints)};
}

std::string Describe(int parameter, double value) {
  if (parameter == kSweepFingerprints) return fmt::format("{:g} fingerprints", value);
  return fmt::format("{} {:g}", kParameterNames[parameter], value);
}

bool HasValue(const EvalRow& row) { return row.result.per_query.defined(); }

// In order of appearance.
std::vector<std::string> SystemsIn(const EvalRows& rows) {
  std::vector<std::string> systems;
  for (const EvalRow* row : rows) {
    if (std::find(systems.begin(), systems.end(), row->system) == systems.end()) {
      systems.push_back(row->system);
    }
  }
  return systems;
}

EvalRows RowsOf(const EvalRows& rows, const std::string& system) {
  EvalRows of;
  for (const EvalRow* row : rows) {
    if (row->system == system) of.push_back(row);
  }
  return of;
}

bool IsSwept(const EvalRows& rows, int parameter) {
  for (const std::string& system : SystemsIn(rows)) {
    std::set<double> values;
    for (const EvalRow* row : RowsOf(rows, system)) values.insert(SettingIn(*row)[parameter]);
    values.erase(kWithout);
    if (values.size() > 1) return true;
  }
  return false;
}

Point PointAt(double x, const EvalRow& row) {
  const Average& average = row.result.per_query;
  if (!HasValue(row)) return {.x = x, .y = std::numeric_limits<double>::quiet_NaN()};
  const std::string setting = SettingOf(row);
  return {.x = x,
          .y = average.value,
          .tip = fmt::format("{}{}{}: {:.4f} ({:.4f} to {:.4f})", row.system,
                             setting.empty() ? "" : ", ", setting, average.value, average.low,
                             average.high),
          .interval = Interval{average.low, average.high}};
}

// Spans all rows, so that the panels of a metric can be compared.
Axis AxisOfValues(const EvalRows& rows) {
  Range range;
  for (const EvalRow* row : rows) {
    if (!HasValue(*row)) continue;
    range.Add(row->result.per_query.low);
    range.Add(row->result.per_query.high);
    range.Add(row->result.per_query.value);
  }
  return ValueAxis(std::string(MetricName(rows.front()->result.metric)), range.least, range.most);
}

// Sizes that are readable on a phone, where the chart is as wide as the screen.
Figure SmallFigure(Panel panel) {
  Figure figure{.panel_width = 400, .left_margin = 62, .plot_height = 230, .standalone = false};
  figure.panels.push_back(std::move(panel));
  return figure;
}

// --- Systems side by side ---

EvalChart DotsOf(const EvalRows& rows) {
  const EvalRows best = BestOfEach(rows);
  Series series{.mark = Mark::kPoints};
  SetLook(0, series);
  std::vector<std::string> names;
  for (const EvalRow* row : best) {
    series.points.push_back(PointAt(static_cast<double>(names.size()), *row));
    names.push_back(row->system);
  }
  Panel panel{
      .title = SameQueries(best) ? "Systems, best first" : "Systems, values for different queries",
      .x = CategoryAxis("system", names),
      .y = AxisOfValues(rows),
      .horizontal = true};
  panel.series.push_back(std::move(series));
  return {.figure = SmallFigure(std::move(panel))};
}

// --- Lines over a parameter ---

// The values at which the other parameters are fixed in the panel of one. Among the rows with the
// most parameters, the setting for which most systems have a value; among these the one with the
// most fingerprints and then the longest walks, like the index itself, because walks of one step
// show nothing of the decay; among these the best.
Setting FixedSetting(const EvalRows& rows, int parameter) {
  std::map<Setting, std::set<std::string_view>> systems;
  for (const EvalRow* row : rows) {
    if (HasValue(*row)) systems[SettingIn(*row)].insert(row->system);
  }
  const EvalRow* chosen = nullptr;
  std::tuple<ptrdiff_t, size_t, unsigned, unsigned> most;
  for (const EvalRow* row : rows) {
    const Setting setting = SettingIn(*row);
    if (!HasValue(*row) || setting[parameter] == kWithout) continue;
    const std::tuple has = {kSweepParameters - std::count(setting.begin(), setting.end(), kWithout),
                            systems[setting].size(), row->fingerprints, row->length.value_or(0)};
    if (chosen != nullptr && (has < most || (has == most && !IsBetter(*row, *chosen)))) continue;
    chosen = row;
    most = has;
  }
  return chosen == nullptr ? Setting{kWithout, kWithout, kWithout} : SettingIn(*chosen);
}

// Whether a row belongs to the panel of a parameter. Parameters that it does not have are ignored.
bool Fits(const EvalRow& row, int parameter, const Setting& fixed) {
  const Setting setting = SettingIn(row);
  for (int other = 0; other < kSweepParameters; ++other) {
    if (other == parameter || setting[other] == kWithout) continue;
    if (setting[other] != fixed[other]) return false;
  }
  return true;
}

// Has no points if the system has nothing in this panel. A system without this parameter is a
// horizontal line.
Series LineOf(const EvalRows& rows, int parameter, const Setting& fixed, const Range& x) {
  Series series{.band = true};
  for (const EvalRow* row : rows) {
    if (!Fits(*row, parameter, fixed)) continue;
    const double at = SettingIn(*row)[parameter];
    const auto same = [&](const Point& point) { return point.x == at; };
    if (std::any_of(series.points.begin(), series.points.end(), same)) continue;
    if (at != kWithout) {
      series.points.push_back(PointAt(at, *row));
    } else if (rows.size() == 1) {
      series.points = {PointAt(x.least, *row), PointAt(x.most, *row)};
    }
  }
  std::sort(series.points.begin(), series.points.end(),
            [](const Point& a, const Point& b) { return a.x < b.x; });
  const auto undefined = [](const Point& point) { return !point.interval; };
  if (std::all_of(series.points.begin(), series.points.end(), undefined)) series.points.clear();
  return series;
}

// Numbers of fingerprints usually double, so their axis is logarithmic.
Axis AxisOf(int parameter, const Range& x) {
  const std::string title(kParameterNames[parameter]);
  if (parameter == kSweepFingerprints && x.most >= 4 * x.least)
    return LogAxis(title, x.least, x.most);
  return ValueAxis(title, x.least, x.most, parameter != kSweepDecay);
}

EvalChart LinesOver(int parameter, const EvalRows& rows, const Setting& fixed) {
  Range x;
  for (const EvalRow* row : rows) {
    const double at = SettingIn(*row)[parameter];
    if (at != kWithout && Fits(*row, parameter, fixed)) x.Add(at);
  }
  Panel panel{.x = AxisOf(parameter, x), .y = AxisOfValues(rows)};
  std::vector<std::string> absent;
  const std::vector<std::string> systems = SystemsIn(rows);
  for (size_t i = 0; i < systems.size(); ++i) {
    Series series = LineOf(RowsOf(rows, systems[i]), parameter, fixed, x);
    series.name = systems[i];
    SetLook(i, series);
    if (series.points.empty()) {
      absent.push_back(systems[i]);
    } else {
      panel.series.push_back(std::move(series));
    }
  }
  std::vector<std::string> others;
  for (int other = 0; other < kSweepParameters; ++other) {
    if (other == parameter || fixed[other] == kWithout) continue;
    others.push_back(Describe(other, fixed[other]));
  }
  panel.title = fmt::format("By {}{}", kParameterNames[parameter], others.empty() ? "" : ": ") +
                fmt::format("{}", fmt::join(others, ", "));
  const std::string note = absent.empty()
                               ? ""
                               : fmt::format("Not drawn, without a value for {}: {}.",
                                             fmt::join(others, ", "), fmt::join(absent, "; "));
  return {.figure = SmallFigure(std::move(panel)), .note = note};
}

}  // namespace

bool LessIsBetter(Metric metric) {
  return metric == Metric::kMeanError || metric == Metric::kMaxError ||
         metric == Metric::kOrthogonality;
}

bool IsBetter(const EvalRow& a, const EvalRow& b) {
  const double x = a.result.per_query.value;
  const double y = b.result.per_query.value;
  return LessIsBetter(a.result.metric) ? x < y : x > y;
}

EvalRows BestOfEach(const EvalRows& rows) {
  EvalRows best;
  for (const EvalRow* row : rows) {
    if (!HasValue(*row)) continue;
    const auto same = [&](const EvalRow* other) { return other->system == row->system; };
    const auto found = std::find_if(best.begin(), best.end(), same);
    if (found == best.end()) {
      best.push_back(row);
    } else if (IsBetter(*row, **found)) {
      *found = row;
    }
  }
  std::stable_sort(best.begin(), best.end(),
                   [](const EvalRow* a, const EvalRow* b) { return IsBetter(*a, *b); });
  return best;
}

bool SameQueries(const EvalRows& rows) {
  for (const EvalRow* row : rows) {
    if (row->result.per_query.queries != rows.front()->result.per_query.queries) return false;
    const std::vector<float>& one = row->result.values;
    const std::vector<float>& two = rows.front()->result.values;
    if (one.size() != two.size()) continue;
    const auto same = [](float a, float b) { return std::isnan(a) == std::isnan(b); };
    if (!std::equal(one.begin(), one.end(), two.begin(), same)) return false;
  }
  return true;
}

std::vector<std::string> Undefined(const EvalRows& rows) {
  std::vector<std::string> systems = SystemsIn(rows);
  std::erase_if(systems, [&](const std::string& system) {
    const EvalRows of = RowsOf(rows, system);
    return std::any_of(of.begin(), of.end(), [](const EvalRow* row) { return HasValue(*row); });
  });
  return systems;
}

std::string SettingOf(const EvalRow& row) {
  const Setting setting = SettingIn(row);
  std::vector<std::string> parts;
  for (int parameter = 0; parameter < kSweepParameters; ++parameter) {
    if (setting[parameter] != kWithout) parts.push_back(Describe(parameter, setting[parameter]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<EvalChart> ChartsOf(const EvalRows& rows) {
  std::vector<EvalChart> charts;
  if (BestOfEach(rows).empty()) return charts;
  for (int parameter = 0; parameter < kSweepParameters; ++parameter) {
    const Setting fixed = FixedSetting(rows, parameter);
    if (fixed[parameter] != kWithout && IsSwept(rows, parameter)) {
      charts.push_back(LinesOver(parameter, rows, fixed));
    }
  }
  if (charts.empty()) charts.push_back(DotsOf(rows));
  return charts;
}

}  // namespace akin::report
