// How arcs travel from machine to machine: sorted by row and column, as differences, in blobs.
//
// All numbers are varints. For every row: row - row before; the number of its columns; zigzag(first
// column - row); for each further column its difference to the one before. Before the first row
// everything is 0. So a link to a near vertex takes one byte, and a row two more.
#ifndef AKIN_SRC_ASSEMBLE_ARC_CODE_H_
#define AKIN_SRC_ASSEMBLE_ARC_CODE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// Of arcs (graph/graph.h: PackArc) that ascend strictly.
std::vector<std::byte> EncodeArcs(std::span<const uint64_t> arcs);

// Calls visit with some arcs at a time. kDamaged if it is no such blob, if a row is not from
// `first` to before `end`, or a column not below `vertices`.
Status DecodeArcs(std::span<const std::byte> blob, VertexId first, VertexId end, VertexId vertices,
                  const std::function<Status(std::span<const uint64_t>)>& visit);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_ARC_CODE_H_
