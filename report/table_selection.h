// Which rows and columns of a table a chart shows.
#ifndef AKIN_REPORT_TABLE_SELECTION_H_
#define AKIN_REPORT_TABLE_SELECTION_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "report/csv.h"
#include "report/table_chart.h"

namespace akin::report {

using Rows = std::vector<const CsvRow*>;

// The rows that `where` asks for: column=value,column=value; several values of a column are
// alternatives.
Result<Rows> SelectRows(const CsvTable& table, const std::string& where);

// The different cells of a column, in order of appearance.
std::vector<std::string> ValuesIn(const Rows& rows, size_t column);

// Whether the cell equals what is wanted, as text or as a number.
bool SameValue(const std::string& cell, const std::string& wanted);

struct ChartColumns {
  size_t x = 0;
  size_t y = 0;
  std::optional<std::pair<size_t, size_t>> interval;
  std::optional<size_t> by;
  std::optional<size_t> panel;
};

// The columns that the options name; for those not named, what suits the output of akin eval.
Result<ChartColumns> ColumnsOf(const CsvTable& table, const Rows& rows,
                               const TableChartOptions& options);

}  // namespace akin::report

#endif  // AKIN_REPORT_TABLE_SELECTION_H_
