#include "report/table_selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "akin/errors.h"
#include "akin/try.h"
#include "report/value_list.h"

namespace akin::report {
namespace {

std::string FirstOf(const std::vector<std::string>& values) {
  constexpr size_t kShown = 12;
  const size_t shown = std::min(values.size(), kShown);
  return fmt::format("{}{}", fmt::join(values.begin(), values.begin() + shown, ", "),
                     shown < values.size() ? ", ..." : "");
}

using Wanted = std::map<size_t, std::vector<std::string>>;  // by column

// A part that does not begin with a column belongs to the value before it: values may contain
// commas.
Result<Wanted> ParseWhere(const CsvTable& table, const std::string& where) {
  Wanted wanted;
  std::string* last = nullptr;
  if (where.empty()) return wanted;
  AKIN_TRY_ASSIGN(const auto parts, ParseList(where));
  for (const std::string_view part : parts) {
    const size_t equals = part.find('=');
    const auto column = table.Find(part.substr(0, equals));
    if (equals != std::string_view::npos && column.ok()) {
      last = &wanted[*column].emplace_back(part.substr(equals + 1));
    } else if (last != nullptr) {
      *last += fmt::format(",{}", part);
    } else if (equals == std::string_view::npos) {
      return InvalidArgument("where", fmt::format("'{}': write column=value,column=value", where));
    } else {
      return column.status();
    }
  }
  return wanted;
}

std::optional<size_t> FindIf(const CsvTable& table, std::string_view column) {
  const auto found = table.Find(column);
  return found.ok() ? std::optional(*found) : std::nullopt;
}

// Whether a parameter has several values within one system. If only systems differ in it, nothing
// was swept.
bool IsSweptIn(const Rows& rows, size_t parameter, const std::optional<size_t>& system) {
  std::map<std::string_view, std::string_view> first;
  for (const CsvRow* row : rows) {
    const std::string& cell = row->cells[parameter];
    if (cell.empty()) continue;
    const std::string_view of = system ? std::string_view(row->cells[*system]) : "";
    if (first.emplace(of, cell).first->second != cell) return true;
  }
  return false;
}

// The parameter that akin eval swept over, if it did; otherwise what it compares.
Result<size_t> DefaultX(const CsvTable& table, const Rows& rows) {
  const auto system = FindIf(table, "system");
  for (const std::string_view name : {"length", "decay", "fingerprints"}) {
    const auto column = FindIf(table, name);
    if (column && IsSweptIn(rows, *column, system)) return *column;
  }
  if (system) return *system;
  return InvalidArgument("x", fmt::format("say which column goes from left to right; there are {}",
                                          fmt::join(table.columns, ", ")));
}

}  // namespace

bool SameValue(const std::string& cell, const std::string& wanted) {
  if (cell == wanted) return true;
  const auto a = ParseNumber(cell);
  const auto b = ParseNumber(wanted);
  return a && b && *a == *b;
}

std::vector<std::string> ValuesIn(const Rows& rows, size_t column) {
  std::vector<std::string> values;
  std::set<std::string_view> seen;
  for (const CsvRow* row : rows) {
    const std::string& cell = row->cells[column];
    if (!cell.empty() && seen.insert(cell).second) values.push_back(cell);
  }
  return values;
}

Result<Rows> SelectRows(const CsvTable& table, const std::string& where) {
  AKIN_TRY_ASSIGN(const Wanted wanted, ParseWhere(table, where));
  Rows rows;
  for (const CsvRow& row : table.rows) rows.push_back(&row);
  if (rows.empty()) {
    return BadInput({.file = table.name}, "a header and no rows");
  }
  for (const auto& [column, values] : wanted) {
    const std::vector<std::string> there = ValuesIn(rows, column);
    std::erase_if(rows, [&, at = column, &any = values](const CsvRow* row) {
      return std::none_of(any.begin(), any.end(), [&](const std::string& value) {
        return SameValue(row->cells[at], value);
      });
    });
    if (!rows.empty()) continue;
    return InvalidArgument("where",
                           fmt::format("no row has {} = {}; there are {}", table.columns[column],
                                       fmt::join(values, " or "), FirstOf(there)));
  }
  return rows;
}

Result<ChartColumns> ColumnsOf(const CsvTable& table, const Rows& rows,
                               const TableChartOptions& options) {
  ChartColumns columns;
  const std::string y = options.y.empty() ? "value" : options.y;
  AKIN_TRY_ASSIGN(columns.y, table.Find(y));
  AKIN_TRY_ASSIGN(columns.x, options.x.empty() ? DefaultX(table, rows) : table.Find(options.x));
  if (options.low.empty() != options.high.empty()) {
    return InvalidArgument("low", "low and high: give both or none");
  }
  if (!options.low.empty()) {
    AKIN_TRY_ASSIGN(const size_t low, table.Find(options.low));
    AKIN_TRY_ASSIGN(const size_t high, table.Find(options.high));
    columns.interval = {low, high};
  } else {
    const std::string before = y == "value" ? "" : y + "_";
    const auto low = FindIf(table, before + "low");
    const auto high = FindIf(table, before + "high");
    if (low && high) columns.interval = {*low, *high};
  }
  if (!options.by.empty()) {
    AKIN_TRY_ASSIGN(columns.by, table.Find(options.by));
  } else if (const auto system = FindIf(table, "system"); system && *system != columns.x) {
    columns.by = system;
  }
  if (!options.panel.empty()) {
    AKIN_TRY_ASSIGN(columns.panel, table.Find(options.panel));
  } else if (const auto metric = FindIf(table, "metric");
             metric && *metric != columns.x && metric != columns.by) {
    columns.panel = metric;
  }
  return columns;
}

}  // namespace akin::report
