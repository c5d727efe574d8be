// A chart of a table: which columns are x and y, and which distinguish series and panels.
//
// x is numeric if all its cells are numbers, otherwise words in order of appearance. A row whose
// cell of x or y is empty, or whose y is "undefined", is not drawn; a line is interrupted there.
// Two rows of one series with the same x would make a meaningless line, so they are an error,
// except as scattered points. Costs a sort of the rows.
#ifndef AKIN_REPORT_TABLE_CHART_H_
#define AKIN_REPORT_TABLE_CHART_H_

#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "report/csv.h"
#include "report/svg_chart.h"

namespace akin::report {

enum class TableMark {
  kAuto,    // lines over numbers, dots over words
  kLine,    // with bands
  kPoints,  // scattered, with whiskers
  kDots,    // one line of text for each x, with whiskers
};
Result<TableMark> TableMarkNamed(std::string_view name);

// Columns by name; empty ones are chosen to suit the output of akin eval.
struct TableChartOptions {
  std::string x;
  std::string y;
  std::string low;
  std::string high;
  std::string by;
  std::string panel;
  std::string where;  // column=value,column=value; several values of a column are alternatives
  std::string title;
  TableMark mark = TableMark::kAuto;
  bool log_x = false;
  bool log_y = false;
};

struct TableChart {
  Figure figure;
  std::vector<std::string> notes;  // about rows that are not drawn
};

// kInvalidArgument for columns and values that do not exist, kBadInput with file:line for cells.
Result<TableChart> ChartOf(const CsvTable& table, const TableChartOptions& options);

}  // namespace akin::report

#endif  // AKIN_REPORT_TABLE_CHART_H_
