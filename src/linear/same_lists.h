// Vertices that have the same neighbours, found so that they share what depends on these alone. On
// the web, pages of one folder are often linked from the same pages.
//
// Cost: every list is read twice, and a hash per vertex is sorted. 16 bytes per vertex while it
// runs.
#ifndef AKIN_SRC_LINEAR_SAME_LISTS_H_
#define AKIN_SRC_LINEAR_SAME_LISTS_H_

#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

// One row for each different list of `least` or more neighbours, in the order of the first vertices
// that have it.
struct ListRows {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<VertexId> first;  // by row: the first vertex that has the list
  std::vector<uint32_t> of;     // by vertex: its row, or kNone if its list is shorter

  size_t size() const { return first.size(); }
};
ListRows FindSameLists(const Adjacency& graph, uint64_t least);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_SAME_LISTS_H_
