#include "formats/matrix_market.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/types.h"
#include "base/line_reader.h"
#include "formats/bad_lines.h"
#include "formats/edge_list.h"
#include "formats/source_limits.h"

namespace akin {
namespace {

constexpr std::string_view kBanner = "%%MatrixMarket";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kBannerExpected =
    "expected \"%%MatrixMarket matrix coordinate pattern general\" or another kind of it";

// Removes the next word from the front of `text` and returns it; empty at the end.
std::string_view NextWord(std::string_view& text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end && IsBlank(*p)) ++p;
  const char* const start = p;
  while (p != end && !IsBlank(*p)) ++p;
  text = {p, static_cast<size_t>(end - p)};
  return {start, static_cast<size_t>(p - start)};
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::optional<uint64_t> Count(std::string_view word) {
  uint64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// Blank, or a comment.
bool IsSkipped(std::string_view line) {
  const std::string_view word = NextWord(line);
  return word.empty() || word.front() == '%';
}

class MatrixMarketReader {
 public:
  MatrixMarketReader(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                     IngestReport& report, const Control& control)
      : source_(source),
        options_(options),
        sink_(sink),
        report_(report),
        control_(control),
        lines_(source, control) {}

  Status Run() {
    AKIN_TRY(ReadBanner());
    AKIN_TRY(ReadSize());
    AKIN_TRY(ReadEntries());
    AKIN_TRY(CheckDeclaredVertices(size_, entries_, options_, {.file = source_.name()}));
    return GiveVertices();
  }

 private:
  Status ReadBanner() {
    AKIN_TRY_ASSIGN(std::string_view line, HeadLine(kBannerExpected));
    if (LowerCase(NextWord(line)) != LowerCase(kBanner)) {
      return Refused(fmt::format("not a MatrixMarket file; {}", kBannerExpected));
    }
    const std::string object = LowerCase(NextWord(line));
    const std::string format = LowerCase(NextWord(line));
    const std::string field = LowerCase(NextWord(line));
    const std::string symmetry = LowerCase(NextWord(line));
    if (object == "matrix" && format == "array") {
      return Refused("a dense (array) matrix; expected a sparse one: write it as coordinate");
    }
    if (object != "matrix" || format != "coordinate" || !NextWord(line).empty()) {
      return Refused(fmt::format("unknown kind of MatrixMarket file; {}", kBannerExpected));
    }
    AKIN_TRY(SetField(field));
    return SetSymmetry(symmetry);
  }

  Status SetField(std::string_view field) {
    if (field == "pattern") return {};
    if (field != "real" && field != "integer" && field != "complex") {
      return Refused("unknown field; expected pattern, real, integer or complex");
    }
    if (!options_.ignore_weights) {
      return HasWeights(fmt::format("entries have {} values", field)).At(lines_.place());
    }
    values_ = field == "complex" ? 2 : 1;
    return {};
  }

  Status SetSymmetry(std::string_view symmetry) {
    both_triangles_ =
        symmetry == "symmetric" || symmetry == "skew-symmetric" || symmetry == "hermitian";
    if (both_triangles_ || symmetry == "general") return {};
    return Refused("unknown symmetry; expected general, symmetric, skew-symmetric or hermitian");
  }

  Status ReadSize() {
    constexpr std::string_view kExpected = "expected the size line: rows, columns, entries";
    std::string_view line;
    do {
      AKIN_TRY_ASSIGN(line, HeadLine(kExpected));
    } while (IsSkipped(line));
    const std::optional<uint64_t> rows = Count(NextWord(line));
    const std::optional<uint64_t> columns = Count(NextWord(line));
    const std::optional<uint64_t> entries = Count(NextWord(line));
    if (!rows || !columns || !entries || !NextWord(line).empty()) {
      return Refused(fmt::format("not three counts; {}", kExpected));
    }
    if (*rows != *columns) {
      return Refused(
          fmt::format("the matrix is not square: {} rows, {} columns; write a graph with two kinds "
                      "of vertices as an edge list, with other names for rows than for columns",
                      *rows, *columns));
    }
    if (*rows == 0) return Refused("the matrix has no rows; expected at least one vertex");
    if (*rows >= kNoVertex) {
      return Refused(fmt::format("{} rows; expected fewer than {}", *rows, kNoVertex));
    }
    size_ = *rows;
    declared_ = *entries;
    return {};
  }

  // The next line of the part before the entries, where bad lines cannot be skipped.
  Result<std::string_view> HeadLine(std::string_view expected) {
    switch (lines_.Next()) {
      case LineReader::Found::kLine:
        return lines_.line();
      case LineReader::Found::kBadLine:
        return Refused(lines_.problem());
      case LineReader::Found::kEnd:
        break;
    }
    AKIN_TRY(lines_.status());
    return BadInput({.file = source_.name()}, fmt::format("the file ends too soon; {}", expected));
  }

  Status ReadEntries() {
    for (;;) {
      switch (lines_.Next()) {
        case LineReader::Found::kLine:
          if (!IsSkipped(lines_.line())) AKIN_TRY(Entry(lines_.line()));
          break;
        case LineReader::Found::kBadLine:
          ++entries_;
          AKIN_TRY(Bad(lines_.problem()));
          break;
        case LineReader::Found::kEnd:
          AKIN_TRY(lines_.status());
          return CheckEntryCount();
      }
    }
  }

  Status CheckEntryCount() const {
    if (entries_ >= declared_) return {};
    return BadInput({.file = source_.name()},
                    fmt::format("the file ends after {} entries, but its size line declares {}; it "
                                "may be truncated: fetch or make it again",
                                entries_, declared_));
  }

  Status Entry(std::string_view line) {
    if (++entries_ > declared_) {
      return Bad(fmt::format("more entries than the {} the size line declares", declared_));
    }
    const std::optional<uint64_t> row = Count(NextWord(line));
    const std::optional<uint64_t> column = Count(NextWord(line));
    if (!row || !column) return Bad("not an entry; expected a row and a column, two integers");
    if (!InRange(*row) || !InRange(*column)) {
      return Bad(fmt::format("entry ({}, {}) is outside the matrix; expected 1 to {}", *row,
                             *column, size_));
    }
    for (size_t i = 0; i < values_; ++i) {
      if (!IsNumber(NextWord(line))) {
        return Bad(fmt::format("expected {} after row and column",
                               values_ == 1 ? "a number" : "two numbers"));
      }
    }
    if (!NextWord(line).empty()) {
      return Bad(fmt::format("too many columns; expected {}", 2 + values_));
    }
    return Arcs(*row, *column);
  }

  bool InRange(uint64_t index) const { return index >= 1 && index <= size_; }

  Status Arcs(uint64_t row, uint64_t column) {
    // Formatted again, since a file may write 7 as 007.
    const fmt::format_int from(row);
    const fmt::format_int to(column);
    const std::string_view from_name(from.data(), from.size());
    const std::string_view to_name(to.data(), to.size());
    ++report_.arcs_read;
    AKIN_TRY(sink_.Arc(from_name, to_name));
    if (!both_triangles_ || row == column) return {};
    ++report_.arcs_read;
    return sink_.Arc(to_name, from_name);
  }

  Status GiveVertices() {
    constexpr uint64_t kBetweenLooks = 1 << 16;
    for (uint64_t i = 1; i <= size_; ++i) {
      const fmt::format_int name(i);
      AKIN_TRY(sink_.Vertex({name.data(), name.size()}));
      if (i % kBetweenLooks == 0 && control_.stop.stop_requested()) {
        return Status(Code::kCancelled, "stopped while reading").At({.file = source_.name()});
      }
    }
    return {};
  }

  Status Refused(std::string_view problem) const { return BadInput(lines_.place(), problem); }

  Status Bad(std::string_view problem) {
    return RefuseOrCount(BadInput(lines_.place(), problem), options_, report_);
  }

  const ByteSource& source_;
  const IngestOptions& options_;
  ArcSink& sink_;
  IngestReport& report_;
  const Control& control_;
  LineReader lines_;

  size_t values_ = 0;            // numbers after row and column
  bool both_triangles_ = false;  // an entry stands for its mirror image too
  uint64_t size_ = 0;            // rows, and columns
  uint64_t declared_ = 0;
  uint64_t entries_ = 0;  // lines that were, or should have been, an entry
};

}  // namespace

bool IsMatrixMarket(std::string_view head) {
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  return LowerCase(NextWord(head)) == LowerCase(kBanner);
}

Status ReadMatrixMarket(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                        IngestReport& report, const Control& control) {
  return MatrixMarketReader(source, options, sink, report, control).Run();
}

}  // namespace akin
