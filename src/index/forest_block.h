// 64 members of a forest in bytes: their labels, then the members as varints of the difference to
// the one before (the first to zero). Siblings are ascending and often close, so most take a byte.
//
// Labels take 4 bits where walks are short enough and 8 otherwise; the largest value stands for
// "first of a tree", so that a maximum over labels tells at once that two members lie in different
// trees.
#ifndef AKIN_SRC_INDEX_FOREST_BLOCK_H_
#define AKIN_SRC_INDEX_FOREST_BLOCK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "akin/types.h"
#include "base/varint.h"
#include "sketch/forest.h"

namespace akin {

inline constexpr size_t kBlockMembers = 64;

constexpr unsigned LabelBits(unsigned walk_length) { return walk_length <= 14 ? 4 : 8; }
constexpr size_t LabelBytes(size_t count, unsigned label_bits) {
  return (count * label_bits + 7) / 8;
}

struct ForestBlock {
  std::array<VertexId, kBlockMembers> members;
  std::array<uint8_t, kBlockMembers> labels;  // kNewTree for the first of a tree
  size_t count = 0;

  // Where the vertex is; count if it is not here.
  size_t Find(VertexId vertex) const {
    size_t i = 0;
    while (i < count && members[i] != vertex) ++i;
    return i;
  }
};

void EncodeForestBlock(std::span<const VertexId> members, std::span<const uint8_t> labels,
                       unsigned label_bits, std::vector<std::byte>& out);

// The members of a block, one after another.
class MemberStream {
 public:
  MemberStream() = default;
  MemberStream(std::span<const std::byte> bytes, size_t count, unsigned label_bits)
      : at_(bytes.data() + LabelBytes(count, label_bits)), end_(bytes.data() + bytes.size()) {}

  // False if the bytes make no sense.
  bool Next(VertexId& member) {
    // Nearly all differences take one byte or two, which of them nobody can predict: no branch on
    // that.
    uint64_t code = 0;
    uint16_t pair = 0x8080;
    if (end_ - at_ >= 2) std::memcpy(&pair, at_, sizeof(pair));
    if ((pair & 0x8080) != 0x8080) {
      const unsigned two = (pair >> 7) & 1;
      code = (pair & 0x7fU) | (((pair >> 8) & (0U - two)) << 7);
      at_ += 1 + two;
    } else {
      code = GetVarint(at_, end_);
      if (at_ == nullptr) return false;
    }
    member_ += static_cast<uint64_t>(UnZigZag(code));  // wraps around on nonsense, which is refused
    member = static_cast<VertexId>(member_);
    return member_ < kNoVertex;
  }
  bool AtEnd() const { return at_ == end_; }

 private:
  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
  uint64_t member_ = 0;
};

// False if the bytes are not `count` members.
bool DecodeForestBlock(std::span<const std::byte> bytes, size_t count, unsigned label_bits,
                       ForestBlock& block);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_FOREST_BLOCK_H_
