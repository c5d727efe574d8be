// Writes graph.akin from arcs that are all in memory: sorts them by target and writes them, turns
// them, sorts them by source and writes them again, in place.
//
// Memory: the array with the arcs, and as much scratch.
#ifndef AKIN_SRC_ASSEMBLE_GRAPH_IN_MEMORY_H_
#define AKIN_SRC_ASSEMBLE_GRAPH_IN_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "base/threads.h"

namespace akin {

// Arcs between numbered vertices, PackArc(from, to), in any order.
struct ArcsInMemory {
  HugeArray<uint64_t> room;  // for twice as many, if they are to be undirected
  size_t count = 0;
};

// Obeys the options that change arcs, sets the counts of arcs in the report, and returns the
// identity of the file.
Result<uint64_t> WriteGraphFromMemory(const std::string& path, VertexId vertices, ArcsInMemory arcs,
                                      const IngestOptions& options, const Control& control,
                                      ThreadPool& pool, IngestReport& report);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_GRAPH_IN_MEMORY_H_
