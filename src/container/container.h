// Reads a container file (format.h). Opening maps the file and verifies the header. The sections of
// a small file are verified at once, those of a large one block by block when they are first used,
// so that opening is cheap and damage is always detected.
//
// Cost of opening: one mapping, plus a pass over the file (about 10 GB/s) if it is at most 64 MiB.
#ifndef AKIN_SRC_CONTAINER_CONTAINER_H_
#define AKIN_SRC_CONTAINER_CONTAINER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "base/mapped_file.h"
#include "container/format.h"

namespace akin {

class Container;

// A view of one section. Bytes may be read only after Verify (or VerifyAll) has covered them.
class Section {
 public:
  Section() = default;
  std::span<const std::byte> bytes() const { return bytes_; }

  // The section as an array; kDamaged if its length is not a multiple of sizeof(T).
  template <class T>
  Result<std::span<const T>> As() const {
    if (bytes_.size() % sizeof(T) != 0) return WrongLength();
    return std::span<const T>(reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T));
  }

  // Checks that bytes [offset, offset + length) are what was written. Each block is checked once in
  // the life of the container, by the first thread that needs it. Out of range counts as damage.
  Status Verify(uint64_t offset, uint64_t length) const;
  Status VerifyAll() const { return Verify(0, bytes_.size()); }

  // These bytes will not be read soon, so they need not stay resident.
  void Forget(uint64_t offset, uint64_t length) const;

  std::string_view name() const;
  // "web.akin/graph.akin: damaged: ..." for a reader that finds invalid contents in verified bytes.
  Status Damaged(std::string_view what) const;

 private:
  friend class Container;
  Status WrongLength() const;
  Status VerifyBlock(uint64_t block) const;

  const Container* container_ = nullptr;
  std::span<const std::byte> bytes_;
  uint64_t first_block_ = 0;  // number of its first block among all blocks of the file
  size_t index_ = 0;
};

class Container {
 public:
  // The object does not move: sections point into it. kLazily: even a small file is verified only
  // when it is used, so that unused parts are not read into memory.
  enum class Verification { kSmallAtOnce, kLazily };
  static Result<std::unique_ptr<Container>> Open(
      const std::string& path, FileKind kind,
      Verification verification = Verification::kSmallAtOnce);

  const std::string& path() const { return path_; }
  uint64_t identity() const { return header_.header_sum; }
  uint64_t bytes() const { return file_.bytes().size(); }
  // kDamaged if the file was cut short or became unreadable while it was open (mapped_file.h).
  // Verify cannot tell, for it checks a block only once. Whoever answers from what was read, or
  // writes it to another file, asks this first.
  Status Intact() const { return file_.Intact(); }

  // kDamaged if there is no section with that name.
  Result<Section> Find(std::string_view name) const;
  bool Has(std::string_view name) const;
  const std::vector<SectionEntry>& entries() const { return entries_; }

  // Verifies every block of the file, on many threads.
  Status VerifyAll(const Control& control) const;

 private:
  friend class Section;
  explicit Container(std::string path, MappedFile file)
      : path_(std::move(path)), file_(std::move(file)) {}
  Status ReadHeader(FileKind kind);
  Status ReadSections();
  Status Damaged(std::string_view what) const;
  Section MakeSection(size_t index) const;

  std::string path_;
  MappedFile file_;
  FileHeader header_{};
  std::vector<SectionEntry> entries_;
  std::vector<uint64_t> first_block_;  // per section, and one past the end
  std::span<const uint64_t> sums_;
  mutable std::vector<std::atomic<uint8_t>> verified_;  // per block
};

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_CONTAINER_H_
