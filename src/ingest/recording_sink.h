// A sink for tests: keeps everything it is given, in the order it came.
#ifndef AKIN_SRC_INGEST_RECORDING_SINK_H_
#define AKIN_SRC_INGEST_RECORDING_SINK_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ingest/arc_sink.h"

namespace akin {

class RecordingSink : public ArcSink {
 public:
  using Pair = std::pair<std::string, std::string>;

  Status Vertex(std::string_view name) override {
    vertices.emplace_back(name);
    return {};
  }
  Status Arc(std::string_view from, std::string_view to) override {
    arcs.emplace_back(from, to);
    return {};
  }
  Status Title(std::string_view name, std::string_view title) override {
    titles.emplace_back(name, title);
    return {};
  }

  std::vector<std::string> vertices;
  std::vector<Pair> arcs;    // from, to
  std::vector<Pair> titles;  // name, title
};

}  // namespace akin

#endif  // AKIN_SRC_INGEST_RECORDING_SINK_H_
