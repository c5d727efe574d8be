#include "report/table_chart.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "report/table_selection.h"
#include "report/value_list.h"

namespace akin::report {
namespace {

constexpr std::string_view kUndefinedCell = "undefined";
constexpr double kLargest = 1e100;  // the largest number that axes can show
constexpr size_t kMostPanels = 60;
constexpr size_t kMostSeries = 100;

class Charter {
 public:
  Charter(const CsvTable& table, const TableChartOptions& options, Rows rows, ChartColumns columns)
      : table_(table), options_(options), rows_(std::move(rows)), columns_(columns) {}

  Result<TableChart> Draw() {
    ReadX();
    AKIN_TRY(CheckMark());
    by_ = Groups(columns_.by);
    const std::vector<std::string> panels = Groups(columns_.panel);
    AKIN_TRY(CheckCounts(panels.size()));
    TableChart chart;
    for (const std::string& panel : panels) {
      AKIN_TRY(AddPanel(panel, chart.figure.panels));
    }
    AddNotes(chart.notes);
    if (chart.figure.panels.empty()) {
      return BadInput({.file = table_.name},
                      fmt::format("no row has both {} and {}, so there is nothing to draw",
                                  Name(columns_.x), Name(columns_.y)));
    }
    SetAxesOfX(chart.figure.panels);
    const size_t count = chart.figure.panels.size();
    chart.figure.columns = count == 4 ? 2 : std::min<size_t>(count, 3);
    chart.figure.title = options_.title.empty()
                             ? fmt::format("{} by {}", Name(columns_.y), Name(columns_.x))
                             : options_.title;
    chart.figure.subtitle = options_.where;
    if (horizontal_) chart.figure.left_margin = 8;  // where the titles of such panels begin
    return chart;
  }

 private:
  const std::string& Name(size_t column) const { return table_.columns[column]; }

  void ReadX() {
    words_ = ValuesIn(rows_, columns_.x);
    whole_ = true;
    for (const std::string& word : words_) {
      const auto number = ParseNumber(word);
      numbers_ = numbers_ && number && std::abs(*number) < kLargest;
      whole_ = whole_ && number && *number == std::floor(*number);
    }
    horizontal_ =
        options_.mark == TableMark::kDots || (options_.mark == TableMark::kAuto && !numbers_);
    if (horizontal_) numbers_ = false;
  }

  Status CheckMark() const {
    if (!options_.log_x || numbers_) return {};
    return InvalidArgument("log_x",
                           fmt::format("{} is drawn as words, not as numbers", Name(columns_.x)));
  }

  // A single empty name if there is no such column.
  std::vector<std::string> Groups(const std::optional<size_t>& column) const {
    if (!column) return {""};
    std::vector<std::string> groups = ValuesIn(rows_, *column);
    const auto empty = [&](const CsvRow* row) { return row->cells[*column].empty(); };
    if (std::any_of(rows_.begin(), rows_.end(), empty)) groups.push_back("");
    return groups;
  }

  Status CheckCounts(size_t panels) const {
    if (panels > kMostPanels) {
      return InvalidArgument("where",
                             fmt::format("{} would make {} panels, more than {}; choose some rows",
                                         Name(*columns_.panel), panels, kMostPanels));
    }
    if (by_.size() > kMostSeries) {
      return InvalidArgument("where",
                             fmt::format("{} would make {} series, more than {}; choose some rows",
                                         Name(*columns_.by), by_.size(), kMostSeries));
    }
    return {};
  }

  bool Belongs(const CsvRow& row, const std::optional<size_t>& column,
               const std::string& group) const {
    return !column || row.cells[*column] == group;
  }

  // A cell that must be a number; nullopt if it says that there is none.
  Result<std::optional<double>> Number(const CsvRow& row, size_t column) const {
    const std::string& cell = row.cells[column];
    if (cell.empty() || cell == kUndefinedCell) return std::optional<double>();
    const auto number = ParseNumber(cell);
    if (number && std::abs(*number) < kLargest) return number;
    return table_.Bad(row, fmt::format("{} is '{}', which is no number", Name(column), cell));
  }

