#include "fuzz/sections.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/checksum.h"
#include "container/sealed_json.h"

namespace akin {
namespace {

uint64_t SumOf(std::string_view bytes) { return Checksum(std::as_bytes(std::span(bytes))); }

template <class T>
void Put(std::string& file, size_t at, const T& value) {
  std::memcpy(file.data() + at, &value, sizeof(value));
}

}  // namespace

std::vector<FuzzSection> SectionsOf(std::string_view input) {
  std::vector<FuzzSection> sections;
  constexpr size_t kNameBytes = sizeof(FuzzSection::name);
  while (input.size() >= kNameBytes + sizeof(uint32_t) && sections.size() < kMaxSections) {
    FuzzSection& section = sections.emplace_back();
    uint32_t length = 0;
    std::memcpy(section.name.data(), input.data(), kNameBytes);
    std::memcpy(&length, input.data() + kNameBytes, sizeof(length));
    input.remove_prefix(kNameBytes + sizeof(length));
    section.bytes = input.substr(0, length);
    input.remove_prefix(section.bytes.size());
  }
  return sections;
}

std::string InputOf(const std::vector<FuzzSection>& sections) {
  std::string input;
  for (const FuzzSection& section : sections) {
    const auto length = static_cast<uint32_t>(section.bytes.size());
    input.append(section.name.data(), section.name.size());
    input.append(reinterpret_cast<const char*>(&length), sizeof(length));
    input += section.bytes;
  }
  return input;
}

std::string ContainerOf(FileKind kind, const std::vector<FuzzSection>& sections) {
  std::string file(kHeaderPage, '\0');
  uint64_t blocks = 0;
  for (size_t i = 0; i < sections.size(); ++i) {
    const SectionEntry entry{
        .name = sections[i].name, .offset = file.size(), .bytes = sections[i].bytes.size()};
    Put(file, sizeof(FileHeader) + i * sizeof(SectionEntry), entry);
    file += sections[i].bytes;
    file.resize(RoundUp(file.size(), kSectionAlignment));
    blocks += BlocksOf(file.size() - entry.offset);
  }
  const FileHeader header{.magic = kMagic,
                          .version = VersionOf(kind),
                          .kind = kind,
                          .file_bytes = file.size() + blocks * sizeof(uint64_t),
                          .section_count = static_cast<uint32_t>(sections.size()),
                          .sums_offset = file.size()};
  Put(file, 0, header);
  file.resize(header.file_bytes);
  return WithRightSums(std::move(file));
}

std::vector<FuzzSection> SectionsOfContainer(std::string_view file) {
  FileHeader header;
  std::memcpy(&header, file.data(), sizeof(header));
  std::vector<FuzzSection> sections;
  for (size_t i = 0; i < header.section_count; ++i) {
    SectionEntry entry;
    std::memcpy(&entry, file.data() + sizeof(header) + i * sizeof(entry), sizeof(entry));
    sections.push_back(
        {.name = entry.name, .bytes = std::string(file.substr(entry.offset, entry.bytes))});
  }
  return sections;
}

std::string WithRightSums(std::string file) {
  if (file.size() < kHeaderPage) return file;
  FileHeader header;
  std::memcpy(&header, file.data(), sizeof(header));
  uint64_t sum_at = header.sums_offset;
  for (size_t i = 0; i < std::min<size_t>(header.section_count, kMaxSections); ++i) {
    SectionEntry entry;
    std::memcpy(&entry, file.data() + sizeof(header) + i * sizeof(entry), sizeof(entry));
    if (entry.offset > file.size() || entry.bytes > file.size() - entry.offset) break;
    const uint64_t end =
        std::min<uint64_t>(entry.offset + RoundUp(entry.bytes, kSectionAlignment), file.size());
    for (uint64_t at = entry.offset; at < end; at += kBlockBytes, sum_at += sizeof(uint64_t)) {
      if (sum_at > file.size() || file.size() - sum_at < sizeof(uint64_t)) break;
      Put(file, sum_at,
          SumOf(std::string_view(file).substr(at, std::min<uint64_t>(kBlockBytes, end - at))));
    }
  }
  if (header.sums_offset <= file.size()) {
    header.sums_sum = SumOf(std::string_view(file).substr(header.sums_offset));
  }
  header.header_sum = 0;
  Put(file, 0, header);
  header.header_sum = SumOf(std::string_view(file).substr(0, kHeaderPage));
  Put(file, 0, header);
  return file;
}

std::string SealedDocument(std::string_view body) {
  std::string sealed(body);
  sealed += ",\n  \"checksum\": \"" + HexSum(SumOf(body)) + "\"\n}\n";
  return sealed;
}

}  // namespace akin
