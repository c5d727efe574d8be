// Writes rows to standard output: an aligned table on a terminal, tab-separated values in a pipe,
// JSON Lines on request.
#ifndef AKIN_CLI_OUTPUT_H_
#define AKIN_CLI_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "session.h"

namespace akin::cli {

// What happens to the text of a column if a table is wider than the terminal.
enum class Cut {
  kNever,
  kMiddle,  // for keys: only if cutting titles is not enough
  kEnd,     // for titles
};

struct Column {
  std::string name;
  bool right = false;      // for numbers: align right
  int decimals = 6;        // of a real number in a pipe
  int table_decimals = 4;  // and in a table
  // The error of the column before it. In a table both have as many decimals as the errors are
  // worth: two digits of the largest and one of the smallest.
  bool is_error = false;
  Cut cut = Cut::kNever;
  bool json_only = false;  // not in a pipe, where columns are known by their places, nor in a table
  // If a table is wider than the terminal, columns with 1 are left out, then those with 2, and so
  // on; 0: never.
  int leave_out = 0;
};

enum class Layout { kTable, kTsv, kJson };

// The layout that follows from the flags and the kind of standard output.
Layout LayoutFor(const Session& session);

using Cell = nlohmann::ordered_json;

// The columns of a score: score, error and, in JSON, the ends of its interval.
void AddScoreColumns(std::vector<Column>& columns);
void AddScoreCells(const Score& score, std::vector<Cell>& row);

class RowWriter {
 public:
  RowWriter(std::vector<Column> columns, const Session& session);
  // Tables are kept until Finish, so that columns can be aligned; other layouts are written at
  // once.
  void Add(std::vector<Cell> cells);
  Layout layout() const { return layout_; }
  // Sets Column::leave_out, if it depends on the rows.
  void MayLeaveOut(std::string_view column, int when);
  // kIo if writing to standard output failed.
  Status Finish();

 private:
  std::string Text(const Cell& cell, const Column& column) const;
  void AddJson(std::vector<Cell> cells) const;
  std::vector<std::string> Names() const;
  void WriteTsv(const std::vector<std::string>& row) const;
  void WriteHeader();
  void RoundAlike();
  std::vector<size_t> Widths(const std::vector<std::vector<std::string>>& lines) const;
  void LeaveOut(size_t room, std::vector<std::vector<std::string>>& lines);
  void PrintTable();

  std::vector<Column> columns_;  // those of the layout
  std::vector<bool> shown_;      // of the cells in a row, whether they are in the layout
  Layout layout_;
  bool header_due_;                      // the names of the columns are still to be written
  std::vector<std::vector<Cell>> rows_;  // of a table
  const Session& session_;
};

// The decimals that show two digits of the largest error and one of the smallest, 2 to 6 of them.
int DecimalsForErrors(double smallest, double largest);

// Takes columns from the widest, first of those that are cut at the end, then of those cut in the
// middle, until all of them and two blanks between them fit. No column becomes so narrow that it
// says nothing, so that the sum may stay too large.
void FitWidths(std::span<const Column> columns, size_t room, std::span<size_t> widths);

}  // namespace akin::cli

#endif  // AKIN_CLI_OUTPUT_H_
