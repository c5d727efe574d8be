#include "container/block_writer.h"

#include <algorithm>

#include "akin/try.h"
#include "base/checksum.h"

namespace akin {

Result<uint64_t> WriteBlock(WritableFile& file, uint64_t offset, std::vector<std::byte>& block) {
  block.resize(RoundUp(block.size(), kSectionAlignment));
  AKIN_TRY(file.WriteAt(offset, block));
  return Checksum(block);
}

Status BlockWriter::Append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const size_t take = std::min(bytes.size(), kBlockBytes - block_.size());
    block_.insert(block_.end(), bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(take));
    bytes = bytes.subspan(take);
    if (block_.size() == kBlockBytes) AKIN_TRY(Flush());
  }
  return {};
}

Status BlockWriter::End() {
  if (!block_.empty()) AKIN_TRY(Flush());
  block_ = {};
  return {};
}

Status BlockWriter::Flush() {
  const uint64_t payload = block_.size();
  AKIN_TRY_ASSIGN(const uint64_t sum, WriteBlock(*file_, offset_ + written_, block_));
  sums_.push_back(sum);
  written_ += payload;
  block_.clear();
  return {};
}

}  // namespace akin
