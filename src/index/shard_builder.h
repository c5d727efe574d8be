// Walks the fingerprints of shards and hands their forests to the shards' writers: four ways, one
// result, and one more for signatures of bags. Which one is chosen is a matter of memory
// (index/build_layout.h).
#ifndef AKIN_SRC_INDEX_SHARD_BUILDER_H_
#define AKIN_SRC_INDEX_SHARD_BUILDER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "base/progress.h"
#include "graph/graph.h"
#include "index/build_layout.h"
#include "index/forest_shard_writer.h"
#include "sketch/sorted_forest.h"
#include "text/bags_file.h"

namespace akin {

// What is to be built; graph, list and control must outlive the builder.
struct BuildTask {
  const Graph& graph;
  const BagsFile* bags;  // of text; null otherwise
  WalkParameters walk;
  std::span<const VertexId> only;  // the vertices the index is about, ascending; empty: all
  std::string directory;           // for temporary files
  const Control& control;
};

class ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout,
                                                      const BuildTask& task);
  virtual ~ShardBuilder() = default;

  // Walks the fingerprints of some shards, of which the writers have begun; advances the meter by
  // one for each.
  virtual Status Walk(std::span<ForestShardWriter> writers,
                      std::span<const ShardParameters> parameters, ProgressMeter& meter) = 0;

 protected:
  // One fingerprint of one of the shards in the making.
  struct Piece {
    size_t shard;
    uint32_t fingerprint;  // counted from the shard's first
    uint64_t number;       // counted from the first of all
  };
  // What takes a forest piece by piece for one of the writers.
  static ForestSink SinkFor(ForestShardWriter& writer, uint32_t forest);
  static std::vector<Piece> PiecesOf(std::span<const ShardParameters> shards);
};

// One file each.
Result<std::unique_ptr<ShardBuilder>> MakeMemoryBuilder(const BuildLayout& layout,
                                                        const BuildTask& task);
Result<std::unique_ptr<ShardBuilder>> MakeScanBuilder(const BuildLayout& layout,
                                                      const BuildTask& task);
Result<std::unique_ptr<ShardBuilder>> MakeMinHashBuilder(const BuildLayout& layout,
                                                         const BuildTask& task);
Result<std::unique_ptr<ShardBuilder>> MakeSortBuilder(const BuildLayout& layout,
                                                      const BuildTask& task);
std::unique_ptr<ShardBuilder> MakeTextBuilder(const BuildLayout& layout, const BuildTask& task);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_SHARD_BUILDER_H_
