#include "pages/warc.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/ascii.h"

namespace akin {
namespace {

constexpr size_t kReadAtOnce = size_t{64} << 10;
constexpr size_t kLongestHeader = size_t{64} << 10;
constexpr std::string_view kBegins = "WARC/";
constexpr size_t kBeginning = 8;  // enough bytes to recognise a record, with the line end before it

// "WARC/1.0"
bool BeginsRecord(std::string_view text) {
  return text.starts_with(kBegins) && text.size() > kBegins.size() + 1 &&
         ascii::IsDigit(text[kBegins.size()]) && text[kBegins.size() + 1] == '.';
}

// The first position in `text` where a record begins at the start of a line, not counting the first
// line; npos if there is none.
size_t FindRecord(std::string_view text) {
  for (size_t at = text.find("\nWARC/"); at != std::string_view::npos;
       at = text.find("\nWARC/", at + 1)) {
    if (BeginsRecord(text.substr(at + 1))) return at + 1;
  }
  return std::string_view::npos;
}

// "2024-05-06T07:08:09Z" as a number that grows with time. Version 1.1 allows shorter dates and
// fractions of seconds.
uint64_t Moment(std::string_view date) {
  constexpr size_t kDigits = 18;
  uint64_t moment = 0;
  size_t digits = 0;
  for (const char c : date) {
    if (ascii::IsDigit(c) && digits < kDigits)
      moment = moment * 10 + static_cast<uint64_t>(c - '0'), ++digits;
  }
  for (; digits < kDigits; ++digits) moment *= 10;
  return moment;
}

std::string_view WithoutAngles(std::string_view uri) {
  if (uri.size() >= 2 && uri.front() == '<' && uri.back() == '>') {
    uri = uri.substr(1, uri.size() - 2);
  }
  return uri;
}

std::optional<uint64_t> ParsedLength(std::string_view text) {
  uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return length;
}

// Reads one field of a header; if a field is repeated, the first counts.
void ReadWarcField(std::string_view line, WarcRecord& record, std::optional<uint64_t>& length,
                   bool& bad_length) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view name = ascii::Trimmed(line.substr(0, colon));
  const std::string_view value = ascii::Trimmed(line.substr(colon + 1));
  if (ascii::Same(name, "warc-type")) {
    record.type = ascii::Lowered(value);
  } else if (ascii::Same(name, "warc-target-uri")) {
    record.target = WithoutAngles(value);
  } else if (ascii::Same(name, "warc-date")) {
    record.captured = Moment(value);
  } else if (ascii::Same(name, "warc-truncated")) {
    record.truncated = true;
  } else if (ascii::Same(name, "content-type")) {
    record.content_type = value;
  } else if (ascii::Same(name, "content-length")) {
    length = ParsedLength(value);
    bad_length = !length;
  }
}

}  // namespace

bool IsWarc(std::string_view head) {
  while (!head.empty() && ascii::IsBlank(head.front())) head.remove_prefix(1);
  return BeginsRecord(head);
}

// False at the end, and where compressed data is damaged, which is remembered until it is reported.
Result<bool> WarcReader::More() {
  if (stop_.stop_requested()) return Interrupted();
  if (ended_ || !damage_.ok()) return false;
  buffer_.erase(0, position_);
  position_ = 0;
  const size_t had = buffer_.size();
  buffer_.resize(had + kReadAtOnce);
  const Result<size_t> got = source_.Read(std::span(buffer_).subspan(had));
  buffer_.resize(had + (got.ok() ? *got : 0));
  if (got.ok()) return *got > 0;
  if (got.status().code() != Code::kBadInput) return got.status();
  damage_ = got.status();
  return false;
}

// Reads the next line without its line end, if it has fewer than `room` bytes, and subtracts its
// length from `room`. False if there is none.
Result<bool> WarcReader::Line(std::string& line, size_t& room) {
  size_t looked = 0;
  for (;;) {
    const size_t end = ready().find('\n', looked);
    if (end != std::string_view::npos && end < room) {
      line = ready().substr(0, end);
      if (line.ends_with('\r')) line.pop_back();
      room -= end + 1;
      Take(end + 1);
      return true;
    }
    looked = ready().size();
    if (looked >= room) return false;
    AKIN_TRY_ASSIGN(const bool more, More());
    if (!more) return false;
  }
}

Status WarcReader::SkipBlankLines() {
  for (;;) {
    while (!ready().empty() && (ready().front() == '\r' || ready().front() == '\n')) Take(1);
    if (!ready().empty()) return {};
    AKIN_TRY_ASSIGN(const bool more, More());
    if (!more) return {};
  }
}

