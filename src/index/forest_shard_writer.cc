#include "index/forest_shard_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "akin/try.h"
#include "container/container_writer.h"
#include "container/json_section.h"
#include "index/bit_rows.h"

namespace akin {
namespace {

// Vertices processed at once: a multiple of 64, so that they fill whole words of the bitmap, and
// few enough for their columns to stay in the second-level cache.
constexpr uint64_t kPieceVertices = 1 << 12;
constexpr uint64_t kCopyBytes = 1 << 18;
constexpr size_t kSpools = 5;
constexpr uint64_t kSpoolMemory = kSpools << 16;  // buffers of the files of one fingerprint

// A range of columns: for each fingerprint, the numbers of the same vertices.
class Columns {
 public:
  template <class Forests>
  static Result<Columns> Read(const Forests& forests, uint64_t begin, uint64_t end,
                              std::vector<std::vector<std::byte>>& buffers) {
    buffers.resize(forests.size());
    Columns columns;
    for (size_t f = 0; f < forests.size(); ++f) {
      AKIN_TRY_ASSIGN(const auto bytes,
                      forests[f].column.Read(begin * sizeof(uint32_t),
                                             (end - begin) * sizeof(uint32_t), buffers[f]));
      columns.numbers_.push_back(reinterpret_cast<const uint32_t*>(bytes.data()));
    }
    columns.begin_ = begin;
    columns.count_ = end - begin;
    return columns;
  }

  // Sets a bit for every vertex that is not alone in all fingerprints or, if there is a list, that
  // is on it. `words` has room for all.
  void Present(std::span<const VertexId> only, std::span<uint64_t> words) const {
    if (!only.empty()) {
      std::fill(words.begin(), words.end(), 0);
      for (auto v = std::lower_bound(only.begin(), only.end(), begin_);
           v != only.end() && *v - begin_ < count_; ++v) {
        words[(*v - begin_) / 64] |= uint64_t{1} << ((*v - begin_) % 64);
      }
      return;
    }
    std::array<uint32_t, kPieceVertices> any{};
    for (size_t f = 0; f < numbers_.size(); ++f) {
      for (size_t i = 0; i < count_; ++i) any[i] |= numbers_[f][i];
    }
    std::fill(words.begin(), words.end(), 0);
    for (size_t i = 0; i < count_; ++i) words[i / 64] |= uint64_t{any[i] != kAlone} << (i % 64);
  }

  // Appends the rows of the present vertices.
  void AppendRows(std::span<const uint64_t> present, std::vector<uint32_t>& rows) const {
    const size_t begin = rows.size();
    rows.resize(begin + count_ * numbers_.size());
    uint32_t* row = rows.data() + begin;
    for (size_t i = 0; i < count_; ++i) {
      if ((present[i / 64] >> (i % 64) & 1) == 0) continue;
      for (const uint32_t* numbers : numbers_) *row++ = numbers[i];
    }
    rows.resize(static_cast<size_t>(row - rows.data()));
  }

