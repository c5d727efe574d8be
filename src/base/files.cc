#include "base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/part_of_file.h"
#include "base/temporary_names.h"

namespace akin {
namespace {

// How often to begin again if other processes interfere. Each time is bad luck already.
constexpr int kMostAttempts = 100;

class PosixWritableFile : public WritableFile {
 public:
  explicit PosixWritableFile(std::string path) : path_(std::move(path)) {}
  ~PosixWritableFile() override {
    if (fd_ >= 0) ::close(fd_);
  }

  const std::string& path() const override { return path_; }

  // False if it cannot be created; errno is EEXIST if another name will do. Nothing is allocated
  // here, so that whoever has the object can remove the file.
  bool Create() {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (fd_ < 0) return false;
    // Whoever cleans up (base/temporary_names.h) takes the lock first, and may have been faster. On
    // a file system without locks nobody cleans up.
    struct stat info {};
    const bool taken = ::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && (::fstat(fd_, &info) != 0 || info.st_nlink > 0)) return true;
    errno = EEXIST;
    return false;
  }

  bool OpenExisting() {
    fd_ = ::open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    return fd_ >= 0;
  }

  Status WriteAt(uint64_t offset, std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const ssize_t n = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (n < 0) {
        if (errno == EINTR) continue;
        return IoError(path_, "cannot write");
      }
      offset += static_cast<uint64_t>(n);
      bytes = bytes.subspan(static_cast<size_t>(n));
    }
    return {};
  }

  Status Sync() override { return ::fsync(fd_) == 0 ? Status() : IoError(path_, "cannot sync"); }

  Status Close() override {
    const int fd = std::exchange(fd_, -1);
    return ::close(fd) == 0 ? Status() : IoError(path_, "cannot close");
  }

 private:
  int fd_ = -1;
  std::string path_;
};

bool IsDots(const char* name) {
  return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0;
}

int RemoveTree(int parent, const char* name);

// Removes what is in an open directory, and closes it.
int RemoveContents(int directory) {
  DIR* const entries = ::fdopendir(directory);
  if (entries == nullptr) {
    const int error = errno;
    ::close(directory);
    return error;
  }
  int error = 0;
  while (error == 0) {
    errno = 0;  // tells an error from the end
    const dirent* const entry = ::readdir(entries);
    if (entry == nullptr) {
      error = errno;
      break;
    }
    if (!IsDots(entry->d_name)) error = RemoveTree(directory, entry->d_name);
  }
  ::closedir(entries);
  return error;
}

// Removes a name from an open directory, with all that is in it. Returns errno. It does without
// C++'s memory, because it also clears up after a failed allocation.
int RemoveTree(int parent, const char* name) {
  if (::unlinkat(parent, name, 0) == 0 || errno == ENOENT) return 0;
  const int error = errno;
  if (error != EISDIR && error != EPERM) return error;
  const int directory = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return errno == ENOTDIR ? error : errno;
  if (const int inside = RemoveContents(directory); inside != 0) return inside;
  return ::unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
}

class PosixFileLayer : public FileLayer {
 public:
  Result<std::unique_ptr<WritableFile>> CreateBeside(const std::string& target) override {
    for (int attempt = 1;; ++attempt) {
      AKIN_TRY_ASSIGN(std::string path, TemporaryName(target, kTemporaryFile));
      auto file = std::make_unique<PosixWritableFile>(std::move(path));
      if (file->Create()) return std::unique_ptr<WritableFile>(std::move(file));
      if (errno != EEXIST || attempt == kMostAttempts) return IoError(target, "cannot create");
    }
  }

  Result<std::string> MakeDirectoryBeside(const std::string& target) override {
    for (int attempt = 1;; ++attempt) {
      AKIN_TRY_ASSIGN(std::string path, TemporaryName(target, kTemporaryDirectory));
      if (::mkdir(path.c_str(), 0755) == 0) return path;
      if (errno == EEXIST && attempt < kMostAttempts) continue;
      return IoError(target, "cannot create directory");
    }
  }

