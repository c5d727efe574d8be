// Min-hashes of one fingerprint with a constant amount of memory, by sorting and merging only.
//
// The values, in the order of the vertices, are merged with the out-lists: every arc carries the
// value of its source to its target, which takes the smallest. Sorted by value, the vertices of one
// class are adjacent. Sorted by (smallest member, member), the classes are in their order.
//
// Time: per distance a scan of the graph, a sort of all arcs (8 bytes) and three of all vertices.
// Memory: as granted, and the buffers of a few files. Disk: 16 bytes per arc while it runs.
#ifndef AKIN_SRC_SKETCH_SORTED_MINHASH_H_
#define AKIN_SRC_SKETCH_SORTED_MINHASH_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "akin/status.h"
#include "base/spill_file.h"
#include "graph/graph_scan.h"
#include "sketch/forest.h"
#include "sketch/sorted_forest.h"

namespace akin {

class SortedMinHashBuilder {
 public:
  // Makes classes of all vertices, or of those in `only`, ascending. `out`, a scan of the
  // out-lists, and the list must outlive the builder.
  SortedMinHashBuilder(const GraphScan& out, const WalkParameters& parameters,
                       std::span<const VertexId> only, std::string spill_path, uint64_t memory)
      : out_(out),
        parameters_(parameters),
        only_(only),
        spill_path_(std::move(spill_path)),
        memory_(memory) {}

  // Delivers one forest after another, k = 1..l, each to its own sink.
  using SinkFor = std::function<ForestSink(unsigned k)>;
  Status Build(uint64_t fingerprint, const std::stop_token& stop, const SinkFor& sink_for);

 private:
  Status Step(unsigned k, const std::stop_token& stop, std::unique_ptr<SpillFile>& values) const;
  Status SortClasses(const SpillFile& values, const ForestSink& sink) const;
  std::string SpillPath(const char* what) const { return spill_path_ + "-" + what + ".spill"; }

  const GraphScan& out_;
  WalkParameters parameters_;
  std::span<const VertexId> only_;
  std::string spill_path_;
  uint64_t memory_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_SORTED_MINHASH_H_
