#include "graph/graph_scan.h"

#include <algorithm>
#include <string>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"

namespace akin {
namespace {

constexpr uint64_t kStretchVertices = 1 << 16;
constexpr uint64_t kWindowNeighbours = 1 << 19;

}  // namespace

Result<GraphScan> GraphScan::Open(const Graph& graph, Direction direction, ThreadPool& pool,
                                  const Control& control, Range range) {
  const std::string prefix = direction == Direction::kIn ? "in" : "out";
  AKIN_TRY_ASSIGN(const Section offsets, graph.container().Find(prefix + "-offsets"));
  AKIN_TRY_ASSIGN(const Section neighbours, graph.container().Find(prefix + "-neighbours"));
  if (offsets.bytes().size() != (uint64_t{graph.vertices()} + 1) * sizeof(uint64_t) ||
      neighbours.bytes().size() != graph.arcs() * sizeof(VertexId)) {
    return offsets.Damaged("the two directions do not agree");
  }
  range.end = std::min(range.end, graph.vertices());
  range.begin = std::min(range.begin, range.end);
  GraphScan scan(offsets, neighbours, graph.vertices(), range);
  ProgressMeter meter(control, "checking the graph", "vertices", range.end - range.begin);
  AKIN_TRY(scan.Shared(pool, control.stop, [&](const RowWindow& window) -> Status {
    meter.Advance(window.size());
    for (size_t i = 0; i < window.size(); ++i) {
      AKIN_TRY(CheckNeighbours(neighbours, window[i], graph.vertices()));
    }
    return {};
  }));
  return scan;
}

uint64_t GraphScan::Stretches() const {
  return (uint64_t{range_.end} - range_.begin + kStretchVertices - 1) / kStretchVertices;
}

Status GraphScan::InOrder(const std::stop_token& stop, const Visit& visit) const {
  for (uint64_t i = 0; i < Stretches(); ++i) {
    if (stop.stop_requested()) return Interrupted();
    AKIN_TRY(Stretch(i, visit));
  }
  return {};
}

Status GraphScan::Shared(ThreadPool& pool, const std::stop_token& stop, const Visit& visit) const {
  return pool.Run(Stretches(), stop,
                  [&](uint64_t i, unsigned) -> Status { return Stretch(i, visit); });
}

Status GraphScan::Stretch(uint64_t number, const Visit& visit) const {
  const uint64_t begin = range_.begin + number * kStretchVertices;
  const uint64_t end = std::min<uint64_t>(range_.end, begin + kStretchVertices);
  const uint64_t offset_bytes = (end - begin + 1) * sizeof(uint64_t);
  AKIN_TRY(offsets_.Verify(begin * sizeof(uint64_t), offset_bytes));
  AKIN_TRY_ASSIGN(const auto all_offsets, offsets_.As<uint64_t>());
  AKIN_TRY_ASSIGN(const auto all_neighbours, neighbours_.As<VertexId>());
  // Copied, because they must stay in order, and a mapped file may be cut short at any time.
  const auto mapped = all_offsets.subspan(begin, end - begin + 1);
  const std::vector<uint64_t> copied(mapped.begin(), mapped.end());
  const std::span<const uint64_t> offsets = copied;
  const bool last = end == vertices_;
  if (!std::is_sorted(offsets.begin(), offsets.end()) || offsets.back() > all_neighbours.size() ||
      (begin == 0 && offsets.front() != 0) || (last && offsets.back() != all_neighbours.size())) {
    return offsets_.Damaged("offsets run backwards");
  }
  for (size_t first = 0; first + 1 < offsets.size();) {
    // As many lists as fit in a window, but at least one.
    const auto past = std::upper_bound(offsets.begin() + static_cast<ptrdiff_t>(first) + 2,
                                       offsets.end(), offsets[first] + kWindowNeighbours);
    const auto next = static_cast<size_t>(past - offsets.begin()) - 1;
    const uint64_t at = offsets[first];
    const uint64_t count = offsets[next] - at;
    AKIN_TRY(neighbours_.Verify(at * sizeof(VertexId), count * sizeof(VertexId)));
    AKIN_TRY(visit({.first = static_cast<VertexId>(begin + first),
                    .offsets = offsets.subspan(first, next - first + 1),
                    .neighbours = all_neighbours.subspan(at, count)}));
    neighbours_.Forget(at * sizeof(VertexId), count * sizeof(VertexId));
    first = next;
  }
  offsets_.Forget(begin * sizeof(uint64_t), offset_bytes);
  return {};
}

}  // namespace akin
