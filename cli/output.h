// Rows to standard output: an aligned table on a terminal, tab-separated values in a pipe, JSON
// Lines on request.
#ifndef AKIN_CLI_OUTPUT_H_
#define AKIN_CLI_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "akin/status.h"
#include "session.h"

namespace akin::cli {

struct Column {
  std::string name;
  bool right = false;      // numbers are aligned right
  int decimals = 6;        // of a real number in a pipe
  int table_decimals = 4;  // and in a table
};

enum class Layout { kTable, kTsv, kJson };

// What the flags and standard output ask for.
Layout LayoutFor(const Session& session);

using Cell = nlohmann::ordered_json;

class RowWriter {
 public:
  RowWriter(std::vector<Column> columns, const Session& session);
  // Tables are held until Finish to be aligned; other layouts are written at once.
  void Add(std::vector<Cell> cells);
  Layout layout() const { return layout_; }
  // kIo if standard output could not take it all.
  Status Finish();

 private:
  std::string Text(const Cell& cell, const Column& column) const;
  void PrintTable() const;

  std::vector<Column> columns_;
  Layout layout_;
  std::vector<std::vector<std::string>> rows_;
};

// Columns a text takes on a terminal, counting each UTF-8 character as one.
size_t DisplayWidth(std::string_view text);

}  // namespace akin::cli

#endif  // AKIN_CLI_OUTPUT_H_
