#include "index/forest_shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "akin/errors.h"
#include "akin/try.h"
#include "container/json_section.h"
#include "container/sealed_json.h"
#include "index/bit_rows.h"

namespace akin {

Result<std::unique_ptr<ForestShard>> ForestShard::Open(const std::string& path) {
  auto shard = std::make_unique<ForestShard>();
  AKIN_TRY_ASSIGN(shard->container_, Container::Open(path, FileKind::kForestShard));
  AKIN_TRY(shard->ReadParameters());
  AKIN_TRY(shard->ReadSections());
  return shard;
}

Status ForestShard::ReadParameters() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  const std::string& path = container_->path();
  ShardParameters& p = parameters_;
  AKIN_TRY_ASSIGN(const auto measure, JsonMember<std::string>(path, params, "measure"));
  const Result<Measure> named = IndexMeasureNamed(measure);
  if (!named.ok()) return section.Damaged(named.status().message());
  p.walk.measure = *named;
  AKIN_TRY_ASSIGN(p.walk.seed, JsonMember<uint64_t>(path, params, "seed"));
  AKIN_TRY_ASSIGN(p.walk.length, JsonMember<uint32_t>(path, params, "length"));
  AKIN_TRY_ASSIGN(p.first_fingerprint, JsonMember<uint32_t>(path, params, "first_fingerprint"));
  AKIN_TRY_ASSIGN(p.fingerprints, JsonMember<uint32_t>(path, params, "fingerprints"));
  AKIN_TRY_ASSIGN(p.vertices, JsonMember<uint32_t>(path, params, "vertices"));
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, params, "graph"));
  AKIN_TRY_ASSIGN(p.graph_identity, ParseHexSum(path, graph));
  if (params.contains("only")) {
    AKIN_TRY_ASSIGN(const auto only, JsonMember<std::string>(path, params, "only"));
    AKIN_TRY_ASSIGN(p.only_identity, ParseHexSum(path, only));
  }
  if (params.contains("bags")) {
    AKIN_TRY_ASSIGN(const auto bags, JsonMember<std::string>(path, params, "bags"));
    AKIN_TRY_ASSIGN(p.bags_identity, ParseHexSum(path, bags));
  }
  AKIN_TRY_ASSIGN(row_bits_, JsonMember<uint32_t>(path, params, "row_bits"));
  if (row_bits_ > 32) return section.Damaged("rows of more than 32 bits");
  if (p.walk.length == 0 || p.walk.length > kLongestWalk) {
    return section.Damaged("impossible length of walks");
  }
  if (p.fingerprints == 0 || p.fingerprints > kShardFingerprints) {
    return section.Damaged("impossible number of fingerprints");
  }
  shape_ = ShapeOf(p.walk, p.vertices);
  return {};
}

Status ForestShard::ReadSections() {
  AKIN_TRY_ASSIGN(const Section forests, container_->Find("forests"));
  AKIN_TRY_ASSIGN(present_, container_->Find("present"));
  AKIN_TRY_ASSIGN(present_rank_, container_->Find("present-rank"));
  AKIN_TRY_ASSIGN(rows_, container_->Find("rows"));
  AKIN_TRY_ASSIGN(block_ends_, container_->Find("block-ends"));
  AKIN_TRY_ASSIGN(reach_, container_->Find("reach"));
  AKIN_TRY_ASSIGN(blocks_, container_->Find("blocks"));
  AKIN_TRY(forests.VerifyAll());
  AKIN_TRY_ASSIGN(const auto extents, forests.As<ForestExtent>());
  if (extents.size() != parameters_.forests()) return forests.Damaged("wrong length");
  forests_.assign(extents.begin(), extents.end());
  return CheckExtents(forests);
}

