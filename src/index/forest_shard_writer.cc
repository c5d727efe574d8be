#include "index/forest_shard_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/try.h"
#include "container/container_writer.h"
#include "container/sealed_json.h"
#include "index/bit_rows.h"

namespace akin {
namespace {

// Rows are packed in pieces of this many vertices; a multiple of 64, so that each piece has whole
// words of the bitmap.
constexpr uint64_t kPieceVertices = 1 << 16;

template <class T>
std::span<const std::byte> BytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace

Status ForestShardWriter::Begin(const ShardParameters& parameters) {
  parameters_ = parameters;
  const uint64_t entries = uint64_t{parameters.vertices} * parameters.fingerprints;
  if (rows_.size() != entries) {
    rows_ = HugeArray<uint32_t>();
    rows_ = HugeArray<uint32_t>(entries);
  } else {
    std::fill_n(rows_.data(), entries, kAlone);
  }
  if (!rows_.ok()) {
    return Status(Code::kOutOfBudget,
                  fmt::format("a shard of {} fingerprints needs {} bytes, more than the system has",
                              parameters_.fingerprints, MemoryFor(parameters_)));
  }
  forests_.resize(parameters.fingerprints);
  for (EncodedForest& forest : forests_) {
    forest.block_ends.clear();
    forest.reach.clear();
    forest.blocks.clear();
  }
  return {};
}

uint64_t ForestShardWriter::MemoryFor(const ShardParameters& parameters) {
  // Rows, and forests at the 3 bytes a member that they seldom exceed.
  return uint64_t{parameters.vertices} * parameters.fingerprints * (sizeof(uint32_t) + 3);
}

Status ForestShardWriter::AddForest(uint32_t fingerprint, const Forest& forest) {
  EncodedForest& encoded = forests_[fingerprint];
  const unsigned label_bits = LabelBits(parameters_.walk.length);
  encoded.members = forest.members.size();
  encoded.blocks.reserve(encoded.members * 2);
  for (size_t begin = 0; begin < forest.members.size(); begin += kBlockMembers) {
    const size_t count = std::min(kBlockMembers, forest.members.size() - begin);
    const auto members = forest.members.subspan(begin, count);
    const auto labels = forest.labels.subspan(begin, count);
    EncodeForestBlock(members, labels, label_bits, encoded.blocks);
    if (encoded.blocks.size() > std::numeric_limits<uint32_t>::max()) {
      return Status(Code::kOutOfBudget,
                    "one fingerprint takes over 4 GiB, more than its table holds");
    }
    encoded.block_ends.push_back(static_cast<uint32_t>(encoded.blocks.size()));
    encoded.reach.push_back(*std::max_element(labels.begin(), labels.end()));
    const auto block_1 = static_cast<uint32_t>(encoded.block_ends.size());
    for (const VertexId member : members) {
      rows_[uint64_t{member} * parameters_.fingerprints + fingerprint] = block_1;
    }
  }
  return {};
}

uint64_t ForestShardWriter::encoded_bytes() const {
  uint64_t bytes = PackedBytes(rows_.size(), RowBits());
  for (const EncodedForest& forest : forests_) {
    bytes += forest.blocks.size() + forest.block_ends.size() * 4 + forest.reach.size();
  }
  return bytes;
}

unsigned ForestShardWriter::RowBits() const {
  size_t most = 0;
  for (const EncodedForest& forest : forests_) most = std::max(most, forest.block_ends.size());
  return static_cast<unsigned>(std::bit_width(most));
}

Result<uint64_t> ForestShardWriter::Write(const std::string& path, ThreadPool& pool) {
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, FileKind::kForestShard));
  std::vector<ForestShard::ForestExtent> extents;
  uint64_t first_block = 0;
  uint64_t first_byte = 0;
  for (const EncodedForest& forest : forests_) {
    extents.push_back({.members = forest.members,
                       .first_block = first_block,
                       .first_byte = first_byte,
                       .blocks = static_cast<uint32_t>(forest.block_ends.size()),
                       .reserved = 0});
    first_block += forest.block_ends.size();
    first_byte += forest.blocks.size();
  }
  AKIN_TRY(writer->Add("forests", BytesOf(extents)));
  AKIN_TRY(WriteRows(*writer, pool, RowBits()));

