// Writes shards, one after another. Forests are encoded as they come, by any number of threads;
// then the file is written from front to back. A writer keeps its memory from shard to shard.
//
// Memory, per fingerprint: 4 bytes per vertex for its block number and about 3 per member for the
// forest; or, if they are spooled to files, half a megabyte.
#ifndef AKIN_SRC_INDEX_FOREST_SHARD_WRITER_H_
#define AKIN_SRC_INDEX_FOREST_SHARD_WRITER_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "akin/status.h"
#include "base/spool.h"
#include "index/forest_shard.h"

namespace akin {

class ContainerWriter;

class ForestShardWriter {
 public:
  // With a path, data that must be kept until Write goes to files whose names begin with it.
  explicit ForestShardWriter(std::string spool_path = {}) : spool_path_(std::move(spool_path)) {}
  static uint64_t MemoryFor(const ShardParameters& parameters, bool spool);

  // `only`: the vertices that the shard covers, ascending, if not all. The list must live until
  // Write.
  void Begin(const ShardParameters& parameters, std::span<const VertexId> only = {});

  // Different threads may add different fingerprints (counted from the shard's first) at the same
  // time.
  Status AddForest(uint32_t fingerprint, const Forest& forest);
  // The same in pieces: all members in order, with their labels; then the places of all vertices in
  // order; then the end.
  Status AddMembers(uint32_t fingerprint, std::span<const VertexId> members,
                    std::span<const uint8_t> labels);
  Status AddPlaces(uint32_t fingerprint, std::span<const uint32_t> places);
  Status EndForest(uint32_t fingerprint);

  uint64_t encoded_bytes() const;

  // Call it after all forests have been added. Returns the file's identity; the next shard can
  // begin.
  Result<uint64_t> Write(const std::string& path);

 private:
  struct EncodedForest {
    uint64_t members = 0;
    uint32_t block_count = 0;
    std::array<VertexId, kMostBlockMembers> last_members;  // of a block not yet full
    std::array<uint8_t, kMostBlockMembers> last_labels;
    size_t last_count = 0;
    Spool column;  // u32 per vertex: kAlone or block + 1
    Spool block_ends;
    Spool reach;
    Spool blocks;
  };
  Status EncodeBlock(EncodedForest& forest, std::span<const VertexId> members,
                     std::span<const uint8_t> labels) const;
  Status WriteRows(ContainerWriter& writer) const;
  Status WritePresent(ContainerWriter& writer) const;
  unsigned RowBits() const;
  BlockShape shape() const { return ShapeOf(parameters_.walk, parameters_.vertices); }

  std::string spool_path_;
  ShardParameters parameters_;
  std::span<const VertexId> only_;
  std::vector<EncodedForest> forests_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_FOREST_SHARD_WRITER_H_