// False, with no_header_ set, if this is not a header.
Result<bool> WarcReader::ReadHeader(WarcRecord& record, uint64_t& length) {
  size_t room = kLongestHeader;
  std::string line, field;
  std::optional<uint64_t> declared;
  bool bad_length = false;
  AKIN_TRY_ASSIGN(const bool any, Line(line, room));
  if (!any || !BeginsRecord(line)) {
    no_header_ = any ? "not the beginning of a record" : "the header of a record is cut short";
    return false;
  }
  for (;;) {
    AKIN_TRY_ASSIGN(const bool got, Line(line, room));
    if (!got) {
      no_header_ = room < kLongestHeader && ready().size() >= room
                       ? "the header of a record is longer than 64 KiB"
                       : "the header of a record is cut short";
      return false;
    }
    const bool goes_on = !line.empty() && (line[0] == ' ' || line[0] == '\t');
    if (!goes_on) {
      ReadWarcField(field, record, declared, bad_length);
      field.clear();
    }
    if (line.empty()) break;
    field += line;
  }
  no_header_ =
      bad_length ? "the Content-Length of a record is no number" : "a record has no Content-Length";
  length = declared.value_or(0);
  return declared.has_value();
}

Status WarcReader::ReadBlock(uint64_t length, WarcRecord& record, uint64_t& got) {
  for (got = 0; got < length;) {
    if (ready().empty()) {
      AKIN_TRY_ASSIGN(const bool more, More());
      if (!more) return {};
    }
    const size_t take = std::min<uint64_t>(ready().size(), length - got);
    const size_t kept =
        std::min(take, longest_block_ - std::min(record.block.size(), longest_block_));
    record.block += ready().substr(0, kept);
    record.cut = record.cut || kept < take;
    Take(take);
    got += take;
  }
  return {};
}

// A block is followed by a blank line or the end.
Result<bool> WarcReader::AtEndOfBlock() {
  while (ready().size() < 2) {
    AKIN_TRY_ASSIGN(const bool more, More());
    if (!more) break;
  }
  return ready().empty() || ready() == "\r" || ready().starts_with("\r\n") ||
         ready().starts_with('\n');
}

// A block of a wrong length may contain the next record, or the beginning of one: puts that back.
void WarcReader::PutBackNextRecord(WarcRecord& record) {
  if (record.cut || again_ + record.block.size() > taken_) return;
  size_t found = FindRecord(record.block);
  if (found == std::string::npos) {
    const size_t line = record.block.rfind('\n');
    if (line == std::string::npos || record.block.size() - line > kBeginning) return;
    found = line + 1;
  }
  const std::string_view rest = std::string_view(record.block).substr(found);
  buffer_.replace(0, position_, rest);
  position_ = 0;
  again_ += rest.size();
  taken_ -= rest.size();
}

Result<WarcReader::Found> WarcReader::Bad(std::string_view what, uint64_t offset) {
  problem_ = BadInput({.file = source_.name(), .byte = offset}, what);
  lost_ = true;
  if (taken_ == offset && !ready().empty()) Take(1);  // so that it is not found again
  if (damage_.ok()) return Found::kBad;
  problem_ = std::exchange(damage_, {});
  buffer_.push_back('\n');  // what follows does not continue what was before
  AKIN_TRY_ASSIGN(const bool more, source_.SkipDamage());
  ended_ = !more;
  return Found::kBad;
}

// Skips to the next place where a record seems to begin.
Status WarcReader::SkipToRecord() {
  for (;;) {
    if (BeginsRecord(ready())) return {};
    const size_t found = FindRecord(ready());
    if (found != std::string_view::npos) {
      Take(found);
      return {};
    }
    Take(ready().size() - std::min(ready().size(), kBeginning));
    AKIN_TRY_ASSIGN(const bool more, More());
    if (!more) {
      Take(ready().size());
      return {};
    }
  }
}

Result<WarcReader::Found> WarcReader::Next(WarcRecord& record) {
  record = {.block = std::move(record.block)};
  record.block.clear();
  if (std::exchange(lost_, false)) {
    AKIN_TRY(SkipToRecord());
  } else {
    AKIN_TRY(SkipBlankLines());
  }
  record.offset = taken_;
  if (ready().empty()) return damage_.ok() ? Found::kEnd : Bad("", taken_);
  uint64_t length = 0;
  uint64_t got = 0;
  AKIN_TRY_ASSIGN(const bool header, ReadHeader(record, length));
  if (!header) return Bad(no_header_, record.offset);
  AKIN_TRY(ReadBlock(length, record, got));
  AKIN_TRY_ASSIGN(const bool ends_well, AtEndOfBlock());
  if (got == length && ends_well) return Found::kRecord;
  PutBackNextRecord(record);
  return Bad(got < length ? "the record is cut short" : "the length of the record is wrong",
             record.offset);
}

}  // namespace akin
