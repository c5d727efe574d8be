#include "index/shard_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/mapped_array.h"
#include "base/threads.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "graph/graph_scan.h"
#include "sketch/forest_builder.h"
#include "sketch/minhash_builder.h"
#include "sketch/sorted_forest.h"
#include "sketch/sorted_minhash.h"
#include "sketch/step_tables.h"

namespace akin {
namespace {

constexpr uint64_t kScanWindows = uint64_t{3} << 20;  // of a GraphScan, a thread
constexpr uint64_t kLeastSorting = uint64_t{1} << 20;
constexpr uint64_t kSortingFiles = uint64_t{2} << 20;  // buffers of temporary files, a thread

// One fingerprint of one of the shards in the making.
struct Piece {
  size_t shard;
  uint32_t fingerprint;  // counted from the shard's first
  uint64_t number;       // counted from the first of all
};

std::vector<Piece> PiecesOf(std::span<const ShardParameters> shards) {
  std::vector<Piece> pieces;
  for (size_t s = 0; s < shards.size(); ++s) {
    for (uint32_t f = 0; f < shards[s].fingerprints; ++f) {
      pieces.push_back({s, f, shards[s].first_fingerprint + f});
    }
  }
  return pieces;
}

// Their offsets go before the walks touch most of their memory.
uint64_t InLinkBytes(const Graph& graph) { return graph.arcs() * sizeof(VertexId); }

Status TooSmall(std::string_view builder, uint64_t needed, const Control& control) {
  return Status(Code::kOutOfBudget,
                fmt::format("the {} builder needs {} MiB of memory, the budget is {} MiB; raise "
                            "--memory or choose another --builder",
                            builder, (needed >> 20) + 1, control.memory >> 20));
}

// What is left of the budget goes to forests that wait for their shard, and to writing some while
// others are walked.
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
  const uint64_t walks = ForestBuilder::MemoryFor(shard.vertices, graph.arcs(), shard.walk.measure);
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
  const uint64_t walks = TableWalks::MemoryFor(shard.vertices, true);
  const uint64_t table = StepTables::MemoryFor(shard.vertices);
  if (fixed + walks + table > control.memory) {
    return TooSmall("semi-external", fixed + walks + table, control);
  }
  // Another fingerprint at once rather than more than two steps a scan: a core walks it.
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

// Values of as many fingerprints as fit; a cache line holds 16.
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

// A copy of the in-links on huge pages.
struct InLinks {
  HugeArray<uint64_t> offsets;
  HugeArray<VertexId> neighbours;
  Adjacency view;
};

// Copied window by window, so that the mapped file is not resident beside it.
Result<InLinks> CopyInLinks(const Graph& graph, ThreadPool& pool, const Control& control) {
  AKIN_TRY_ASSIGN(const GraphScan scan,
                  GraphScan::Open(graph, GraphScan::Direction::kIn, pool, control));
  InLinks links;
  links.offsets = HugeArray<uint64_t>(graph.vertices() + uint64_t{1});
  links.neighbours = HugeArray<VertexId>(graph.arcs());
  if (!links.offsets.ok() || !links.neighbours.ok()) {
    return Status(Code::kOutOfBudget, "the system has not the memory of --memory");
  }
  AKIN_TRY(scan.Shared(pool, control.stop, [&](const RowWindow& window) -> Status {
    std::copy(window.offsets.begin(), window.offsets.end() - 1,
              links.offsets.data() + window.first);
    std::copy(window.neighbours.begin(), window.neighbours.end(),
              links.neighbours.data() + window.offsets.front());
    return {};
  }));
  links.offsets[graph.vertices()] = graph.arcs();
  links.view = {.offsets = links.offsets.span(), .neighbours = links.neighbours.span()};
  return links;
}

class MemoryShardBuilder : public ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout, const Graph& graph,
                                                      const WalkParameters& walk,
                                                      const Control& control) {
    auto builder = std::make_unique<MemoryShardBuilder>(layout.threads, control);
    AKIN_TRY_ASSIGN(builder->links_, CopyInLinks(graph, builder->pool_, control));
    for (unsigned i = 0; i < layout.threads; ++i) {
      AKIN_TRY_ASSIGN(auto forests, ForestBuilder::Create(builder->links_.view, walk));
      builder->forests_.push_back(std::move(forests));
    }
    builder->links_.offsets = {};  // the walks have what they need of them
    return std::unique_ptr<ShardBuilder>(std::move(builder));
  }
  MemoryShardBuilder(unsigned threads, const Control& control)
      : control_(control), pool_(threads) {}

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    const std::vector<Piece> pieces = PiecesOf(parameters);
    return pool_.Run(pieces.size(), control_.stop, [&](uint64_t i, unsigned worker) -> Status {
      const Piece& piece = pieces[i];
      Forest forest;
      AKIN_TRY(forests_[worker]->Build(piece.number, control_.stop, forest));
      AKIN_TRY(writers[piece.shard].AddForest(piece.fingerprint, forest));
      meter.Advance(1);
      return {};
    });
  }

 private:
  const Control& control_;
  ThreadPool pool_;
  InLinks links_;
  std::vector<std::unique_ptr<ForestBuilder>> forests_;
};

