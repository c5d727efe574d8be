#include "forge/sealed_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/checksum.h"

namespace akin {
namespace {

constexpr std::string_view kSealStart = ",\n  \"checksum\": \"";
constexpr std::string_view kSealEnd = "\"\n}\n";
constexpr size_t kSealBytes = kSealStart.size() + 16 + kSealEnd.size();
constexpr std::string_view kObjectEnd = "\n}";

uint64_t SumOf(std::string_view bytes) { return Checksum(std::as_bytes(std::span(bytes))); }

FileHeader HeaderOf(std::string_view file) {
  FileHeader header;
  std::memcpy(&header, file.data(), sizeof(header));
  return header;
}

}  // namespace

ContainerImage::Part* ContainerImage::Find(std::string_view name) {
  const auto found = std::find_if(sections.begin(), sections.end(),
                                  [&](const Part& part) { return part.name == name; });
  return found == sections.end() ? nullptr : &*found;
}

bool IsContainer(std::string_view file) {
  return file.starts_with(std::string_view(kMagic.data(), kMagic.size()));
}

ContainerImage TakeApart(std::string_view file) {
  const FileHeader header = HeaderOf(file);
  ContainerImage image{.kind = header.kind, .version = header.version, .sections = {}};
  for (size_t i = 0; i < header.section_count; ++i) {
    SectionEntry entry;
    std::memcpy(&entry, file.data() + sizeof(header) + i * sizeof(entry), sizeof(entry));
    image.sections.push_back(
        {.name = {entry.name.data(), strnlen(entry.name.data(), entry.name.size())},
         .bytes = std::string(file.substr(entry.offset, entry.bytes))});
  }
  return image;
}

std::string PutTogether(const ContainerImage& image) {
  std::string file(kHeaderPage, '\0');
  std::string sums;
  for (size_t i = 0; i < image.sections.size(); ++i) {
    const auto& [name, bytes] = image.sections[i];
    SectionEntry entry{.name = {}, .offset = file.size(), .bytes = bytes.size()};
    std::copy(name.begin(), name.end(), entry.name.begin());
    std::memcpy(file.data() + sizeof(FileHeader) + i * sizeof(entry), &entry, sizeof(entry));
    file += bytes;
    file.resize(RoundUp(file.size(), kSectionAlignment));
    for (size_t at = entry.offset; at < file.size(); at += kBlockBytes) {
      const uint64_t sum = SumOf(std::string_view(file).substr(at, kBlockBytes));
      sums.append(reinterpret_cast<const char*>(&sum), sizeof(sum));
    }
  }
  const FileHeader header{.magic = kMagic,
                          .version = image.version,
                          .kind = image.kind,
                          .file_bytes = file.size() + sums.size(),
                          .section_count = static_cast<uint32_t>(image.sections.size()),
                          .reserved = 0,
                          .sums_offset = file.size(),
                          .sums_sum = SumOf(sums),
                          .header_sum = 0};
  file += sums;
  std::memcpy(file.data(), &header, sizeof(header));
  SealHeader(file);
  return file;
}

void SealHeader(std::string& file) {
  const auto set = [&](uint64_t sum) {
    std::memcpy(file.data() + offsetof(FileHeader, header_sum), &sum, sizeof(sum));
  };
  set(0);
  set(SumOf(std::string_view(file).substr(0, kHeaderPage)));
}

std::string IdentityOf(std::string_view file) {
  return fmt::format("{:016x}", HeaderOf(file).header_sum);
}

std::string SealJson(std::string_view file) {
  std::string body(file.substr(0, file.size() - std::min(file.size(), kSealBytes)));
  return body + fmt::format("{}{:016x}{}", kSealStart, SumOf(body), kSealEnd);
}

std::string UnsealedJson(std::string_view file) {
  return std::string(file.substr(0, file.size() - kSealBytes)) + std::string(kObjectEnd);
}

std::string SealedJson(std::string_view json) {
  if (json.ends_with(kObjectEnd)) json.remove_suffix(kObjectEnd.size());
  return SealJson(std::string(json) + std::string(kSealBytes, ' '));
}

}  // namespace akin