 private:
  std::vector<const uint32_t*> numbers_;
  uint64_t begin_ = 0;
  size_t count_ = 0;
};

Status AppendSpool(ContainerWriter& writer, size_t section, const Spool& spool) {
  std::vector<std::byte> buffer;
  for (uint64_t at = 0; at < spool.size(); at += kCopyBytes) {
    AKIN_TRY_ASSIGN(const auto bytes,
                    spool.Read(at, std::min(kCopyBytes, spool.size() - at), buffer));
    AKIN_TRY(writer.Append(section, bytes));
  }
  return {};
}

}  // namespace

uint64_t ForestShardWriter::MemoryFor(const ShardParameters& parameters, bool spool) {
  if (spool) return parameters.forests() * kSpoolMemory;
  // Columns, and forests at 3 bytes per member, which they seldom exceed.
  return uint64_t{parameters.vertices} * parameters.forests() * (sizeof(uint32_t) + 3);
}

void ForestShardWriter::Begin(const ShardParameters& parameters, std::span<const VertexId> only) {
  parameters_ = parameters;
  only_ = only;
  const auto spool = [&](size_t f, const char* what) {
    return Spool(spool_path_.empty() ? "" : fmt::format("{}-{}-{}.spill", spool_path_, f, what));
  };
  while (forests_.size() > parameters.forests()) forests_.pop_back();
  for (EncodedForest& forest : forests_) {
    forest.members = 0;
    forest.block_count = 0;
    forest.last_count = 0;
    for (Spool* part : {&forest.column, &forest.block_ends, &forest.reach, &forest.blocks}) {
      part->Clear();
    }
  }
  while (forests_.size() < parameters.forests()) {
    const size_t f = forests_.size();
    EncodedForest& forest = forests_.emplace_back();
    forest.column = spool(f, "column");
    forest.block_ends = spool(f, "ends");
    forest.reach = spool(f, "reach");
    forest.blocks = spool(f, "blocks");
  }
}

Status ForestShardWriter::AddForest(uint32_t fingerprint, const Forest& forest) {
  forests_[fingerprint].blocks.Reserve(forest.members.size() * 5 / 2);
  forests_[fingerprint].column.Reserve(forest.places.size() * sizeof(uint32_t));
  AKIN_TRY(AddMembers(fingerprint, forest.members, forest.labels));
  AKIN_TRY(AddPlaces(fingerprint, forest.places));
  return EndForest(fingerprint);
}

Status ForestShardWriter::AddMembers(uint32_t fingerprint, std::span<const VertexId> members,
                                     std::span<const uint8_t> labels) {
  EncodedForest& forest = forests_[fingerprint];
  const size_t block = shape().members;
  while (!members.empty()) {
    size_t take = block;
    if (forest.last_count == 0 && members.size() >= block) {
      AKIN_TRY(EncodeBlock(forest, members.first(take), labels.first(take)));
    } else {
      take = std::min(members.size(), block - forest.last_count);
      std::copy_n(members.begin(), take, forest.last_members.begin() + forest.last_count);
      std::copy_n(labels.begin(), take, forest.last_labels.begin() + forest.last_count);
      forest.last_count += take;
      if (forest.last_count == block) {
        AKIN_TRY(EncodeBlock(forest, std::span(forest.last_members).first(block),
                             std::span(forest.last_labels).first(block)));
        forest.last_count = 0;
      }
    }
    members = members.subspan(take);
    labels = labels.subspan(take);
  }
  return {};
}

Status ForestShardWriter::EncodeBlock(EncodedForest& forest, std::span<const VertexId> members,
                                      std::span<const uint8_t> labels) const {
  std::array<std::byte, kMostBlockBytes> buffer;
  const std::span<const std::byte> block =
      EncodeForestBlock(members, labels, shape().label_bits, buffer);
  AKIN_TRY(forest.blocks.Append(block));
  if (forest.blocks.size() > std::numeric_limits<uint32_t>::max()) {
    return Status(Code::kOutOfBudget,
                  "one fingerprint takes over 4 GiB, more than its table holds");
  }
  AKIN_TRY(forest.block_ends.AppendValue(static_cast<uint32_t>(forest.blocks.size())));
  forest.members += members.size();
  ++forest.block_count;
  uint8_t reach = 0;  // a plain loop, which compilers turn into vectors
  for (const uint8_t label : labels) reach = std::max(reach, label);
  return forest.reach.AppendValue(reach);
}

Status ForestShardWriter::AddPlaces(uint32_t fingerprint, std::span<const uint32_t> places) {
  // Blocks have a power of two of members, and a shift is quicker than a division.
  const int shift = std::countr_zero(shape().members);
  std::array<uint32_t, kPieceVertices> numbers;
  while (!places.empty()) {
    const size_t count = std::min(places.size(), numbers.size());
    for (size_t i = 0; i < count; ++i) {
      numbers[i] = places[i] == kNoPlace ? kAlone : (places[i] >> shift) + 1;
    }
    AKIN_TRY(forests_[fingerprint].column.Append(std::as_bytes(std::span(numbers).first(count))));
    places = places.subspan(count);
  }
  return {};
}

Status ForestShardWriter::EndForest(uint32_t fingerprint) {
  EncodedForest& forest = forests_[fingerprint];
  if (forest.last_count > 0) {
    AKIN_TRY(EncodeBlock(forest, std::span(forest.last_members).first(forest.last_count),
                         std::span(forest.last_labels).first(forest.last_count)));
    forest.last_count = 0;
  }
  for (Spool* part : {&forest.column, &forest.block_ends, &forest.reach, &forest.blocks}) {
    AKIN_TRY(part->FinishWriting());
  }
  return {};
}

uint64_t ForestShardWriter::encoded_bytes() const {
  const uint64_t numbers = uint64_t{parameters_.vertices} * parameters_.forests();
  uint64_t bytes = PackedBytes(numbers, RowBits());
  for (const EncodedForest& forest : forests_) {
    bytes += forest.blocks.size() + forest.block_ends.size() + forest.reach.size();
  }
  return bytes;
}

unsigned ForestShardWriter::RowBits() const {
  uint32_t most = 0;
  for (const EncodedForest& forest : forests_) most = std::max(most, forest.block_count);
  return static_cast<unsigned>(std::bit_width(most));
}

Result<uint64_t> ForestShardWriter::Write(const std::string& path) {
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, FileKind::kForestShard));
  std::vector<ForestShard::ForestExtent> extents;
  uint64_t first_block = 0;
  uint64_t first_byte = 0;
  for (const EncodedForest& forest : forests_) {
    extents.push_back({.members = forest.members,
                       .first_block = first_block,
                       .first_byte = first_byte,
                       .blocks = forest.block_count,
                       .reserved = 0});
    first_block += forest.block_count;
    first_byte += forest.blocks.size();
  }
  AKIN_TRY(writer->Add("forests", std::as_bytes(std::span(extents))));
  AKIN_TRY(WritePresent(*writer));
  AKIN_TRY(WriteRows(*writer));

  const auto add_all = [&](const char* name, auto part, std::span<const std::byte> end) -> Status {
    AKIN_TRY_ASSIGN(const size_t section, writer->Begin(name));
    for (const EncodedForest& forest : forests_) {
      AKIN_TRY(AppendSpool(*writer, section, forest.*part));
    }
    AKIN_TRY(writer->Append(section, end));
    return writer->End(section);
  };
  AKIN_TRY(add_all("block-ends", &EncodedForest::block_ends, {}));
  AKIN_TRY(add_all("reach", &EncodedForest::reach, {}));
  // A reader of the last block may read these bytes.
  AKIN_TRY(add_all("blocks", &EncodedForest::blocks, std::array<std::byte, kDifferencesSlack>{}));

  Json params = {{"measure", MeasureName(parameters_.walk.measure)},
                 {"length", parameters_.walk.length},
                 {"seed", parameters_.walk.seed},
                 {"first_fingerprint", parameters_.first_fingerprint},
                 {"fingerprints", parameters_.fingerprints},
                 {"vertices", parameters_.vertices},
                 {"graph", HexSum(parameters_.graph_identity)},
                 {"row_bits", RowBits()}};
  if (parameters_.only_identity != 0) params["only"] = HexSum(parameters_.only_identity);
  if (parameters_.bags_identity != 0) params["bags"] = HexSum(parameters_.bags_identity);
  AKIN_TRY(AddJsonSection(*writer, "params", params));
  return writer->Finish();
}

