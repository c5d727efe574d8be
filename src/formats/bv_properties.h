// BASENAME.properties of a WebGraph graph: how many nodes and arcs there are, and how they are
// encoded.
#ifndef AKIN_SRC_FORMATS_BV_PROPERTIES_H_
#define AKIN_SRC_FORMATS_BV_PROPERTIES_H_

#include <cstdint>
#include <string>

#include "akin/status.h"
#include "formats/bit_codes.h"

namespace akin {

struct BvProperties {
  uint64_t nodes = 0;
  uint64_t arcs = 0;
  uint64_t window = 0;
  uint64_t min_interval = 0;
  unsigned zeta_k = 3;
  Coding outdegrees = Coding::kGamma;
  Coding references = Coding::kUnary;
  Coding block_counts = Coding::kGamma;
  Coding blocks = Coding::kGamma;
  Coding intervals = Coding::kGamma;
  Coding residuals = Coding::kZeta;
};

// kBadInput, with file:line, if it does not describe a BVGraph that can be read.
Result<BvProperties> ReadBvProperties(const std::string& path);

// Whether the file exists and names the class of a graph, whether or not that can be read.
bool NamesGraphClass(const std::string& path);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_BV_PROPERTIES_H_