  Status Rename(const std::string& from, const std::string& to) override {
    return std::rename(from.c_str(), to.c_str()) == 0 ? Status() : IoError(to, "cannot rename");
  }

  Status RenameNew(const std::string& from, const std::string& to) override {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
    if (errno == EEXIST) return AlreadyExists(to);
    if (!IsUnsupported(errno)) return IoError(to, "cannot rename");
    struct stat info {};
    if (::lstat(to.c_str(), &info) == 0) return AlreadyExists(to);
    return Rename(from, to);
  }

  Status Link(const std::string& from, const std::string& to) override {
    if (::link(from.c_str(), to.c_str()) == 0) return {};
    return errno == EEXIST ? AlreadyExists(to) : IoError(to, "cannot link");
  }

  Status Exchange(const std::string& a, const std::string& b) override {
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return {};
    return IoError(b, "cannot replace");
  }

  Status MakeDirectory(const std::string& path) override {
    if (::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST) return {};
    return IoError(path, "cannot create directory");
  }

  Status SyncDirectory(const std::string& path) override {
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return IoError(path, "cannot open directory");
    const bool synced = ::fsync(fd) == 0;
    const Status status = synced ? Status() : IoError(path, "cannot sync directory");
    ::close(fd);
    return status;
  }

  Status RemoveAll(const std::string& path) override {
    errno = RemoveTree(AT_FDCWD, path.c_str());
    return errno == 0 ? Status() : IoError(path, "cannot remove");
  }

  Status RemoveFile(const std::string& path) override {
    if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
    return IoError(path, "cannot remove");
  }

  Status RemoveDirectory(const std::string& path) override {
    if (::rmdir(path.c_str()) == 0 || errno == ENOENT) return {};
    return IoError(path, "cannot remove directory");
  }
};

// The kind of file and its permissions; none if there is nothing of that name.
Result<std::optional<mode_t>> ModeOf(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0) return std::optional(info.st_mode);
  if (errno == ENOENT || errno == ENOTDIR) return std::optional<mode_t>();
  return IoError(path, "cannot look for it");
}

std::atomic<FileLayer*> current_layer = nullptr;

}  // namespace

Result<std::unique_ptr<WritableFile>> OpenToWritePart(const std::string& path) {
  auto file = std::make_unique<PosixWritableFile>(path);
  if (!file->OpenExisting()) return IoError(path, "cannot open for writing");
  return std::unique_ptr<WritableFile>(std::move(file));
}

FileLayer& PosixFiles() {
  static PosixFileLayer layer;
  return layer;
}

FileLayer& Files() {
  FileLayer* layer = current_layer.load();
  return layer != nullptr ? *layer : PosixFiles();
}

ScopedFileLayer::ScopedFileLayer(FileLayer& layer) : previous_(current_layer.exchange(&layer)) {}
ScopedFileLayer::~ScopedFileLayer() { current_layer.store(previous_); }

void RemoveQuietly(const std::string& path) noexcept {
  for (int attempts = 0; attempts < 2; ++attempts) {  // the first may lack a descriptor, say
    try {
      if (Files().RemoveAll(path).ok()) return;
    } catch (...) {  // no memory to say what went wrong
    }
  }
}

