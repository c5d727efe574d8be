// The bytes of a source as they are stored, compressed or not. input.h unpacks them.
#ifndef AKIN_SRC_BASE_STORED_BYTES_H_
#define AKIN_SRC_BASE_STORED_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "akin/status.h"

namespace akin {

// Bytes as they are in the file or come from the pipe. `ready` are the next of them. More() adds to
// these; if it adds none, that was the end.
class StoredBytes {
 public:
  // "-" is standard input. A stop ends a wait for a silent pipe with Code::kCancelled.
  static Result<std::unique_ptr<StoredBytes>> Open(const std::string& path, std::stop_token stop);
  static std::unique_ptr<StoredBytes> InMemory(std::string bytes);

  virtual ~StoredBytes() = default;
  virtual Status More() = 0;

  std::string_view ready() const { return ready_; }
  bool at_end() const { return at_end_; }
  uint64_t consumed() const { return consumed_; }
  uint64_t size() const { return size_; }

  void Consume(size_t count) {
    ready_.remove_prefix(count);
    consumed_ += count;
  }

 protected:
  std::string_view ready_;
  bool at_end_ = false;
  uint64_t size_ = 0;

 private:
  uint64_t consumed_ = 0;
};

// For messages: the path, or "standard input".
std::string SourceName(const std::string& path);

}  // namespace akin

#endif  // AKIN_SRC_BASE_STORED_BYTES_H_
