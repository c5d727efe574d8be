// 64 members of a forest, or more, in bytes: their labels, then the members as differences to the
// one before (base/differences.h). Siblings are ascending and often close, so most take a byte.
//
// Labels take 4 bits where walks are short enough and 8 otherwise; the largest value stands for
// "first of a tree", so that a maximum over labels tells at once that two members lie in different
// trees. One bit, where there are no times, says just that.
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

// How the blocks of an index are cut. Small blocks are quick to decode; but the rows of an index
// hold as many numbers of blocks as its blocks hold members, so on a large graph blocks double
// until 16 bits will do for a number, or nearly. Classes of equal min-hashes have no times, so one
// bit says which member begins a class; their blocks are always large.
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

// Whether member i begins a class, where labels have one bit.
inline bool StartsClass(std::span<const std::byte> labels, size_t i) {
  return (static_cast<unsigned>(labels[i / 8]) >> (i % 8) & 1) != 0;
}

// A block decoded. Its memory is kept from one to the next.
struct ForestBlock {
  std::vector<VertexId> members;
  std::vector<uint8_t> labels;  // kNewTree for the first of a tree
  size_t count = 0;             // of either; there may be room for more

  // Where the vertex is; count if it is not here.
  size_t Find(VertexId vertex) const {
    size_t i = 0;
    while (i < count && members[i] != vertex) ++i;
    return i;
  }
};

inline constexpr size_t kMostBlockBytes =
    kMostBlockMembers + MostDifferenceBytes(kMostBlockMembers) + 4;

// Returns the bytes, in `buffer`.
std::span<const std::byte> EncodeForestBlock(std::span<const VertexId> members,
                                             std::span<const uint8_t> labels, unsigned label_bits,
                                             std::array<std::byte, kMostBlockBytes>& buffer);

// False if the bytes are not `count` members of a graph of so many vertices. kDifferencesSlack
// bytes behind them can be read.
bool DecodeForestBlock(std::span<const std::byte> bytes, size_t count, unsigned label_bits,
                       VertexId vertices, ForestBlock& block);
// The members alone; `members` has room for `count`, rounded up to a multiple of four.
bool DecodeForestMembers(std::span<const std::byte> bytes, size_t count, unsigned label_bits,
                         VertexId vertices, VertexId* members);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_FOREST_BLOCK_H_
