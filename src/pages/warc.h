// Records of a WARC file (ISO 28500, versions 1.0 and 1.1, and the drafts before them), plain or
// compressed, with a gzip member for each record, as in the standard, or one for all.
//
// Streaming: holds one record, cut to a length that the caller chooses, and a buffer. A bad record
// is reported, and reading continues at the next place that looks like the beginning of one:
// "WARC/" at the start of a line, also inside a block that is shorter than its declared length;
// after damaged gzip data, at the next member. Takes one pass. Bytes are read again only in blocks
// of a wrong length, at most as many as have been read.
#ifndef AKIN_SRC_PAGES_WARC_H_
#define AKIN_SRC_PAGES_WARC_H_

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "akin/status.h"
#include "base/input.h"

namespace akin {

// Of a block that holds a page: the HTTP header before it.
inline constexpr size_t kLongestHttpHeader = size_t{1} << 16;

struct WarcRecord {
  std::string type;          // WARC-Type, in lower case
  std::string target;        // WARC-Target-URI, without the <> of wget
  std::string content_type;  // of the block
  uint64_t captured = 0;     // WARC-Date, increasing with time
  bool truncated = false;    // the crawler says that it is incomplete
  bool cut = false;          // to the longest block that the reader keeps
  std::string block;
  uint64_t offset = 0;  // where it begins, in decompressed bytes
};

// Whether a file that begins with `head` is a WARC file. Pass the first kilobyte.
bool IsWarc(std::string_view head);

class WarcReader {
 public:
  // The source must outlive the object. Of a block only `longest_block` bytes are kept.
  WarcReader(ByteSource& source, size_t longest_block, std::stop_token stop = {})
      : source_(source), longest_block_(longest_block), stop_(std::move(stop)) {}

  enum class Found { kRecord, kBad, kEnd };
  // Fails only if the file cannot be read or a stop was requested.
  Result<Found> Next(WarcRecord& record);
  // After kBad: where and what, such as "site.warc.gz: byte 1234: the record is cut short".
  const Status& problem() const { return problem_; }

 private:
  std::string_view ready() const { return std::string_view(buffer_).substr(position_); }
  void Take(size_t bytes) { position_ += bytes, taken_ += bytes; }
  Result<bool> More();
  Result<bool> Line(std::string& line, size_t& room);
  Status SkipBlankLines();
  Result<bool> ReadHeader(WarcRecord& record, uint64_t& length);
  Status ReadBlock(uint64_t length, WarcRecord& record, uint64_t& got);
  Result<bool> AtEndOfBlock();
  void PutBackNextRecord(WarcRecord& record);
  Result<Found> Bad(std::string_view what, uint64_t offset);
  Status SkipToRecord();

  ByteSource& source_;
  size_t longest_block_;
  std::stop_token stop_;
  std::string buffer_;
  size_t position_ = 0;  // in the buffer
  uint64_t taken_ = 0;   // decompressed bytes before it
  uint64_t again_ = 0;   // bytes that were put back
  bool lost_ = false;    // the next record must be looked for
  bool ended_ = false;   // there is nothing after the damage
  Status damage_;        // of compressed data, not reported yet
  Status problem_;
  std::string_view no_header_;  // why the last header is invalid
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_WARC_H_