// Correct checksums do not make correct contents. What all readers rely on is checked once: forests
// follow each other, no block is empty, and the tables have an entry for each block.
Status ForestShard::CheckExtents(const Section& forests) const {
  uint64_t blocks = 0;
  uint64_t least_byte = 0;
  for (const ForestExtent& forest : forests_) {
    const uint64_t full = forest.members / shape_.members;
    const uint64_t rest = forest.members % shape_.members == 0 ? 0 : 1;
    if (forest.members > parameters_.vertices || forest.blocks != full + rest ||
        forest.first_block != blocks || forest.first_byte < least_byte) {
      return forests.Damaged("the forests do not fit together");
    }
    blocks += forest.blocks;
    least_byte = forest.first_byte;
  }
  const auto expect = [](const Section& section, uint64_t bytes) {
    return section.bytes().size() == bytes ? Status() : section.Damaged("wrong length");
  };
  const uint64_t words = (uint64_t{parameters_.vertices} + 63) / 64;
  AKIN_TRY(expect(present_, words * sizeof(uint64_t)));
  AKIN_TRY(expect(present_rank_, words * sizeof(uint32_t)));
  AKIN_TRY(expect(block_ends_, blocks * sizeof(uint32_t)));
  AKIN_TRY(expect(reach_, blocks));
  if (least_byte + kDifferencesSlack < least_byte ||
      least_byte + kDifferencesSlack > blocks_.bytes().size()) {
    return blocks_.Damaged("nothing behind the last block");
  }
  return {};
}

// If the index covers some vertices only, exactly these have rows.
Result<bool> ForestShard::Has(VertexId vertex) const {
  if (parameters_.only_identity == 0) return true;
  const uint64_t at = uint64_t{vertex} / 64 * sizeof(uint64_t);
  AKIN_TRY(present_.Verify(at, sizeof(uint64_t)));
  uint64_t word = 0;
  std::memcpy(&word, present_.bytes().data() + at, sizeof(word));
  return (word >> (vertex % 64) & 1) != 0;
}

Status ForestShard::Row(VertexId vertex, std::span<uint32_t> row) const {
  const uint64_t word_at = uint64_t{vertex} / 64 * sizeof(uint64_t);
  const uint64_t rank_at = uint64_t{vertex} / 64 * sizeof(uint32_t);
  AKIN_TRY(present_.Verify(word_at, sizeof(uint64_t)));
  AKIN_TRY(present_rank_.Verify(rank_at, sizeof(uint32_t)));
  uint64_t word = 0;
  uint32_t rank = 0;
  std::memcpy(&word, present_.bytes().data() + word_at, sizeof(word));
  std::memcpy(&rank, present_rank_.bytes().data() + rank_at, sizeof(rank));
  const uint64_t bit = uint64_t{1} << (vertex % 64);
  if ((word & bit) == 0) {
    std::fill(row.begin(), row.end(), kAlone);
    return {};
  }
  rank += static_cast<uint32_t>(std::popcount(word & (bit - 1)));

  const uint64_t first = uint64_t{rank} * row.size();
  const uint64_t first_byte = first * row_bits_ / 8;
  AKIN_TRY(rows_.Verify(first_byte, PackedBytes(row.size(), row_bits_)));
  for (size_t i = 0; i < row.size(); ++i) {
    row[i] = UnpackNumber(rows_.bytes().data(), first + i, row_bits_);
    if (row[i] > forests_[i].blocks) return rows_.Damaged("a row names a block that is not there");
  }
  return {};
}

// The first block begins where the block before it ends, which is in the same table.
Result<ForestShard::BlockRun> ForestShard::RunOf(uint32_t fingerprint, uint32_t begin,
                                                 uint32_t end) const {
  if (begin == end) return BlockRun{};
  const ForestExtent& forest = forests_[fingerprint];
  const uint64_t first = forest.first_block + begin;
  const uint64_t before = begin == 0 ? 0 : 1;
  AKIN_TRY(block_ends_.Verify((first - before) * sizeof(uint32_t),
                              (end - begin + before) * sizeof(uint32_t)));
  const auto* const ends = reinterpret_cast<const uint32_t*>(block_ends_.bytes().data()) + first;
  BlockRun run{.begin = before == 0 ? 0 : ends[-1], .ends = {ends, end - begin}};
  if (run.ends.back() < run.begin) return block_ends_.Damaged("blocks run backwards");
  const uint64_t first_byte = forest.first_byte + run.begin;
  const uint64_t length = run.ends.back() - run.begin;
  AKIN_TRY(blocks_.Verify(first_byte, length));
  if (first_byte + length + kDifferencesSlack > blocks_.bytes().size()) {
    return blocks_.Damaged("nothing behind the last block");
  }
  run.bytes = blocks_.bytes().subspan(first_byte, length);
  return run;
}

