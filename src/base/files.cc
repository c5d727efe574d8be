#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
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
    std::error_code error;
    std::filesystem::remove_all(path, error);
    if (!error) return {};
    return Status(Code::kIo, fmt::format("cannot remove: {}", error.message()))
        .At({.file = path})
        .WithSystemError(error.value());
  }
};

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

Result<MappedFile> MappedFile::Open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return IoError(path, "cannot open");
  struct stat info {};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    const bool irregular = !S_ISREG(info.st_mode);
    ::close(fd);
    if (irregular) return Status(Code::kIo, "is not a regular file").At({.file = path});
    return IoError(path, "cannot read the size of");
  }
  MappedFile file;
  file.size_ = static_cast<size_t>(info.st_size);
  if (file.size_ > 0) {
    void* data = ::mmap(nullptr, file.size_, PROT_READ, MAP_SHARED, fd, 0);
    if (data == MAP_FAILED) {
      const Status status = IoError(path, "cannot map");
      file.size_ = 0;
      ::close(fd);
      return status;
    }
    file.data_ = static_cast<const std::byte*>(data);
  }
  ::close(fd);
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

Result<TemporaryDirectory> TemporaryDirectory::Create() {
  std::error_code error;
  const auto parent = std::filesystem::temp_directory_path(error);
  std::string path = (parent / "akin-XXXXXX").string();
  if (error || ::mkdtemp(path.data()) == nullptr) return IoError(path, "cannot make directory");
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

void ForgetMapped(std::span<const std::byte> bytes) {
  static const auto kPage = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  const uintptr_t first = (begin + kPage - 1) / kPage * kPage;
  const uintptr_t last = (begin + bytes.size()) / kPage * kPage;
  if (first < last) {
    auto* const pages = const_cast<std::byte*>(bytes.data() + (first - begin));
    (void)::madvise(pages, last - first, MADV_DONTNEED);  // only a hint
  }
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

bool Exists(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0;
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
