#include "formats/edge_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "base/line_reader.h"
#include "formats/bad_lines.h"

namespace akin {

Status HasWeights(std::string_view what) {
  return Status(Code::kBadInput,
                fmt::format("{}: arcs have no weights here; they can be ignored", what))
      .WithParameter("ignore_weights");
}

bool LooksLikeComment(std::string_view line) {
  const auto hex = [&](size_t i) {
    return i < line.size() && std::isxdigit(static_cast<unsigned char>(line[i])) != 0;
  };
  if (line.starts_with('#')) return true;
  return line.starts_with('%') && !(hex(1) && hex(2));
}

bool SurvivesEdgeList(std::string_view name) {
  return !LooksLikeComment(name) && !name.empty() && !IsBlank(name.front()) &&
         !IsBlank(name.back());
}

namespace {

constexpr size_t kLongestName = size_t{64} << 10;

enum class Separator { kTab, kComma, kBlanks };

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

// Whether this line contains more than blanks or a comment.
bool IsData(std::string_view line) {
  while (!line.empty() && IsBlank(line.front())) line.remove_prefix(1);
  return !line.empty() && !LooksLikeComment(line);
}

bool IsInteger(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsUsualHeader(std::string_view first, std::string_view second) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kPairs = {{
      {"source", "target"},
      {"source", "destination"},
      {"source", "dest"},
      {"src", "dst"},
      {"src", "dest"},
      {"from", "to"},
      {"fromnodeid", "tonodeid"},
      {"from_id", "to_id"},
      {"source_id", "target_id"},
      {"node1", "node2"},
      {"node_1", "node_2"},
      {"id1", "id2"},
      {"id_1", "id_2"},
      {"head", "tail"},
      {"tail", "head"},
      {"u", "v"},
  }};
  const auto same = [](std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
      return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
    });
  };
  return std::ranges::any_of(kPairs, [&](const auto& pair) {
    return same(first, pair.first) && same(second, pair.second);
  });
}

// Whether eight bytes are all printable ASCII.
bool IsPlainWord(const char* bytes) {
  constexpr uint64_t kEach = 0x0101010101010101;
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  // The top bit of a byte is set if the byte is below 0x20, is 0x7f, or is not ASCII.
  return (((word - 0x20 * kEach) | (word + kEach) | word) & 0x80 * kEach) == 0;
}

// What is wrong with a name, or nullptr.
const char* NameProblem(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > kLongestName) return "the name is longer than 64 KiB";
  while (!name.empty()) {
    if (name.size() >= 8 && IsPlainWord(name.data())) {
      name.remove_prefix(8);
      continue;
    }
    const std::optional<CodePoint> point = FirstCodePoint(name);
    if (!point) return "the name is not valid UTF-8; convert the file (iconv -t utf-8)";
    if (IsControl(point->value)) return "the name has a control character";
    name.remove_prefix(point->bytes);
  }
  return nullptr;
}

// The fields of one line. The first three are kept; all are counted.
class Fields {
 public:
  // If it returns false, problem() says what is wrong with the quotes.
  bool Split(std::string_view line, Separator separator) {
    count_ = 0;
    switch (separator) {
      case Separator::kTab:
        return SplitAt(line, '\t');
      case Separator::kComma:
        return line.find('"') == std::string_view::npos ? SplitAt(line, ',') : SplitQuoted(line);
      case Separator::kBlanks:
        return SplitAtBlanks(line);
    }
    return false;
  }

  size_t count() const { return count_; }
  std::string_view operator[](size_t i) const { return fields_[i]; }
  const char* problem() const { return problem_; }

 private:
  static constexpr size_t kKept = 3;

  void Add(std::string_view field) {
    if (count_ < kKept) fields_[count_] = field;
    ++count_;
  }

  bool SplitAt(std::string_view line, char separator) {
    for (;;) {
      const size_t at = line.find(separator);
      Add(Trim(line.substr(0, at)));
      if (at == std::string_view::npos) return true;
      line.remove_prefix(at + 1);
    }
  }

