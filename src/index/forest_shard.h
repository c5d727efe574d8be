// A shard of a fingerprint index (docs/formats/forest-shard.md): the forests of some fingerprints
// in blocks of members, and a row per vertex with the blocks that contain it.
//
// A query reads one row per shard and one block per fingerprint, then as many blocks of the tree as
// it needs. The time at which two vertices met is the largest label between them: two blocks and
// the bytes of `reach` between.
#ifndef AKIN_SRC_INDEX_FOREST_SHARD_H_
#define AKIN_SRC_INDEX_FOREST_SHARD_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/boilerplate.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "container/container.h"
#include "index/forest_block.h"

namespace akin {

class ProgressMeter;

struct ShardParameters {
  WalkParameters walk;
  uint32_t first_fingerprint = 0;
  uint32_t fingerprints = 0;
  VertexId vertices = 0;
  uint64_t graph_identity = 0;
  Boilerplate boilerplate = Boilerplate::kKeep;  // says which graph that is; only its name has it
  uint64_t only_identity = 0;                    // of the list of vertices that it covers; 0: all
  uint64_t bags_identity = 0;                    // of the bags whose signatures are compared

  // The number of forests; those of one fingerprint are together.
  uint32_t forests() const { return fingerprints * walk.layers(); }

  bool operator==(const ShardParameters& other) const {
    return walk.measure == other.walk.measure && walk.seed == other.walk.seed &&
           walk.length == other.walk.length && first_fingerprint == other.first_fingerprint &&
           fingerprints == other.fingerprints && vertices == other.vertices &&
           graph_identity == other.graph_identity && only_identity == other.only_identity &&
           bags_identity == other.bags_identity;
  }
};

// The place of a member in its fingerprint's forest.
struct ForestPlace {
  uint32_t block = 0;
  uint32_t index = 0;  // in the block
};

inline constexpr uint32_t kAlone = 0;  // in a row: the vertex meets no other; otherwise block + 1

class ForestShard {
 public:
  static Result<std::unique_ptr<ForestShard>> Open(const std::string& path);

  const ShardParameters& parameters() const { return parameters_; }
  const Container& container() const { return *container_; }

  // Per forest: kAlone, or 1 + the number of the block that contains the vertex. `row` has one
  // entry per forest of the shard.
  Status Row(VertexId vertex, std::span<uint32_t> row) const;
  // Whether the shard covers this vertex.
  Result<bool> Has(VertexId vertex) const;

  // Fingerprints (or forests, if a fingerprint has several) are counted from the first of the
  // shard.
  uint32_t blocks(uint32_t fingerprint) const { return forests_[fingerprint].blocks; }
  uint64_t members(uint32_t fingerprint) const { return forests_[fingerprint].members; }
  size_t block_members() const { return shape_.members; }  // in all but the last of a forest
  Status Block(uint32_t fingerprint, uint32_t block, ForestBlock& out) const;
  // The members of a block without their labels. `room` has memory for a whole block.
  Result<std::span<const VertexId>> Members(uint32_t fingerprint, uint32_t block,
                                            std::span<VertexId> room) const;
  // The same for consecutive blocks: calls visit(members) for several at a time, no more than fit
  // into the largest block.
  template <class Visit>
  Status EachMembers(uint32_t fingerprint, uint32_t begin, uint32_t end, const Visit& visit) const {
    AKIN_TRY_ASSIGN(const BlockRun run, RunOf(fingerprint, begin, end));
    std::array<VertexId, kMostBlockMembers> room;
    size_t decoded = 0;
    uint32_t at = run.begin;
    for (uint32_t block = begin; block < end; ++block) {
      const uint32_t next = run.ends[block - begin];
      const size_t count = MembersIn(fingerprint, block);
      if (decoded + shape_.members > room.size()) {
        visit(std::span<const VertexId>(room).first(decoded));
        decoded = 0;
      }
      if (next < at || next > run.ends.back() ||
          !DecodeForestMembers(run.bytes.subspan(at - run.begin, next - at), count,
                               shape_.label_bits, parameters_.vertices, room.data() + decoded)) {
        return Nonsense(fingerprint, block);
      }
      __builtin_prefetch(run.bytes.data() + (next - run.begin) + kAheadBytes);
      decoded += count;
      at = next;
    }
    if (decoded > 0) visit(std::span<const VertexId>(room).first(decoded));
    return {};
  }
  // For labels of one bit: which members of a block begin a class.
  Result<std::span<const std::byte>> ClassStarts(uint32_t fingerprint, uint32_t block) const;
  // Prefetch what Row or Block will read, in two steps: the second reads what the first has
  // fetched.
  void PrefetchPresence(VertexId vertex) const;
  void PrefetchRow(VertexId vertex) const;
  void PrefetchExtent(uint32_t fingerprint, uint32_t block) const;
  void PrefetchBlock(uint32_t fingerprint, uint32_t block) const;
  // The largest label of each block.
  Result<std::span<const uint8_t>> Reach(uint32_t fingerprint, uint32_t begin, uint32_t end) const;
  // Finds all errors that are possible in a file with correct checksums, except other trees than
  // those of the graph. `covered`: how many vertices it has if it does not have all.
  Status Check(VertexId covered, const Control& control) const;

 private:
  struct ForestExtent {  // as stored, in section "forests"
    uint64_t members;
    uint64_t first_block;  // number of its first block in the shard
    uint64_t first_byte;   // offset of its blocks in section "blocks"
    uint32_t blocks;
    uint32_t reserved;
  };
  friend class ForestShardWriter;

  // The processor prefetches by itself only to the end of a page.
  static constexpr size_t kAheadBytes = 768;

  // Consecutive blocks, verified.
  struct BlockRun {
    uint32_t begin = 0;              // offset of the first byte, counted from the forest's first
    std::span<const uint32_t> ends;  // end of each block, counted likewise
    std::span<const std::byte> bytes;
  };
  Result<BlockRun> RunOf(uint32_t fingerprint, uint32_t begin, uint32_t end) const;
  size_t MembersIn(uint32_t fingerprint, uint32_t block) const {
    return std::min<uint64_t>(shape_.members,
                              forests_[fingerprint].members - uint64_t{block} * shape_.members);
  }
  Status Nonsense(uint32_t fingerprint, uint32_t block) const;

  Status ReadParameters();
  Status ReadSections();
  Status CheckExtents(const Section& forests) const;
  Result<uint64_t> CheckPresence(VertexId covered) const;  // the number of rows
  Status CheckBlockEnds() const;
  Status CheckForest(uint32_t forest, const std::stop_token& stop, ProgressMeter& meter) const;
  Status CheckColumn(uint32_t forest, uint64_t rows) const;
  bool LabelsAreSound(const ForestBlock& block, bool first_of_forest) const;
  uint32_t RowEntry(VertexId vertex, uint32_t forest) const;  // of sections that were verified

  std::unique_ptr<Container> container_;
  ShardParameters parameters_;
  BlockShape shape_;
  unsigned row_bits_ = 0;
  std::vector<ForestExtent> forests_;  // a copy: what was checked does not change with the file
  Section present_, present_rank_, rows_, block_ends_, reach_, blocks_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_FOREST_SHARD_H_
