#include "index/build_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "akin/errors.h"
#include "base/threads.h"
#include "index/forest_shard_writer.h"
#include "sketch/coalescence.h"
#include "sketch/forest_builder.h"
#include "sketch/minhash_builder.h"
#include "sketch/step_tables.h"

namespace akin {
namespace {

constexpr uint64_t kLeastSorting = uint64_t{1} << 20;

uint64_t InLinkBytes(const Graph& graph) {
  return (uint64_t{graph.vertices()} + 1) * sizeof(uint64_t) + graph.arcs() * sizeof(VertexId);
}

Status TooSmall(std::string_view builder, uint64_t needed, const Control& control) {
  return OutOfMemory(fmt::format("the {} builder", builder), static_cast<double>(needed),
                     static_cast<double>(control.memory), "choose another builder");
}

// Spends the rest of the budget on forests that wait for their shard, and on writing some shards
// while others are walked.
void SpendOnWriters(const ShardParameters& shard, uint64_t taken, const Control& control,
                    BuildLayout& layout) {
  const size_t wanted = (layout.threads + shard.fingerprints - 1) / shard.fingerprints;
  const uint64_t left = control.memory > taken ? control.memory - taken : 0;
  const uint64_t in_memory = ForestShardWriter::MemoryFor(shard, false);
  const uint64_t spooled = ForestShardWriter::MemoryFor(shard, true);
  layout.spool = in_memory > left;
  const uint64_t each = layout.spool ? spooled : in_memory;
  layout.shards_at_once = std::clamp<uint64_t>(left / std::max<uint64_t>(1, each), 1, wanted);
  layout.overlap = ThreadsOrAll(control.threads) > 1 && 2 * layout.shards_at_once * each <= left;
  layout.memory = taken + layout.shards_at_once * each * (layout.overlap ? 2 : 1);
}

Result<BuildLayout> LayOutMemory(const ShardParameters& shard, const Graph& graph,
                                 const Control& control) {
  const uint64_t links = InLinkBytes(graph);
  const uint64_t walks = ForestBuilder::MemoryFor(shard.vertices);
  const uint64_t writer = std::min(ForestShardWriter::MemoryFor(shard, true),
                                   ForestShardWriter::MemoryFor(shard, false));
  if (links + walks + writer > control.memory) {
    return TooSmall("memory", links + walks + writer, control);
  }
  BuildLayout layout{.builder = Builder::kMemory};
  layout.threads = static_cast<unsigned>(
      std::min<uint64_t>(ThreadsOrAll(control.threads),
                         (control.memory - links - writer) / std::max<uint64_t>(1, walks)));
  layout.threads = std::max(1U, layout.threads);
  SpendOnWriters(shard, links + layout.threads * walks, control, layout);
  return layout;
}

Result<BuildLayout> LayOutScan(const ShardParameters& shard, const Control& control) {
  const unsigned threads = ThreadsOrAll(control.threads);
  const uint64_t fixed = threads * kScanWindows + ForestShardWriter::MemoryFor(shard, true);
  const uint64_t walks = Coalescence::MemoryFor(shard.vertices, true);
  const uint64_t table = StepTables::MemoryFor(shard.vertices);
  if (fixed + walks + table > control.memory) {
    return TooSmall("semi-external", fixed + walks + table, control);
  }
  // Prefers another fingerprint to more than two steps per scan: a core walks it.
  const uint64_t left = control.memory - fixed;
  BuildLayout layout{.builder = Builder::kSemiExternal};
  layout.threads = static_cast<unsigned>(std::clamp<uint64_t>(
      left / std::max<uint64_t>(1, walks + 2 * table), 1, std::min(threads, shard.fingerprints)));
  const uint64_t for_tables = left - layout.threads * walks;
  layout.tables = static_cast<unsigned>(std::clamp<uint64_t>(
      for_tables / std::max<uint64_t>(1, table) / layout.threads, 1, shard.walk.length));
  SpendOnWriters(shard, threads * kScanWindows + layout.threads * (walks + layout.tables * table),
                 control, layout);
  return layout;
}

// Values of as many fingerprints as fit in memory. A cache line contains 16.
Result<BuildLayout> LayOutMinHash(Builder builder, const ShardParameters& shard,
                                  const Control& control) {
  BuildLayout layout{.builder = builder, .threads = ThreadsOrAll(control.threads)};
  const uint64_t writer = ForestShardWriter::MemoryFor(shard, true);
  const auto needed = [&](unsigned width) {
    return layout.threads * kScanWindows + writer +
           MinHashBuilder::MemoryFor(shard.vertices, width, layout.threads);
  };
  while (layout.threads > 1 && needed(1) > control.memory) --layout.threads;
  for (const unsigned width : {16U, 8U, 4U, 1U}) {
    if (layout.width > 0 || needed(width) > control.memory) continue;
    if (width / 2 < shard.fingerprints || width == 1) layout.width = width;
  }
  if (layout.width == 0) return TooSmall("semi-external", needed(1), control);
  SpendOnWriters(shard, needed(layout.width) - writer, control, layout);
  layout.shards_at_once = 1;
  return layout;
}

Result<BuildLayout> LayOutSort(const ShardParameters& shard, const Control& control) {
  const uint64_t each = kScanWindows + kSortingFiles + kLeastSorting;
  const uint64_t writer = ForestShardWriter::MemoryFor(shard, true);
  if (each + writer > control.memory) return TooSmall("external", each + writer, control);
  BuildLayout layout{.builder = Builder::kExternal, .spool = true};
  layout.threads = static_cast<unsigned>(
      std::min<uint64_t>(std::min(ThreadsOrAll(control.threads), shard.fingerprints),
                         (control.memory - writer) / each));
  layout.memory = control.memory;
  return layout;
}

// One sorter for each of ten samples, and two more for each thread that makes classes.
Result<BuildLayout> LayOutText(Builder builder, const ShardParameters& shard,
                               const Control& control) {
  BuildLayout layout{.builder = builder, .threads = ThreadsOrAll(control.threads)};
  const uint64_t writer = std::min(ForestShardWriter::MemoryFor(shard, true),
                                   ForestShardWriter::MemoryFor(shard, false));
  const auto fixed = [&] { return kTextWindow + layout.threads * kSortingFiles; };
  while (layout.threads > 1 && fixed() + kLeastSorting + writer > control.memory) --layout.threads;
  if (fixed() + kLeastSorting + writer > control.memory) {
    return TooSmall("text", fixed() + kLeastSorting + writer, control);
  }
  const uint64_t all = TextSorters(layout.threads) * 2 * sizeof(uint64_t) * shard.vertices;
  layout.sorting = std::clamp(all, kLeastSorting, control.memory - fixed() - writer);
  SpendOnWriters(shard, fixed() + layout.sorting, control, layout);
  layout.shards_at_once = 1;
  return layout;
}

}  // namespace

Result<Builder> BuilderNamed(std::string_view name) {
  if (name == "auto") return Builder::kAuto;
  if (name == "memory") return Builder::kMemory;
  if (name == "semi-external") return Builder::kSemiExternal;
  if (name == "external") return Builder::kExternal;
  return InvalidArgument(
      "builder",
      fmt::format("no builder '{}'; there are auto, memory, semi-external and external", name));
}

Result<BuildLayout> LayOutBuild(Builder builder, const ShardParameters& shard, const Graph& graph,
                                const Control& control) {
  if (shard.bags_identity != 0) return LayOutText(builder, shard, control);
  if (shard.walk.classes() && builder != Builder::kExternal) {
    auto layout = LayOutMinHash(builder, shard, control);
    if (layout.ok() || builder != Builder::kAuto) return layout;
    return LayOutSort(shard, control);
  }
  switch (builder) {
    case Builder::kMemory:
      return LayOutMemory(shard, graph, control);
    case Builder::kSemiExternal:
      return LayOutScan(shard, control);
    case Builder::kExternal:
      return LayOutSort(shard, control);
    case Builder::kAuto:
      break;
  }
  if (auto layout = LayOutMemory(shard, graph, control); layout.ok()) return layout;
  if (auto layout = LayOutScan(shard, control); layout.ok()) return layout;
  return LayOutSort(shard, control);
}

}  // namespace akin
