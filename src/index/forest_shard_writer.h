// Writing shards, one after another: forests are encoded one by one, by as many threads as there
// are; then the file is put together. A writer keeps its memory from shard to shard.
//
// Memory: 4 bytes per vertex and fingerprint for the rows, plus the encoded forests.
#ifndef AKIN_SRC_INDEX_FOREST_SHARD_WRITER_H_
#define AKIN_SRC_INDEX_FOREST_SHARD_WRITER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "akin/status.h"
#include "base/mapped_array.h"
#include "base/threads.h"
#include "index/forest_shard.h"

namespace akin {

class ForestShardWriter {
 public:
  static uint64_t MemoryFor(const ShardParameters& parameters);

  // kOutOfBudget if the system refuses the memory.
  Status Begin(const ShardParameters& parameters);
  // Safe to call for different fingerprints (counted from the shard's first) at once.
  Status AddForest(uint32_t fingerprint, const Forest& forest);
  uint64_t encoded_bytes() const;

  // After all forests have been added. Returns the file's identity; the next shard can begin.
  Result<uint64_t> Write(const std::string& path, ThreadPool& pool);

 private:
  struct EncodedForest {
    uint64_t members = 0;
    std::vector<uint32_t> block_ends;
    std::vector<uint8_t> reach;
    std::vector<std::byte> blocks;
  };
  Status WriteRows(class ContainerWriter& writer, ThreadPool& pool, unsigned row_bits);
  unsigned RowBits() const;

  ShardParameters parameters_;
  HugeArray<uint32_t> rows_;  // vertex * fingerprints + fingerprint: kAlone or block + 1
  std::vector<EncodedForest> forests_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_FOREST_SHARD_WRITER_H_