class ScanShardBuilder : public ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout, const Graph& graph,
                                                      const WalkParameters& walk,
                                                      const std::string& directory,
                                                      const Control& control) {
    auto pool = std::make_unique<ThreadPool>(ThreadsOrAll(control.threads));
    AKIN_TRY_ASSIGN(const GraphScan scan,
                    GraphScan::Open(graph, GraphScan::Direction::kIn, *pool, control));
    AKIN_TRY_ASSIGN(auto tables,
                    StepTables::Create(graph.vertices(), size_t{layout.threads} * layout.tables));
    auto builder = std::unique_ptr<ScanShardBuilder>(
        new ScanShardBuilder(layout, scan, walk, std::move(pool), std::move(tables), control));
    for (unsigned i = 0; i < layout.threads; ++i) {
      AKIN_TRY_ASSIGN(
          auto walks,
          TableWalks::Create(graph.vertices(), Join(directory, fmt::format("merges-{}.spill", i))));
      builder->walks_.push_back(std::move(walks));
    }
    return std::unique_ptr<ShardBuilder>(std::move(builder));
  }

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    const std::vector<Piece> pieces = PiecesOf(parameters);
    for (size_t begin = 0; begin < pieces.size(); begin += walks_.size()) {
      const auto some =
          std::span(pieces).subspan(begin, std::min(walks_.size(), pieces.size() - begin));
      for (size_t i = 0; i < some.size(); ++i) walks_[i]->Begin();
      for (unsigned t = 1; t <= walk_.length; t += layout_.tables) {
        AKIN_TRY(TakeSteps(some, t, std::min(walk_.length, t + layout_.tables - 1)));
      }
      AKIN_TRY(pool_->Run(some.size(), control_.stop, [&](uint64_t i, unsigned) -> Status {
        Forest forest;
        AKIN_TRY(walks_[i]->Finish(forest));
        AKIN_TRY(writers[some[i].shard].AddForest(some[i].fingerprint, forest));
        meter.Advance(1);
        return {};
      }));
    }
    return {};
  }

 private:
  ScanShardBuilder(const BuildLayout& layout, const GraphScan& scan, const WalkParameters& walk,
                   std::unique_ptr<ThreadPool> pool, StepTables tables, const Control& control)
      : layout_(layout),
        scan_(scan),
        walk_(walk),
        pool_(std::move(pool)),
        tables_(std::move(tables)),
        control_(control) {}

  // Steps first..last of all pieces, from one scan.
  Status TakeSteps(std::span<const Piece> pieces, unsigned first, unsigned last) {
    std::vector<StepKey> keys;
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (!walks_[i]->any_left()) continue;
      for (unsigned t = first; t <= last; ++t) keys.push_back({pieces[i].number, t});
    }
    if (keys.empty()) return {};
    AKIN_TRY(tables_.Fill(scan_, walk_, keys, *pool_, control_.stop));
    return pool_->Run(pieces.size(), control_.stop, [&](uint64_t i, unsigned) -> Status {
      for (size_t table = 0; table < keys.size(); ++table) {
        if (keys[table].fingerprint != pieces[i].number) continue;
        AKIN_TRY(walks_[i]->Step(TableMoves(tables_[table])));
      }
      return {};
    });
  }

  BuildLayout layout_;
  GraphScan scan_;
  WalkParameters walk_;
  std::unique_ptr<ThreadPool> pool_;
  StepTables tables_;
  const Control& control_;
  std::vector<std::unique_ptr<TableWalks>> walks_;
};

class MinHashShardBuilder : public ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout, const Graph& graph,
                                                      const WalkParameters& walk,
                                                      const Control& control) {
    auto builder = std::make_unique<MinHashShardBuilder>(layout, walk, control);
    AKIN_TRY_ASSIGN(builder->scan_,
                    GraphScan::Open(graph, GraphScan::Direction::kIn, builder->pool_, control));
    AKIN_TRY_ASSIGN(builder->minhashes_,
                    MinHashBuilder::Create(*builder->scan_, walk, layout.width, builder->pool_));
    return std::unique_ptr<ShardBuilder>(std::move(builder));
  }
  MinHashShardBuilder(const BuildLayout& layout, const WalkParameters& walk, const Control& control)
      : layout_(layout), walk_(walk), pool_(layout.threads), control_(control) {}

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    const std::vector<Piece> pieces = PiecesOf(parameters);
    for (size_t begin = 0; begin < pieces.size(); begin += layout_.width) {
      const auto some =
          std::span(pieces).subspan(begin, std::min<size_t>(layout_.width, pieces.size() - begin));
      std::vector<uint64_t> numbers;
      for (const Piece& piece : some) numbers.push_back(piece.number);
      AKIN_TRY(minhashes_->Build(
          numbers, control_.stop, [&](size_t i, unsigned k, const Forest& forest) -> Status {
            const uint32_t layer = some[i].fingerprint * walk_.layers() + k - 1;
            AKIN_TRY(writers[some[i].shard].AddForest(layer, forest));
            if (k == walk_.length) meter.Advance(1);
            return {};
          }));
    }
    return {};
  }

 private:
  BuildLayout layout_;
  WalkParameters walk_;
  ThreadPool pool_;
  std::optional<GraphScan> scan_;
  std::optional<MinHashBuilder> minhashes_;
  const Control& control_;
};

