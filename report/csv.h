// Tables as text: comma-separated values with a header line, as in RFC 4180, and tab-separated
// values.
//
// A cell in double quotes may contain commas, line ends and, doubled, quotes; a quote anywhere else
// is an error. Lines end with \n or \r\n, the last one also with the end of the text. If the header
// has a tab outside quotes, tabs are the separators and quotes are ordinary characters. Empty lines
// and a byte order mark are skipped. Everything is kept in memory.
#ifndef AKIN_REPORT_CSV_H_
#define AKIN_REPORT_CSV_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"

namespace akin::report {

struct CsvRow {
  uint64_t line = 0;  // where it begins; the first line of the text is 1
  std::vector<std::string> cells;
};

struct CsvTable {
  std::string name;  // of the file, for messages
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;  // each with as many cells as there are columns

  // The index of this column; kInvalidArgument, with the names of all columns, if there is none.
  Result<size_t> Find(std::string_view column) const;
  // "results.csv:12: " and what is wrong there.
  Status Bad(const CsvRow& row, std::string_view what) const;
};

// kBadInput gives file:line.
Result<CsvTable> ParseCsv(std::string name, std::string_view text);
// The same for a file, compressed or not; "-" is standard input.
Result<CsvTable> ReadCsv(const std::string& path, const Control& control);

// One line of comma-separated values, including \n. Cells are quoted if necessary.
std::string CsvLine(std::span<const std::string> cells);

}  // namespace akin::report

#endif  // AKIN_REPORT_CSV_H_