  const auto add_all = [&](const char* name, auto&& part) -> Status {
    AKIN_TRY_ASSIGN(const size_t section, writer->Begin(name));
    for (const EncodedForest& forest : forests_) {
      AKIN_TRY(writer->Append(section, BytesOf(part(forest))));
    }
    return writer->End(section);
  };
  AKIN_TRY(add_all(
      "block-ends", [](const EncodedForest& f) -> auto& { return f.block_ends; }));
  AKIN_TRY(add_all(
      "reach", [](const EncodedForest& f) -> auto& { return f.reach; }));
  AKIN_TRY_ASSIGN(const size_t blocks, writer->Begin("blocks"));
  for (const EncodedForest& forest : forests_) AKIN_TRY(writer->Append(blocks, forest.blocks));
  AKIN_TRY(writer->Append(blocks, std::array<std::byte, kDifferencesSlack>{}));
  AKIN_TRY(writer->End(blocks));

  const Json params = {{"measure", MeasureName(parameters_.walk.measure)},
                       {"length", parameters_.walk.length},
                       {"seed", parameters_.walk.seed},
                       {"first_fingerprint", parameters_.first_fingerprint},
                       {"fingerprints", parameters_.fingerprints},
                       {"vertices", parameters_.vertices},
                       {"graph", HexSum(parameters_.graph_identity)},
                       {"row_bits", RowBits()}};
  AKIN_TRY(writer->Add("params", params.dump()));
  return writer->Finish();
}

// Vertices that are alone in every fingerprint of the shard (those nobody links to always are) have
// no row; a bitmap with counts tells where the others' rows are.
Status ForestShardWriter::WriteRows(ContainerWriter& writer, ThreadPool& pool, unsigned row_bits) {
  const uint64_t vertices = parameters_.vertices;
  const uint32_t width = parameters_.fingerprints;
  const uint64_t words = (vertices + 63) / 64;
  std::vector<uint64_t> present(words);
  std::vector<uint32_t> rank(words);
  const auto row_of = [&](uint64_t v) { return std::span(rows_.data() + v * width, width); };
  AKIN_TRY(pool.Run((vertices + kPieceVertices - 1) / kPieceVertices, {},
                    [&](uint64_t piece, unsigned) -> Status {
                      const uint64_t end = std::min(vertices, (piece + 1) * kPieceVertices);
                      for (uint64_t v = piece * kPieceVertices; v < end; ++v) {
                        const auto row = row_of(v);
                        const bool any = std::any_of(row.begin(), row.end(),
                                                     [](uint32_t b) { return b != kAlone; });
                        present[v / 64] |= uint64_t{any} << (v % 64);
                      }
                      return {};
                    }));
  uint32_t rows = 0;
  for (uint64_t word = 0; word < words; ++word) {
    rank[word] = rows;
    rows += static_cast<uint32_t>(std::popcount(present[word]));
  }
  AKIN_TRY(writer.Add("present", BytesOf(present)));
  AKIN_TRY(writer.Add("present-rank", BytesOf(rank)));

  // Rows are moved together first; 64 of them fill whole bytes whatever the width, so pieces of a
  // multiple of 64 rows are packed apart and follow each other.
  uint64_t kept = 0;
  for (uint64_t v = 0; v < vertices; ++v) {
    if ((present[v / 64] >> (v % 64) & 1) == 0) continue;
    if (kept != v) std::copy_n(rows_.data() + v * width, width, rows_.data() + kept * width);
    ++kept;
  }
  const uint64_t pieces = (kept + kPieceVertices - 1) / kPieceVertices;
  AKIN_TRY_ASSIGN(const size_t section, writer.Begin("rows", PackedBytes(kept * width, row_bits)));
  const uint64_t at_once = pool.size();
  std::vector<std::vector<std::byte>> packed(at_once);
  for (uint64_t begin = 0; begin < pieces; begin += at_once) {
    const uint64_t count = std::min(at_once, pieces - begin);
    AKIN_TRY(pool.Run(count, {}, [&](uint64_t i, unsigned) -> Status {
      const uint64_t first = (begin + i) * kPieceVertices;
      const uint64_t numbers = (std::min(kept, first + kPieceVertices) - first) * width;
      packed[i].assign(PackedBytes(numbers, row_bits), std::byte{0});
      PackNumbers({rows_.data() + first * width, numbers}, row_bits, packed[i]);
      packed[i].resize(packed[i].size() - kBitRowsPadding);
      return {};
    }));
    for (uint64_t i = 0; i < count; ++i) AKIN_TRY(writer.Append(section, packed[i]));
  }
  AKIN_TRY(writer.AppendValue(section, uint64_t{0}));  // what a reader of the last row may touch
  return writer.End(section);
}

}  // namespace akin
