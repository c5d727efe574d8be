#include "graph/graph.h"

#include <algorithm>
#include <functional>
#include <random>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/random.h"
#include "container/container_writer.h"
#include "container/json_section.h"

namespace akin {
namespace {

constexpr size_t kColumnsAtOnce = 4096;

// Rows and their offsets grow together. The length of the offsets is known in advance, that of the
// rows is not.
Status WriteDirection(ContainerWriter& writer, const std::string& prefix, VertexId vertices,
                      const SortedArcs& sorted, uint64_t& arcs) {
  AKIN_TRY_ASSIGN(const size_t offsets,
                  writer.Begin(prefix + "-offsets", (uint64_t{vertices} + 1) * sizeof(uint64_t)));
  AKIN_TRY_ASSIGN(const size_t neighbours, writer.Begin(prefix + "-neighbours"));
  VertexId begun = 0;  // rows whose offset has been written
  arcs = 0;
  const auto begin_rows_to = [&](uint64_t end) -> Status {
    for (; begun < end; ++begun) AKIN_TRY(writer.AppendValue(offsets, arcs));
    return {};
  };
  std::vector<VertexId> columns;
  const auto append_columns = [&]() -> Status {
    AKIN_TRY(writer.Append(neighbours, std::as_bytes(std::span(columns))));
    columns.clear();
    return {};
  };
  AKIN_TRY(sorted([&](std::span<const uint64_t> piece) -> Status {
    for (const uint64_t arc : piece) {
      if (ArcRow(arc) >= begun) AKIN_TRY(begin_rows_to(uint64_t{ArcRow(arc)} + 1));
      ++arcs;
      columns.push_back(ArcColumn(arc));
      if (columns.size() == kColumnsAtOnce) AKIN_TRY(append_columns());
    }
    return append_columns();
  }));
  AKIN_TRY(begin_rows_to(vertices));
  AKIN_TRY(writer.AppendValue(offsets, arcs));
  AKIN_TRY(writer.End(offsets));
  return writer.End(neighbours);
}

}  // namespace

Result<std::unique_ptr<Graph>> Graph::Open(const std::string& path,
                                           Container::Verification verification) {
  auto graph = std::make_unique<Graph>();
  AKIN_TRY_ASSIGN(graph->container_, Container::Open(path, FileKind::kGraph, verification));
  AKIN_TRY_ASSIGN(graph->in_offsets_, graph->container_->Find("in-offsets"));
  const Section& offsets = graph->in_offsets_;
  AKIN_TRY_ASSIGN(const Section neighbours, graph->container_->Find("in-neighbours"));
  AKIN_TRY_ASSIGN(const auto rows, offsets.As<uint64_t>());
  AKIN_TRY_ASSIGN(const auto entries, neighbours.As<VertexId>());
  if (rows.empty() || rows.size() > kNoVertex) return offsets.Damaged("impossible size");
  graph->vertices_ = static_cast<VertexId>(rows.size() - 1);
  graph->arcs_ = entries.size();
  return graph;
}

Status Graph::Check(const Control& control) const {
  AKIN_TRY(container_->VerifyAll(control));
  AKIN_TRY_ASSIGN(const Adjacency in, In());
  AKIN_TRY_ASSIGN(const Adjacency out, Out());
  // Both are sets of as many arcs, so they are the same if the sums of a hash are. Its key is
  // random: nobody can choose arcs that deceive it.
  std::random_device device;
  const RandomStream hash(device(), device(), device());
  uint64_t difference = 0;
  for (VertexId v = 0; v < vertices_; ++v) {
    if (control.stop.stop_requested()) return Interrupted();
    for (const VertexId from : in[v]) difference += hash.At(PackArc(from, v));
    for (const VertexId to : out[v]) difference -= hash.At(PackArc(v, to));
  }
  if (difference == 0) return {};
  return in_offsets_.Damaged("the in-links are not the out-links reversed");
}

Result<uint64_t> Graph::InDegree(VertexId vertex) const {
  AKIN_TRY(in_offsets_.Verify(uint64_t{vertex} * sizeof(uint64_t), 2 * sizeof(uint64_t)));
  AKIN_TRY_ASSIGN(const auto offsets, in_offsets_.As<uint64_t>());
  const uint64_t begin = offsets[vertex];
  return std::max(begin, offsets[vertex + size_t{1}]) - begin;
}

Result<Adjacency> Graph::Direction(const std::string& prefix, std::atomic<bool>& checked) const {
  AKIN_TRY_ASSIGN(const Section offsets, container_->Find(prefix + "-offsets"));
  AKIN_TRY_ASSIGN(const Section neighbours, container_->Find(prefix + "-neighbours"));
  AKIN_TRY_ASSIGN(const auto rows, offsets.As<uint64_t>());
  AKIN_TRY_ASSIGN(const auto entries, neighbours.As<VertexId>());
  const Adjacency direction{.offsets = rows, .neighbours = entries};
  if (checked) return direction;
  AKIN_TRY(offsets.VerifyAll());
  AKIN_TRY(neighbours.VerifyAll());
  if (rows.size() != uint64_t{vertices_} + 1 || entries.size() != arcs_ || rows.back() != arcs_) {
    return offsets.Damaged("the two directions do not agree");
  }
  // Correct checksums do not make correct contents: what walks rely on is checked once.
  if (rows.front() != 0 || !std::is_sorted(rows.begin(), rows.end())) {
    return offsets.Damaged("offsets run backwards");
  }
  for (VertexId v = 0; v < vertices_; ++v) {
    AKIN_TRY(CheckNeighbours(neighbours, direction[v], vertices_));
  }
  checked = true;
  return direction;
}

Status CheckNeighbours(const Section& section, std::span<const VertexId> list, VertexId vertices) {
  if (list.empty()) return {};
  if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) != list.end()) {
    return section.Damaged("neighbours out of order");
  }
  if (list.back() >= vertices) return section.Damaged("a neighbour that is no vertex");
  return {};
}

Result<uint64_t> WriteGraph(const std::string& path, VertexId vertices, const SortedArcs& by_target,
                            const SortedArcs& by_source) {
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, FileKind::kGraph));
  uint64_t arcs_in = 0;
  uint64_t arcs_out = 0;
  AKIN_TRY(WriteDirection(*writer, "in", vertices, by_target, arcs_in));
  AKIN_TRY(WriteDirection(*writer, "out", vertices, by_source, arcs_out));
  AKIN_TRY(AddJsonSection(*writer, "params", Json({{"vertices", vertices}, {"arcs", arcs_in}})));
  return writer->Finish();
}

}  // namespace akin
