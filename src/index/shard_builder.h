// The three ways to build shards. All write the same bytes; the memory budget chooses.
//
//   memory         the in-links in memory, one fingerprint per thread         57 + 28 T
//   bytes/vertex semi-external  the in-links are scanned; where walks are is in memory     20
//   bytes/vertex external       everything is sorted and merged on disk                    constant
//
// (At 12 links a vertex and T threads.) Min-hashes scan the in-links in any case; with memory for
// the values of one fingerprint at least, 8 + 13 T bytes a vertex, the first two are the same for
// them. A layout says how the budget is spent.
#ifndef AKIN_SRC_INDEX_SHARD_BUILDER_H_
#define AKIN_SRC_INDEX_SHARD_BUILDER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/status.h"
#include "base/progress.h"
#include "graph/graph.h"
#include "index/forest_shard_writer.h"

namespace akin {

struct BuildLayout {
  Builder builder = Builder::kMemory;
  unsigned threads = 1;       // fingerprints walked at once
  unsigned tables = 0;        // semi-external walks: steps per fingerprint and scan
  unsigned width = 0;         // min-hashes in memory: fingerprints at once
  size_t shards_at_once = 1;  // in the making
  bool spool = false;         // forests wait for their shard in files
  bool overlap = false;       // shards are written while the next ones are walked
  uint64_t memory = 0;        // what it comes to
};

// kOutOfBudget if the builder asked for needs more than control.memory.
Result<BuildLayout> LayOutBuild(Builder builder, const ShardParameters& shard, const Graph& graph,
                                const Control& control);

class ShardBuilder {
 public:
  // The graph must outlive the builder. Temporary files go to `directory`.
  static Result<std::unique_ptr<ShardBuilder>> Create(const BuildLayout& layout, const Graph& graph,
                                                      const WalkParameters& walk,
                                                      const std::string& directory,
                                                      const Control& control);
  virtual ~ShardBuilder() = default;

  // Walks the fingerprints of some shards, of which the writers have begun; advances the meter by
  // one for each.
  virtual Status Walk(std::span<ForestShardWriter> writers,
                      std::span<const ShardParameters> parameters, ProgressMeter& meter) = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_SHARD_BUILDER_H_
