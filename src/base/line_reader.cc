#include "base/line_reader.h"

#include <fmt/format.h>

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

// Whether a line that is too long is completely in the buffer depends on how the source delivered
// it. To give the same answer always, NUL is searched only in the part that always is.
LineReader::Found LineReader::Examine() {
  const std::string_view sure = line_.substr(0, kLongestLine);
  if (sure.find('\0') != std::string_view::npos) {
    problem_ = kBinary;
  } else if (line_.size() > kLongestLine) {
    problem_ = kTooLong;
  } else {
    return Found::kLine;
  }
  return Found::kBadLine;
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
  if (!status_.ok()) return false;
  if (control_.stop.stop_requested()) {
    status_ = Status(Code::kCancelled, "stopped while reading").At({.file = source_.name()});
    return false;
  }
  if (!started_) status_ = SkipByteOrderMark();
  if (!status_.ok()) return false;

  const size_t kept = static_cast<size_t>(end_ - begin_);
  if (kept > 0) std::memmove(buffer_.data(), begin_, kept);
  begin_ = buffer_.data();
  end_ = begin_ + kept;
  const Result<size_t> got = source_.Read({end_, kRefill});
  meter_.Advance(source_.consumed() - std::exchange(reported_, source_.consumed()));
  if (!got.ok()) status_ = got.status();
  if (!got.ok() || *got == 0) return false;

  may_have_nul_ = (may_have_nul_ && kept > 0) || std::memchr(end_, '\0', *got) != nullptr;
  end_ += *got;
  return true;
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