// Vertices that are alone in every fingerprint of the shard have no row (vertices without in-links
// always are). A bitmap with counts tells where the other rows are. If there is a list of vertices,
// it is the bitmap.
Status ForestShardWriter::WritePresent(ContainerWriter& writer) const {
  const uint64_t vertices = parameters_.vertices;
  Spool ranks(spool_path_.empty() ? "" : spool_path_ + "-ranks.spill");
  AKIN_TRY_ASSIGN(const size_t section, writer.Begin("present"));
  std::array<uint64_t, kPieceVertices / 64> words;
  std::vector<std::vector<std::byte>> buffers;
  uint32_t rows = 0;
  for (uint64_t begin = 0; begin < vertices; begin += kPieceVertices) {
    const uint64_t end = std::min(vertices, begin + kPieceVertices);
    AKIN_TRY_ASSIGN(const Columns columns, Columns::Read(forests_, begin, end, buffers));
    const auto present = std::span(words).first((end - begin + 63) / 64);
    columns.Present(only_, present);
    AKIN_TRY(writer.Append(section, std::as_bytes(present)));
    for (const uint64_t word : present) {
      AKIN_TRY(ranks.AppendValue(rows));
      rows += static_cast<uint32_t>(std::popcount(word));
    }
  }
  AKIN_TRY(writer.End(section));
  AKIN_TRY(ranks.FinishWriting());
  AKIN_TRY_ASSIGN(const size_t rank_section, writer.Begin("present-rank"));
  AKIN_TRY(AppendSpool(writer, rank_section, ranks));
  return writer.End(rank_section);
}

Status ForestShardWriter::WriteRows(ContainerWriter& writer) const {
  const uint64_t vertices = parameters_.vertices;
  const unsigned row_bits = RowBits();
  AKIN_TRY_ASSIGN(const size_t section, writer.Begin("rows"));
  std::array<uint64_t, kPieceVertices / 64> words;
  std::vector<std::vector<std::byte>> buffers;
  std::vector<uint32_t> rows;
  std::vector<std::byte> packed;
  const auto append = [&](size_t numbers) -> Status {
    packed.assign(PackedBytes(numbers, row_bits), std::byte{0});
    PackNumbers(std::span(rows).first(numbers), row_bits, packed);
    rows.erase(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(numbers));
    return writer.Append(section, std::span(packed).first(packed.size() - kBitRowsPadding));
  };
  for (uint64_t begin = 0; begin < vertices; begin += kPieceVertices) {
    const uint64_t end = std::min(vertices, begin + kPieceVertices);
    AKIN_TRY_ASSIGN(const Columns columns, Columns::Read(forests_, begin, end, buffers));
    columns.Present(only_, words);
    columns.AppendRows(words, rows);
    // 64 rows fill whole bytes for any width, so the next rows begin at a byte.
    const size_t unit = 64 * size_t{parameters_.forests()};
    AKIN_TRY(append(rows.size() / unit * unit));
  }
  AKIN_TRY(append(rows.size()));
  AKIN_TRY(writer.AppendValue(section, uint64_t{0}));  // for readers of the last row
  return writer.End(section);
}

}  // namespace akin