  Result<Point> PointOf(const CsvRow& row, size_t series) {
    Point point{.y = std::numeric_limits<double>::quiet_NaN()};
    const std::string& x = row.cells[columns_.x];
    if (numbers_) {
      point.x = *ParseNumber(x);
    } else {
      const auto at = std::find(words_.begin(), words_.end(), x) - words_.begin();
      // Series are placed side by side where they share a word.
      const auto count = static_cast<double>(by_.size());
      const double aside =
          horizontal_ ? (static_cast<double>(series) - (count - 1) / 2) * 0.7 / count : 0;
      point.x = static_cast<double>(at) + aside;
    }
    AKIN_TRY_ASSIGN(const auto y, Number(row, columns_.y));
    if (!y) {
      ++undefined_;
      return point;
    }
    if ((options_.log_y && *y <= 0) || (options_.log_x && point.x <= 0)) {
      ++below_;
      return point;
    }
    point.y = *y;
    point.tip = fmt::format("{}{} {}: {}", by_[series].empty() ? "" : NameOf(series) + ", ",
                            Name(columns_.x), x, row.cells[columns_.y]);
    if (columns_.interval) AKIN_TRY(SetInterval(row, point));
    return point;
  }

  Status SetInterval(const CsvRow& row, Point& point) const {
    AKIN_TRY_ASSIGN(const auto low, Number(row, columns_.interval->first));
    AKIN_TRY_ASSIGN(const auto high, Number(row, columns_.interval->second));
    if (!low || !high) return {};
    if (*low > *high) {
      return table_.Bad(row, fmt::format("{} {} is above {} {}", Name(columns_.interval->first),
                                         *low, Name(columns_.interval->second), *high));
    }
    point.interval = {*low, *high};
    point.tip += fmt::format(" ({} to {})", row.cells[columns_.interval->first],
                             row.cells[columns_.interval->second]);
    return {};
  }

  // Columns that may distinguish rows which this chart treats as the same: those that vary among
  // them but are not results, which vary everywhere.
  std::vector<std::string> Varying(const Rows& same) const {
    std::vector<std::string> names;
    for (size_t column = 0; column < table_.columns.size(); ++column) {
      if (column == columns_.y || ValuesIn(same, column).size() < 2) continue;
      if (2 * ValuesIn(rows_, column).size() > rows_.size() && rows_.size() > 4) continue;
      names.push_back(Name(column));
    }
    return names;
  }

  Status Ambiguous(const CsvRow& first, const CsvRow& second, const std::string& panel,
                   const std::string& by) const {
    Rows same;
    for (const CsvRow* row : rows_) {
      if (Belongs(*row, columns_.panel, panel) && Belongs(*row, columns_.by, by) &&
          SameValue(row->cells[columns_.x], first.cells[columns_.x])) {
        same.push_back(row);
      }
    }
    const std::vector<std::string> varying = Varying(same);
    const std::string advice = varying.empty()
                                   ? "nothing tells them apart"
                                   : fmt::format(
                                         "they differ in {0}: choose the rows where {1}={2}, or "
                                         "tell them apart by series or panels",
                                         fmt::join(varying, ", "), varying.front(),
                                         first.cells[*table_.Find(varying.front())]);
    return table_
        .Bad(second, fmt::format("the same {} {} as in line {}; {}", Name(columns_.x),
                                 second.cells[columns_.x], first.line, advice))
        .WithParameter("where");
  }

  // A number alone would not say what it is.
  std::string NameOf(size_t series) const {
    const std::string& name = by_[series];
    return ParseNumber(name) ? fmt::format("{} {}", Name(*columns_.by), name) : name;
  }

