#include "query/meetings.h"

#include <algorithm>
#include <memory>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

class TreeWalk {
 public:
  // `step` is stored for all meetings; 0: the time at which they met.
  TreeWalk(const ForestShard& shard, uint32_t forest, uint8_t step, std::vector<Meeting>& met)
      : shard_(shard), forest_(forest), step_(step), met_(met) {}

  Status From(VertexId vertex, uint32_t home) {
    AKIN_TRY(shard_.Block(forest_, home, *block_));
    const size_t place = block_->Find(vertex);
    if (place == block_->count) {
      return Damaged(shard_.container().path(),
                     "a row names the wrong block; build the index again");
    }
    AKIN_TRY(Left(home, place));
    AKIN_TRY(shard_.Block(forest_, home, *block_));
    return Right(home, place + 1);
  }

 private:
  void Add(VertexId vertex, uint8_t time) {
    met_.push_back({.vertex = vertex, .step = step_ == 0 ? time : step_});
  }

  // The label of a member is the time at which it met the one before it.
  Status Left(uint32_t block, size_t place) {
    uint8_t time = 0;
    while (true) {
      time = std::max(time, block_->labels[place]);
      if (time == kNewTree) return {};
      if (place == 0) {
        if (block == 0) return {};
        AKIN_TRY(shard_.Block(forest_, --block, *block_));
        place = block_->count;
      }
      Add(block_->members[--place], time);
    }
  }

  Status Right(uint32_t block, size_t place) {
    uint8_t time = 0;
    while (true) {
      if (place == block_->count) {
        if (++block == shard_.blocks(forest_)) return {};
        AKIN_TRY(shard_.Block(forest_, block, *block_));
        place = 0;
      }
      time = std::max(time, block_->labels[place]);
      if (time == kNewTree) return {};
      Add(block_->members[place++], time);
    }
  }

  const ForestShard& shard_;
  uint32_t forest_;
  uint8_t step_;
  std::vector<Meeting>& met_;
  std::unique_ptr<ForestBlock> block_ = std::make_unique<ForestBlock>();
};

}  // namespace

Status AppendMeetings(const ForestShard& shard, uint32_t fingerprint, VertexId vertex,
                      std::vector<Meeting>& met) {
  const WalkParameters& walk = shard.parameters().walk;
  const unsigned layers = walk.layers();
  std::vector<uint32_t> row(shard.parameters().forests());
  AKIN_TRY(shard.Row(vertex, row));
  for (unsigned layer = 0; layer < layers; ++layer) {
    const uint32_t forest = fingerprint * layers + layer;
    if (row[forest] == kAlone) continue;
    // A class has no times of meeting; the distance is used instead.
    const auto step = static_cast<uint8_t>(walk.classes() ? layer + 1 : 0);
    AKIN_TRY(TreeWalk(shard, forest, step, met).From(vertex, row[forest] - 1));
  }
  return {};
}

}  // namespace akin
