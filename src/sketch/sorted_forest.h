// Walks from all vertices with a constant amount of memory, by sorting and merging only (FR section
// 2.1.3).
//
// Groups of walks are records (at, first, size). Sorted by `at`, they step by being merged with the
// in-lists. Sorted by the vertex at which they arrive, groups that have met are adjacent. Trees are
// then collected backwards: the roots get places in the order of their smallest members, and the
// children of step t, sorted by parent, find the places of their parents by another merge.
//
// Time: a scan of the graph and a sort of all groups (12 bytes) per step, and three sorts of all
// members (8 to 12 bytes) at the end. Memory: as granted, and the buffers of a few files. Disk:
// about 50 bytes per vertex while it runs.
#ifndef AKIN_SRC_SKETCH_SORTED_FOREST_H_
#define AKIN_SRC_SKETCH_SORTED_FOREST_H_

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
#include "graph/graph_scan.h"
#include "sketch/forest.h"

namespace akin {

// Receives a forest in pieces: all members in order, then the places of all vertices in order.
struct ForestSink {
  std::function<Status(std::span<const VertexId> members, std::span<const uint8_t> labels)> members;
  std::function<Status(std::span<const uint32_t> places)> places;
};

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
  // A group of walks that are together.
  struct Group {
    VertexId at;
    VertexId first;
    uint32_t size;
    uint64_t sort_key() const { return (uint64_t{at} << 32) | first; }
  };
  struct Merge {
    VertexId parent;
    VertexId child;
    uint32_t offset;  // distance of the child's members from the parent's first
    uint64_t sort_key() const { return (uint64_t{parent} << 32) | child; }
  };
  // Files that one fingerprint writes while it walks.
  struct Trail;
  struct Placing;

  template <class Step>
  Status Walk(uint64_t fingerprint, const std::stop_token& stop, Trail& trail);
  template <class Step>
  Status Depart(const Step& step, bool everybody, const std::stop_token& stop, Trail& trail,
                ExternalSorter<Group>& arriving) const;
  Status Meet(ExternalSorter<Group>& arriving, Trail& trail) const;
  Status CollectTrees(Trail& trail, const std::stop_token& stop, const ForestSink& sink) const;
  Status PlaceRoots(Trail& trail, Placing& placing) const;
  Status PlaceChildren(const Trail& trail, size_t step, Placing& placing) const;
  Status Deliver(Placing& placing, const ForestSink& sink) const;
  std::string SpillPath(const char* what) const { return spill_path_ + "-" + what + ".spill"; }

  const GraphScan& in_;
  WalkParameters parameters_;
  std::span<const VertexId> only_;
  std::string spill_path_;
  uint64_t memory_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_SORTED_FOREST_H_