Status ForestShard::Nonsense(uint32_t fingerprint, uint32_t block) const {
  return blocks_.Damaged(fmt::format("block {} of fingerprint {} makes no sense", block,
                                     parameters_.first_fingerprint + fingerprint));
}

Status ForestShard::Block(uint32_t fingerprint, uint32_t block, ForestBlock& out) const {
  AKIN_TRY_ASSIGN(const BlockRun run, RunOf(fingerprint, block, block + 1));
  if (!DecodeForestBlock(run.bytes, MembersIn(fingerprint, block), shape_.label_bits,
                         parameters_.vertices, out)) {
    return Nonsense(fingerprint, block);
  }
  return {};
}

Result<std::span<const VertexId>> ForestShard::Members(uint32_t fingerprint, uint32_t block,
                                                       std::span<VertexId> room) const {
  AKIN_TRY_ASSIGN(const BlockRun run, RunOf(fingerprint, block, block + 1));
  const size_t count = MembersIn(fingerprint, block);
  if (!DecodeForestMembers(run.bytes, count, shape_.label_bits, parameters_.vertices,
                           room.data())) {
    return Nonsense(fingerprint, block);
  }
  return std::span<const VertexId>(room).first(count);
}

Result<std::span<const std::byte>> ForestShard::ClassStarts(uint32_t fingerprint,
                                                            uint32_t block) const {
  AKIN_TRY_ASSIGN(const BlockRun run, RunOf(fingerprint, block, block + 1));
  const size_t bytes = LabelBytes(MembersIn(fingerprint, block), shape_.label_bits);
  if (run.bytes.size() < bytes) return Nonsense(fingerprint, block);
  return run.bytes.first(bytes);
}

void ForestShard::PrefetchPresence(VertexId vertex) const {
  __builtin_prefetch(present_.bytes().data() + uint64_t{vertex} / 64 * sizeof(uint64_t));
  __builtin_prefetch(present_rank_.bytes().data() + uint64_t{vertex} / 64 * sizeof(uint32_t));
}

// Not verified yet, so it is only a hint, as with blocks.
void ForestShard::PrefetchRow(VertexId vertex) const {
  const uint64_t rank_at = uint64_t{vertex} / 64 * sizeof(uint32_t);
  uint32_t rank = 0;
  if (rank_at + sizeof(rank) > present_rank_.bytes().size()) return;
  std::memcpy(&rank, present_rank_.bytes().data() + rank_at, sizeof(rank));
  const uint64_t at = uint64_t{rank} * parameters_.forests() * row_bits_ / 8;
  if (at < rows_.bytes().size()) __builtin_prefetch(rows_.bytes().data() + at);
}

void ForestShard::PrefetchExtent(uint32_t fingerprint, uint32_t block) const {
  const uint64_t entry = (forests_[fingerprint].first_block + block) * sizeof(uint32_t);
  if (entry < block_ends_.bytes().size()) {
    __builtin_prefetch(block_ends_.bytes().data() + entry);
  }
}

// Not verified yet, so it is only a hint: a wrong offset is fetched in vain, and detected by Block.
void ForestShard::PrefetchBlock(uint32_t fingerprint, uint32_t block) const {
  const ForestExtent& forest = forests_[fingerprint];
  const uint64_t entry = (forest.first_block + block) * sizeof(uint32_t);
  if (block == 0 || entry > block_ends_.bytes().size()) return;
  uint32_t begin = 0;
  std::memcpy(&begin, block_ends_.bytes().data() + entry - sizeof(begin), sizeof(begin));
  const uint64_t at = forest.first_byte + begin;
  for (uint64_t line = 0; line < 3; ++line) {
    if (at + line * 64 < blocks_.bytes().size()) {
      __builtin_prefetch(blocks_.bytes().data() + at + line * 64);
    }
  }
}

Result<std::span<const uint8_t>> ForestShard::Reach(uint32_t fingerprint, uint32_t begin,
                                                    uint32_t end) const {
  const uint64_t first = forests_[fingerprint].first_block + begin;
  AKIN_TRY(reach_.Verify(first, end - begin));
  return std::span(reinterpret_cast<const uint8_t*>(reach_.bytes().data()) + first, end - begin);
}

}  // namespace akin
