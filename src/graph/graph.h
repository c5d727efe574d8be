// The arcs of a corpus (graph.akin; docs/formats/graph.md): in- and out-neighbours of every vertex,
// both as sorted sets, in compressed sparse rows that are used directly in the mapped file.
// 16 (V + 1) + 8 E bytes.
#ifndef AKIN_SRC_GRAPH_GRAPH_H_
#define AKIN_SRC_GRAPH_GRAPH_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"

namespace akin {

class Graph {
 public:
  // Maps the file. Each direction is verified as a whole when it is first used: algorithms that
  // walk the graph read all of it at random, so a check per read would cost more than one pass.
  static Result<std::unique_ptr<Graph>> Open(
      const std::string& path,
      Container::Verification verification = Container::Verification::kSmallAtOnce);

  VertexId vertices() const { return vertices_; }
  uint64_t arcs() const { return arcs_; }
  uint64_t identity() const { return container_->identity(); }
  const Container& container() const { return *container_; }

  Result<Adjacency> In() const { return Direction("in", in_checked_); }
  Result<Adjacency> Out() const { return Direction("out", out_checked_); }
  // Verifies both directions, with a checksum of every block, and that they are the same arcs.
  Status Check(const Control& control) const;
  // Of one vertex, without verifying the whole direction.
  Result<uint64_t> InDegree(VertexId vertex) const;

 private:
  Result<Adjacency> Direction(const std::string& prefix, std::atomic<bool>& checked) const;

  std::unique_ptr<Container> container_;
  Section in_offsets_;
  VertexId vertices_ = 0;
  uint64_t arcs_ = 0;
  mutable std::atomic<bool> in_checked_ = false;
  mutable std::atomic<bool> out_checked_ = false;
};

// kDamaged unless they are strictly ascending vertices, as algorithms rely on. `section` is theirs.
Status CheckNeighbours(const Section& section, std::span<const VertexId> list, VertexId vertices);

// Calls its argument with all distinct arcs in ascending order of (row << 32 | column), many at a
// time.
using ArcVisitor = std::function<Status(std::span<const uint64_t>)>;
using SortedArcs = std::function<Status(const ArcVisitor&)>;

// Writes graph.akin from the arcs sorted by (to, from), and then by (from, to). Returns its
// identity. `by_source` is called after `by_target` has ended, so one can prepare the other.
// Constant memory.
Result<uint64_t> WriteGraph(const std::string& path, VertexId vertices, const SortedArcs& by_target,
                            const SortedArcs& by_source);

constexpr uint64_t PackArc(VertexId row, VertexId column) { return (uint64_t{row} << 32) | column; }
constexpr VertexId ArcRow(uint64_t arc) { return static_cast<VertexId>(arc >> 32); }
constexpr VertexId ArcColumn(uint64_t arc) { return static_cast<VertexId>(arc); }

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_GRAPH_H_
