#include "query/index_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "index/tree_sizes.h"

namespace akin {
namespace {

constexpr uint32_t kBlocksBetweenLooks = 1024;  // at a stop; and between reports of progress

Status Damaged(const ForestShard& shard, uint32_t fingerprint) {
  return Status(
      Code::kDamaged,
      fmt::format("{}: damaged: the labels of fingerprint {} make no forest; build the "
                  "index again",
                  shard.container().path(), shard.parameters().first_fingerprint + fingerprint));
}

Status CountForest(const ForestShard& shard, uint32_t fingerprint, const std::stop_token& stop,
                   ProgressMeter& meter, TreeSizeCounter& counter) {
  ForestBlock block;
  uint64_t not_reported = 0;
  const uint32_t blocks = shard.blocks(fingerprint);
  for (uint32_t b = 0; b < blocks; ++b) {
    AKIN_TRY(shard.Block(fingerprint, b, block));
    if (!counter.Add(std::span(block.labels).first(block.count))) {
      return Damaged(shard, fingerprint);
    }
    not_reported += block.count;
    if (b % kBlocksBetweenLooks != 0 && b + 1 != blocks) continue;
    meter.Advance(std::exchange(not_reported, 0));
    if (stop.stop_requested()) return Status(Code::kCancelled, "interrupted");
  }
  if (!counter.EndForest(shard.parameters().vertices)) return Damaged(shard, fingerprint);
  return {};
}

Result<TreeSizeCounter> CountTrees(const ForestIndex& index, const Control& control) {
  struct Piece {
    const ForestShard* shard;
    uint32_t fingerprint;  // in the shard
  };
  std::vector<Piece> pieces;
  uint64_t members = 0;
  for (const auto& shard : index.shards()) {
    for (uint32_t f = 0; f < shard->parameters().fingerprints; ++f) {
      pieces.push_back({.shard = shard.get(), .fingerprint = f});
      members += shard->members(f);
    }
  }
  const uint64_t threads = std::min<uint64_t>(ThreadsOrAll(control.threads), pieces.size());
  ThreadPool pool(static_cast<unsigned>(threads));
  ProgressMeter meter(control, "reading trees", "members", members);
  std::vector<TreeSizeCounter> counters(pool.size(), TreeSizeCounter(index.manifest().walk.length));
  AKIN_TRY(pool.Run(pieces.size(), control.stop, [&](uint64_t piece, unsigned worker) {
    return CountForest(*pieces[piece].shard, pieces[piece].fingerprint, control.stop, meter,
                       counters[worker]);
  }));
  for (size_t i = 1; i < counters.size(); ++i) counters[0].Merge(counters[i]);
  return std::move(counters[0]);
}

IndexBytes BytesOf(const ForestIndex& index) {
  IndexBytes bytes;
  for (const auto& shard : index.shards()) {
    bytes.other += shard->container().bytes();
    for (const SectionEntry& entry : shard->container().entries()) {
      const std::string_view name(entry.name.data(),
                                  std::find(entry.name.begin(), entry.name.end(), '\0'));
      if (name != "rows" && name != "blocks") continue;
      (name == "rows" ? bytes.rows : bytes.blocks) += entry.bytes;
      bytes.other -= entry.bytes;
    }
  }
  return bytes;
}

}  // namespace

Result<IndexStatistics> StatisticsOf(const ForestIndex& index, const Control& control) {
  AKIN_TRY_ASSIGN(const TreeSizeCounter counter, CountTrees(index, control));
  const IndexManifest& manifest = index.manifest();
  IndexStatistics statistics{.fingerprints = manifest.fingerprints,
                             .vertices = index.vertices(),
                             .sizes = counter.At(manifest.walk.length),
                             .histogram = counter.Histogram(),
                             .bytes = BytesOf(index)};
  for (unsigned t = 1; t <= manifest.walk.length; ++t) {
    statistics.by_length.push_back(
        {.length = t, .sizes = counter.At(t), .truncation = std::pow(manifest.decay, t + 1)});
  }
  return statistics;
}

// No score lies outside [0, 1], so a larger bound says no more than 1 does.
double ErrorWithin(unsigned fingerprints, double confidence) {
  return std::min(1.0, std::sqrt(7.0 / 6.0 * std::log(2 / (1 - confidence)) / fingerprints));
}

double GapInOrder(unsigned fingerprints, double confidence) {
  return std::min(1.0, std::sqrt(-std::log(1 - confidence) / (0.3 * fingerprints)));
}

double LargestStandardError(unsigned fingerprints) { return 0.5 / std::sqrt(fingerprints); }

}  // namespace akin
