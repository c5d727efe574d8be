#include "report/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"

namespace akin::report {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool HasTabs(std::string_view text) {
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '\t') return true;
    if (!quoted && c == '\n') return false;
  }
  return false;
}

class Parser {
 public:
  Parser(std::string_view name, std::string_view text) : name_(name), text_(text) {
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
    separator_ = HasTabs(text_) ? '\t' : ',';
  }

  // The next line that is not empty; at the end, a row without cells.
  Result<CsvRow> Next() {
    while (TakeLineEnd()) {
    }
    CsvRow row{.line = line_};
    if (text_.empty()) return row;
    do {
      AKIN_TRY_ASSIGN(std::string cell, TakeCell());
      row.cells.push_back(std::move(cell));
    } while (Take(separator_));
    TakeLineEnd();
    return row;
  }

 private:
  bool Take(char wanted) {
    if (text_.empty() || text_.front() != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool AtLineEnd() const { return text_.starts_with('\n') || text_.starts_with("\r\n"); }
  bool TakeLineEnd() {
    if (!AtLineEnd()) return false;
    text_.remove_prefix(text_.front() == '\r' ? 2 : 1);
    ++line_;
    return true;
  }
  Status Bad(uint64_t line, std::string_view what) const {
    return BadInput({.file = std::string(name_), .line = line}, what);
  }

  Result<std::string> TakeCell() {
    if (separator_ == ',' && Take('"')) return TakeQuoted();
    std::string cell;
    while (!text_.empty() && text_.front() != separator_ && !AtLineEnd()) {
      if (separator_ == ',' && text_.front() == '"') {
        return Bad(line_, fmt::format("a quote inside the cell {}; cells with quotes are written "
                                      "in quotes, with each doubled",
                                      cell));
      }
      cell += text_.front();
      text_.remove_prefix(1);
    }
    return cell;
  }

  // Takes the text after an opening quote, up to and including the closing one.
  Result<std::string> TakeQuoted() {
    const uint64_t opened = line_;
    std::string cell;
    for (;;) {
      const size_t quote = text_.find('"');
      if (quote == std::string_view::npos) return Bad(opened, "a quote opens and never closes");
      const std::string_view part = text_.substr(0, quote);
      cell += part;
      line_ += static_cast<uint64_t>(std::count(part.begin(), part.end(), '\n'));
      text_.remove_prefix(quote + 1);
      if (!Take('"')) break;
      cell += '"';
    }
    if (text_.empty() || text_.front() == separator_ || AtLineEnd()) return cell;
    return Bad(line_, "text behind a closing quote; a quote inside quotes is written twice");
  }

  std::string_view name_;
  std::string_view text_;  // not parsed yet
  uint64_t line_ = 1;
  char separator_ = ',';
};

}  // namespace

Result<size_t> CsvTable::Find(std::string_view column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  if (found != columns.end()) return static_cast<size_t>(found - columns.begin());
  return UnknownWord("", "column", column, {columns.begin(), columns.end()}).At({.file = name});
}

Status CsvTable::Bad(const CsvRow& row, std::string_view what) const {
  return BadInput({.file = name, .line = row.line}, what);
}

Result<CsvTable> ParseCsv(std::string name, std::string_view text) {
  CsvTable table{.name = std::move(name)};
  Parser parser(table.name, text);
  AKIN_TRY_ASSIGN(CsvRow header, parser.Next());
  if (header.cells.empty()) return table.Bad(header, "no header line that names the columns");
  for (const std::string& column : header.cells) {
    if (std::count(header.cells.begin(), header.cells.end(), column) > 1) {
      return table.Bad(header, fmt::format("two columns are called '{}'", column));
    }
  }
  table.columns = std::move(header.cells);
  for (;;) {
    AKIN_TRY_ASSIGN(CsvRow row, parser.Next());
    if (row.cells.empty()) return table;
    if (row.cells.size() != table.columns.size()) {
      return table.Bad(row, fmt::format("{} fields, but the header has {}", row.cells.size(),
                                        table.columns.size()));
    }
    table.rows.push_back(std::move(row));
  }
}

Result<CsvTable> ReadCsv(const std::string& path, const Control& control) {
  AKIN_TRY_ASSIGN(const std::string text, ReadText(path, control));
  return ParseCsv(path == "-" ? "standard input" : path, text);
}

std::string CsvLine(std::span<const std::string> cells) {
  std::string line;
  for (const std::string& cell : cells) {
    if (&cell != &cells.front()) line += ',';
    // A line with one empty cell must not look like an empty line.
    const bool plain = cell.find_first_of("\",\r\n\t") == std::string::npos;
    if (plain && !(cell.empty() && cells.size() == 1)) {
      line += cell;
      continue;
    }
    line += '"';
    for (const char c : cell) line.append(c == '"' ? 2 : 1, c);
    line += '"';
  }
  return line + '\n';
}

}  // namespace akin::report