Result<TemporaryDirectory> TemporaryDirectory::Create() {
  const char* const chosen = std::getenv("TMPDIR");  // named in the error if it is not there
  std::string path = Join(chosen == nullptr || *chosen == '\0' ? "/tmp" : chosen, "akin-XXXXXX");
  if (::mkdtemp(path.data()) == nullptr) {
    return IoError(path, "cannot make a temporary directory (TMPDIR says where)");
  }
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::~TemporaryDirectory() {
  if (!path_.empty()) RemoveQuietly(path_);
}

Status MakeLastingDirectory(const std::string& path) {
  AKIN_TRY(Files().MakeDirectory(path));
  // Also if it existed: whoever made it may have ended before this.
  return Files().SyncDirectory(DirectoryOf(path));
}

Result<NameWatch> NameWatch::Of(const std::string& path) {
  const int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return IoError(path, "cannot open");
  return NameWatch(fd, path);
}

NameWatch::NameWatch(NameWatch&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

NameWatch& NameWatch::operator=(NameWatch&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  return *this;
}

NameWatch::~NameWatch() {
  if (fd_ >= 0) ::close(fd_);
}

bool NameWatch::Changed() const {
  struct stat now {};
  struct stat then {};
  if (::stat(path_.c_str(), &now) != 0 || ::fstat(fd_, &then) != 0) return true;
  return now.st_dev != then.st_dev || now.st_ino != then.st_ino;
}

Result<DirectoryLock> DirectoryLock::Take(const std::string& path, Kind kind) {
  for (int attempt = 1; attempt <= kMostAttempts; ++attempt) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return IoError(path, "cannot open directory");
    NameWatch directory(fd, path);
    const bool shared = kind == Kind::kShared;
    if (::flock(fd, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return IoError(path, "cannot lock");
      return Status(Code::kAlreadyExists,
                    shared ? "another process is replacing it, or builds all of it; wait for it"
                           : "another process is building here; wait for it")
          .At({.file = path});
    }
    // The lock is on the directory that had this name before; another may have it now.
    if (!directory.Changed()) return DirectoryLock(std::move(directory));
  }
  return Status(Code::kAlreadyExists, "other processes keep replacing it; wait for them")
      .At({.file = path});
}

bool DirectoryLock::BecomeExclusive() { return ::flock(directory_.fd_, LOCK_EX | LOCK_NB) == 0; }

Result<DirectoryLock> MakeAndLock(const std::vector<std::string>& paths, DirectoryLock::Kind kind) {
  const auto make = [&]() -> Result<DirectoryLock> {
    for (const std::string& path : paths) AKIN_TRY(MakeLastingDirectory(path));
    return DirectoryLock::Take(paths.back(), kind);
  };
  for (int attempt = 1;; ++attempt) {
    Result<DirectoryLock> lock = make();
    const bool removed = !lock.ok() && lock.status().code() == Code::kNotFound;
    if (!removed || attempt == kMostAttempts) return lock;
  }
}

Result<bool> Exists(const std::string& path) {
  AKIN_TRY_ASSIGN(const auto mode, ModeOf(path));
  return mode.has_value();
}

Result<bool> IsDirectory(const std::string& path) {
  AKIN_TRY_ASSIGN(const auto mode, ModeOf(path));
  return mode.has_value() && S_ISDIR(*mode);
}

Result<uint64_t> FileSize(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return IoError(path, "cannot read the size of");
  return static_cast<uint64_t>(info.st_size);
}

Result<std::vector<std::string>> NamesIn(const std::string& directory) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(directory.c_str()), ::closedir);
  if (entries == nullptr && errno == ENOENT) return names;
  if (entries == nullptr) return IoError(directory, "cannot list");
  for (;;) {
    errno = 0;  // tells an error from the end
    const dirent* const entry = ::readdir(entries.get());
    if (entry == nullptr && errno != 0) return IoError(directory, "cannot list");
    if (entry == nullptr) break;
    if (!IsDots(entry->d_name)) names.emplace_back(entry->d_name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Status CheckReplaceable(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode)) return {};
  const char* const what = S_ISDIR(info.st_mode)   ? "a directory"
                           : S_ISLNK(info.st_mode) ? "a symbolic link"
                                                   : "no regular file";
  return Status(Code::kAlreadyExists, fmt::format("is {}, so it is not replaced", what))
      .At({.file = path});
}

std::string Join(const std::string& directory, std::string_view name) {
  if (directory.empty()) return std::string(name);
  return fmt::format("{}{}{}", directory, directory.back() == '/' ? "" : "/", name);
}

std::string DirectoryOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

bool IsUnsupported(int error) { return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP; }

Status IoError(const std::string& path, std::string_view doing) {
  const int error = errno;
  const Code code = error == ENOENT ? Code::kNotFound : Code::kIo;
  return Status(code, fmt::format("{}: {}", doing, std::strerror(error)))
      .At({.file = path})
      .WithSystemError(error);
}

}  // namespace akin
