// Writes rows to standard output: an aligned table on a terminal, tab-separated values in a pipe,
// JSON Lines on request.
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
  bool right = false;      // for numbers: align right
  int decimals = 6;        // of a real number in a pipe
  int table_decimals = 4;  // and in a table
};

enum class Layout { kTable, kTsv, kJson };

// The layout that follows from the flags and the kind of standard output.
Layout LayoutFor(const Session& session);

using Cell = nlohmann::ordered_json;

class RowWriter {
 public:
  RowWriter(std::vector<Column> columns, const Session& session);
  // Tables are kept until Finish, so that columns can be aligned; other layouts are written at
  // once.
  void Add(std::vector<Cell> cells);
  Layout layout() const { return layout_; }
  // kIo if writing to standard output failed.
  Status Finish();

 private:
  std::string Text(const Cell& cell, const Column& column) const;
  void PrintTable() const;

  std::vector<Column> columns_;
  Layout layout_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_OUTPUT_H_
