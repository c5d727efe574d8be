// Whole files as bytes, for reading. Small files are read into memory, larger ones are mapped.
//
// A mapping shows the file as it is now. If somebody cuts the file short (rsync --inplace, a copy
// over it), or its disk fails, then reading the lost pages raises SIGBUS, which ends a process. A
// process that called GuardMappedFiles (akin/files.h) reads zeros instead, and Intact tells. The
// page with the new end reads as zeros behind it without any signal; Intact finds that too.
#ifndef AKIN_SRC_BASE_MAPPED_FILE_H_
#define AKIN_SRC_BASE_MAPPED_FILE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "akin/status.h"

namespace akin {

struct GuardedMapping;

class MappedFile {
 public:
  // Files up to this size are read, so that nothing can happen to them any more.
  static constexpr size_t kReadUpTo = size_t{64} << 10;

  // kIo for what is not a regular file.
  static Result<MappedFile> Open(const std::string& path);
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept { Swap(other); }
  MappedFile& operator=(MappedFile&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

  // kDamaged if the file has become shorter or unreadable since it was opened, so that zeros may
  // have been read instead of its contents. Call it after reading, before what was read is used.
  // Costs one read of memory. The error stays, even if the file is repaired: open it again.
  Status Intact() const;

  // Removes whole pages of a mapping from resident memory. They are read again when they are used.
  void Forget(uint64_t offset, uint64_t length) const;

 private:
  void Swap(MappedFile& other) noexcept;
  Status Read(int fd);
  Status Map(int fd);

  std::string path_;
  const std::byte* data_ = nullptr;
  size_t size_ = 0;
  GuardedMapping* guard_ = nullptr;  // null if the file was read
  // A byte whose loss shows that the file is shorter: the last one that is not zero in the last
  // page. If the file ends before that page, reading it raises SIGBUS; if inside it, it reads as
  // zero; and if only zeros behind it are lost, nothing is.
  size_t witness_ = 0;
  std::byte witnessed_{0};
};

// The answer, unless files that it may come from are not intact.
template <class T>
Result<T> IfIntact(const Status& files, Result<T> answer) {
  if (!files.ok()) return files;
  return answer;
}

}  // namespace akin

#endif  // AKIN_SRC_BASE_MAPPED_FILE_H_
