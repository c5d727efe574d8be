// Sorts vertices by value into classes of equal values, and delivers these as a forest
// (sketch/minhash.h).
//
// Sorted by value, the vertices of one class are adjacent. Sorted by (smallest member, member), the
// classes are in their order. Sorted by vertex, the places are.
//
// Time: three sorts of the vertices. Memory: as granted; what does not fit is spilled to files.
#ifndef AKIN_SRC_SKETCH_CLASS_SORTER_H_
#define AKIN_SRC_SKETCH_CLASS_SORTER_H_

#include <cstdint>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "base/external_sorter.h"
#include "base/packed_pair.h"
#include "sketch/sorted_forest.h"

namespace akin {

class ClassSorter {
 public:
  // Names of spill files begin with this path.
  ClassSorter(std::string spill_path, uint64_t memory)
      : spill_path_(std::move(spill_path)), by_value_(SpillPath("by-value"), memory) {}

  // Each vertex at most once, in any order. A vertex that is not added is in no class.
  Status Add(uint32_t value, VertexId vertex) { return by_value_.Add(PackPair(value, vertex)); }
  // Covers vertices 0 to `vertices` - 1. Takes twice `memory`, besides the memory of the values.
  Status Finish(VertexId vertices, uint64_t memory, const ForestSink& sink);

 private:
  std::string SpillPath(const char* what) const { return spill_path_ + "-" + what + ".spill"; }
  Status PairByFirst(ExternalSorter<uint64_t>& by_first);

  std::string spill_path_;
  ExternalSorter<uint64_t> by_value_;  // (value, vertex)
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_CLASS_SORTER_H_
