// Writes the blocks of a section, or some that follow each other: 64 KiB each, padded to a multiple
// of 64 bytes, with a checksum (format.h).
//
// Memory: one block, and 8 bytes per block written.
#ifndef AKIN_SRC_CONTAINER_BLOCK_WRITER_H_
#define AKIN_SRC_CONTAINER_BLOCK_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/status.h"
#include "base/files.h"
#include "container/format.h"

namespace akin {

// Pads a block, writes it and returns its checksum.
Result<uint64_t> WriteBlock(WritableFile& file, uint64_t offset, std::vector<std::byte>& block);

class BlockWriter {
 public:
  // `offset` is where the first block begins in the file, which must outlive the object.
  BlockWriter(WritableFile& file, uint64_t offset) : file_(&file), offset_(offset) {
    block_.reserve(kBlockBytes);
  }

  Status Append(std::span<const std::byte> bytes);
  // Writes the last block, which may be shorter.
  Status End();

  uint64_t written() const { return written_; }  // bytes of blocks in the file, without padding
  const std::vector<uint64_t>& sums() const { return sums_; }  // of these blocks

 private:
  Status Flush();

  WritableFile* file_;
  uint64_t offset_;
  uint64_t written_ = 0;
  std::vector<std::byte> block_;
  std::vector<uint64_t> sums_;
};

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_BLOCK_WRITER_H_
