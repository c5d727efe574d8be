#include "query/meetings.h"

#include <algorithm>
#include <memory>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

// Goes from a vertex through its tree. The label of a member is the time at which it met the one
// before it; that of the first is kNewTree.
class TreeWalk {
 public:
  TreeWalk(const ForestShard& shard, uint32_t forest) : shard_(shard), forest_(forest) {}

  // Calls left(member, met) for the members before the vertex, the nearest first, until it returns
  // false, then right(member, met) for those after it; `met` is the time at which the member met
  // the one that was passed before it.
  template <class Left, class Right>
  Status From(VertexId vertex, uint32_t home, const Left& left, const Right& right) {
    AKIN_TRY(shard_.Block(forest_, home, *block_));
    const size_t place = block_->Find(vertex);
    if (place == block_->count) {
      return Damaged(shard_.container().path(),
                     "a row names the wrong block; build the index again");
    }
    AKIN_TRY(GoLeft(home, place, left));
    AKIN_TRY(shard_.Block(forest_, home, *block_));
    return GoRight(home, place + 1, right);
  }

 private:
  template <class Visit>
  Status GoLeft(uint32_t block, size_t place, const Visit& visit) {
    while (true) {
      const uint8_t met = block_->labels[place];
      if (met == kNewTree) return {};
      if (place == 0) {
        if (block == 0) return {};
        AKIN_TRY(shard_.Block(forest_, --block, *block_));
        place = block_->count;
      }
      if (!visit(block_->members[--place], met)) return {};
    }
  }

  template <class Visit>
  Status GoRight(uint32_t block, size_t place, const Visit& visit) {
    while (true) {
      if (place == block_->count) {
        if (++block == shard_.blocks(forest_)) return {};
        AKIN_TRY(shard_.Block(forest_, block, *block_));
        place = 0;
      }
      const uint8_t met = block_->labels[place];
      if (met == kNewTree) return {};
      if (!visit(block_->members[place++], met)) return {};
    }
  }

  const ForestShard& shard_;
  uint32_t forest_;
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
    const auto distance = static_cast<uint8_t>(walk.classes() ? layer + 1 : 0);
    const auto add = [&met, distance](uint8_t& latest, VertexId member, uint8_t label) {
      latest = std::max(latest, label);
      met.push_back({.vertex = member, .step = distance == 0 ? latest : distance});
      return true;
    };
    uint8_t left = 0;
    uint8_t right = 0;
    AKIN_TRY(TreeWalk(shard, forest)
                 .From(
                     vertex, row[forest] - 1,
                     [&](VertexId member, uint8_t label) { return add(left, member, label); },
                     [&](VertexId member, uint8_t label) { return add(right, member, label); }));
  }
  return {};
}

Result<TreeAround> ReadTree(const ForestShard& shard, uint32_t fingerprint, VertexId vertex) {
  std::vector<uint32_t> row(shard.parameters().forests());
  AKIN_TRY(shard.Row(vertex, row));
  TreeAround tree;
  if (row[fingerprint] == kAlone) return tree;
  const auto into = [](std::vector<Neighbour>& side) {
    return [&side](VertexId member, uint8_t label) {
      side.push_back({member, label});
      return true;
    };
  };
  AKIN_TRY(TreeWalk(shard, fingerprint)
               .From(vertex, row[fingerprint] - 1, into(tree.left), into(tree.right)));
  return tree;
}

}  // namespace akin
