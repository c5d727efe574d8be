// 64 or more members of a forest, in bytes: their labels, then the members as differences from the
// previous one (base/differences.h). Siblings are ascending and often close, so most take one byte.
//
// Labels take 4 bits if walks are short enough, and 8 otherwise. The largest value means "first of
// a tree", so a maximum over labels shows at once whether two members are in different trees. If
// there are no times, one bit is enough.
#ifndef AKIN_SRC_INDEX_FOREST_BLOCK_H_
#define AKIN_SRC_INDEX_FOREST_BLOCK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/types.h"
#include "base/differences.h"
#include "sketch/forest.h"

namespace akin {

inline constexpr size_t kLeastBlockMembers = 64;
inline constexpr size_t kMostBlockMembers = 2048;
inline constexpr size_t kClassBlockMembers = 1024;
inline constexpr uint64_t kMostBlocks = uint64_t{1} << 16;

// How the blocks of an index are cut. Small blocks are quick to decode. But the rows of an index
// contain a block number for every member, so on a large graph blocks double until 16 bits, or
// nearly, are enough for a number. Classes of equal min-hashes have no times, so one bit tells
// which member begins a class; their blocks are always large.
struct BlockShape {
  size_t members = kLeastBlockMembers;
  unsigned label_bits = 4;
};
inline BlockShape ShapeOf(const WalkParameters& walk, VertexId vertices) {
  if (walk.classes()) return {.members = kClassBlockMembers, .label_bits = 1};
  BlockShape shape{.label_bits = walk.length <= 14 ? 4U : 8U};
  while (shape.members < kMostBlockMembers && shape.members * kMostBlocks < vertices) {
    shape.members *= 2;
  }
  return shape;
}
constexpr size_t LabelBytes(size_t count, unsigned label_bits) {
  return (count * label_bits + 7) / 8;
}

// Whether member i begins a class, if labels have one bit.
inline bool StartsClass(std::span<const std::byte> labels, size_t i) {
  return (static_cast<unsigned>(labels[i / 8]) >> (i % 8) & 1) != 0;
}

// A decoded block. Its memory is reused.
struct ForestBlock {
  std::vector<VertexId> members;
  std::vector<uint8_t> labels;  // kNewTree for the first of a tree
  size_t count = 0;             // number of members and of labels; the vectors may be longer

  // The position of the vertex, or count if it is not in the block.
  size_t Find(VertexId vertex) const {
    size_t i = 0;
    while (i < count && members[i] != vertex) ++i;
    return i;
  }
};

inline constexpr size_t kMostBlockBytes =
    kMostBlockMembers + MostDifferenceBytes(kMostBlockMembers) + 4;

// Returns the bytes, which are in `buffer`.
std::span<const std::byte> EncodeForestBlock(std::span<const VertexId> members,
                                             std::span<const uint8_t> labels, unsigned label_bits,
                                             std::array<std::byte, kMostBlockBytes>& buffer);

// False if the bytes are not `count` members of a graph with this many vertices. kDifferencesSlack
// bytes behind them must be readable.
bool DecodeForestBlock(std::span<const std::byte> bytes, size_t count, unsigned label_bits,
                       VertexId vertices, ForestBlock& block);
// The members without labels. `members` has room for `count`, rounded up to a multiple of four.
bool DecodeForestMembers(std::span<const std::byte> bytes, size_t count, unsigned label_bits,
                         VertexId vertices, VertexId* members);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_FOREST_BLOCK_H_
