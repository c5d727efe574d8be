#include "assemble/arc_code.h"

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/varint.h"
#include "graph/graph.h"

namespace akin {
namespace {

constexpr size_t kArcsDecodedAtOnce = 4096;

uint64_t FoldSign(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
uint64_t UnfoldSign(uint64_t folded) { return (folded >> 1) ^ (~(folded & 1) + 1); }

}  // namespace

std::vector<std::byte> EncodeArcs(std::span<const uint64_t> arcs) {
  std::vector<std::byte> blob;
  VertexId before = 0;
  for (size_t at = 0; at < arcs.size();) {
    const VertexId row = ArcRow(arcs[at]);
    size_t end = at;
    while (end < arcs.size() && ArcRow(arcs[end]) == row) ++end;
    PutVarint(blob, row - before);
    PutVarint(blob, end - at);
    PutVarint(blob, FoldSign(int64_t{ArcColumn(arcs[at])} - int64_t{row}));
    while (++at < end) PutVarint(blob, ArcColumn(arcs[at]) - ArcColumn(arcs[at - 1]));
    before = row;
  }
  return blob;
}

Status DecodeArcs(std::span<const std::byte> blob, VertexId first, VertexId end, VertexId vertices,
                  const std::function<Status(std::span<const uint64_t>)>& visit) {
  const Status bad = Damaged("", "no arcs of these rows");
  const std::byte* at = blob.data();
  const std::byte* const stop = at + blob.size();
  std::vector<uint64_t> some;
  for (uint64_t row = 0; at != stop;) {
    const uint64_t rows = GetVarint(at, stop);
    if (at == nullptr || rows >= end) return bad;
    row += rows;
    const uint64_t columns = GetVarint(at, stop);
    if (at == nullptr || row < first || row >= end) return bad;
    uint64_t column = row;
    for (uint64_t i = 0; i < columns; ++i) {
      const uint64_t step = GetVarint(at, stop);
      if (at == nullptr || (i > 0 && step >= vertices)) return bad;
      column += i == 0 ? UnfoldSign(step) : step;
      if (column >= vertices) return bad;
      some.push_back(PackArc(static_cast<VertexId>(row), static_cast<VertexId>(column)));
      if (some.size() < kArcsDecodedAtOnce) continue;
      AKIN_TRY(visit(some));
      some.clear();
    }
  }
  return some.empty() ? Status() : visit(some);
}

}  // namespace akin
