// A shard of a fingerprint index (docs/formats/forest-shard.md): the forests of some fingerprints
// in blocks of 64 members, and per vertex, side by side, the blocks it is in.
//
// A query reads one row per shard and one block per fingerprint, then as many blocks as it wants to
// see of the tree. The time two vertices met is the largest label between them: two blocks and the
// bytes of `reach` between.
#ifndef AKIN_SRC_INDEX_FOREST_SHARD_H_
#define AKIN_SRC_INDEX_FOREST_SHARD_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"
#include "index/forest_block.h"

namespace akin {

// At most. Fixed, so that a shard's bytes do not depend on how many fingerprints there are in all.
inline constexpr uint32_t kShardFingerprints = 10;

struct ShardParameters {
  WalkParameters walk;
  uint32_t first_fingerprint = 0;
  uint32_t fingerprints = 0;
  VertexId vertices = 0;
  uint64_t graph_identity = 0;

  // Forests, one fingerprint's after another's.
  uint32_t forests() const { return fingerprints * walk.layers(); }

  bool operator==(const ShardParameters& other) const {
    return walk.measure == other.walk.measure && walk.seed == other.walk.seed &&
           walk.length == other.walk.length && first_fingerprint == other.first_fingerprint &&
           fingerprints == other.fingerprints && vertices == other.vertices &&
           graph_identity == other.graph_identity;
  }
};

// The place of a member in its fingerprint's forest.
struct ForestPlace {
  uint32_t block = 0;
  uint32_t index = 0;  // in the block
};

inline constexpr uint32_t kAlone = 0;  // in a row: the vertex meets nobody; otherwise block + 1

class ForestShard {
 public:
  static Result<std::unique_ptr<ForestShard>> Open(const std::string& path);

  const ShardParameters& parameters() const { return parameters_; }
  const Container& container() const { return *container_; }

  // Per forest: kAlone, or 1 + the number of the block the vertex is in. `row` has as many places
  // as the shard has forests.
  Status Row(VertexId vertex, std::span<uint32_t> row) const;

  // Fingerprints (forests, where a fingerprint has several) are counted from the shard's first.
  uint32_t blocks(uint32_t fingerprint) const { return forests_[fingerprint].blocks; }
  uint64_t members(uint32_t fingerprint) const { return forests_[fingerprint].members; }
  Status Block(uint32_t fingerprint, uint32_t block, ForestBlock& out) const;
  // The members of a block without their labels, in memory that `room` has for a whole block.
  Result<std::span<const VertexId>> Members(uint32_t fingerprint, uint32_t block,
                                            std::span<VertexId> room) const;
  // Of labels of one bit: where classes begin among the members of a block.
  Result<std::span<const std::byte>> ClassStarts(uint32_t fingerprint, uint32_t block) const;
  // Ask memory for what Block will read, in two steps: the second needs what the first has fetched.
  void PrefetchExtent(uint32_t fingerprint, uint32_t block) const;
  void PrefetchBlock(uint32_t fingerprint, uint32_t block) const;
  // The largest label of each block.
  Result<std::span<const uint8_t>> Reach(uint32_t fingerprint, uint32_t begin, uint32_t end) const;

 private:
  struct ForestExtent {  // as stored, in section "forests"
    uint64_t members;
    uint64_t first_block;  // of this forest among the shard's
    uint64_t first_byte;   // of its blocks in section "blocks"
    uint32_t blocks;
    uint32_t reserved;
  };
  friend class ForestShardWriter;

  struct BlockBytes {
    std::span<const std::byte> bytes;
    size_t count = 0;  // of members
  };

  Result<BlockBytes> BytesOf(uint32_t fingerprint, uint32_t block) const;
  Status Nonsense(uint32_t fingerprint, uint32_t block) const;

  Status ReadParameters();
  Status ReadSections();

  std::unique_ptr<Container> container_;
  ShardParameters parameters_;
  BlockShape shape_;
  unsigned row_bits_ = 0;
  std::span<const ForestExtent> forests_;
  Section present_, present_rank_, rows_, block_ends_, reach_, blocks_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_FOREST_SHARD_H_
