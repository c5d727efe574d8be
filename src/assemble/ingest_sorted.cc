// akin::IngestSorted: writes a corpus from names and arcs that are numbered and sorted already.
#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "akin/errors.h"
#include "akin/ingest.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "assemble/assemble_corpus.h"
#include "assemble/make_corpus.h"
#include "base/integer_name.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"

namespace akin {
namespace {

constexpr size_t kArcsVisitedAtOnce = 4096;

Status BadSource(std::string_view what) { return Status(Code::kBadInput, what); }

// Checks that names come in their order.
class NameOrder {
 public:
  explicit NameOrder(bool integers) : integers_(integers) {}

  Status Check(std::string_view name) {
    if (const char* const problem = NameProblem(name)) {
      return BadSource(fmt::format("name {}: {}", count_, problem));
    }
    const std::optional<int64_t> value = IntegerName(name);
    if (integers_ && !value) return BadSource(fmt::format("name {} is no integer", count_));
    all_integers_ = all_integers_ && value;
    const bool ascends =
        count_ == 0 || (integers_ ? *value > last_value_ : name > std::string_view(last_));
    if (!ascends) return BadSource(fmt::format("name {} is out of order", count_));
    if (integers_) last_value_ = *value;
    last_ = name;
    ++count_;
    return {};
  }
  bool all_integers() const { return all_integers_; }

 private:
  bool integers_;
  bool all_integers_ = true;
  uint64_t count_ = 0;
  int64_t last_value_ = 0;
  std::string last_;
};

Result<uint64_t> WriteNames(const SortedSource& source, const std::string& path,
                            const Control& control, VertexId& vertices) {
  AKIN_TRY_ASSIGN(const auto keys, KeysWriter::Create(path, source.integers, control.memory));
  NameOrder order(source.integers);
  AKIN_TRY(source.names([&](std::string_view name) -> Status {
    AKIN_TRY(order.Check(name));
    if (keys->size() + 1 == kNoVertex) return BadSource("too many vertices");
    return keys->Add(name, {});
  }));
  vertices = keys->size();
  if (vertices == 0) return BadSource("no vertex, so there is nothing to make a corpus of");
  if (order.all_integers() && !source.integers) {
    return BadSource("all names are integers, but they are not sorted as such");
  }
  return keys->Finish();
}

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
                  WriteNames(source, KeysPath(directory), control, manifest.vertices));
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
