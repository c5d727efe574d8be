// Makes the forest of a fingerprint from what its walks did, by sorting and merging only.
//
// Trees are collected backwards: the roots get places in the order of their smallest members, and
// the children of step t, sorted by parent, find the places of their parents by a merge.
//
// Time: three sorts of all members (8 to 12 bytes). Memory: as granted, and the buffers of a few
// files. Disk: about 50 bytes per vertex while it runs.
#ifndef AKIN_SRC_SKETCH_TREE_COLLECTOR_H_
#define AKIN_SRC_SKETCH_TREE_COLLECTOR_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "base/external_sorter.h"
#include "base/spill_file.h"
#include "sketch/forest.h"
#include "sketch/walk_groups.h"

namespace akin {

// Receives a forest in pieces: all members in order, then the places of all vertices in order.
struct ForestSink {
  std::function<Status(std::span<const VertexId> members, std::span<const uint8_t> labels)> members;
  std::function<Status(std::span<const uint32_t> places)> places;
};

class TreeCollector {
 public:
  // Names of temporary files begin with `spill_path`.
  static Result<TreeCollector> Create(VertexId vertices, std::string spill_path, uint64_t memory);

  // The merges that follow are of this step. Steps come in order; some may be left out.
  void BeginStep(unsigned step);
  Status Add(const WalkMerge& merge) { return merges_->AppendValue(merge); }
  Status Add(const EndedGroup& tree) { return trees_.Add(tree.sort_key()); }

  // kDamaged if the merges do not fit together.
  Status Deliver(const std::stop_token& stop, const ForestSink& sink);

 private:
  struct Placing;

  TreeCollector(VertexId vertices, std::string spill_path, uint64_t memory)
      : vertices_(vertices),
        spill_path_(std::move(spill_path)),
        memory_(memory),
        trees_(SpillPath("trees"), memory / 8) {}
  Status PlaceRoots(Placing& placing);
  Status PlaceChildren(size_t step, Placing& placing) const;
  Status DeliverPlaced(Placing& placing, const ForestSink& sink) const;
  std::string SpillPath(const char* what) const { return spill_path_ + "-" + what + ".spill"; }

  VertexId vertices_;
  std::string spill_path_;
  uint64_t memory_;
  std::unique_ptr<SpillFile> merges_;  // one step after another
  std::vector<uint64_t> merges_by_step_;
  ExternalSorter<uint64_t> trees_;  // EndedGroup::sort_key
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_TREE_COLLECTOR_H_
