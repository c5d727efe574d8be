// Builder with constant memory: sorts and merges (sketch/sorted_forest.h, sketch/sorted_minhash.h).
#include <fmt/format.h>

#include <vector>

#include "akin/try.h"
#include "base/files.h"
#include "base/threads.h"
#include "graph/graph_scan.h"
#include "index/shard_builder.h"
#include "sketch/sorted_forest.h"
#include "sketch/sorted_minhash.h"

namespace akin {
namespace {

class SortShardBuilder : public ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout,
                                                      const BuildTask& task) {
    auto pool = std::make_unique<ThreadPool>(layout.threads);
    const auto direction =
        task.walk.classes() ? GraphScan::Direction::kOut : GraphScan::Direction::kIn;
    AKIN_TRY_ASSIGN(const GraphScan scan,
                    GraphScan::Open(task.graph, direction, *pool, task.control));
    return std::unique_ptr<ShardBuilder>(new SortShardBuilder(layout, task, scan, std::move(pool)));
  }

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    const std::vector<Piece> pieces = PiecesOf(parameters);
    const uint64_t memory =
        (task_.control.memory - ForestShardWriter::MemoryFor(parameters[0], true)) /
            layout_.threads -
        kScanWindows - kSortingFiles;
    return pool_->Run(
        pieces.size(), task_.control.stop, [&](uint64_t i, unsigned worker) -> Status {
          const Piece& piece = pieces[i];
          const std::string spill = Join(task_.directory, fmt::format("walk-{}", worker));
          AKIN_TRY(task_.walk.classes() ? MinHash(piece, spill, memory, writers[piece.shard])
                                        : Walk(piece, spill, memory, writers[piece.shard]));
          meter.Advance(1);
          return {};
        });
  }

 private:
  Status Walk(const Piece& piece, const std::string& spill, uint64_t memory,
              ForestShardWriter& writer) const {
    SortedForestBuilder builder(scan_, task_.walk, task_.only, spill, memory);
    AKIN_TRY(builder.Build(piece.number, task_.control.stop, SinkFor(writer, piece.fingerprint)));
    return writer.EndForest(piece.fingerprint);
  }

  Status MinHash(const Piece& piece, const std::string& spill, uint64_t memory,
                 ForestShardWriter& writer) const {
    const uint32_t first = piece.fingerprint * task_.walk.layers();
    SortedMinHashBuilder builder(scan_, task_.walk, task_.only, spill, memory);
    AKIN_TRY(builder.Build(piece.number, task_.control.stop,
                           [&](unsigned k) { return SinkFor(writer, first + k - 1); }));
    for (unsigned k = 0; k < task_.walk.layers(); ++k) AKIN_TRY(writer.EndForest(first + k));
    return {};
  }

  SortShardBuilder(const BuildLayout& layout, const BuildTask& task, const GraphScan& scan,
                   std::unique_ptr<ThreadPool> pool)
      : layout_(layout), task_(task), scan_(scan), pool_(std::move(pool)) {}

  BuildLayout layout_;
  BuildTask task_;
  GraphScan scan_;
  std::unique_ptr<ThreadPool> pool_;
};

}  // namespace

Result<std::unique_ptr<ShardBuilder>> MakeSortBuilder(const BuildLayout& layout,
                                                      const BuildTask& task) {
  return SortShardBuilder::Create(layout, task);
}

}  // namespace akin
