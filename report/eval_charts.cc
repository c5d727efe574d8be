#include "report/eval_charts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace akin::report {
namespace {

// What can be swept over. A row that has none of it has 0.
enum Parameter { kLength, kDecay, kFingerprints, kParameters };
constexpr std::array<std::string_view, kParameters> kParameterNames = {"length", "decay",
                                                                       "fingerprints"};
using Setting = std::array<double, kParameters>;

Setting SettingIn(const EvalRow& row) {
  return {static_cast<double>(row.length), row.decay, static_cast<double>(row.fingerprints)};
}

std::string Describe(int parameter, double value) {
  if (parameter == kFingerprints) return fmt::format("{:g} fingerprints", value);
  return fmt::format("{} {:g}", kParameterNames[parameter], value);
}

bool HasValue(const EvalRow& row) { return row.result.per_query.defined(); }

// As they come.
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
    values.erase(0);
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

// Of all rows, so that the panels of a metric can be compared.
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

// Sizes at which a chart can be read on a phone, where it is as wide as the screen.
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
  Panel panel{.title = "Systems, best first",
              .x = CategoryAxis("system", names),
              .y = AxisOfValues(rows),
              .horizontal = true};
  panel.series.push_back(std::move(series));
  return {.figure = SmallFigure(std::move(panel))};
}

// --- Lines over a parameter ---

// What the other parameters are fixed at in the panel of one: of the rows that have most
// parameters, the setting that most systems have a value for; of these those of the index itself,
// with the most fingerprints and the longest walks, as walks of one step show nothing of the decay;
// of these the best.
Setting FixedSetting(const EvalRows& rows, int parameter) {
  std::map<Setting, std::set<std::string_view>> systems;
  for (const EvalRow* row : rows) {
    if (HasValue(*row)) systems[SettingIn(*row)].insert(row->system);
  }
  const EvalRow* chosen = nullptr;
  std::tuple<ptrdiff_t, size_t, unsigned, unsigned> most;
  for (const EvalRow* row : rows) {
    const Setting setting = SettingIn(*row);
    if (!HasValue(*row) || setting[parameter] == 0) continue;
    const std::tuple has = {kParameters - std::count(setting.begin(), setting.end(), 0.0),
                            systems[setting].size(), row->fingerprints, row->length};
    if (chosen != nullptr && (has < most || (has == most && !IsBetter(*row, *chosen)))) continue;
    chosen = row;
    most = has;
  }
  return chosen == nullptr ? Setting{} : SettingIn(*chosen);
}

// Whether a row belongs to the panel of a parameter: a parameter that it does not have cannot
// differ.
bool Fits(const EvalRow& row, int parameter, const Setting& fixed) {
  const Setting setting = SettingIn(row);
  for (int other = 0; other < kParameters; ++other) {
    if (other != parameter && setting[other] != 0 && setting[other] != fixed[other]) return false;
  }
  return true;
}

// Without points if nothing of the system is in this panel. A system that has no such parameter is
// a level line.
Series LineOf(const EvalRows& rows, int parameter, const Setting& fixed, const Range& x) {
  Series series{.band = true};
  for (const EvalRow* row : rows) {
    if (!Fits(*row, parameter, fixed)) continue;
    const double at = SettingIn(*row)[parameter];
    const auto same = [&](const Point& point) { return point.x == at; };
    if (std::any_of(series.points.begin(), series.points.end(), same)) continue;
    if (at != 0) {
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

// Numbers of fingerprints double rather than grow by one.
Axis AxisOf(int parameter, const Range& x) {
  const std::string title(kParameterNames[parameter]);
  if (parameter == kFingerprints && x.most >= 4 * x.least) return LogAxis(title, x.least, x.most);
  return ValueAxis(title, x.least, x.most, parameter != kDecay);
}

EvalChart LinesOver(int parameter, const EvalRows& rows, const Setting& fixed) {
  Range x;
  for (const EvalRow* row : rows) {
    const double at = SettingIn(*row)[parameter];
    if (at != 0 && Fits(*row, parameter, fixed)) x.Add(at);
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
  for (int other = 0; other < kParameters; ++other) {
    if (other != parameter && fixed[other] != 0) others.push_back(Describe(other, fixed[other]));
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
  for (int parameter = 0; parameter < kParameters; ++parameter) {
    if (setting[parameter] != 0) parts.push_back(Describe(parameter, setting[parameter]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<EvalChart> ChartsOf(const EvalRows& rows) {
  std::vector<EvalChart> charts;
  if (BestOfEach(rows).empty()) return charts;
  for (int parameter = 0; parameter < kParameters; ++parameter) {
    const Setting fixed = FixedSetting(rows, parameter);
    if (fixed[parameter] != 0 && IsSwept(rows, parameter)) {
      charts.push_back(LinesOver(parameter, rows, fixed));
    }
  }
  if (charts.empty()) charts.push_back(DotsOf(rows));
  return charts;
}

}  // namespace akin::report
