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
  // The name it was created with; it is valid until the file is renamed.
  virtual const std::string& path() const = 0;
  virtual Status WriteAt(uint64_t offset, std::span<const std::byte> bytes) = 0;
  virtual Status Sync() = 0;
  virtual Status Close() = 0;
};

class FileLayer {
 public:
  virtual ~FileLayer() = default;
  // A new file or directory beside `target`, which is to be its name once it is complete. Until
  // then it has a name that nobody can guess (base/temporary_names.h). A file is locked while it is
  // open.
  virtual Result<std::unique_ptr<WritableFile>> CreateBeside(const std::string& target) = 0;
  virtual Result<std::string> MakeDirectoryBeside(const std::string& target) = 0;
  virtual Status Rename(const std::string& from, const std::string& to) = 0;
  // kAlreadyExists if there is something called `to`.
  virtual Status RenameNew(const std::string& from, const std::string& to) = 0;
  // Gives a file a second name. kAlreadyExists if there is something called `to`.
  virtual Status Link(const std::string& from, const std::string& to) = 0;
  // Swaps the two names in one step; both must exist.
  virtual Status Exchange(const std::string& a, const std::string& b) = 0;
  // It is not an error if it exists.
  virtual Status MakeDirectory(const std::string& path) = 0;
  virtual Status SyncDirectory(const std::string& path) = 0;
  // A file, or a symbolic link and not what it points to. It is not an error if there is nothing.
  virtual Status RemoveFile(const std::string& path) = 0;
  // An empty directory.
  virtual Status RemoveDirectory(const std::string& path) = 0;
  // With all that is in it, so only for what this process has made under a temporary name: of what
  // has another name, every single file must be known to be akin's (graph/own_files.h). Links are
  // removed, not followed.
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

// Makes a directory, unless it exists, so that a power failure does not undo it.
Status MakeLastingDirectory(const std::string& path);

// Tells whether a name still means the same file or directory as when the object was made. While it
// exists, the system gives the number of that file to no other.
class NameWatch {
 public:
  static Result<NameWatch> Of(const std::string& path);
  NameWatch(NameWatch&& other) noexcept;
  NameWatch& operator=(NameWatch&& other) noexcept;
  ~NameWatch();
  // True also if there is nothing of that name any more.
  bool Changed() const;

 private:
  friend class DirectoryLock;
  NameWatch(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  int fd_;
  std::string path_;
};

// A lock on a directory, released when the object or the process ends. An exclusive one prevents
// two builds of one index from working in the same directory, and a corpus from being replaced
// while something is built in it; what builds in a corpus shares a lock on it, and builders of some
// shards share one on the index. Readers never lock.
class DirectoryLock {
 public:
  enum class Kind { kExclusive, kShared };
  // kAlreadyExists if another process has it; kNotFound if there is no such directory, or it was
  // removed at that moment.
  static Result<DirectoryLock> Take(const std::string& path, Kind kind = Kind::kExclusive);
  // Makes a shared lock exclusive. False if others share it; then this one may be lost.
  bool BecomeExclusive();

 private:
  explicit DirectoryLock(NameWatch directory) : directory_(std::move(directory)) {}
  NameWatch directory_;
};

// Makes these directories, each in the one before, unless they exist; and locks the last one.
// Others may remove them, when they are empty, at the same time.
Result<DirectoryLock> MakeAndLock(const std::vector<std::string>& paths,
                                  DirectoryLock::Kind kind = DirectoryLock::Kind::kExclusive);

// Whether there is something of that name. It is an error, not a no, if the system cannot tell.
Result<bool> Exists(const std::string& path);
Result<bool> IsDirectory(const std::string& path);
Result<uint64_t> FileSize(const std::string& path);
// kAlreadyExists if there is something called `path` that is no regular file: a directory, a
// device, a symbolic link.
Status CheckReplaceable(const std::string& path);
std::string Join(const std::string& directory, std::string_view name);
std::string DirectoryOf(const std::string& path);

// Whether a file system says that it cannot rename in this way.
bool IsUnsupported(int error);

// "web.akin/graph.akin: No space left on device", from errno.
Status IoError(const std::string& path, std::string_view doing);

}  // namespace akin

#endif  // AKIN_SRC_BASE_FILES_H_
