// Bytes that are written from front to back and then read: in memory, or in a temporary file if
// there is not enough memory.
#ifndef AKIN_SRC_BASE_SPOOL_H_
#define AKIN_SRC_BASE_SPOOL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "akin/try.h"
#include "base/spill_file.h"

namespace akin {

class Spool {
 public:
  // Without a path: in memory.
  explicit Spool(std::string path = {}) : path_(std::move(path)) {}

  // In memory only: reserves this many bytes.
  void Reserve(uint64_t bytes) {
    if (path_.empty()) memory_.reserve(bytes);
  }
  Status Append(std::span<const std::byte> bytes) {
    if (path_.empty()) {
      memory_.insert(memory_.end(), bytes.begin(), bytes.end());
      return {};
    }
    if (file_ == nullptr) {
      AKIN_TRY_ASSIGN(file_, SpillFile::Create(path_));
    }
    return file_->Append(bytes);
  }
  template <class T>
  Status AppendValue(const T& value) {
    return Append(std::as_bytes(std::span(&value, 1)));
  }
  uint64_t size() const {
    if (path_.empty()) return memory_.size();
    return file_ == nullptr ? 0 : file_->size();
  }

  // Nothing may be appended after this; it can be read.
  Status FinishWriting() { return file_ == nullptr ? Status() : file_->FinishWriting(); }
  // Bytes [offset, offset + bytes), in the spool's memory or in `buffer`.
  Result<std::span<const std::byte>> Read(uint64_t offset, uint64_t bytes,
                                          std::vector<std::byte>& buffer) const {
    if (path_.empty()) return std::span<const std::byte>(memory_).subspan(offset, bytes);
    buffer.resize(bytes);
    if (bytes > 0) AKIN_TRY(file_->ReadAt(offset, buffer));
    return std::span<const std::byte>(buffer);
  }

  // Empties it for new bytes; keeps the memory.
  void Clear() {
    memory_.clear();
    file_.reset();
  }

 private:
  std::string path_;
  std::vector<std::byte> memory_;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_SPOOL_H_
