#include "formats/title_file.h"

#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "base/input.h"
#include "base/line_reader.h"
#include "formats/bad_lines.h"
#include "formats/edge_fields.h"

namespace akin {
namespace {

// What is wrong with a title, or nullptr.
const char* TitleProblem(std::string_view title) {
  while (!title.empty()) {
    const std::optional<CodePoint> point = FirstCodePoint(title);
    if (!point) return "the title is not valid UTF-8; convert the file (iconv -t utf-8)";
    if (IsControl(point->value)) return "the title has a control character";
    title.remove_prefix(point->bytes);
  }
  return nullptr;
}

// What is wrong with a line, or nullptr.
const char* ParseTitle(std::string_view line, std::string_view& key, std::string_view& title) {
  const size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return "no tab; expected a key, a tab and a title";
  key = TrimBlanks(line.substr(0, tab));
  title = TrimBlanks(line.substr(tab + 1));
  if (key.empty()) return "the key is empty; expected a key, a tab and a title";
  return TitleProblem(title);
}

}  // namespace

Status ReadTitles(const std::string& path, const IngestOptions& options, const TitleVisitor& visit,
                  IngestReport& report, const Control& control) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader lines(*source, control);
  const auto bad = [&](std::string_view problem) {
    return RefuseOrCount(BadInput(lines.place(), problem), options, report);
  };
  for (bool any = false;;) {
    const LineReader::Found found = lines.Next();
    if (found == LineReader::Found::kEnd) {
      AKIN_TRY(lines.status());
      if (any) return {};
      return BadInput({.file = path},
                      "no titles found; expected lines of a key, a tab and a title");
    }
    if (found == LineReader::Found::kBadLine) {
      any = true;
      AKIN_TRY(bad(lines.problem()));
      continue;
    }
    const std::string_view line = lines.line();
    if (TrimBlanks(line).empty() || LooksLikeComment(line)) continue;
    any = true;
    std::string_view key;
    std::string_view title;
    if (const char* problem = ParseTitle(line, key, title); problem != nullptr) {
      AKIN_TRY(bad(problem));
      continue;
    }
    AKIN_TRY(visit(lines.place(), key, title));
  }
}

}  // namespace akin
