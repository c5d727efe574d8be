// Sets of vertices as bytes, to send a filter to another machine (Filter in api/akin.proto).
#ifndef AKIN_SERVER_FILTER_CODE_H_
#define AKIN_SERVER_FILTER_CODE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "akin/types.h"
#include "akin/vertex_set.h"

namespace akin::server {

struct CodedFilter {
  bool as_bits = false;  // a bit per vertex; otherwise the lengths of runs
  std::string bytes;
  uint64_t name = 0;  // FilterName
};

// A hash of a code; never 0.
uint64_t FilterName(bool as_bits, std::string_view bytes);

// The shorter of the two codes; at most about V / 8 bytes.
CodedFilter CodeFilter(const VertexSet& set);

// Bytes of a stranger: kInvalidArgument for any that CodeFilter would not make for a graph with so
// many vertices. The memory used depends on the number of bytes and vertices, not on what they say.
Result<VertexSet> DecodeFilter(bool as_bits, std::string_view bytes, VertexId vertices);

}  // namespace akin::server

#endif  // AKIN_SERVER_FILTER_CODE_H_
