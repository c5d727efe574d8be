// The file layer: akin writes only through it, so that a test can make any single write, sync or
// rename fail (tests/faulty_files.h) and see what is left behind.
//
// Reading needs no such layer: files do not change once they have their final name (and if they do,
// see mapped_file.h). Tests make single reads of the program fail (tests/faults).
#ifndef AKIN_SRC_BASE_FILES_H_
#define AKIN_SRC_BASE_FILES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/files.h"
#include "akin/status.h"

namespace akin {

class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual Status WriteAt(uint64_t offset, std::span<const std::byte> bytes) = 0;
  virtual Status Sync() = 0;
  virtual Status Close() = 0;
};

class FileLayer {
 public:
  virtual ~FileLayer() = default;
  virtual Result<std::unique_ptr<WritableFile>> Create(const std::string& path) = 0;
  virtual Status Rename(const std::string& from, const std::string& to) = 0;
  // Swaps the two names in one step; both must exist.
  virtual Status Exchange(const std::string& a, const std::string& b) = 0;
  virtual Status MakeDirectory(const std::string& path) = 0;
  virtual Status SyncDirectory(const std::string& path) = 0;
  // It is not an error if the path does not exist. Links are removed, not followed.
  virtual Status RemoveAll(const std::string& path) = 0;
};

// The current layer: POSIX, unless a ScopedFileLayer of a test is alive.
FileLayer& Files();
FileLayer& PosixFiles();

class ScopedFileLayer {
 public:
  explicit ScopedFileLayer(FileLayer& layer);
  ~ScopedFileLayer();
  ScopedFileLayer(const ScopedFileLayer&) = delete;
  ScopedFileLayer& operator=(const ScopedFileLayer&) = delete;

 private:
  FileLayer* previous_;
};

// For destructors: removes a path as RemoveAll does, and ignores failures, memory included.
void RemoveQuietly(const std::string& path) noexcept;

// Removes a path in the end, whether the work returns or throws.
class RemovedInTheEnd {
 public:
  explicit RemovedInTheEnd(std::string path) : path_(std::move(path)) {}
  ~RemovedInTheEnd() { RemoveQuietly(path_); }
  RemovedInTheEnd(const RemovedInTheEnd&) = delete;
  RemovedInTheEnd& operator=(const RemovedInTheEnd&) = delete;

 private:
  std::string path_;
};

// A new directory among the system's temporary files. It is removed with its contents.
class TemporaryDirectory {
 public:
  static Result<TemporaryDirectory> Create();
  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~TemporaryDirectory();
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// An exclusive lock on a directory, released when the object or the process ends. It prevents two
// builds of one index from working in the same directory; readers never lock.
class DirectoryLock {
 public:
  static Result<DirectoryLock> Take(const std::string& path);
  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&&) = delete;
  ~DirectoryLock();

 private:
  explicit DirectoryLock(int fd) : fd_(fd) {}
  int fd_;
};

// Whether there is something of that name. It is an error, not a no, if the system cannot tell.
Result<bool> Exists(const std::string& path);
Result<bool> IsDirectory(const std::string& path);
Result<uint64_t> FileSize(const std::string& path);
// The names in a directory, sorted; none if there is no such directory.
Result<std::vector<std::string>> NamesIn(const std::string& directory);
std::string Join(const std::string& directory, std::string_view name);
std::string DirectoryOf(const std::string& path);

// "web.akin/graph.akin: No space left on device", from errno.
Status IoError(const std::string& path, std::string_view doing);

}  // namespace akin

#endif  // AKIN_SRC_BASE_FILES_H_
