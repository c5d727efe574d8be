// The lines of a text source, as views into one buffer.
//
// A line ends with \n or \r\n, the last one also with the end of the source; neither is part of the
// line. A byte order mark at the start is skipped. Two kinds of lines are bad whatever they mean:
// lines longer than 1 MiB (the rest is skipped without being stored), and lines with a NUL byte.
//
// Cost: one search for \n per line and one for NUL per 64 KiB; 1.1 MiB of memory. Every 64 KiB,
// that is every few thousand lines, it checks for a stop and reports progress in stored bytes.
#ifndef AKIN_SRC_BASE_LINE_READER_H_
#define AKIN_SRC_BASE_LINE_READER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "base/input.h"
#include "base/progress.h"

namespace akin {

// Some whole lines of a source together.
struct LineBlock {
  static constexpr size_t kPadding = 16;

  std::string_view text() const { return {bytes.data(), size}; }

  std::vector<char> bytes;  // at least kPadding zeros follow the text
  size_t size = 0;
  uint64_t first = 0;        // the number of the first line
  std::string_view problem;  // if not empty: this is one line, which is bad for this reason
};

class LineReader {
 public:
  static constexpr size_t kLongestLine = size_t{1} << 20;

  // Both must outlive the reader.
  LineReader(ByteSource& source, const Control& control);

  enum class Found {
    kLine,
    kBadLine,  // problem() says why; the next call continues after it
    kEnd,      // or a failure: see status()
  };
  Found Next() {
    if (!in_long_line_ && begin_ != end_) {
      const void* newline = std::memchr(begin_, '\n', static_cast<size_t>(end_ - begin_));
      if (newline != nullptr) return Take(static_cast<char*>(const_cast<void*>(newline)), 1);
    }
    return NextAfterRefill();
  }

  // The next lines together, of about `bytes` bytes; or a single longer one. False at the end, or
  // on a failure. For who wants to split lines on several threads: a block can be used while the
  // next one is read. Lines of a block may have NULs (see LinesOf).
  bool NextBlock(size_t bytes, LineBlock& block);

  // Valid until the next call of Next().
  std::string_view line() const { return line_; }
  uint64_t number() const { return number_; }  // of the last line; the first is 1
  std::string_view problem() const { return problem_; }
  const Status& status() const { return status_; }

  // Of the last line, and of any line.
  Place place() const { return PlaceOf(number_); }
  Place PlaceOf(uint64_t line) const { return {.file = source_.name(), .line = line}; }

 private:
  Found Take(char* line_end, size_t newline_bytes) {
    ++number_;
    line_ = {begin_, static_cast<size_t>(line_end - begin_)};
    begin_ = line_end + newline_bytes;
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    if (may_have_nul_ || line_.size() > kLongestLine) return Examine();
    return Found::kLine;
  }
  Found Examine();
  Found NextAfterRefill();
  bool SkipRestOfLongLine();
  bool Refill();
  size_t ReadSome(std::span<char> into);
  size_t FillBlock(size_t bytes, LineBlock& block, bool& from_buffer);
  void PutBack(std::string_view rest, bool from_buffer);
  bool LongLineAsBlock(LineBlock& block);
  Status SkipByteOrderMark();

  ByteSource& source_;
  const Control& control_;
  ProgressMeter meter_;
  uint64_t reported_ = 0;

  std::vector<char> buffer_;
  char* begin_;  // buffered bytes that are not yet returned
  char* end_;
  bool started_ = false;
  bool may_have_nul_ = false;  // some line in the buffer contains a NUL
  bool in_long_line_ = false;  // the line that was reported as too long has not ended yet

  std::string_view line_;
  uint64_t number_ = 0;
  std::string_view problem_;
  Status status_;
};

// The lines of a block, one after another, as the reader gives them.
class LinesOf {
 public:
  explicit LinesOf(const LineBlock& block) : block_(block), rest_(block.text()) {}

  LineReader::Found Next();
  std::string_view line() const { return line_; }
  uint64_t number() const { return block_.first + taken_ - 1; }
  std::string_view problem() const { return problem_; }

 private:
  const LineBlock& block_;
  std::string_view rest_;
  uint64_t taken_ = 0;
  std::string_view line_;
  std::string_view problem_;
};

// The characters between the words of a line.
inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Whether all of `text` is one decimal number, of any size.
bool IsNumber(std::string_view text);

}  // namespace akin

#endif  // AKIN_SRC_BASE_LINE_READER_H_
