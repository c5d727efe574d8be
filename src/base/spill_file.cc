#include "base/spill_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "akin/try.h"

namespace akin {
namespace {

constexpr size_t kWriteBuffer = size_t{1} << 16;

}  // namespace

Result<std::unique_ptr<SpillFile>> SpillFile::Create(const std::string& path) {
  // The memory comes first: once there is a file, nothing may keep the object from removing it.
  std::unique_ptr<SpillFile> spill(new SpillFile);
  spill->buffer_.reserve(kWriteBuffer);
  AKIN_TRY_ASSIGN(spill->file_, Files().CreateBeside(path));
  return spill;
}

SpillFile::~SpillFile() {
  if (read_fd_ >= 0) ::close(read_fd_);
  if (file_ != nullptr) RemoveQuietly(path());
}

Status SpillFile::Append(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > kWriteBuffer) {
    AKIN_TRY(Flush());
    if (bytes.size() > kWriteBuffer) {
      AKIN_TRY(file_->WriteAt(flushed_, bytes));
      flushed_ += bytes.size();
      return {};
    }
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return {};
}

Status SpillFile::Flush() {
  AKIN_TRY(file_->WriteAt(flushed_, buffer_));
  flushed_ += buffer_.size();
  buffer_.clear();
  return {};
}

Status SpillFile::FinishWriting() {
  AKIN_TRY(Flush());
  buffer_ = {};
  AKIN_TRY(file_->Close());
  read_fd_ = ::open(path().c_str(), O_RDONLY | O_CLOEXEC);
  return read_fd_ >= 0 ? Status() : IoError(path(), "cannot open");
}

Status SpillFile::ReadAt(uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t n = ::pread(read_fd_, out.data(), out.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return IoError(path(), "cannot read");
    if (n == 0) return CutShort();
    offset += static_cast<uint64_t>(n);
    out = out.subspan(static_cast<size_t>(n));
  }
  return {};
}

Status SpillFile::CutShort() const {
  return Status(Code::kIo, "temporary file cut short").At({.file = path()});
}

SpillReader::SpillReader(const SpillFile& file, uint64_t begin, uint64_t end, size_t buffer_bytes)
    : file_(&file), next_(begin), end_(end), buffer_bytes_(std::max<size_t>(buffer_bytes, 4096)) {}

Status SpillReader::Fill() {
  buffer_.resize(std::min<uint64_t>(buffer_bytes_, end_ - next_));
  position_ = 0;
  AKIN_TRY(file_->ReadAt(next_, buffer_));
  next_ += buffer_.size();
  return {};
}

Status SpillReader::Read(std::span<std::byte> out) {
  while (!out.empty()) {
    if (position_ == buffer_.size()) {
      if (next_ == end_) return file_->CutShort();
      AKIN_TRY(Fill());
    }
    const size_t take = std::min(out.size(), buffer_.size() - position_);
    std::copy_n(buffer_.begin() + static_cast<ptrdiff_t>(position_), take, out.begin());
    position_ += take;
    out = out.subspan(take);
  }
  return {};
}

}  // namespace akin
