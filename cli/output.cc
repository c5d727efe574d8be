#include "output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "print.h"
#include "terminal.h"

namespace akin::cli {
namespace {

// A tab or line end inside a name would break the row.
std::string WithoutBreaks(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string Fitted(const std::string& text, Cut cut, size_t width) {
  if (cut == Cut::kEnd) return CutEnd(text, width);
  return cut == Cut::kMiddle ? CutMiddle(text, width) : text;
}

// With two blanks between columns.
size_t TotalWidth(std::span<const size_t> widths) {
  size_t total = 2 * (widths.size() - 1);
  for (const size_t width : widths) total += width;
  return total;
}

}  // namespace

int DecimalsForErrors(double smallest, double largest) {
  // The place of the first digit that is not 0, once the error is rounded to so many digits: 2 for
  // 0.012, but 1 for 0.0996, which becomes 0.10.
  const auto place = [](double error, int digits) {
    const int first = -static_cast<int>(std::floor(std::log10(error)));
    const double rounded = std::round(error * std::pow(10, first + digits - 1));
    return rounded >= std::pow(10, digits) ? first - 1 : first;
  };
  return std::clamp(std::max(place(largest, 2) + 1, place(smallest, 1)), 2, 6);
}

void FitWidths(std::span<const Column> columns, size_t room, std::span<size_t> widths) {
  constexpr size_t kNarrowest = 12;
  size_t total = TotalWidth(widths);
  for (const Cut cut : {Cut::kEnd, Cut::kMiddle}) {
    while (total > room) {
      size_t* widest = nullptr;
      for (size_t i = 0; i < widths.size(); ++i) {
        const size_t narrowest = std::max(kNarrowest, columns[i].name.size());
        if (columns[i].cut != cut || widths[i] <= narrowest) continue;
        if (widest == nullptr || widths[i] > *widest) widest = &widths[i];
      }
      if (widest == nullptr) break;
      --*widest;
      --total;
    }
  }
}

Layout LayoutFor(const Session& session) {
  if (session.json) return Layout::kJson;
  return session.table || IsTerminal(STDOUT_FILENO) ? Layout::kTable : Layout::kTsv;
}

void AddScoreColumns(std::vector<Column>& columns) {
  columns.push_back({.name = "score", .right = true});
  columns.push_back({.name = "error", .right = true, .is_error = true});
  columns.push_back({.name = "low", .json_only = true});
  columns.push_back({.name = "high", .json_only = true});
}

void AddScoreCells(const Score& score, std::vector<Cell>& row) {
  for (const double number : {score.value, score.error, score.low, score.high}) {
    row.emplace_back(number);
  }
}

RowWriter::RowWriter(std::vector<Column> columns, const Session& session)
    : layout_(LayoutFor(session)),
      header_due_(layout_ == Layout::kTsv && session.header),
      session_(session) {
  for (Column& column : columns) {
    shown_.push_back(layout_ == Layout::kJson || !column.json_only);
    if (shown_.back()) columns_.push_back(std::move(column));
  }
}

std::string RowWriter::Text(const Cell& cell, const Column& column) const {
  if (cell.is_string()) {
    const std::string text = WithoutBreaks(cell.get<std::string>());
    return layout_ == Layout::kTable ? ForTerminal(text) : text;
  }
  if (cell.is_number_float()) {
    const int decimals = layout_ == Layout::kTable ? column.table_decimals : column.decimals;
    return fmt::format("{:.{}f}", cell.get<double>(), decimals);
  }
  return cell.dump();
}

void RowWriter::AddJson(std::vector<Cell> cells) const {
  Cell object = Cell::object();
  for (size_t i = 0; i < cells.size(); ++i) object[columns_[i].name] = std::move(cells[i]);
  const std::string line = object.dump(-1, ' ', false, Cell::error_handler_t::replace);
  Write(stdout, ForTerminalAsJson(line) + "\n");
}

void RowWriter::Add(std::vector<Cell> cells) {
  if (layout_ == Layout::kJson) return AddJson(std::move(cells));
  std::vector<Cell> shown;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (shown_[i]) shown.push_back(std::move(cells[i]));
  }
  if (layout_ == Layout::kTable) {
    rows_.push_back(std::move(shown));
    return;
  }
  WriteHeader();
  std::vector<std::string> row;
  for (size_t i = 0; i < shown.size(); ++i) row.push_back(Text(shown[i], columns_[i]));
  WriteTsv(row);
}

std::vector<std::string> RowWriter::Names() const {
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  return names;
}

void RowWriter::WriteTsv(const std::vector<std::string>& row) const {
  std::string line;
  for (size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : "\t") + row[i];
  Write(stdout, line + "\n");
}

void RowWriter::WriteHeader() {
  if (std::exchange(header_due_, false)) WriteTsv(Names());
}

void RowWriter::RoundAlike() {
  for (size_t i = 1; i < columns_.size(); ++i) {
    if (!columns_[i].is_error) continue;
    double smallest = 0;
    double largest = 0;
    for (const auto& row : rows_) {
      const double error = row[i].is_number_float() ? row[i].get<double>() : 0;
      if (!(error > 0)) continue;
      smallest = largest == 0 ? error : std::min(smallest, error);
      largest = std::max(largest, error);
    }
    if (largest == 0) continue;  // exact numbers: the usual decimals
    columns_[i].table_decimals = DecimalsForErrors(smallest, largest);
    columns_[i - 1].table_decimals = columns_[i].table_decimals;
  }
}

std::vector<size_t> RowWriter::Widths(const std::vector<std::vector<std::string>>& lines) const {
  std::vector<size_t> widths(columns_.size());
  for (const auto& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(line[i]));
    }
  }
  return widths;
}

