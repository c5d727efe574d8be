// Vertices with values to the classes of equal ones, as a forest (sketch/minhash.h), by sorting.
//
// Sorted by value, vertices of one class lie side by side; sorted by (smallest member, member),
// classes come in order; sorted by vertex, places do.
//
// Time: three sorts of the vertices. Memory: what it was given; what does not fit is spilled to
// files.
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
  // Names of spill files begin with the path.
  ClassSorter(std::string spill_path, uint64_t memory)
      : spill_path_(std::move(spill_path)), by_value_(SpillPath("by-value"), memory) {}

  // Each vertex once at most, in any order; those left out are in no class.
  Status Add(uint32_t value, VertexId vertex) { return by_value_.Add(PackPair(value, vertex)); }
  // Of vertices 0 to `vertices` - 1; takes `memory` twice beside that of the values.
  Status Finish(VertexId vertices, uint64_t memory, const ForestSink& sink);

 private:
  std::string SpillPath(const char* what) const { return spill_path_ + "-" + what + ".spill"; }
  Status PairByFirst(ExternalSorter<uint64_t>& by_first);

  std::string spill_path_;
  ExternalSorter<uint64_t> by_value_;  // (value, vertex)
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_CLASS_SORTER_H_
