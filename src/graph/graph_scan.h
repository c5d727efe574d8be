// Reads the in- or out-lists of a graph from the first vertex to the last, for work that must not
// keep the graph in memory: a window of a few megabytes at a time, returned to the system
// afterwards. A scan can be of a range of vertices only: then nothing else of the file is read.
//
// Cost of Open: one verifying pass over the direction. Resident memory: two windows per thread, or
// the longest list if that is longer.
#ifndef AKIN_SRC_GRAPH_GRAPH_SCAN_H_
#define AKIN_SRC_GRAPH_GRAPH_SCAN_H_

#include <cstdint>
#include <functional>
#include <span>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/threads.h"
#include "graph/graph.h"

namespace akin {

// The lists of consecutive vertices.
struct RowWindow {
  VertexId first = 0;
  std::span<const uint64_t> offsets;  // one more than the number of lists
  std::span<const VertexId> neighbours;

  size_t size() const { return offsets.size() - 1; }
  uint64_t begin(size_t i) const { return offsets[i] - offsets[0]; }
  uint64_t degree(size_t i) const { return offsets[i + 1] - offsets[i]; }
  std::span<const VertexId> operator[](size_t i) const {
    return neighbours.subspan(begin(i), degree(i));
  }
};

class GraphScan {
 public:
  enum class Direction { kIn, kOut };
  struct Range {
    VertexId begin = 0;
    VertexId end = kNoVertex;  // or that of the graph, if that comes first
  };
  // The graph must outlive the scan.
  static Result<GraphScan> Open(const Graph& graph, Direction direction, ThreadPool& pool,
                                const Control& control, Range range);
  static Result<GraphScan> Open(const Graph& graph, Direction direction, ThreadPool& pool,
                                const Control& control) {
    return Open(graph, direction, pool, control, {});
  }

  VertexId vertices() const { return vertices_; }  // of the whole graph

  using Visit = std::function<Status(const RowWindow&)>;
  // Visits all windows in order.
  Status InOrder(const std::stop_token& stop, const Visit& visit) const;
  // Visits all windows in any order, on the threads of the pool.
  Status Shared(ThreadPool& pool, const std::stop_token& stop, const Visit& visit) const;

 private:
  GraphScan(Section offsets, Section neighbours, VertexId vertices, Range range)
      : offsets_(offsets), neighbours_(neighbours), vertices_(vertices), range_(range) {}
  uint64_t Stretches() const;
  Status Stretch(uint64_t number, const Visit& visit) const;

  Section offsets_;
  Section neighbours_;
  VertexId vertices_;
  Range range_;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_GRAPH_SCAN_H_