class SortShardBuilder : public ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout, const Graph& graph,
                                                      const WalkParameters& walk,
                                                      const std::string& directory,
                                                      const Control& control) {
    auto pool = std::make_unique<ThreadPool>(layout.threads);
    const auto direction =
        walk.measure == Measure::kXJaccard ? GraphScan::Direction::kOut : GraphScan::Direction::kIn;
    AKIN_TRY_ASSIGN(const GraphScan scan, GraphScan::Open(graph, direction, *pool, control));
    return std::unique_ptr<ShardBuilder>(
        new SortShardBuilder(layout, scan, walk, directory, std::move(pool), control));
  }

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    const std::vector<Piece> pieces = PiecesOf(parameters);
    const uint64_t memory =
        (control_.memory - ForestShardWriter::MemoryFor(parameters[0], true)) / layout_.threads -
        kScanWindows - kSortingFiles;
    return pool_->Run(pieces.size(), control_.stop, [&](uint64_t i, unsigned worker) -> Status {
      const Piece& piece = pieces[i];
      const std::string spill = Join(directory_, fmt::format("walk-{}", worker));
      AKIN_TRY(walk_.measure == Measure::kXJaccard
                   ? MinHash(piece, spill, memory, writers[piece.shard])
                   : Walk(piece, spill, memory, writers[piece.shard]));
      meter.Advance(1);
      return {};
    });
  }

 private:
  static ForestSink SinkFor(ForestShardWriter& writer, uint32_t forest) {
    return {
        .members =
            [&writer, forest](std::span<const VertexId> members, std::span<const uint8_t> labels) {
              return writer.AddMembers(forest, members, labels);
            },
        .places =
            [&writer, forest](std::span<const uint32_t> places) {
              return writer.AddPlaces(forest, places);
            }};
  }

  Status Walk(const Piece& piece, const std::string& spill, uint64_t memory,
              ForestShardWriter& writer) const {
    SortedForestBuilder builder(scan_, walk_, spill, memory);
    AKIN_TRY(builder.Build(piece.number, control_.stop, SinkFor(writer, piece.fingerprint)));
    return writer.EndForest(piece.fingerprint);
  }

  Status MinHash(const Piece& piece, const std::string& spill, uint64_t memory,
                 ForestShardWriter& writer) const {
    const uint32_t first = piece.fingerprint * walk_.layers();
    SortedMinHashBuilder builder(scan_, walk_, spill, memory);
    AKIN_TRY(builder.Build(piece.number, control_.stop,
                           [&](unsigned k) { return SinkFor(writer, first + k - 1); }));
    for (unsigned k = 0; k < walk_.layers(); ++k) AKIN_TRY(writer.EndForest(first + k));
    return {};
  }

  SortShardBuilder(const BuildLayout& layout, const GraphScan& scan, const WalkParameters& walk,
                   std::string directory, std::unique_ptr<ThreadPool> pool, const Control& control)
      : layout_(layout),
        scan_(scan),
        walk_(walk),
        directory_(std::move(directory)),
        pool_(std::move(pool)),
        control_(control) {}

  BuildLayout layout_;
  GraphScan scan_;
  WalkParameters walk_;
  std::string directory_;
  std::unique_ptr<ThreadPool> pool_;
  const Control& control_;
};

}  // namespace

Result<Builder> BuilderNamed(std::string_view name) {
  if (name == "auto") return Builder::kAuto;
  if (name == "memory") return Builder::kMemory;
  if (name == "semi-external") return Builder::kSemiExternal;
  if (name == "external") return Builder::kExternal;
  return Status(
      Code::kInvalidArgument,
      fmt::format("no builder '{}'; there are auto, memory, semi-external and external", name));
}

Result<BuildLayout> LayOutBuild(Builder builder, const ShardParameters& shard, const Graph& graph,
                                const Control& control) {
  if (shard.walk.measure == Measure::kXJaccard && builder != Builder::kExternal) {
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

Result<std::unique_ptr<ShardBuilder>> ShardBuilder::Create(const BuildLayout& layout,
                                                           const Graph& graph,
                                                           const WalkParameters& walk,
                                                           const std::string& directory,
                                                           const Control& control) {
  if (walk.measure == Measure::kXJaccard && layout.builder != Builder::kExternal) {
    return MinHashShardBuilder::Create(layout, graph, walk, control);
  }
  switch (layout.builder) {
    case Builder::kSemiExternal:
      return ScanShardBuilder::Create(layout, graph, walk, directory, control);
    case Builder::kExternal:
      return SortShardBuilder::Create(layout, graph, walk, directory, control);
    case Builder::kAuto:
    case Builder::kMemory:
      break;
  }
  return MemoryShardBuilder::Create(layout, graph, walk, control);
}

}  // namespace akin
