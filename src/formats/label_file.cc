#include "formats/label_file.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/line_reader.h"
#include "formats/edge_fields.h"
#include "graph/attributes_file.h"

namespace akin {
namespace {

constexpr size_t kMostFirstMessages = 5;

char SeparatorOf(std::string_view header) {
  if (header.find('\t') != std::string_view::npos) return '\t';
  const bool comma = header.find(',') != std::string_view::npos;
  return !comma && header.find(';') != std::string_view::npos ? ';' : ',';
}

// Takes a quoted field from the front of `rest`. What is wrong with it, or nullptr.
const char* TakeQuoted(std::string_view& rest, std::string& field) {
  rest.remove_prefix(1);
  for (;;) {
    const size_t quote = rest.find('"');
    if (quote == std::string_view::npos) return "a quote that is not closed on its line";
    field += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) return nullptr;
    field += '"';
    rest.remove_prefix(1);
  }
}

// What is wrong with a line, or nullptr.
const char* SplitLine(std::string_view line, char separator, std::vector<std::string>& fields) {
  fields.clear();
  for (std::string_view rest = line;;) {
    std::string& field = fields.emplace_back();
    const std::string_view trimmed = TrimBlanks(rest);
    if (separator != '\t' && trimmed.starts_with('"')) {
      rest = trimmed;
      if (const char* problem = TakeQuoted(rest, field); problem != nullptr) return problem;
      rest = TrimBlanks(rest);
      if (rest.empty()) return nullptr;
      if (rest.front() != separator) return "something between a closing quote and the next field";
      rest.remove_prefix(1);
      continue;
    }
    const size_t end = rest.find(separator);
    field = TrimBlanks(rest.substr(0, end));
    if (end == std::string_view::npos) return nullptr;
    rest.remove_prefix(end + 1);
  }
}

class LabelReader {
 public:
  LabelReader(ByteSource& source, const LabelOptions& options, const LabelTable& table,
              LabelReport& report, const Control& control)
      : lines_(source, control), options_(options), table_(table), report_(report) {}

  Status Run() {
    for (auto found = lines_.Next(); found != LineReader::Found::kEnd; found = lines_.Next()) {
      if (found == LineReader::Found::kBadLine) {
        AKIN_TRY(Bad(BadInput(lines_.place(), lines_.problem())));
        continue;
      }
      const std::string_view line = lines_.line();
      // An empty first field of a header may be that of an index without a name.
      if (TrimBlanks(line).empty() || LooksLikeComment(line)) continue;
      AKIN_TRY(columns_ == 0 ? Header(line) : Bad(Line(line)));
    }
    AKIN_TRY(lines_.status());
    if (columns_ > 0) return {};
    return BadInput(lines_.PlaceOf(0), "no header; expected a line with the names of columns");
  }

 private:
  // The problem, unless it is one of a line that may be skipped.
  Status Bad(const Status& problem) {
    const bool skipped = problem.code() == Code::kBadInput && columns_ > 0;
    if (!skipped || !options_.skip_bad_lines) return problem;
    ++report_.bad_lines;
    if (report_.first_bad_lines.size() < kMostFirstMessages) {
      report_.first_bad_lines.push_back(problem.message());
    }
    return {};
  }

  Status Header(std::string_view line) {
    separator_ = SeparatorOf(line);
    if (const char* problem = SplitLine(line, separator_, fields_); problem != nullptr) {
      return BadInput(lines_.place(), problem);
    }
    columns_ = fields_.size();
    if (columns_ == 1) {
      return BadInput(
          lines_.place(),
          "one column; expected names of two or more, with tabs or commas between them");
    }
    const Status taken = table_.header(fields_);
    return taken.ok() ? taken : taken.At(lines_.place());
  }

  Status Line(std::string_view line) {
    if (const char* problem = SplitLine(line, separator_, fields_); problem != nullptr) {
      return BadInput(lines_.place(), problem);
    }
    if (fields_.size() != columns_) {
      return BadInput(lines_.place(),
                      fmt::format("{} fields, but the header has {}", fields_.size(), columns_));
    }
    for (size_t i = 0; i < columns_; ++i) {
      if (fields_[i].empty()) continue;
      if (const char* problem = ValueProblem(fields_[i]); problem != nullptr) {
        return BadInput(lines_.place(), fmt::format("field {} {}", i + 1, problem));
      }
    }
    return table_.line(lines_.place(), fields_);
  }

  LineReader lines_;
  const LabelOptions& options_;
  const LabelTable& table_;
  LabelReport& report_;
  char separator_ = '\t';
  size_t columns_ = 0;
  std::vector<std::string> fields_;
};

}  // namespace

Status ReadLabels(ByteSource& source, const LabelOptions& options, const LabelTable& table,
                  LabelReport& report, const Control& control) {
  return LabelReader(source, options, table, report, control).Run();
}

}  // namespace akin
