// Arcs between numbered vertices that can be generated repeatedly, in the two orders that a graph
// file needs.
//
// If they are generated in the order of sources, that order needs no sorting: they are made in the
// background and passed on. Otherwise the rows are cut, by a sample, into ranges of about the same
// number of arcs, with a sorter for each. Threads make arcs and sort them in parallel, and the
// ranges one after another are the whole.
//
// Memory: the budget, and 256 KiB per thread. Disk: 8 bytes per arc if they do not fit in memory at
// 16 bytes each.
#ifndef AKIN_SRC_ASSEMBLE_SORTED_ARCS_H_
#define AKIN_SRC_ASSEMBLE_SORTED_ARCS_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "akin/control.h"
#include "akin/errors.h"
#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "base/external_sorter.h"
#include "graph/graph.h"

namespace akin {

inline Status CheckStop(const Control& control) {
  return control.stop.stop_requested() ? Interrupted() : Status();
}

// Passes on sorted arcs without duplicates.
template <class Visit>
Status DrainDistinct(ExternalSorter<uint64_t>& sorter, Visit&& visit) {
  std::optional<uint64_t> last;
  return sorter.Drain([&](std::span<uint64_t> arcs) -> Status {
    auto begin = arcs.begin();
    while (begin != arcs.end() && *begin == last) ++begin;
    const auto end = std::unique(begin, arcs.end());
    if (begin == end) return {};
    last = *std::prev(end);
    return visit(std::span<const uint64_t>(begin, end));
  });
}

struct ArcPieces {
  // The approximate number of arcs of a piece: enough to be worth passing on, few enough for a
  // cache.
  static constexpr uint64_t kArcs = 1 << 14;

  VertexId vertices = 0;
  uint64_t pieces = 0;
  // True: in the order of the pieces, the arcs are ascending by (from, to) and distinct.
  bool by_source = false;
  // Sets `arcs` to those of a piece, as PackArc(from, to). Safe from any thread.
  std::function<void(uint64_t piece, std::vector<uint64_t>& arcs)> make;
};

// Calls visit with all distinct arcs, packed and sorted as (to, from) or (from, to), from one
// thread at a time. Spills to `directory`.
Status VisitByTarget(const ArcPieces& arcs, const std::string& directory, const Control& control,
                     const ArcVisitor& visit);
Status VisitBySource(const ArcPieces& arcs, const std::string& directory, const Control& control,
                     const ArcVisitor& visit);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_SORTED_ARCS_H_
