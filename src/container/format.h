// The file layout that all binary files of akin have; docs/formats/container.md is its
// specification.
//
//   page 0      FileHeader, section table, zeros        guarded by FileHeader::header_sum
//   sections    each at a multiple of 64, zero-padded    guarded block by block by the sums
//   sums        one XXH3 per 64 KiB block of a section   guarded by FileHeader::sums_sum
//
// So header_sum covers, step by step, every byte of the file, and serves as its identity.
#ifndef AKIN_SRC_CONTAINER_FORMAT_H_
#define AKIN_SRC_CONTAINER_FORMAT_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace akin {

static_assert(std::endian::native == std::endian::little, "akin files are little-endian");

// The odd first byte and the line ends reveal a file that went through a text-mode transfer.
inline constexpr std::array<char, 8> kMagic = {'\x89', 'a', 'k', 'i', 'n', '\r', '\n', '\x1a'};
inline constexpr uint32_t kFormatVersion = 1;
inline constexpr size_t kHeaderPage = 4096;
inline constexpr size_t kSectionAlignment = 64;
inline constexpr size_t kBlockBytes = size_t{1} << 16;

enum class FileKind : uint32_t {
  kKeys = 1,
  kGraph = 2,
  kForestShard = 3,
  kDiagonal = 4,
  kNorms = 5,
  kDiagonals = 6,
  kPages = 7,
  kBags = 8,
  kAttributes = 9,
};

// Of the files that are written, and the newest that are read. Files of pages have words of another
// rule since version 2.
constexpr uint32_t VersionOf(FileKind kind) {
  return kind == FileKind::kPages ? 2 : kFormatVersion;
}

struct FileHeader {
  std::array<char, 8> magic;
  uint32_t version;
  FileKind kind;
  uint64_t file_bytes;
  uint32_t section_count;
  uint32_t reserved;
  uint64_t sums_offset;
  uint64_t sums_sum;
  uint64_t header_sum;  // of page 0, with zero in this field
};
static_assert(sizeof(FileHeader) == 56 && std::is_trivially_copyable_v<FileHeader>);

struct SectionEntry {
  std::array<char, 16> name;  // ASCII, zero-padded
  uint64_t offset;
  uint64_t bytes;  // without the padding
};
static_assert(sizeof(SectionEntry) == 32 && std::is_trivially_copyable_v<SectionEntry>);

inline constexpr size_t kMaxSections = (kHeaderPage - sizeof(FileHeader)) / sizeof(SectionEntry);

constexpr uint64_t RoundUp(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }
constexpr uint64_t BlocksOf(uint64_t padded_bytes) {
  return (padded_bytes + kBlockBytes - 1) / kBlockBytes;
}

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_FORMAT_H_
