// Builder with the in-links in memory and one fingerprint per thread (sketch/forest_builder.h).
#include <algorithm>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/mapped_array.h"
#include "base/threads.h"
#include "graph/graph_scan.h"
#include "index/shard_builder.h"
#include "sketch/forest_builder.h"

namespace akin {
namespace {

// A copy of the in-links on huge pages.
struct InLinks {
  HugeArray<uint64_t> offsets;
  HugeArray<VertexId> neighbours;
  Adjacency view;
};

// Copied window by window, so that the mapped file is not resident at the same time.
Result<InLinks> CopyInLinks(const Graph& graph, ThreadPool& pool, const Control& control) {
  AKIN_TRY_ASSIGN(const GraphScan scan,
                  GraphScan::Open(graph, GraphScan::Direction::kIn, pool, control));
  InLinks links;
  links.offsets = HugeArray<uint64_t>(graph.vertices() + uint64_t{1});
  links.neighbours = HugeArray<VertexId>(graph.arcs());
  if (!links.offsets.ok() || !links.neighbours.ok()) {
    return MemoryRefused("the arcs of the graph");
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
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout,
                                                      const BuildTask& task) {
    auto builder = std::make_unique<MemoryShardBuilder>(layout.threads, task);
    AKIN_TRY_ASSIGN(builder->links_, CopyInLinks(task.graph, builder->pool_, task.control));
    for (unsigned i = 0; i < layout.threads; ++i) {
      AKIN_TRY_ASSIGN(auto forests, ForestBuilder::Create(builder->links_.view, task.walk));
      builder->forests_.push_back(std::move(forests));
    }
    return std::unique_ptr<ShardBuilder>(std::move(builder));
  }
  MemoryShardBuilder(unsigned threads, const BuildTask& task) : task_(task), pool_(threads) {}

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    const std::vector<Piece> pieces = PiecesOf(parameters);
    return pool_.Run(pieces.size(), task_.control.stop, [&](uint64_t i, unsigned worker) -> Status {
      const Piece& piece = pieces[i];
      Forest forest;
      AKIN_TRY(forests_[worker]->Build(piece.number, task_.control.stop, forest, task_.only));
      AKIN_TRY(writers[piece.shard].AddForest(piece.fingerprint, forest));
      meter.Advance(1);
      return {};
    });
  }

 private:
  BuildTask task_;
  ThreadPool pool_;
  InLinks links_;
  std::vector<std::unique_ptr<ForestBuilder>> forests_;
};

}  // namespace

Result<std::unique_ptr<ShardBuilder>> MakeMemoryBuilder(const BuildLayout& layout,
                                                        const BuildTask& task) {
  return MemoryShardBuilder::Create(layout, task);
}

}  // namespace akin
