#include "index/forest_block.h"

#include <algorithm>

namespace akin {

std::span<const std::byte> EncodeForestBlock(std::span<const VertexId> members,
                                             std::span<const uint8_t> labels, unsigned label_bits,
                                             std::array<std::byte, kMostBlockBytes>& buffer) {
  std::byte* at = buffer.data();
  if (label_bits == 8) {
    for (const uint8_t label : labels) *at++ = static_cast<std::byte>(label);
  } else if (label_bits == 1) {
    for (size_t i = 0; i < labels.size(); i += 8) {
      unsigned bits = 0;
      for (size_t j = i; j < std::min(labels.size(), i + 8); ++j) {
        bits |= (labels[j] == kNewTree ? 1U : 0U) << (j - i);
      }
      *at++ = static_cast<std::byte>(bits);
    }
  } else {
    for (size_t i = 0; i < labels.size(); i += 2) {
      const unsigned low = labels[i] & 0xfU;  // kNewTree becomes 15
      const unsigned high = i + 1 < labels.size() ? labels[i + 1] & 0xfU : 0;
      *at++ = static_cast<std::byte>(low | (high << 4));
    }
  }
  at = EncodeDifferences(members, at);
  return std::span(buffer).first(static_cast<size_t>(at - buffer.data()));
}

bool DecodeForestBlock(std::span<const std::byte> bytes, size_t count, unsigned label_bits,
                       VertexId vertices, ForestBlock& block) {
  const size_t label_bytes = LabelBytes(count, label_bits);
  if (count > kMostBlockMembers || bytes.size() < label_bytes) return false;
  const size_t room = RoomForDifferences(count);
  if (block.members.size() < room) {
    block.members.resize(room);
    block.labels.resize(room);
  }
  block.count = count;
  if (label_bits == 8) {
    for (size_t i = 0; i < count; ++i) block.labels[i] = static_cast<uint8_t>(bytes[i]);
  } else if (label_bits == 1) {
    for (size_t i = 0; i < count; ++i) block.labels[i] = StartsClass(bytes, i) ? kNewTree : 1;
  } else {
    // Whole bytes at a time: the second label of the last byte stays inside the array.
    for (size_t i = 0; i < label_bytes; ++i) {
      const auto pair = static_cast<unsigned>(bytes[i]);
      const unsigned low = pair & 0xfU;
      const unsigned high = pair >> 4;
      block.labels[2 * i] = static_cast<uint8_t>(low == 15 ? kNewTree : low);
      block.labels[2 * i + 1] = static_cast<uint8_t>(high == 15 ? kNewTree : high);
    }
  }
  return DecodeForestMembers(bytes, count, label_bits, vertices, block.members.data());
}

bool DecodeForestMembers(std::span<const std::byte> bytes, size_t count, unsigned label_bits,
                         VertexId vertices, VertexId* members) {
  const size_t label_bytes = LabelBytes(count, label_bits);
  if (bytes.size() < label_bytes) return false;
  return DecodeDifferences(bytes.subspan(label_bytes), count, vertices, members);
}

}  // namespace akin