  Result<Series> SeriesOf(const std::string& panel, size_t number) {
    Series series{.name = NameOf(number)};
    SetLook(number, series);
    const bool scattered = options_.mark == TableMark::kPoints;
    if (horizontal_ || scattered) series.mark = Mark::kPoints;
    series.band = !horizontal_ && !scattered;
    std::vector<std::pair<Point, const CsvRow*>> points;
    for (const CsvRow* row : rows_) {
      if (!Belongs(*row, columns_.panel, panel) || !Belongs(*row, columns_.by, by_[number]))
        continue;
      if (row->cells[columns_.x].empty()) {
        ++without_x_;
        continue;
      }
      AKIN_TRY_ASSIGN(Point point, PointOf(*row, number));
      points.emplace_back(std::move(point), row);
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const auto& a, const auto& b) { return a.first.x < b.first.x; });
    for (size_t i = 0; i < points.size(); ++i) {
      if (i > 0 && !scattered && points[i].first.x == points[i - 1].first.x) {
        return Ambiguous(*points[i - 1].second, *points[i].second, panel, by_[number]);
      }
      series.points.push_back(std::move(points[i].first));
    }
    return series;
  }

  // Adds no panel if there is nothing to draw.
  Status AddPanel(const std::string& name, std::vector<Panel>& panels) {
    Panel panel{.title = name, .horizontal = horizontal_};
    Range y;
    for (size_t i = 0; i < by_.size(); ++i) {
      AKIN_TRY_ASSIGN(Series series, SeriesOf(name, i));
      bool seen = false;
      for (const Point& point : series.points) {
        if (!std::isfinite(point.y)) continue;
        seen = true;
        x_.Add(point.x);
        y.Add(point.y);
        if (!point.interval) continue;
        if (!options_.log_y || point.interval->low > 0) y.Add(point.interval->low);
        y.Add(point.interval->high);
      }
      if (seen) panel.series.push_back(std::move(series));
    }
    if (y.empty()) return {};
    panel.y = options_.log_y ? LogAxis(Name(columns_.y), y.least, y.most)
                             : ValueAxis(Name(columns_.y), y.least, y.most);
    panels.push_back(std::move(panel));
    return {};
  }

  // The same for all panels, so that they can be compared.
  void SetAxesOfX(std::vector<Panel>& panels) const {
    const std::string& title = Name(columns_.x);
    const Axis axis = !numbers_        ? CategoryAxis(title, words_)
                      : options_.log_x ? LogAxis(title, x_.least, x_.most)
                                       : ValueAxis(title, x_.least, x_.most, whole_);
    for (Panel& panel : panels) panel.x = axis;
  }

  void AddNotes(std::vector<std::string>& notes) const {
    const auto add = [&](uint64_t count, const std::string& what) {
      if (count > 0)
        notes.push_back(fmt::format("note: {} rows {} and are not drawn", count, what));
    };
    add(without_x_, fmt::format("have no {}", Name(columns_.x)));
    add(undefined_, fmt::format("have no {}", Name(columns_.y)));
    add(below_, "have no place on a logarithmic axis");
  }

  const CsvTable& table_;
  const TableChartOptions& options_;
  const Rows rows_;
  const ChartColumns columns_;
  std::vector<std::string> words_;  // of x
  std::vector<std::string> by_;
  bool numbers_ = true;
  bool whole_ = true;
  bool horizontal_ = false;
  Range x_;
  uint64_t without_x_ = 0;
  uint64_t undefined_ = 0;
  uint64_t below_ = 0;
};

}  // namespace

Result<TableMark> TableMarkNamed(std::string_view name) {
  if (name == "auto") return TableMark::kAuto;
  if (name == "line") return TableMark::kLine;
  if (name == "points") return TableMark::kPoints;
  if (name == "dots") return TableMark::kDots;
  return UnknownWord("mark", "mark", name, {"line", "points", "dots"});
}

Result<TableChart> ChartOf(const CsvTable& table, const TableChartOptions& options) {
  AKIN_TRY_ASSIGN(Rows rows, SelectRows(table, options.where));
  AKIN_TRY_ASSIGN(const ChartColumns columns, ColumnsOf(table, rows, options));
  return Charter(table, options, std::move(rows), columns).Draw();
}

}  // namespace akin::report
