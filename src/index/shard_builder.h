// Walks the fingerprints of shards and passes their forests to the shards' writers. There are four
// builders with the same result, and one more for signatures of bags. The memory budget decides
// which one is used (index/build_layout.h).
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

// What to build. Graph, list and control must outlive the builder.
struct BuildTask {
  const Graph& graph;
  const BagsFile* bags;  // for text; null otherwise
  WalkParameters walk;
  std::span<const VertexId> only;  // the vertices that the index covers, ascending; empty: all
  std::string directory;           // for temporary files
  const Control& control;
};

class ShardBuilder {
 public:
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout,
                                                      const BuildTask& task);
  virtual ~ShardBuilder() = default;

  // Walks the fingerprints of some shards, whose writers have begun. Advances the meter by one for
  // each.
  virtual Status Walk(std::span<ForestShardWriter> writers,
                      std::span<const ShardParameters> parameters, ProgressMeter& meter) = 0;

 protected:
  // One fingerprint of one of the current shards.
  struct Piece {
    size_t shard;
    uint32_t fingerprint;  // counted from the shard's first
    uint64_t number;       // counted from the first of the index
  };
  // A sink that adds a forest to one of the writers in pieces.
  static ForestSink SinkFor(ForestShardWriter& writer, uint32_t forest);
  static std::vector<Piece> PiecesOf(std::span<const ShardParameters> shards);
};

// Each is in a file of its own.
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
