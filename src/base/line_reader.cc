#include "base/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "akin/try.h"

namespace akin {
namespace {

constexpr size_t kRefill = size_t{64} << 10;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kTooLong = "line longer than 1 MiB; expected short lines of text";
constexpr std::string_view kBinary =
    "a NUL byte: looks like a binary file (or UTF-16); expected UTF-8 text";

// Whether a line that is too long is completely in the buffer depends on how the source delivered
// it. To give the same answer always, NUL is searched only in the part that always is.
std::string_view ProblemOf(std::string_view line) {
  const std::string_view sure = line.substr(0, LineReader::kLongestLine);
  if (sure.find('\0') != std::string_view::npos) return kBinary;
  return line.size() > LineReader::kLongestLine ? kTooLong : std::string_view();
}

std::string_view WithoutReturn(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

LineReader::LineReader(ByteSource& source, const Control& control)
    : source_(source),
      control_(control),
      meter_(control, fmt::format("reading {}", source.name()), "bytes", source.size()),
      // The longest line, its \r\n, and room to read more if only the end is missing.
      buffer_(kLongestLine + 2 + kRefill),
      begin_(buffer_.data()),
      end_(buffer_.data()) {}

LineReader::Found LineReader::NextAfterRefill() {
  if (in_long_line_) {
    if (!SkipRestOfLongLine()) return Found::kEnd;
    return Next();
  }
  for (;;) {
    const size_t searched = static_cast<size_t>(end_ - begin_);
    // One byte more than the longest line may still turn out to be its \r.
    if (searched > kLongestLine + 1) {
      in_long_line_ = true;
      return Take(end_, 0);
    }
    if (!Refill()) {
      if (!status_.ok() || begin_ == end_) return Found::kEnd;
      return Take(end_, 0);
    }
    const size_t added = static_cast<size_t>(end_ - begin_) - searched;
    void* newline = std::memchr(begin_ + searched, '\n', added);
    if (newline != nullptr) return Take(static_cast<char*>(newline), 1);
  }
}

LineReader::Found LineReader::Examine() {
  problem_ = ProblemOf(line_);
  return problem_.empty() ? Found::kLine : Found::kBadLine;
}

bool LineReader::SkipRestOfLongLine() {
  while (Refill()) {
    void* newline = std::memchr(begin_, '\n', static_cast<size_t>(end_ - begin_));
    if (newline != nullptr) {
      begin_ = static_cast<char*>(newline) + 1;
      in_long_line_ = false;
      return true;
    }
    begin_ = end_;
  }
  return false;
}

// Adds bytes behind those not yet returned. False at the end and on failure.
bool LineReader::Refill() {
  const size_t kept = static_cast<size_t>(end_ - begin_);
  if (kept > 0) std::memmove(buffer_.data(), begin_, kept);
  begin_ = buffer_.data();
  end_ = begin_ + kept;
  const size_t got = ReadSome({end_, kRefill});
  if (got == 0) return false;
  may_have_nul_ = (may_have_nul_ && kept > 0) || std::memchr(end_, '\0', got) != nullptr;
  end_ += got;
  return true;
}

// 0 at the end and on failure.
size_t LineReader::ReadSome(std::span<char> into) {
  if (!status_.ok()) return 0;
  if (control_.stop.stop_requested()) {
    status_ = Status(Code::kCancelled, "stopped while reading").At({.file = source_.name()});
    return 0;
  }
  if (!started_) status_ = SkipByteOrderMark();
  if (!status_.ok()) return 0;
  const Result<size_t> got = source_.Read(into);
  meter_.Advance(source_.consumed() - std::exchange(reported_, source_.consumed()));
  if (!got.ok()) status_ = got.status();
  return got.ok() ? *got : 0;
}

bool LineReader::NextBlock(size_t bytes, LineBlock& block) {
  block.problem = {};
  block.first = number_ + 1;
  if (in_long_line_ && !SkipRestOfLongLine()) return false;
  bytes = std::clamp<size_t>(bytes, 1, kLongestLine);
  bool from_buffer = false;
  const size_t filled = FillBlock(bytes, block, from_buffer);
  const std::string_view text(block.bytes.data(), filled);
  // At the end of the source the last line needs no newline.
  const bool at_end = filled < bytes && status_.ok();
  block.size = at_end ? filled : text.rfind('\n') + 1;
  PutBack(text.substr(block.size), from_buffer);
  if (block.size == 0) return filled == bytes && LongLineAsBlock(block);
  std::fill_n(block.bytes.begin() + static_cast<ptrdiff_t>(block.size), LineBlock::kPadding, '\0');
  number_ += static_cast<uint64_t>(std::count(text.begin(), text.begin() + block.size, '\n'));
  if (text[block.size - 1] != '\n') ++number_;
  return true;
}

// Returns how much there is; fewer than `bytes` at the end and on failure. `from_buffer`: more is
// waiting in the buffer behind it.
size_t LineReader::FillBlock(size_t bytes, LineBlock& block, bool& from_buffer) {
  if (block.bytes.size() < bytes + LineBlock::kPadding) {
    block.bytes.resize(bytes + LineBlock::kPadding);
  }
  size_t filled = std::min(bytes, static_cast<size_t>(end_ - begin_));
  std::memcpy(block.bytes.data(), begin_, filled);
  begin_ += filled;
  from_buffer = begin_ != end_;
  while (filled < bytes) {
    const size_t got = ReadSome({block.bytes.data() + filled, bytes - filled});
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

// What follows the last whole line stays in the buffer.
void LineReader::PutBack(std::string_view rest, bool from_buffer) {
  if (from_buffer) {
    begin_ -= rest.size();
    return;
  }
  begin_ = buffer_.data();
  end_ = begin_ + rest.size();
  rest.copy(begin_, rest.size());
  may_have_nul_ = rest.find('\0') != std::string_view::npos;
}

// The line has lost its end, which may have been \r\n, and gets it back.
bool LineReader::LongLineAsBlock(LineBlock& block) {
  const Found found = Next();
  if (found == Found::kEnd) return false;
  block.problem = found == Found::kBadLine ? problem_ : std::string_view();
  block.bytes.clear();
  if (found == Found::kLine) {
    block.bytes.assign(line_.begin(), line_.end());
    for (const char c : {'\r', '\n'}) block.bytes.push_back(c);
  }
  block.size = block.bytes.size();
  block.bytes.resize(block.size + LineBlock::kPadding);
  return true;
}

LineReader::Found LinesOf::Next() {
  if (!block_.problem.empty() && taken_ == 0) {
    ++taken_;
    problem_ = block_.problem;
    return LineReader::Found::kBadLine;
  }
  if (rest_.empty()) return LineReader::Found::kEnd;
  ++taken_;
  const size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = WithoutReturn(rest_.substr(0, end));
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  problem_ = ProblemOf(line_);
  return problem_.empty() ? LineReader::Found::kLine : LineReader::Found::kBadLine;
}

Status LineReader::SkipByteOrderMark() {
  started_ = true;
  AKIN_TRY_ASSIGN(const std::string_view head, source_.Peek(kByteOrderMark.size()));
  if (head != kByteOrderMark) return {};
  std::array<char, kByteOrderMark.size()> mark;
  return source_.Read(mark).status();
}

bool IsNumber(std::string_view text) {
  // from_chars accepts only a minus sign.
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error != std::errc::invalid_argument && stop == end;
}

}  // namespace akin
