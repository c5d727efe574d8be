// Builder with the positions of walks in memory; the in-links are scanned (sketch/step_tables.h).
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "akin/try.h"
#include "base/files.h"
#include "base/threads.h"
#include "graph/graph_scan.h"
#include "index/shard_builder.h"
#include "sketch/coalescence.h"
#include "sketch/step_tables.h"

namespace akin {
namespace {

class ScanShardBuilder : public ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout,
                                                      const BuildTask& task) {
    auto pool = std::make_unique<ThreadPool>(ThreadsOrAll(task.control.threads));
    AKIN_TRY_ASSIGN(const GraphScan scan,
                    GraphScan::Open(task.graph, GraphScan::Direction::kIn, *pool, task.control));
    AKIN_TRY_ASSIGN(auto tables, StepTables::Create(task.graph.vertices(),
                                                    size_t{layout.threads} * layout.tables));
    auto builder = std::unique_ptr<ScanShardBuilder>(
        new ScanShardBuilder(layout, task, scan, std::move(pool), std::move(tables)));
    for (unsigned i = 0; i < layout.threads; ++i) {
      AKIN_TRY_ASSIGN(auto walks,
                      Coalescence::Create(task.graph.vertices(),
                                          Join(task.directory, fmt::format("merges-{}.spill", i))));
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
      for (size_t i = 0; i < some.size(); ++i) walks_[i]->Begin(task_.only);
      for (unsigned t = 1; t <= task_.walk.length; t += layout_.tables) {
        AKIN_TRY(TakeSteps(some, t, std::min(task_.walk.length, t + layout_.tables - 1)));
      }
      AKIN_TRY(pool_->Run(some.size(), task_.control.stop, [&](uint64_t i, unsigned) -> Status {
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
  ScanShardBuilder(const BuildLayout& layout, const BuildTask& task, const GraphScan& scan,
                   std::unique_ptr<ThreadPool> pool, StepTables tables)
      : layout_(layout),
        task_(task),
        scan_(scan),
        pool_(std::move(pool)),
        tables_(std::move(tables)) {}

  // Takes steps first..last of all pieces with one scan.
  Status TakeSteps(std::span<const Piece> pieces, unsigned first, unsigned last) {
    std::vector<StepKey> keys;
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (!walks_[i]->any_left()) continue;
      for (unsigned t = first; t <= last; ++t) keys.push_back({pieces[i].number, t});
    }
    if (keys.empty()) return {};
    AKIN_TRY(tables_.Fill(scan_, task_.walk, keys, *pool_, task_.control.stop));
    return pool_->Run(pieces.size(), task_.control.stop, [&](uint64_t i, unsigned) -> Status {
      for (size_t table = 0; table < keys.size(); ++table) {
        if (keys[table].fingerprint != pieces[i].number) continue;
        AKIN_TRY(walks_[i]->Step(TableMoves(tables_[table])));
      }
      return {};
    });
  }

  BuildLayout layout_;
  BuildTask task_;
  GraphScan scan_;
  std::unique_ptr<ThreadPool> pool_;
  StepTables tables_;
  std::vector<std::unique_ptr<Coalescence>> walks_;
};

}  // namespace

Result<std::unique_ptr<ShardBuilder>> MakeScanBuilder(const BuildLayout& layout,
                                                      const BuildTask& task) {
  return ScanShardBuilder::Create(layout, task);
}

}  // namespace akin
