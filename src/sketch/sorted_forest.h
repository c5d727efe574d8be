// Walks from all vertices with a constant amount of memory, by sorting and merging only (FR section
// 2.1.3).
//
// In every step groups of walks depart and meet (sketch/group_walk.h). What they did is then made
// into a forest (sketch/tree_collector.h).
//
// Time: a scan of the graph and a sort of all groups (12 bytes) per step, and three sorts of all
// members (8 to 12 bytes) at the end. Memory: as granted, and the buffers of a few files. Disk:
// about 50 bytes per vertex while it runs.
#ifndef AKIN_SRC_SKETCH_SORTED_FOREST_H_
#define AKIN_SRC_SKETCH_SORTED_FOREST_H_

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "graph/graph_scan.h"
#include "sketch/forest.h"
#include "sketch/tree_collector.h"

namespace akin {

class SortedForestBuilder {
 public:
  // Walks from all vertices, or from those in `only`, ascending. `in` and the list must outlive the
  // builder. Names of temporary files begin with `spill_path`.
  SortedForestBuilder(const GraphScan& in, const WalkParameters& parameters,
                      std::span<const VertexId> only, std::string spill_path, uint64_t memory)
      : in_(in),
        parameters_(parameters),
        only_(only),
        spill_path_(std::move(spill_path)),
        memory_(memory) {}

  Status Build(uint64_t fingerprint, const std::stop_token& stop, const ForestSink& sink);

 private:
  const GraphScan& in_;
  WalkParameters parameters_;
  std::span<const VertexId> only_;
  std::string spill_path_;
  uint64_t memory_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_SORTED_FOREST_H_
