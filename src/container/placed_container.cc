#include "container/placed_container.h"

#include <fmt/format.h>

#include <span>

#include "akin/errors.h"
#include "akin/try.h"
#include "container/block_writer.h"
#include "container/container_tail.h"

namespace akin {

Result<std::unique_ptr<PlacedContainer>> PlacedContainer::Create(const std::string& path,
                                                                 FileKind kind,
                                                                 std::vector<Section> sections) {
  AKIN_TRY_ASSIGN(auto file, Files().CreateBeside(path));
  return std::unique_ptr<PlacedContainer>(
      new PlacedContainer(path, kind, std::move(sections), std::move(file)));
}

PlacedContainer::~PlacedContainer() {
  if (file_ != nullptr) RemoveQuietly(file_->path());
}

// One more than there are sections: the last is where another one may begin.
std::vector<uint64_t> PlacedContainer::OffsetsOf(const std::vector<Section>& sections) {
  std::vector<uint64_t> offsets = {kHeaderPage};
  for (const Section& section : sections) {
    offsets.push_back(offsets.back() + RoundUp(section.bytes, kSectionAlignment));
  }
  return offsets;
}

Result<uint64_t> PlacedContainer::Finish(const std::vector<std::vector<uint64_t>>& sums,
                                         std::string_view name, std::string_view text) {
  const std::vector<uint64_t> offsets = OffsetsOf(sections_);
  std::vector<WrittenSection> written;
  for (size_t i = 0; i < sections_.size(); ++i) {
    const Section& section = sections_[i];
    const uint64_t blocks = BlocksOf(section.bytes);
    if (i >= sums.size() || sums[i].size() != blocks) {
      return InvalidArgument("", fmt::format("{} has {} blocks, but {} were placed", section.name,
                                             blocks, i < sums.size() ? sums[i].size() : 0));
    }
    written.push_back(
        {.name = section.name, .offset = offsets[i], .bytes = section.bytes, .sums = sums[i]});
  }
  BlockWriter last(*file_, offsets.back());
  AKIN_TRY(last.Append(std::as_bytes(std::span(text))));
  AKIN_TRY(last.End());
  written.push_back(
      {.name = name, .offset = offsets.back(), .bytes = text.size(), .sums = last.sums()});
  AKIN_TRY_ASSIGN(const uint64_t identity, WriteTail(*file_, kind_, written));
  AKIN_TRY(Publish(*file_, path_));
  file_.reset();
  AKIN_TRY(Files().SyncDirectory(DirectoryOf(path_)));
  return identity;
}

}  // namespace akin
