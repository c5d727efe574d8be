// A temporary file that is written from front to back and then read in pieces. It uses the file
// layer (a full disk is an error like any other) and is removed with the object. Reading uses
// buffered pread, not a mapping, so that it does not add to resident memory.
#ifndef AKIN_SRC_BASE_SPILL_FILE_H_
#define AKIN_SRC_BASE_SPILL_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "akin/status.h"
#include "akin/try.h"
#include "base/files.h"

namespace akin {

class SpillFile {
 public:
  // A temporary name of `path` (base/temporary_names.h) becomes its path().
  static Result<std::unique_ptr<SpillFile>> Create(const std::string& path);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  const std::string& path() const { return file_->path(); }
  uint64_t size() const { return flushed_ + buffer_.size(); }
  Status Append(std::span<const std::byte> bytes);
  template <class T>
  Status AppendValue(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return Append(std::as_bytes(std::span(&value, 1)));
  }
  // Nothing may be appended after this; the file can be read.
  Status FinishWriting();
  Status ReadAt(uint64_t offset, std::span<std::byte> out) const;
  Status CutShort() const;  // the error for a read beyond the end

 private:
  SpillFile() = default;
  Status Flush();

  std::unique_ptr<WritableFile> file_;  // closed once it can be read
  std::vector<std::byte> buffer_;
  uint64_t flushed_ = 0;
  int read_fd_ = -1;
};

// Reads bytes [begin, end) of a finished spill file in order, with its own buffer.
class SpillReader {
 public:
  SpillReader(const SpillFile& file, uint64_t begin, uint64_t end, size_t buffer_bytes);

  bool AtEnd() const { return position_ == buffer_.size() && next_ == end_; }
  Status Read(std::span<std::byte> out);  // kIo if fewer bytes are left
  template <class T>
  Status ReadValue(T& value) {
    if (buffer_.size() - position_ >= sizeof(T)) {
      __builtin_memcpy(&value, buffer_.data() + position_, sizeof(T));
      position_ += sizeof(T);
      return {};
    }
    return Read(std::as_writable_bytes(std::span(&value, 1)));
  }

 private:
  Status Fill();

  const SpillFile* file_;
  uint64_t next_;
  uint64_t end_;
  size_t buffer_bytes_;
  std::vector<std::byte> buffer_;
  size_t position_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_SPILL_FILE_H_
