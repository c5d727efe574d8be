// The file layer: everything akin writes goes through here, so that a test can make any one write,
// sync or rename fail (tests/faulty_files.h) and see what is left behind.
//
// Reading is by mapping and needs no such layer: files are immutable once they have their final
// name.
#ifndef AKIN_SRC_BASE_FILES_H_
#define AKIN_SRC_BASE_FILES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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
  // Makes the two names swap places in one step; both must exist.
  virtual Status Exchange(const std::string& a, const std::string& b) = 0;
  virtual Status MakeDirectory(const std::string& path) = 0;
  virtual Status SyncDirectory(const std::string& path) = 0;
  // Removing what is not there is not an error.
  virtual Status RemoveAll(const std::string& path) = 0;
};

// The layer in force: POSIX unless a ScopedFileLayer of a test is alive.
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

// A whole file, read-only, mapped. Empty files map to an empty span.
class MappedFile {
 public:
  static Result<MappedFile> Open(const std::string& path);
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const std::byte* data_ = nullptr;
  size_t size_ = 0;
};

// A directory of its own among the system's temporary files; goes with all that is in it.
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

// Takes whole pages of a mapped file off the memory that is resident; they are read again if need
// be.
void ForgetMapped(std::span<const std::byte> bytes);

// An exclusive hold on a directory, given up when the object or the process ends. Keeps two builds
// of one index from working in the same place; readers never lock.
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

bool Exists(const std::string& path);
std::string Join(const std::string& directory, std::string_view name);
std::string DirectoryOf(const std::string& path);

// "web.akin/graph.akin: No space left on device", from errno.
Status IoError(const std::string& path, std::string_view doing);

}  // namespace akin

#endif  // AKIN_SRC_BASE_FILES_H_
