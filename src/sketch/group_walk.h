// Moves groups of walks by one step, by sorting and merging: all of them, or those that are in a
// range of vertices, while others move the rest.
//
// Sorted by `at`, groups step by being merged with the in-lists. Sorted by the vertex at which they
// arrive, groups that have met are adjacent. Groups must not be joined before they have all
// arrived: the smallest of all is the parent, and the order of the others tells where their members
// come.
#ifndef AKIN_SRC_SKETCH_GROUP_WALK_H_
#define AKIN_SRC_SKETCH_GROUP_WALK_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "base/external_sorter.h"
#include "base/spill_file.h"
#include "graph/graph_scan.h"
#include "sketch/forest.h"
#include "sketch/walk_groups.h"

namespace akin {

class GroupWalk {
 public:
  using MergeSink = std::function<Status(const WalkMerge&)>;
  using TreeSink = std::function<Status(const EndedGroup&)>;
  using Arrivals = ExternalSorter<WalkGroup>;

  // Walks from all vertices of the scan, or from those in `only`, ascending. `in` and the list must
  // outlive it. Groups that have met wait in a temporary file whose name begins with `spill_path`.
  GroupWalk(const GraphScan& in, const WalkParameters& parameters, std::span<const VertexId> only,
            std::string spill_path)
      : in_(in), parameters_(parameters), only_(only), spill_path_(std::move(spill_path)) {}

  // Step number `step` of all vertices, each alone, if `step` is 1; else of the groups that met.
  Status Depart(uint64_t fingerprint, unsigned step, const std::stop_token& stop,
                const TreeSink& ended, Arrivals& arriving) const;
  // Groups that arrive at the same vertex become one group, that of the smallest member.
  Status Meet(Arrivals& arriving, const MergeSink& merged);
  // All groups end where they are.
  Status End(const TreeSink& ended) const;
  // Whether nobody walks any more.
  bool empty() const { return groups_ == nullptr || groups_->size() == 0; }

 private:
  template <class Step>
  Status DepartBy(const Step& step, bool everybody, const std::stop_token& stop,
                  const TreeSink& ended, Arrivals& arriving) const;

  const GraphScan& in_;
  WalkParameters parameters_;
  std::span<const VertexId> only_;
  std::string spill_path_;
  std::unique_ptr<SpillFile> groups_;  // ascending by place
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_GROUP_WALK_H_
