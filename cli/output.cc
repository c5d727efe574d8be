#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "terminal.h"

namespace akin::cli {
namespace {

void Write(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// A tab or line end inside a name would break the row.
std::string WithoutBreaks(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

Layout LayoutFor(const Session& session) {
  if (session.json) return Layout::kJson;
  return session.table || IsTerminal(STDOUT_FILENO) ? Layout::kTable : Layout::kTsv;
}

RowWriter::RowWriter(std::vector<Column> columns, const Session& session)
    : columns_(std::move(columns)), layout_(LayoutFor(session)) {}

std::string RowWriter::Text(const Cell& cell, const Column& column) const {
  if (cell.is_string()) return WithoutBreaks(cell.get<std::string>());
  if (cell.is_number_float()) {
    const int decimals = layout_ == Layout::kTable ? column.table_decimals : column.decimals;
    return fmt::format("{:.{}f}", cell.get<double>(), decimals);
  }
  return cell.dump();
}

void RowWriter::Add(std::vector<Cell> cells) {
  if (layout_ == Layout::kJson) {
    Cell object = Cell::object();
    for (size_t i = 0; i < cells.size(); ++i) object[columns_[i].name] = std::move(cells[i]);
    Write(object.dump(-1, ' ', false, Cell::error_handler_t::replace) + "\n");
    return;
  }
  std::vector<std::string> row;
  for (size_t i = 0; i < cells.size(); ++i) row.push_back(Text(cells[i], columns_[i]));
  if (layout_ == Layout::kTable) {
    rows_.push_back(std::move(row));
    return;
  }
  std::string line;
  for (size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : "\t") + row[i];
  Write(line + "\n");
}

void RowWriter::PrintTable() const {
  if (rows_.empty()) return;
  std::vector<size_t> widths;
  for (size_t i = 0; i < columns_.size(); ++i) {
    size_t width = DisplayWidth(columns_[i].name);
    for (const auto& row : rows_) width = std::max(width, DisplayWidth(row[i]));
    widths.push_back(width);
  }
  const auto print = [&](const std::vector<std::string>& row) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - DisplayWidth(row[i]), ' ');
      const bool last = i + 1 == row.size();
      line += columns_[i].right ? padding + row[i] : row[i] + (last ? "" : padding);
      if (!last) line += "  ";
    }
    Write(line + "\n");
  };
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  print(names);
  for (const auto& row : rows_) print(row);
}

Status RowWriter::Finish() {
  if (layout_ == Layout::kTable) PrintTable();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  return Status(Code::kIo, fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace akin::cli
