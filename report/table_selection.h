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

// Those that `where` asks for: column=value,column=value; several values of a column are
// alternatives.
Result<Rows> SelectRows(const CsvTable& table, const std::string& where);

// The different cells of a column, in the order in which they come.
std::vector<std::string> ValuesIn(const Rows& rows, size_t column);

// Whether the cell says what is wanted, or a number that is equal to it.
bool SameValue(const std::string& cell, const std::string& wanted);

struct ChartColumns {
  size_t x = 0;
  size_t y = 0;
  std::optional<std::pair<size_t, size_t>> interval;
  std::optional<size_t> by;
  std::optional<size_t> panel;
};

// Those that the options name; where they name none, what fits what akin eval writes.
Result<ChartColumns> ColumnsOf(const CsvTable& table, const Rows& rows,
                               const TableChartOptions& options);

}  // namespace akin::report

#endif  // AKIN_REPORT_TABLE_SELECTION_H_
