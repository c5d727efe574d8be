#include <string>

#include "fuzz/require.h"
#include "fuzz/targets.h"
#include "report/csv.h"

namespace akin {

void FuzzCsv(std::string_view text) {
  const auto table = report::ParseCsv("x.csv", text);
  if (!table.ok()) return RequireBadInput(table.status());
  std::string again = report::CsvLine(table->columns);
  for (const report::CsvRow& row : table->rows) {
    Require(row.cells.size() == table->columns.size(), "rows have all columns");
    again += report::CsvLine(row.cells);
  }
  const auto second = report::ParseCsv("x.csv", again);
  // What was separated by tabs may have quotes, and a header of one empty cell is an empty line.
  if (!second.ok() || text.find('\t') != std::string_view::npos) return;
  for (size_t i = 0; i < std::min(second->rows.size(), table->rows.size()); ++i) {
    if (table->columns.size() > 1) {
      Require(second->rows[i].cells == table->rows[i].cells, "a table comes back");
    }
  }
}

}  // namespace akin
