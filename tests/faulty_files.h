// A file layer that fails at a chosen operation, to test what a full disk or a killed process
// leaves behind.
//
// All operations are counted from 1, except removals, which fail only after a crash: files can be
// removed from a full disk. A write that fails has written the first half of its bytes. Syncs are
// counted but not performed, because nothing here must survive a power failure; a layer without a
// fault just makes tests faster.
#ifndef AKIN_TESTS_FAULTY_FILES_H_
#define AKIN_TESTS_FAULTY_FILES_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "akin/status.h"
#include "base/files.h"

namespace akin {

enum class Fault {
  kNone,
  kOnce,    // only the n-th operation fails
  kOnward,  // it and all later ones: the disk is full and stays so
  kCrash,   // from the n-th on nothing happens, not even removals
};

class FaultyFiles : public FileLayer {
 public:
  explicit FaultyFiles(Fault fault = Fault::kNone, uint64_t failing = 0)
      : fault_(fault), failing_(failing) {}

  uint64_t operations() const { return operations_; }
  bool struck() const { return fault_ != Fault::kNone && operations_ >= failing_; }

  Result<std::unique_ptr<WritableFile>> CreateBeside(const std::string& target) override {
    if (Fails()) return NoSpace(target);
    auto file = PosixFiles().CreateBeside(target);
    if (!file.ok()) return file.status();
    return std::unique_ptr<WritableFile>(std::make_unique<File>(*this, *std::move(file)));
  }
  Result<std::string> MakeDirectoryBeside(const std::string& target) override {
    if (Fails()) return NoSpace(target);
    return PosixFiles().MakeDirectoryBeside(target);
  }
  Status Rename(const std::string& from, const std::string& to) override {
    return Fails() ? NoSpace(to) : PosixFiles().Rename(from, to);
  }
  Status RenameNew(const std::string& from, const std::string& to) override {
    return Fails() ? NoSpace(to) : PosixFiles().RenameNew(from, to);
  }
  Status Link(const std::string& from, const std::string& to) override {
    return Fails() ? NoSpace(to) : PosixFiles().Link(from, to);
  }
  Status Exchange(const std::string& a, const std::string& b) override {
    return Fails() ? NoSpace(b) : PosixFiles().Exchange(a, b);
  }
  Status MakeDirectory(const std::string& path) override {
    return Fails() ? NoSpace(path) : PosixFiles().MakeDirectory(path);
  }
  Status SyncDirectory(const std::string& path) override {
    return Fails() ? NoSpace(path) : Status();
  }
  Status RemoveAll(const std::string& path) override {
    return Crashed() ? NoSpace(path) : PosixFiles().RemoveAll(path);
  }
  Status RemoveFile(const std::string& path) override {
    return Crashed() ? NoSpace(path) : PosixFiles().RemoveFile(path);
  }
  Status RemoveDirectory(const std::string& path) override {
    return Crashed() ? NoSpace(path) : PosixFiles().RemoveDirectory(path);
  }

 private:
  class File : public WritableFile {
   public:
    File(FaultyFiles& layer, std::unique_ptr<WritableFile> file)
        : layer_(layer), file_(std::move(file)) {}
    const std::string& path() const override { return file_->path(); }
    Status WriteAt(uint64_t offset, std::span<const std::byte> bytes) override {
      const uint64_t number = ++layer_.operations_;
      if (!layer_.FailsAt(number)) return file_->WriteAt(offset, bytes);
      if (number == layer_.failing_) (void)file_->WriteAt(offset, bytes.first(bytes.size() / 2));
      return NoSpace(path());
    }
    Status Sync() override { return layer_.Fails() ? NoSpace(path()) : Status(); }
    Status Close() override { return layer_.Fails() ? NoSpace(path()) : file_->Close(); }

   private:
    FaultyFiles& layer_;
    std::unique_ptr<WritableFile> file_;
  };

  static Status NoSpace(const std::string& path) {
    return Status(Code::kIo, path + ": No space left on device");
  }
  bool FailsAt(uint64_t number) const {
    if (fault_ == Fault::kNone) return false;
    return fault_ == Fault::kOnce ? number == failing_ : number >= failing_;
  }
  bool Crashed() const { return fault_ == Fault::kCrash && struck(); }
  bool Fails() { return FailsAt(++operations_); }

  const Fault fault_;
  const uint64_t failing_;
  std::atomic<uint64_t> operations_ = 0;
};

}  // namespace akin

#endif  // AKIN_TESTS_FAULTY_FILES_H_
