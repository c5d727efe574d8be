#include "base/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/mapping_guard.h"

namespace akin {
namespace {

constexpr std::align_val_t kReadAlignment{64};  // that of the sections of a container

class OpenedForReading {
 public:
  // A pipe of that name must not make us wait, so it is opened without blocking.
  explicit OpenedForReading(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  ~OpenedForReading() {
    if (fd_ >= 0) ::close(fd_);
  }
  OpenedForReading(const OpenedForReading&) = delete;
  OpenedForReading& operator=(const OpenedForReading&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

uintptr_t PageBytes() {
  static const auto kBytes = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  return kBytes;
}

}  // namespace

Result<MappedFile> MappedFile::Open(const std::string& path) {
  const OpenedForReading opened(path);
  if (opened.fd() < 0) return IoError(path, "cannot open");
  struct stat info {};
  if (::fstat(opened.fd(), &info) != 0) return IoError(path, "cannot read the size of");
  if (!S_ISREG(info.st_mode)) {
    return Status(Code::kIo, "is not a regular file").At({.file = path});
  }
  MappedFile file;
  file.path_ = path;
  file.size_ = static_cast<size_t>(info.st_size);
  AKIN_TRY(file.size_ <= kReadUpTo ? file.Read(opened.fd()) : file.Map(opened.fd()));
  return file;
}

Status MappedFile::Read(int fd) {
  if (size_ == 0) return {};
  auto* const bytes = static_cast<std::byte*>(::operator new(size_, kReadAlignment));
  data_ = bytes;
  for (size_t done = 0; done < size_;) {
    const ssize_t n = ::pread(fd, bytes + done, size_ - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return IoError(path_, "cannot read");
    if (n == 0) return Damaged(path_, "the file became shorter while it was read");
    done += static_cast<size_t>(n);
  }
  return {};
}

Status MappedFile::Map(int fd) {
  void* const data = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd, 0);
  if (data == MAP_FAILED) return IoError(path_, "cannot map");
  data_ = static_cast<const std::byte*>(data);
  try {
    guard_ = GuardMapping(data, size_);
  } catch (...) {
    ::munmap(data, size_);
    data_ = nullptr;
    throw;
  }
  const size_t last_page = (size_ - 1) / PageBytes() * PageBytes();
  witness_ = size_ - 1;
  while (witness_ > last_page && data_[witness_] == std::byte{0}) --witness_;
  witnessed_ = data_[witness_];
  return {};
}

Status MappedFile::Intact() const {
  if (guard_ == nullptr) return {};
  // Read even if the compiler has read it before.
  const std::byte now = *static_cast<const volatile std::byte*>(data_ + witness_);
  if (now == witnessed_ && !IsDamaged(*guard_)) return {};
  return Damaged(path_,
                 "the file became shorter, or could not be read, while it was in use; restore it "
                 "and open it again");
}

void MappedFile::Forget(uint64_t offset, uint64_t length) const {
  if (guard_ == nullptr) return;
  const auto begin = reinterpret_cast<uintptr_t>(data_) + offset;
  const uintptr_t first = (begin + PageBytes() - 1) / PageBytes() * PageBytes();
  const uintptr_t last = (begin + length) / PageBytes() * PageBytes();
  // Only a hint: without it the pages stay.
  if (first < last) (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (guard_ != nullptr) {
    UnguardMapping(*guard_);
    ::munmap(const_cast<std::byte*>(data_), size_);
  } else {
    ::operator delete(const_cast<std::byte*>(data_), kReadAlignment);
  }
}

void MappedFile::Swap(MappedFile& other) noexcept {
  path_.swap(other.path_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(guard_, other.guard_);
  std::swap(witness_, other.witness_);
  std::swap(witnessed_, other.witnessed_);
}

}  // namespace akin
