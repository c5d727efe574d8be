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
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "akin/try.h"

namespace akin {
namespace {

class PosixWritableFile : public WritableFile {
 public:
  PosixWritableFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  ~PosixWritableFile() override {
    if (fd_ >= 0) ::close(fd_);
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
  int fd_;
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
  Result<std::unique_ptr<WritableFile>> Create(const std::string& path) override {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) return IoError(path, "cannot create");
    return std::unique_ptr<WritableFile>(std::make_unique<PosixWritableFile>(fd, path));
  }

  Status Rename(const std::string& from, const std::string& to) override {
    return std::rename(from.c_str(), to.c_str()) == 0 ? Status() : IoError(to, "cannot rename");
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
  try {
    (void)Files().RemoveAll(path);
  } catch (...) {  // no memory to say what went wrong
  }
}

Result<TemporaryDirectory> TemporaryDirectory::Create() {
  std::error_code error;
  const auto parent = std::filesystem::temp_directory_path(error);
  std::string path = (parent / "akin-XXXXXX").string();
  if (error || ::mkdtemp(path.data()) == nullptr) return IoError(path, "cannot make directory");
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::~TemporaryDirectory() {
  if (!path_.empty()) RemoveQuietly(path_);
}

Status WriteFileAtomically(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".tmp";
  const auto write = [&]() -> Status {
    AKIN_TRY_ASSIGN(auto file, Files().Create(temporary));
    AKIN_TRY(file->WriteAt(0, std::as_bytes(std::span(text))));
    AKIN_TRY(file->Sync());
    AKIN_TRY(file->Close());
    AKIN_TRY(Files().Rename(temporary, path));
    return Files().SyncDirectory(DirectoryOf(path));
  };
  Status status = write();
  if (!status.ok()) (void)Files().RemoveAll(temporary);
  return status;
}

Result<DirectoryLock> DirectoryLock::Take(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return IoError(path, "cannot open directory");
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return Status(Code::kAlreadyExists, "another process is building here; wait for it")
        .At({.file = path});
  }
  return DirectoryLock(fd);
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
DirectoryLock::~DirectoryLock() {
  if (fd_ >= 0) ::close(fd_);
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

std::string Join(const std::string& directory, std::string_view name) {
  if (directory.empty()) return std::string(name);
  return fmt::format("{}{}{}", directory, directory.back() == '/' ? "" : "/", name);
}

std::string DirectoryOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Status IoError(const std::string& path, std::string_view doing) {
  const int error = errno;
  const Code code = error == ENOENT ? Code::kNotFound : Code::kIo;
  return Status(code, fmt::format("{}: {}", doing, std::strerror(error)))
      .At({.file = path})
      .WithSystemError(error);
}

}  // namespace akin
