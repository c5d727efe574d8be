#include "base/stored_bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"

namespace akin {
namespace {

constexpr size_t kStoredBuffer = size_t{256} << 10;
constexpr int kPollMilliseconds = 100;
constexpr std::string_view kStandardInput = "-";

class StoredFile : public StoredBytes {
 public:
  StoredFile(int fd, std::string name, std::stop_token stop)
      : fd_(fd), name_(std::move(name)), stop_(std::move(stop)) {}
  ~StoredFile() override {
    if (fd_ != STDIN_FILENO) ::close(fd_);
  }

  Status Examine() {
    struct stat info {};
    if (::fstat(fd_, &info) != 0) return IoError(name_, "cannot open");
    if (S_ISDIR(info.st_mode)) {
      return Status(Code::kInvalidArgument, "is a directory; expected a file").At({.file = name_});
    }
    regular_ = S_ISREG(info.st_mode);
    if (regular_) size_ = static_cast<uint64_t>(info.st_size);
    return {};
  }

  Status More() override {
    if (at_end_) return {};
    if (!ready_.empty()) std::memmove(buffer_.data(), ready_.data(), ready_.size());
    const size_t kept = ready_.size();
    for (;;) {
      AKIN_TRY(WaitForBytes());
      const ssize_t n = ::read(fd_, buffer_.data() + kept, buffer_.size() - kept);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return IoError(name_, "cannot read");
      ready_ = {buffer_.data(), kept + static_cast<size_t>(n)};
      at_end_ = n == 0;
      return {};
    }
  }

 private:
  // A read of a silent pipe or terminal cannot be stopped, so it waits for bytes in short turns.
  Status WaitForBytes() {
    if (regular_ || !stop_.stop_possible()) return {};
    while (!stop_.stop_requested()) {
      pollfd readable{.fd = fd_, .events = POLLIN, .revents = 0};
      const int n = ::poll(&readable, 1, kPollMilliseconds);
      if (n > 0) return {};
      if (n < 0 && errno != EINTR) return IoError(name_, "cannot read");
    }
    return Status(Code::kCancelled, "stopped while waiting for data").At({.file = name_});
  }

  int fd_;
  std::string name_;
  std::stop_token stop_;
  bool regular_ = false;
  std::string buffer_ = std::string(kStoredBuffer, '\0');
};

class StoredInMemory : public StoredBytes {
 public:
  explicit StoredInMemory(std::string bytes) : bytes_(std::move(bytes)) {
    ready_ = bytes_;
    size_ = bytes_.size();
  }
  Status More() override {
    at_end_ = true;
    return {};
  }

 private:
  std::string bytes_;
};

}  // namespace

Result<std::unique_ptr<StoredBytes>> StoredBytes::Open(const std::string& path,
                                                       std::stop_token stop) {
  const std::string name = SourceName(path);
  const int fd = path == kStandardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return IoError(name, "cannot open");
  auto file = std::make_unique<StoredFile>(fd, name, std::move(stop));
  AKIN_TRY(file->Examine());
  return std::unique_ptr<StoredBytes>(std::move(file));
}

std::unique_ptr<StoredBytes> StoredBytes::InMemory(std::string bytes) {
  return std::make_unique<StoredInMemory>(std::move(bytes));
}

std::string SourceName(const std::string& path) {
  return path == kStandardInput ? "standard input" : path;
}

}  // namespace akin