void RowWriter::LeaveOut(size_t room, std::vector<std::vector<std::string>>& lines) {
  int most = 0;
  for (const Column& column : columns_) most = std::max(most, column.leave_out);
  std::vector<std::string> gone;
  for (int now = 1; now <= most; ++now) {
    std::vector<size_t> widths = Widths(lines);
    FitWidths(columns_, room, widths);
    if (TotalWidth(widths) <= room) break;
    for (size_t i = columns_.size(); i-- > 0;) {
      if (columns_[i].leave_out != now) continue;
      gone.insert(gone.begin(), columns_[i].name);
      columns_.erase(columns_.begin() + static_cast<ptrdiff_t>(i));
      for (auto& line : lines) line.erase(line.begin() + static_cast<ptrdiff_t>(i));
    }
  }
  if (gone.empty()) return;
  session_.Note(fmt::format("note: too narrow for {}; a wider window, a pipe or --json has them",
                            fmt::join(gone, ", ")));
}

void RowWriter::MayLeaveOut(std::string_view name, int when) {
  for (Column& column : columns_) {
    if (column.name == name) column.leave_out = when;
  }
}

void RowWriter::PrintTable() {
  if (rows_.empty()) return;
  RoundAlike();
  std::vector<std::vector<std::string>> lines = {Names()};
  for (const auto& row : rows_) {
    lines.emplace_back();
    for (size_t i = 0; i < row.size(); ++i) lines.back().push_back(Text(row[i], columns_[i]));
  }
  const bool narrow = IsTerminal(STDOUT_FILENO);
  if (narrow) LeaveOut(TerminalWidth(STDOUT_FILENO), lines);
  std::vector<size_t> widths = Widths(lines);
  if (narrow) FitWidths(columns_, TerminalWidth(STDOUT_FILENO), widths);
  for (const auto& line : lines) {
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string cell = Fitted(line[i], columns_[i].cut, widths[i]);
      const std::string padding(widths[i] - DisplayWidth(cell), ' ');
      const bool last = i + 1 == line.size();
      text += columns_[i].right ? padding + cell : cell + (last ? "" : padding);
      if (!last) text += "  ";
    }
    Write(stdout, text + "\n");
  }
}

Status RowWriter::Finish() {
  if (layout_ == Layout::kTable) PrintTable();
  WriteHeader();
  return OutputStatus();
}

}  // namespace akin::cli
