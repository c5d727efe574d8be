// ForestShard::Check: all that a writer keeps to and a reader takes for granted.
//
// No memory per vertex is needed: if every member's row names the block that it is in, and no block
// has a vertex twice, then no forest has; and if a column of the rows has as many entries as the
// forest has members, it has no others.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "index/bit_rows.h"
#include "index/forest_shard.h"

namespace akin {
namespace {

template <class T>
T EntryAt(const Section& section, uint64_t index) {
  T value;
  std::memcpy(&value, section.bytes().data() + index * sizeof(T), sizeof(T));
  return value;
}

bool HasTwice(std::span<const VertexId> members, std::vector<VertexId>& room) {
  room.assign(members.begin(), members.end());
  std::sort(room.begin(), room.end());
  return std::adjacent_find(room.begin(), room.end()) != room.end();
}

// Look-ups in a class rely on it.
bool ClassesAscend(const ForestBlock& block) {
  for (size_t i = 1; i < block.count; ++i) {
    if (block.labels[i] != kNewTree && block.members[i] <= block.members[i - 1]) return false;
  }
  return true;
}

}  // namespace

Status ForestShard::Check(VertexId covered, const Control& control) const {
  AKIN_TRY(container_->VerifyAll(control));
  AKIN_TRY_ASSIGN(const uint64_t rows, CheckPresence(covered));
  AKIN_TRY(CheckBlockEnds());
  uint64_t members = 0;
  for (const ForestExtent& forest : forests_) members += forest.members;
  ProgressMeter meter(control, "checking trees", "members", members);
  ThreadPool pool(
      static_cast<unsigned>(std::min<uint64_t>(ThreadsOrAll(control.threads), forests_.size())));
  return pool.Run(forests_.size(), control.stop, [&](uint64_t forest, unsigned) -> Status {
    const auto f = static_cast<uint32_t>(forest);
    AKIN_TRY(CheckForest(f, control.stop, meter));
    return CheckColumn(f, rows);
  });
}

Result<uint64_t> ForestShard::CheckPresence(VertexId covered) const {
  const uint64_t words = present_.bytes().size() / sizeof(uint64_t);
  uint64_t rows = 0;
  for (uint64_t i = 0; i < words; ++i) {
    if (EntryAt<uint32_t>(present_rank_, i) != rows) return present_rank_.Damaged("a wrong count");
    rows += static_cast<uint64_t>(std::popcount(EntryAt<uint64_t>(present_, i)));
  }
  const unsigned used = parameters_.vertices % 64;
  if (used != 0 && EntryAt<uint64_t>(present_, words - 1) >> used != 0) {
    return present_.Damaged("a row of a vertex that is not there");
  }
  if (parameters_.only_identity != 0 && rows != covered) {
    return present_.Damaged("other vertices than the manifest says");
  }
  if (rows_.bytes().size() != PackedBytes(rows * forests_.size(), row_bits_)) {
    return rows_.Damaged("wrong length");
  }
  return rows;
}

// Blocks follow each other, and so do forests.
Status ForestShard::CheckBlockEnds() const {
  uint64_t byte = 0;
  for (const ForestExtent& forest : forests_) {
    if (forest.first_byte != byte) return blocks_.Damaged("bytes that belong to no block");
    for (uint64_t b = 0; b < forest.blocks; ++b) {
      const uint64_t end =
          forest.first_byte + EntryAt<uint32_t>(block_ends_, forest.first_block + b);
      if (end < byte) return block_ends_.Damaged("blocks run backwards");
      byte = end;
    }
  }
  if (byte + kDifferencesSlack != blocks_.bytes().size()) {
    return blocks_.Damaged("bytes that belong to no block");
  }
  return {};
}

bool ForestShard::LabelsAreSound(const ForestBlock& block, bool first_of_forest) const {
  const uint8_t longest = static_cast<uint8_t>(parameters_.walk.length);
  const auto labels = std::span(block.labels).first(block.count);
  return (!first_of_forest || labels[0] == kNewTree) &&
         std::all_of(labels.begin(), labels.end(), [&](uint8_t label) {
           return label == kNewTree || (label >= 1 && label <= longest);
         });
}

Status ForestShard::CheckForest(uint32_t forest, const std::stop_token& stop,
                                ProgressMeter& meter) const {
  ForestBlock block;
  std::vector<VertexId> room;
  for (uint32_t b = 0; b < forests_[forest].blocks; ++b) {
    if (stop.stop_requested()) return Interrupted();
    AKIN_TRY(Block(forest, b, block));
    const auto members = std::span(block.members).first(block.count);
    const bool classes = parameters_.walk.classes();
    if (!LabelsAreSound(block, b == 0) || HasTwice(members, room) ||
        (classes && !ClassesAscend(block))) {
      return Nonsense(forest, b);
    }
    const auto labels = std::span(block.labels).first(block.count);
    const uint8_t largest = *std::max_element(labels.begin(), labels.end());
    if (EntryAt<uint8_t>(reach_, forests_[forest].first_block + b) != largest) {
      return reach_.Damaged(fmt::format("block {} reaches elsewhere", b));
    }
    for (const VertexId member : members) {
      if (RowEntry(member, forest) != b + 1) {
        return rows_.Damaged(fmt::format("the row of vertex {} does not name its block", member));
      }
    }
    meter.Advance(block.count);
  }
  return {};
}

uint32_t ForestShard::RowEntry(VertexId vertex, uint32_t forest) const {
  const auto word = EntryAt<uint64_t>(present_, vertex / 64);
  const uint64_t bit = uint64_t{1} << (vertex % 64);
  if ((word & bit) == 0) return kAlone;
  const uint64_t row = EntryAt<uint32_t>(present_rank_, vertex / 64) +
                       static_cast<uint64_t>(std::popcount(word & (bit - 1)));
  return UnpackNumber(rows_.bytes().data(), row * forests_.size() + forest, row_bits_);
}

Status ForestShard::CheckColumn(uint32_t forest, uint64_t rows) const {
  uint64_t members = 0;
  for (uint64_t row = 0; row < rows; ++row) {
    const uint32_t entry =
        UnpackNumber(rows_.bytes().data(), row * forests_.size() + forest, row_bits_);
    members += entry != kAlone ? 1 : 0;
  }
  if (members == forests_[forest].members) return {};
  return rows_.Damaged("a row names a block that the vertex is not in");
}

}  // namespace akin