  bool SplitAtBlanks(std::string_view line) {
    const char* p = line.data();
    const char* const end = p + line.size();
    for (;;) {
      while (p != end && IsBlank(*p)) ++p;
      if (p == end) return true;
      const char* const start = p;
      while (p != end && !IsBlank(*p)) ++p;
      Add({start, static_cast<size_t>(p - start)});
    }
  }

  bool SplitQuoted(std::string_view line) {
    for (;;) {
      line = Trim(line);
      if (line.starts_with('"')) {
        if (!TakeQuoted(line)) return false;
      } else {
        const size_t comma = std::min(line.find(','), line.size());
        Add(Trim(line.substr(0, comma)));
        line.remove_prefix(comma);
      }
      if (line.empty()) return true;
      line.remove_prefix(1);
    }
  }

  // Moves one quoted field from the front of `line`, up to the comma after it.
  bool TakeQuoted(std::string_view& line) {
    // Fields beyond those kept share the last place, because they are only counted.
    std::string& text = unquoted_[std::min(count_, kKept - 1)];
    text.clear();
    line.remove_prefix(1);
    for (;;) {
      const size_t quote = line.find('"');
      if (quote == std::string_view::npos) {
        problem_ = "a quote is not closed on the same line";
        return false;
      }
      text += line.substr(0, quote);
      line.remove_prefix(quote + 1);
      if (!line.starts_with('"')) break;
      text += '"';
      line.remove_prefix(1);
    }
    line = Trim(line);
    if (!line.empty() && line.front() != ',') {
      problem_ = "text after a closing quote; expected a comma (write \"\" for a quote inside)";
      return false;
    }
    Add(text);
    return true;
  }

  std::array<std::string_view, kKept> fields_;
  size_t count_ = 0;
  const char* problem_ = nullptr;
  std::array<std::string, kKept> unquoted_;
};

class EdgeListReader {
 public:
  EdgeListReader(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                 IngestReport& report, const Control& control)
      : source_(source),
        options_(options),
        sink_(sink),
        report_(report),
        arcs_before_(report.arcs_read),
        lines_(source, control) {}

  Status Run() {
    for (;;) {
      switch (lines_.Next()) {
        case LineReader::Found::kLine:
          if (IsData(lines_.line())) AKIN_TRY(Data(lines_.line(), lines_.number()));
          break;
        case LineReader::Found::kBadLine:
          AKIN_TRY(Bad(lines_.number(), lines_.problem()));
          break;
        case LineReader::Found::kEnd:
          AKIN_TRY(lines_.status());
          return Finish();
      }
    }
  }

 private:
  // How far the header line has been handled.
  enum class Phase {
    kFirstLine,
    kUndecided,  // the first line is kept until the next shows what it was
    kArcs,
  };

  Status Data(std::string_view line, uint64_t number) {
    switch (phase_) {
      case Phase::kArcs:
        return Arc(line, number);
      case Phase::kFirstLine:
        return FirstLine(line, number);
      case Phase::kUndecided:
        return SecondLine(line, number);
    }
    return {};
  }

  Status FirstLine(std::string_view line, uint64_t number) {
    phase_ = Phase::kArcs;
    if (options_.header == HeaderLine::kPresent) return {};
    if (options_.header == HeaderLine::kAbsent) return Arc(line, number);
    if (!Split(line) || fields_.count() < 2) {
      phase_ = Phase::kFirstLine;  // a bad line; if it is skipped, the header may still come
      return Arc(line, number);
    }
    if (IsUsualHeader(fields_[0], fields_[1])) {
      NoteHeader(number);
      return {};
    }
    if (IsInteger(fields_[0]) || IsInteger(fields_[1])) return Arc(line, number);
    if (fields_.count() == 2) separator_ = SeparatorOf(line);
    held_ = line;
    held_number_ = number;
    phase_ = Phase::kUndecided;
    return {};
  }

  Status SecondLine(std::string_view line, uint64_t number) {
    const bool integers =
        Split(line) && fields_.count() >= 2 && IsInteger(fields_[0]) && IsInteger(fields_[1]);
    AKIN_TRY(Release(integers));
    return Arc(line, number);
  }

