// Where readers of every source format put what they find. The names are copied; order and
// duplicates do not matter.
#ifndef AKIN_SRC_INGEST_ARC_SINK_H_
#define AKIN_SRC_INGEST_ARC_SINK_H_

#include <string_view>

#include "akin/status.h"

namespace akin {

class ArcSink {
 public:
  virtual ~ArcSink() = default;
  // A vertex that may have no arcs.
  virtual Status Vertex(std::string_view name) = 0;
  // An arc from -> to; both ends become vertices.
  virtual Status Arc(std::string_view from, std::string_view to) = 0;
  // What to show people beside the name (a page's title). Of several the last in the
  // order of bytes wins, whichever comes first.
  virtual Status Title(std::string_view name, std::string_view title) = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_INGEST_ARC_SINK_H_
