// Builder with min-hashes in memory; the in-links are scanned (sketch/minhash_builder.h).
#include <algorithm>
#include <optional>
#include <vector>

#include "akin/try.h"
#include "base/threads.h"
#include "graph/graph_scan.h"
#include "index/shard_builder.h"
#include "sketch/minhash_builder.h"

namespace akin {
namespace {

class MinHashShardBuilder : public ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout,
                                                      const BuildTask& task) {
    auto builder = std::make_unique<MinHashShardBuilder>(layout, task);
    AKIN_TRY_ASSIGN(builder->scan_, GraphScan::Open(task.graph, GraphScan::Direction::kIn,
                                                    builder->pool_, task.control));
    AKIN_TRY_ASSIGN(builder->minhashes_,
                    MinHashBuilder::Create(*builder->scan_, task.walk, task.only, layout.width,
                                           builder->pool_));
    return std::unique_ptr<ShardBuilder>(std::move(builder));
  }
  MinHashShardBuilder(const BuildLayout& layout, const BuildTask& task)
      : layout_(layout), task_(task), pool_(layout.threads) {}

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    const std::vector<Piece> pieces = PiecesOf(parameters);
    for (size_t begin = 0; begin < pieces.size(); begin += layout_.width) {
      const auto some =
          std::span(pieces).subspan(begin, std::min<size_t>(layout_.width, pieces.size() - begin));
      std::vector<uint64_t> numbers;
      for (const Piece& piece : some) numbers.push_back(piece.number);
      AKIN_TRY(minhashes_->Build(
          numbers, task_.control.stop, [&](size_t i, unsigned k, const Forest& forest) -> Status {
            const uint32_t layer = some[i].fingerprint * task_.walk.layers() + k - 1;
            AKIN_TRY(writers[some[i].shard].AddForest(layer, forest));
            if (k == task_.walk.length) meter.Advance(1);
            return {};
          }));
    }
    return {};
  }

 private:
  BuildLayout layout_;
  BuildTask task_;
  ThreadPool pool_;
  std::optional<GraphScan> scan_;
  std::optional<MinHashBuilder> minhashes_;
};

}  // namespace

Result<std::unique_ptr<ShardBuilder>> MakeMinHashBuilder(const BuildLayout& layout,
                                                         const BuildTask& task) {
  return MinHashShardBuilder::Create(layout, task);
}

}  // namespace akin
