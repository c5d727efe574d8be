#include "container/container.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/progress.h"
#include "base/threads.h"

namespace akin {
namespace {

constexpr uint64_t kVerifyWholeUpTo = uint64_t{64} << 20;

std::string_view NameOf(const SectionEntry& entry) {
  return {entry.name.data(), strnlen(entry.name.data(), entry.name.size())};
}

}  // namespace

Status Section::Verify(uint64_t offset, uint64_t length) const {
  if (offset > bytes_.size() || length > bytes_.size() - offset) {
    return Damaged(fmt::format("bytes {} to {} asked for, only {} there", offset, offset + length,
                               bytes_.size()));
  }
  if (length == 0) return {};
  const uint64_t last = (offset + length - 1) / kBlockBytes;
  for (uint64_t block = offset / kBlockBytes; block <= last; ++block) AKIN_TRY(VerifyBlock(block));
  return {};
}

Status Section::VerifyBlock(uint64_t block) const {
  std::atomic<uint8_t>& verified = container_->verified_[first_block_ + block];
  if (verified.load(std::memory_order_acquire) != 0) return {};
  const uint64_t padded = RoundUp(bytes_.size(), kSectionAlignment);
  const uint64_t begin = block * kBlockBytes;
  const uint64_t length = std::min<uint64_t>(kBlockBytes, padded - begin);
  // The padding is inside the file: Container::ReadSections has checked that.
  if (Checksum({bytes_.data() + begin, length}) != container_->sums_[first_block_ + block]) {
    const uint64_t at = container_->entries_[index_].offset + begin;
    return Damaged(
        fmt::format("checksum of bytes {} to {} of the file does not hold", at, at + length - 1));
  }
  verified.store(1, std::memory_order_release);
  return {};
}

void Section::Forget(uint64_t offset, uint64_t length) const {
  container_->file_.Forget(container_->entries_[index_].offset + offset, length);
}

std::string_view Section::name() const { return NameOf(container_->entries_[index_]); }

Status Section::Damaged(std::string_view what) const {
  return container_->Damaged(fmt::format("section {}: {}", name(), what));
}

Status Section::WrongLength() const {
  return Damaged(fmt::format("{} bytes is not a whole number of entries", bytes_.size()));
}

Result<std::unique_ptr<Container>> Container::Open(const std::string& path, FileKind kind,
                                                   Verification verification) {
  AKIN_TRY_ASSIGN(MappedFile file, MappedFile::Open(path));
  auto container = std::unique_ptr<Container>(new Container(path, std::move(file)));
  AKIN_TRY(container->ReadHeader(kind));
  AKIN_TRY(container->ReadSections());
  if (verification == Verification::kSmallAtOnce && container->bytes() <= kVerifyWholeUpTo) {
    AKIN_TRY(container->VerifyAll({.threads = 1}));
  }
  return container;
}

Status Container::Damaged(std::string_view what) const {
  return akin::Damaged(path_, fmt::format("{}; restore the file or build it again", what));
}

Status Container::ReadHeader(FileKind kind) {
  const std::span<const std::byte> bytes = file_.bytes();
  const size_t magic_bytes = std::min(bytes.size(), kMagic.size());
  if (bytes.empty()) return Damaged("the file is empty");
  if (std::memcmp(bytes.data(), kMagic.data(), magic_bytes) != 0) {
    return NotOurs(path_, "not an akin file");
  }
  if (bytes.size() < kHeaderPage) {
    return Damaged(fmt::format("cut short inside the header, at byte {}", bytes.size()));
  }
  std::memcpy(&header_, bytes.data(), sizeof(header_));

  std::vector<std::byte> page(bytes.begin(), bytes.begin() + kHeaderPage);
  std::fill_n(page.begin() + offsetof(FileHeader, header_sum), sizeof(uint64_t), std::byte{0});
  if (Checksum(page) != header_.header_sum) return Damaged("checksum of the header does not hold");

  // Only a header with a correct checksum can be trusted to be from a newer version.
  if (header_.version > VersionOf(header_.kind)) {
    return TooNew(path_, header_.version, VersionOf(header_.kind));
  }
  if (header_.kind != kind) {
    return NotOurs(path_,
                   fmt::format("an akin file of another kind ({} instead of {})",
                               static_cast<uint32_t>(header_.kind), static_cast<uint32_t>(kind)));
  }
  if (header_.file_bytes != bytes.size()) {
    return Damaged(fmt::format("{} bytes long, {} were written", bytes.size(), header_.file_bytes));
  }
  return {};
}

Status Container::ReadSections() {
  const std::span<const std::byte> bytes = file_.bytes();
  if (header_.section_count > kMaxSections) return Damaged("impossible number of sections");
  entries_.resize(header_.section_count);
  for (size_t i = 0; i < entries_.size(); ++i) {
    std::memcpy(&entries_[i], bytes.data() + sizeof(FileHeader) + i * sizeof(SectionEntry),
                sizeof(SectionEntry));
  }

  uint64_t end = kHeaderPage;
  uint64_t blocks = 0;
  for (const SectionEntry& entry : entries_) {
    if (entry.offset != end || entry.bytes > bytes.size() - end) {
      return Damaged(fmt::format("section {} lies outside the file", NameOf(entry)));
    }
    const uint64_t padded = RoundUp(entry.bytes, kSectionAlignment);
    end += padded;
    if (end > bytes.size()) return Damaged("a section's padding lies outside the file");
    first_block_.push_back(blocks);
    blocks += BlocksOf(padded);
  }
  first_block_.push_back(blocks);

  if (header_.sums_offset != end || bytes.size() - end != blocks * sizeof(uint64_t)) {
    return Damaged("the table of checksums is not where it should be");
  }
  if (Checksum(bytes.subspan(end)) != header_.sums_sum) {
    return Damaged("checksum of the table of checksums does not hold");
  }
  sums_ = {reinterpret_cast<const uint64_t*>(bytes.data() + end), blocks};
  verified_ = std::vector<std::atomic<uint8_t>>(blocks);
  return {};
}

Section Container::MakeSection(size_t index) const {
  Section section;
  section.container_ = this;
  section.bytes_ = file_.bytes().subspan(entries_[index].offset, entries_[index].bytes);
  section.first_block_ = first_block_[index];
  section.index_ = index;
  return section;
}

Result<Section> Container::Find(std::string_view name) const {
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (NameOf(entries_[i]) == name) return MakeSection(i);
  }
  return Damaged(fmt::format("no section {}", name));
}

bool Container::Has(std::string_view name) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const SectionEntry& entry) { return NameOf(entry) == name; });
}

Status Container::VerifyAll(const Control& control) const {
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter meter(control, "checking " + path_, "bytes", bytes());
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Section section = MakeSection(i);
    AKIN_TRY(pool.Run(first_block_[i + 1] - first_block_[i], control.stop,
                      [&](uint64_t block, unsigned) {
                        const uint64_t left = section.bytes().size() - block * kBlockBytes;
                        meter.Advance(std::min<uint64_t>(kBlockBytes, left));
                        return section.VerifyBlock(block);
                      }));
  }
  return {};
}

}  // namespace akin
