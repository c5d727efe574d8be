#include "report/eval_results.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <optional>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"
#include "report/csv.h"

namespace akin::report {
namespace {

using Cells = std::vector<std::string>;

enum CellAt {
  kSystem,
  kLength,
  kDecay,
  kFingerprints,
  kMetric,
  kValue,
  kLow,
  kHigh,
  kPooled,
  kPooledLow,
  kPooledHigh,
  kQueries,
  kSetting,
};

const Cells& Header() {
  static const Cells header = {"system",      "length",  "decay",  "fingerprints", "metric",
                               "value",       "low",     "high",   "pooled",       "pooled_low",
                               "pooled_high", "queries", "setting"};
  return header;
}

constexpr std::string_view kUndefined = "undefined";

// Empty if the row does not have it.
template <class Number>
std::string CellOf(Number parameter) {
  return parameter == 0 ? "" : fmt::format("{}", parameter);
}
std::string CellOf(std::optional<unsigned> length) {
  return length ? fmt::format("{}", *length) : "";
}

void AddAverage(const Average& average, Cells& cells) {
  for (const double value : {average.value, average.low, average.high}) {
    cells.push_back(average.defined() ? fmt::format("{}", value) : std::string(kUndefined));
  }
}

Cells CellsOf(const EvalRow& row, std::string_view setting) {
  Cells cells = {row.system, CellOf(row.length), CellOf(row.decay), CellOf(row.fingerprints),
                 std::string(MetricName(row.result.metric))};
  AddAverage(row.result.per_query, cells);
  AddAverage(row.result.pooled, cells);
  cells.push_back(fmt::format("{}", row.result.per_query.queries));
  cells.emplace_back(setting);
  return cells;
}

// The cells that identify a line.
Cells KeyOf(const Cells& cells) {
  return {cells[kSystem],       cells[kLength], cells[kDecay],
          cells[kFingerprints], cells[kMetric], cells[kSetting]};
}

template <class Number>
bool ReadNumber(const std::string& cell, Number& number) {
  const char* const end = cell.data() + cell.size();
  const auto [parsed, error] = std::from_chars(cell.data(), end, number);
  return error == std::errc() && parsed == end;
}

// From three cells, beginning with `first`.
bool ParseAverage(const Cells& cells, CellAt first, uint64_t queries, Average& average) {
  if (cells[first] == kUndefined) {
    average = {};
    return true;
  }
  average.queries = queries;
  return ReadNumber(cells[first], average.value) && ReadNumber(cells[first + 1], average.low) &&
         ReadNumber(cells[first + 2], average.high);
}

// The numbers of a line; `row` already contains what identifies it.
bool ParseResult(const Cells& cells, EvalRow& row) {
  uint64_t queries = 0;
  return ReadNumber(cells[kQueries], queries) &&
         ParseAverage(cells, kValue, queries, row.result.per_query) &&
         ParseAverage(cells, kPooled, queries, row.result.pooled);
}

}  // namespace

Result<EvalResults> EvalResults::Open(std::string path, const Control& control) {
  EvalResults results(std::move(path));
  if (results.path_.empty() || !std::filesystem::exists(results.path_)) return results;
  AKIN_TRY_ASSIGN(const CsvTable table, ReadCsv(results.path_, control));
  if (table.columns != Header()) {
    return BadInput(
        {.file = results.path_, .line = 1},
        fmt::format("these are no results of an evaluation: the first line should be {}",
                    CsvLine(Header())));
  }
  for (const CsvRow& row : table.rows) {
    EvalRow parsed;
    if (!ParseResult(row.cells, parsed)) {
      return table.Bad(row, "expected numbers, or undefined");
    }
    results.places_[KeyOf(row.cells)] = results.lines_.size();
    results.lines_.push_back(row.cells);
  }
  return results;
}

std::vector<EvalRow> EvalResults::Find(const EvalRow& what, std::string_view setting,
                                       std::span<const Metric> metrics) const {
  std::vector<EvalRow> rows;
  EvalRow row = what;
  for (const Metric metric : metrics) {
    row.result.metric = metric;
    const auto found = places_.find(KeyOf(CellsOf(row, setting)));
    if (found == places_.end() || !ParseResult(lines_[found->second], row)) return {};
    rows.push_back(row);
  }
  return rows;
}

Status EvalResults::Add(std::span<const EvalRow> rows, std::string_view setting) {
  if (path_.empty()) return {};
  for (const EvalRow& row : rows) {
    Cells cells = CellsOf(row, setting);
    const auto [place, is_new] = places_.try_emplace(KeyOf(cells), lines_.size());
    if (is_new) {
      lines_.push_back(std::move(cells));
    } else {
      lines_[place->second] = std::move(cells);
    }
  }
  std::string text = CsvLine(Header());
  for (const Cells& line : lines_) text += CsvLine(line);
  return WriteFileAtomically(path_, text);
}

}  // namespace akin::report
