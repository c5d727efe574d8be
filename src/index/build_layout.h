// Chooses the builder, and how it spends the memory budget.
//
//   builder        what is in memory                                bytes per vertex, T threads
//   memory         the in-links, and a fingerprint per thread       8 + 4 per arc + 32 T
//   semi-external  positions of walks; the in-links are scanned     20
//   external       nothing: everything is sorted and merged         constant
//
// Min-hashes always scan the in-links. They need memory for the values of at least one fingerprint,
// 8 + 13 T bytes per vertex; for them the first two builders are the same. Signatures of bags are
// always sorted, in memory if 160 + 32 T bytes per vertex fit; for them all three are the same.
#ifndef AKIN_SRC_INDEX_BUILD_LAYOUT_H_
#define AKIN_SRC_INDEX_BUILD_LAYOUT_H_

#include <cstddef>
#include <cstdint>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/forest_shard.h"

namespace akin {

inline constexpr uint64_t kScanWindows = uint64_t{3} << 20;  // of a GraphScan, per thread
inline constexpr uint64_t kSortingFiles = uint64_t{2}
                                          << 20;  // buffers of temporary files, per thread

inline constexpr uint64_t kTextWindow = uint64_t{1} << 20;  // signatures not sorted yet

// For signatures: one for each sample of a shard, and two for each thread.
constexpr uint64_t TextSorters(unsigned threads) { return kShardFingerprints + 2 * threads; }

struct BuildLayout {
  Builder builder = Builder::kMemory;
  unsigned threads = 1;       // fingerprints walked at once
  unsigned tables = 0;        // semi-external walks: steps per fingerprint and scan
  unsigned width = 0;         // min-hashes in memory: fingerprints at once
  uint64_t sorting = 0;       // signatures: bytes of all sorters together
  size_t shards_at_once = 1;  // shards built at once
  bool spool = false;         // forests wait for their shard in files
  bool overlap = false;       // shards are written while the next ones are walked
  uint64_t memory = 0;        // the total
};

// kOutOfBudget if the requested builder needs more than control.memory.
Result<BuildLayout> LayOutBuild(Builder builder, const ShardParameters& shard, const Graph& graph,
                                const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_BUILD_LAYOUT_H_