  // Decides what the kept line was.
  Status Release(bool is_header) {
    phase_ = Phase::kArcs;
    if (!is_header) return Arc(held_, held_number_);
    NoteHeader(held_number_);
    return {};
  }

  Status Arc(std::string_view line, uint64_t number) {
    if (!Split(line)) return Bad(number, fields_.problem());
    if (fields_.count() != 2) {
      if (const Status problem = CheckColumns(); !problem.ok()) return Bad(number, problem);
    }
    for (const size_t i : {0, 1}) {
      if (const char* problem = NameProblem(fields_[i]); problem != nullptr) {
        return Bad(number, fmt::format("column {}: {}", i + 1, problem));
      }
    }
    if (!separator_) separator_ = SeparatorOf(line);
    ++report_.arcs_read;
    return sink_.Arc(fields_[0], fields_[1]);
  }

  // For a line without exactly two columns; ok if the third is a weight that may be ignored.
  Status CheckColumns() const {
    const bool weight = fields_.count() == 3 && IsNumber(fields_[2]);
    if (weight && options_.ignore_weights) return {};
    if (weight) return HasWeights("a third column with a number");
    if (fields_.count() == 3 && options_.ignore_weights) {
      return {Code::kBadInput,
              "the third column is not a number; expected two names and perhaps a weight"};
    }
    return {Code::kBadInput,
            fmt::format("found {} column{}; expected 2, separated by {}", fields_.count(),
                        fields_.count() == 1 ? "" : "s", SeparatorName())};
  }

  std::string_view SeparatorName() const {
    if (!separator_) return "a tab, a comma or blanks";
    switch (*separator_) {
      case Separator::kTab:
        return "a tab, as before";
      case Separator::kComma:
        return "a comma, as before";
      case Separator::kBlanks:
        return "blanks, as before";
    }
    return {};
  }

  // The separator is fixed once a line was valid with it. Until then it is detected for every line,
  // so that bad lines at the start do not decide for the file.
  bool Split(std::string_view line) {
    return fields_.Split(line, separator_ ? *separator_ : SeparatorOf(line));
  }

  static Separator SeparatorOf(std::string_view line) {
    line = Trim(line);
    if (line.find('\t') != std::string_view::npos) return Separator::kTab;
    return line.find(',') != std::string_view::npos ? Separator::kComma : Separator::kBlanks;
  }

  Status Bad(uint64_t number, std::string_view problem) {
    return Bad(number, Status(Code::kBadInput, problem));
  }
  Status Bad(uint64_t number, const Status& problem) {
    ++bad_;
    return RefuseOrCount(problem.At(lines_.PlaceOf(number)), options_, report_);
  }

  void NoteHeader(uint64_t number) {
    report_.notes.push_back(
        fmt::format("{}:{}: taken for a header line, not for an arc", source_.name(), number));
  }

  Status Finish() {
    if (phase_ == Phase::kUndecided) AKIN_TRY(Release(false));
    if (report_.arcs_read > arcs_before_) return {};
    const std::string skipped = bad_ > 0 ? fmt::format(" ({} malformed lines skipped)", bad_) : "";
    return BadInput({.file = source_.name()},
                    fmt::format("no arcs found{}; expected lines of two names, separated by a tab, "
                                "a comma or blanks",
                                skipped));
  }

  const ByteSource& source_;
  const IngestOptions& options_;
  ArcSink& sink_;
  IngestReport& report_;
  const uint64_t arcs_before_;  // read from other sources
  LineReader lines_;

  Phase phase_ = Phase::kFirstLine;
  std::optional<Separator> separator_;
  Fields fields_;
  std::string held_;
  uint64_t held_number_ = 0;
  uint64_t bad_ = 0;
};

}  // namespace

Status ReadEdgeList(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                    IngestReport& report, const Control& control) {
  return EdgeListReader(source, options, sink, report, control).Run();
}

}  // namespace akin
