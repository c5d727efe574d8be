#include "container/container_tail.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "akin/try.h"
#include "base/checksum.h"

namespace akin {

Result<uint64_t> WriteTail(WritableFile& file, FileKind kind,
                           std::span<const WrittenSection> sections) {
  FileHeader header{.magic = kMagic,
                    .version = VersionOf(kind),
                    .kind = kind,
                    .file_bytes = 0,
                    .section_count = static_cast<uint32_t>(sections.size()),
                    .reserved = 0,
                    .sums_offset = kHeaderPage,
                    .sums_sum = 0,
                    .header_sum = 0};
  std::vector<std::byte> page(kHeaderPage);
  std::vector<uint64_t> sums;
  for (size_t i = 0; i < sections.size(); ++i) {
    const WrittenSection& section = sections[i];
    SectionEntry entry{.name = {}, .offset = section.offset, .bytes = section.bytes};
    std::copy(section.name.begin(), section.name.end(), entry.name.begin());
    std::memcpy(page.data() + sizeof(FileHeader) + i * sizeof(entry), &entry, sizeof(entry));
    sums.insert(sums.end(), section.sums.begin(), section.sums.end());
    header.sums_offset = section.offset + RoundUp(section.bytes, kSectionAlignment);
  }
  const auto sum_bytes = std::as_bytes(std::span(sums));
  header.sums_sum = Checksum(sum_bytes);
  header.file_bytes = header.sums_offset + sum_bytes.size();
  std::memcpy(page.data(), &header, sizeof(header));
  header.header_sum = Checksum(page);
  std::memcpy(page.data(), &header, sizeof(header));
  AKIN_TRY(file.WriteAt(header.sums_offset, sum_bytes));
  AKIN_TRY(file.WriteAt(0, page));
  return header.header_sum;
}

Status Publish(WritableFile& file, const std::string& path) {
  AKIN_TRY(file.Sync());
  AKIN_TRY(file.Close());
  return Files().Rename(file.path(), path);
}

}  // namespace akin
