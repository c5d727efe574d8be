// Sources of links, plain or packed, and the files of BV graphs.
#include <string>
#include <utility>

#include "akin/ingest.h"
#include "akin/utf8.h"
#include "base/input.h"
#include "formats/bv_graph.h"
#include "formats/edge_list.h"
#include "formats/matrix_market.h"
#include "formats/source_limits.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/targets.h"

namespace akin {
namespace {

constexpr size_t kLongestNameOfAll = size_t{64} << 10;

// Names are what the rest of the program relies on.
class NameChecker : public ArcSink {
 public:
  Status Vertex(std::string_view name) override {
    Check(name);
    return {};
  }
  Status Arc(std::string_view from, std::string_view to) override {
    Check(from);
    Check(to);
    ++arcs;
    return {};
  }
  Status Title(std::string_view name, std::string_view) override { return Vertex(name); }
  uint64_t arcs = 0;

 private:
  static void Check(std::string_view name) {
    Require(!name.empty() && name.size() <= kLongestNameOfAll, "names have a length");
    while (!name.empty()) {
      const std::optional<CodePoint> point = FirstCodePoint(name);
      Require(point && !IsControl(point->value), "names are text");
      name.remove_prefix(point->bytes);
    }
  }
};

// A small bomb is enough to be found.
IngestOptions FuzzedOptions(uint8_t bits) {
  IngestOptions options;
  options.max_vertices = 1000;
  options.max_arcs = 100'000;
  options.ignore_weights = (bits & 1) != 0;
  options.skip_bad_lines = (bits & 2) != 0;
  if ((bits & 4) != 0) options.columns = std::pair(1U + (bits >> 7), 3U);
  if ((bits & 8) != 0) options.header = HeaderLine::kPresent;
  return options;
}

template <class Reader>
void FuzzSource(std::string_view input, Reader read) {
  if (input.empty()) return;
  const IngestOptions options = FuzzedOptions(static_cast<uint8_t>(input[0]));
  const auto source = ByteSource::OverBytes("fuzz", std::string(input.substr(1)));
  if (!source.ok()) return RequireBadInput(source.status());
  NameChecker names;
  LimitedSink limited(names, options, 0, "fuzz");
  IngestReport report;
  const Status status = read(**source, options, limited, report);
  if (!status.ok()) return RequireBadInput(status);
  Require(report.arcs_read == names.arcs, "arcs are counted");
}

}  // namespace

void FuzzEdgeList(std::string_view input) {
  FuzzSource(input, [](ByteSource& source, const IngestOptions& options, ArcSink& sink,
                       IngestReport& report) {
    return ReadEdgeList(source, options, sink, report, {}, /*only_source=*/true);
  });
}

void FuzzMatrixMarket(std::string_view input) {
  FuzzSource(input, [](ByteSource& source, const IngestOptions& options, ArcSink& sink,
                       IngestReport& report) {
    return ReadMatrixMarket(source, options, sink, report, {});
  });
}

void FuzzBvGraph(std::string_view input) {
  static const ScratchFolder folder;
  const size_t end = std::min(input.find('\0'), input.size());
  folder.Write("x.properties", input.substr(0, end));
  const std::string graph = folder.Write("x.graph", input.substr(std::min(end + 1, input.size())));
  NameChecker names;
  IngestReport report;
  Control control;
  control.memory = 1 << 20;
  const Status status = ReadBvGraph(graph, FuzzedOptions(0), names, report, control);
  if (!status.ok()) return RequireBadInput(status);
  Require(report.arcs_read == names.arcs, "arcs are counted");
}

}  // namespace akin
