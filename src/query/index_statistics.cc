#include "query/index_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "index/forest_block.h"
#include "index/tree_sizes.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

constexpr uint32_t kBlocksBetweenStopChecks =
    1024;  // between checks for a stop, and progress reports

Status NoForest(const ForestShard& shard, uint32_t fingerprint) {
  return Damaged(shard.container().path(),
                 fmt::format("the labels of fingerprint {} make no forest; build the index again",
                             shard.parameters().first_fingerprint + fingerprint));
}

// The labels of a block: times of meeting, or the bits of a class as labels.
Result<std::span<const uint8_t>> LabelsOf(const ForestShard& shard, uint32_t forest, uint32_t block,
                                          std::vector<uint8_t>& labels) {
  if (!shard.parameters().walk.classes()) {
    ForestBlock members;
    AKIN_TRY(shard.Block(forest, block, members));
    labels.assign(members.labels.begin(), members.labels.begin() + members.count);
    return std::span<const uint8_t>(labels);
  }
  AKIN_TRY_ASSIGN(const auto starts, shard.ClassStarts(forest, block));
  const uint64_t before = uint64_t{block} * kClassBlockMembers;
  labels.resize(std::min<uint64_t>(kClassBlockMembers, shard.members(forest) - before));
  for (size_t i = 0; i < labels.size(); ++i) {
    labels[i] = StartsClass(starts, i) ? kNewTree : kSameClass;
  }
  return std::span<const uint8_t>(labels);
}

Status CountForest(const ForestShard& shard, uint32_t forest, VertexId vertices,
                   const std::stop_token& stop, ProgressMeter& meter, TreeSizeCounter& counter) {
  std::vector<uint8_t> room;
  uint64_t not_reported = 0;
  const uint32_t fingerprint = forest / shard.parameters().walk.layers();
  const uint32_t blocks = shard.blocks(forest);
  for (uint32_t b = 0; b < blocks; ++b) {
    AKIN_TRY_ASSIGN(const auto labels, LabelsOf(shard, forest, b, room));
    if (!counter.Add(labels)) return NoForest(shard, fingerprint);
    not_reported += labels.size();
    if (b % kBlocksBetweenStopChecks != 0 && b + 1 != blocks) continue;
    meter.Advance(std::exchange(not_reported, 0));
    if (stop.stop_requested()) return Interrupted();
  }
  if (!counter.EndForest(vertices)) return NoForest(shard, fingerprint);
  return {};
}

// One counter for each layer of forests.
Result<std::vector<TreeSizeCounter>> CountTrees(const ForestIndex& index, const Control& control) {
  struct Piece {
    const ForestShard* shard;
    uint32_t forest;  // in the shard
  };
  const WalkParameters& walk = index.walk();
  std::vector<Piece> pieces;
  uint64_t members = 0;
  for (const auto& shard : index.shards()) {
    for (uint32_t f = 0; f < shard->parameters().forests(); ++f) {
      pieces.push_back({.shard = shard.get(), .forest = f});
      members += shard->members(f);
    }
  }
  const uint64_t threads = std::min<uint64_t>(ThreadsOrAll(control.threads), pieces.size());
  ThreadPool pool(static_cast<unsigned>(threads));
  ProgressMeter meter(control, "reading trees", "members", members);
  const TreeSizeCounter none(walk.classes() ? 1 : walk.length);
  std::vector<std::vector<TreeSizeCounter>> counters(
      pool.size(), std::vector<TreeSizeCounter>(walk.layers(), none));
  AKIN_TRY(pool.Run(pieces.size(), control.stop, [&](uint64_t i, unsigned worker) {
    const auto [shard, forest] = pieces[i];
    return CountForest(*shard, forest, index.about(), control.stop, meter,
                       counters[worker][forest % walk.layers()]);
  }));
  for (size_t i = 1; i < counters.size(); ++i) {
    for (unsigned layer = 0; layer < walk.layers(); ++layer) {
      counters[0][layer].Merge(counters[i][layer]);
    }
  }
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
  AKIN_TRY_ASSIGN(const std::vector<TreeSizeCounter> layers, CountTrees(index, control));
  const FingerprintParameters& parameters = index.fingerprints();
  const bool classes = index.walk().classes();
  const auto sizes_at = [&](unsigned t) { return classes ? layers[t - 1].At(1) : layers[0].At(t); };
  // For classes, those at the largest distance.
  IndexStatistics statistics{.fingerprints = parameters.fingerprints,
                             .vertices = index.about(),
                             .sizes = sizes_at(parameters.length),
                             .histogram = layers.back().Histogram(),
                             .bytes = BytesOf(index)};
  for (unsigned t = 1; t <= parameters.length; ++t) {
    statistics.by_length.push_back(
        {.length = t, .sizes = sizes_at(t), .truncation = std::pow(parameters.decay, t + 1)});
  }
  return statistics;
}

// All scores are in [0, 1], so a bound above 1 says no more than 1 does.
double ErrorWithin(unsigned fingerprints, double confidence) {
  return std::min(1.0, std::sqrt(7.0 / 6.0 * std::log(2 / (1 - confidence)) / fingerprints));
}

double GapInOrder(unsigned fingerprints, double confidence) {
  return std::min(1.0, std::sqrt(-std::log(1 - confidence) / (0.3 * fingerprints)));
}

double ThresholdRecall(unsigned fingerprints, double gap) {
  return -std::expm1(-6.0 / 7.0 * fingerprints * gap * gap);
}

double ThresholdIntruders(unsigned fingerprints, double gap) {
  return 1 / std::expm1(6.0 / 7.0 * fingerprints * gap * gap);
}

ReadsPerQuery ReadsInTheory(unsigned fingerprints, unsigned layers) {
  const uint64_t trees = uint64_t{fingerprints} * layers;
  // Min-hashes of two vertices are compared as they are stored: nothing else is read.
  return {.related = trees + 1, .sim = layers > 1 ? 2 : trees + 2};
}

ReadsPerQuery ReadsHere(unsigned fingerprints, unsigned layers, uint64_t shards) {
  const uint64_t blocks = uint64_t{fingerprints} * layers;
  return {.related = shards + blocks, .sim = 2 * (shards + blocks)};
}

double LargestStandardError(unsigned fingerprints) { return 0.5 / std::sqrt(fingerprints); }

}  // namespace akin
