#include "container/container_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "akin/try.h"
#include "container/block_writer.h"
#include "container/container_tail.h"

namespace akin {
namespace {

Status Misuse(const std::string& path, std::string_view what) {
  return Status(Code::kInvalidArgument, fmt::format("writer misused: {}", what)).At({.file = path});
}

}  // namespace

Result<std::unique_ptr<ContainerWriter>> ContainerWriter::Create(const std::string& path,
                                                                 FileKind kind) {
  AKIN_TRY_ASSIGN(auto file, Files().CreateBeside(path));
  return std::unique_ptr<ContainerWriter>(new ContainerWriter(path, kind, std::move(file)));
}

ContainerWriter::ContainerWriter(std::string path, FileKind kind,
                                 std::unique_ptr<WritableFile> file)
    : path_(std::move(path)), kind_(kind), file_(std::move(file)) {}

ContainerWriter::~ContainerWriter() {
  if (file_ == nullptr) return;
  RemoveQuietly(file_->path());
}

Result<size_t> ContainerWriter::Begin(std::string_view name,
                                      std::optional<uint64_t> declared_bytes) {
  if (sections_.size() == kMaxSections || name.size() > sizeof(SectionEntry::name)) {
    return Misuse(path_, fmt::format("section {} does not fit the table", name));
  }
  OpenSection section{.name = std::string(name), .offset = kHeaderPage, .declared = declared_bytes};
  if (!sections_.empty()) {
    const OpenSection& last = sections_.back();
    if (last.open && !last.declared) return Misuse(path_, last.name + " is still open-ended");
    const uint64_t bytes = last.declared ? *last.declared : last.written;
    section.offset = last.offset + RoundUp(bytes, kSectionAlignment);
  }
  section.block.reserve(kBlockBytes);
  sections_.push_back(std::move(section));
  return sections_.size() - 1;
}

Status ContainerWriter::Append(size_t section, std::span<const std::byte> bytes) {
  OpenSection& target = sections_[section];
  while (!bytes.empty()) {
    const size_t take = std::min(bytes.size(), kBlockBytes - target.block.size());
    target.block.insert(target.block.end(), bytes.begin(),
                        bytes.begin() + static_cast<ptrdiff_t>(take));
    bytes = bytes.subspan(take);
    if (target.block.size() == kBlockBytes) AKIN_TRY(FlushBlock(target));
  }
  return {};
}

Status ContainerWriter::FlushBlock(OpenSection& section) {
  const uint64_t payload = section.block.size();
  AKIN_TRY_ASSIGN(const uint64_t sum,
                  WriteBlock(*file_, section.offset + section.written, section.block));
  section.sums.push_back(sum);
  section.written += payload;
  section.block.clear();
  return {};
}

Status ContainerWriter::End(size_t section) {
  OpenSection& target = sections_[section];
  if (!target.block.empty()) AKIN_TRY(FlushBlock(target));
  if (target.declared && *target.declared != target.written) {
    return Misuse(path_, fmt::format("section {} declared {} bytes, got {}", target.name,
                                     *target.declared, target.written));
  }
  target.open = false;
  target.block = {};
  return {};
}

Status ContainerWriter::Add(std::string_view name, std::span<const std::byte> bytes) {
  AKIN_TRY_ASSIGN(const size_t section, Begin(name, bytes.size()));
  AKIN_TRY(Append(section, bytes));
  return End(section);
}

Result<uint64_t> ContainerWriter::WriteTrailerAndHeader() {
  std::vector<WrittenSection> sections;
  for (const OpenSection& section : sections_) {
    if (section.open) return Misuse(path_, section.name + " was not ended");
    sections.push_back({.name = section.name,
                        .offset = section.offset,
                        .bytes = section.written,
                        .sums = section.sums});
  }
  return WriteTail(*file_, kind_, sections);
}

Result<uint64_t> ContainerWriter::Finish() {
  AKIN_TRY_ASSIGN(const uint64_t identity, WriteTrailerAndHeader());
  AKIN_TRY(Publish(*file_, path_));
  file_.reset();
  AKIN_TRY(Files().SyncDirectory(DirectoryOf(path_)));
  return identity;
}

}  // namespace akin
