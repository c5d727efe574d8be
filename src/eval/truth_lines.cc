#include "eval/truth_lines.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/input.h"
#include "base/line_reader.h"

namespace akin {
namespace {

constexpr size_t kFirstUnknown = 5;

bool IsComment(std::string_view line) { return line.empty() || line.front() == '#'; }

}  // namespace

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Result<std::optional<std::string>> FirstLine(const std::string& path, const Control& control) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader reader(*source, control);
  while (reader.Next() == LineReader::Found::kLine) {
    if (!IsComment(reader.line())) return std::optional(std::string(reader.line()));
  }
  return std::optional<std::string>();
}

Status EachLine(const std::string& path, size_t fields, std::string_view expected,
                const Control& control, TruthReport& report, const TakeFields& take) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader reader(*source, control);
  for (auto found = reader.Next(); found != LineReader::Found::kEnd; found = reader.Next()) {
    const auto wrong = [&](std::string_view what) { return BadInput(reader.place(), what); };
    if (found == LineReader::Found::kBadLine) return wrong(reader.problem());
    if (IsComment(reader.line())) continue;
    const std::vector<std::string_view> parts = Split(reader.line(), '\t');
    if (parts.size() != fields) {
      return wrong(fmt::format("{} fields instead of {}", parts.size(), expected));
    }
    ++report.lines;
    AKIN_TRY_ASSIGN(const std::string problem, take(parts, reader.number()));
    if (!problem.empty()) return wrong(problem);
  }
  AKIN_TRY(reader.status());
  if (report.lines > 0) return {};
  return BadInput({.file = path}, fmt::format("no lines; expected {}", expected));
}

Result<std::optional<VertexId>> KeyFinder::Find(std::string_view key, uint64_t line) {
  Result<std::optional<VertexId>> vertex = corpus_.FindName(key);
  if (!vertex.ok() || *vertex) return vertex;
  ++report_.unknown;
  if (report_.first_unknown.size() < kFirstUnknown) {
    report_.first_unknown.push_back(fmt::format("{}:{}: {}", path_, line, key));
  }
  return vertex;
}

}  // namespace akin
