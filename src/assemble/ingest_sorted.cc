// akin::IngestSorted: writes a corpus from names and arcs that are numbered and sorted already.
#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "akin/errors.h"
#include "akin/ingest.h"
#include "akin/try.h"
#include "assemble/assemble_corpus.h"
#include "assemble/make_corpus.h"
#include "assemble/sorted_names.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"

namespace akin {
namespace {

constexpr size_t kArcsVisitedAtOnce = 4096;

Status BadSource(std::string_view what) { return Status(Code::kBadInput, what); }

// The arcs of one direction, as the file of a graph wants them.
SortedArcs Packed(const std::function<Status(const SortedSource::NumberVisitor&)>& arcs,
                  VertexId vertices, const Control& control, uint64_t& count) {
  return [&arcs, vertices, &control, &count](const ArcVisitor& visit) -> Status {
    std::vector<uint64_t> some;
    std::optional<uint64_t> last;
    const auto pass_on = [&]() -> Status {
      if (control.stop.stop_requested()) return Interrupted();
      if (control.progress) {
        control.progress({.what = "writing arcs", .unit = "arcs", .done = count, .total = 0});
      }
      if (!some.empty()) AKIN_TRY(visit(some));
      some.clear();
      return {};
    };
    AKIN_TRY(arcs([&](uint64_t row, uint64_t column) -> Status {
      if (row >= vertices || column >= vertices) {
        return BadSource(fmt::format("arc {} has an end that is no vertex", count));
      }
      const uint64_t arc = PackArc(static_cast<VertexId>(row), static_cast<VertexId>(column));
      if (last && arc <= *last) return BadSource(fmt::format("arc {} is out of order", count));
      last = arc;
      ++count;
      some.push_back(arc);
      return some.size() < kArcsVisitedAtOnce ? Status() : pass_on();
    }));
    return pass_on();
  };
}

Status FillSorted(const SortedSource& source, const std::string& directory,
                  const IngestOptions& options, const Control& control, IngestReport& report) {
  CorpusManifest manifest{.made_with = MadeWith(options), .notation = options.notation};
  AKIN_TRY_ASSIGN(manifest.keys_identity,
                  WriteSortedNames(source.names, source.integers, KeysPath(directory), control,
                                   manifest.vertices));
  uint64_t in = 0;
  uint64_t out = 0;
  AKIN_TRY_ASSIGN(manifest.graph_identity,
                  WriteGraph(GraphPath(directory), manifest.vertices,
                             Packed(source.by_target, manifest.vertices, control, in),
                             Packed(source.by_source, manifest.vertices, control, out)));
  if (in != out) return BadSource("the two orders have different arcs");
  manifest.arcs = in;
  report.vertices = manifest.vertices;
  report.arcs = in;
  return WriteCorpusManifest(directory, manifest);
}

}  // namespace

Result<IngestReport> IngestSorted(const SortedSource& source, const std::string& target,
                                  const IngestOptions& options, const Control& control) {
  IngestReport report;
  AKIN_TRY(MakeCorpus(target, options.replace, [&](const std::string& directory) {
    return FillSorted(source, directory, options, control, report);
  }));
  return report;
}

}  // namespace akin
