#include "index_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "output.h"
#include "print.h"

namespace akin::cli {
namespace {

using Cells = std::vector<nlohmann::ordered_json>;

// One of the tables. In a table layout an empty line separates it from the next; otherwise the
// first column contains its name, because there are no headers between the rows of different
// tables.
class Part {
 public:
  Part(std::string name, std::vector<Column> columns, const Session& session)
      : name_(std::move(name)), writer_(WithName(std::move(columns), session), session) {}

  void Add(Cells cells) {
    if (writer_.layout() != Layout::kTable) cells.insert(cells.begin(), name_);
    writer_.Add(std::move(cells));
  }
  Status Finish(bool last = false) {
    AKIN_TRY(writer_.Finish());
    if (writer_.layout() == Layout::kTable && !last) Print("\n");
    return {};
  }

 private:
  static std::vector<Column> WithName(std::vector<Column> columns, const Session& session) {
    if (LayoutFor(session) != Layout::kTable) columns.insert(columns.begin(), {.name = "part"});
    return columns;
  }

  std::string name_;
  RowWriter writer_;
};

Status PrintFacts(const Session& session, const IndexInfo& info, const IndexStatistics& statistics,
                  double gap) {
  const TreeSizes& sizes = statistics.sizes;
  const unsigned n = statistics.fingerprints;
  Part part("fact", {{.name = "fact"}, {.name = "value"}}, session);
  part.Add({"index", info.name});
  part.Add({"measure", MeasureName(info.measure)});
  if (!info.bags.empty()) {
    part.Add({"bags", info.bags});
  } else {
    part.Add({"decay", info.decay});
    part.Add({"length", info.length});
  }
  part.Add({"fingerprints", n});
  part.Add({"vertices", statistics.vertices});
  part.Add({"trees", sizes.trees});
  part.Add({"members", sizes.members});
  part.Add({"alone", sizes.alone});
  part.Add({"mean tree", sizes.mean});
  part.Add({"mean tree of a member", sizes.size_biased});
  part.Add({"largest tree", sizes.largest});
  part.Add({"bytes", statistics.bytes.total()});
  part.Add({"bytes of rows", statistics.bytes.rows});
  part.Add({"bytes of blocks", statistics.bytes.blocks});
  part.Add({"other bytes", statistics.bytes.other});
  part.Add({"bytes per vertex and fingerprint", statistics.bytes_per_vertex_and_fingerprint()});
  part.Add({"error within, 95% sure", ErrorWithin(n, 0.95)});
  part.Add({"error within, 99% sure", ErrorWithin(n, 0.99)});
  part.Add({"gap in order, 95% sure", GapInOrder(n, 0.95)});
  part.Add({"gap in order, 99% sure", GapInOrder(n, 0.99)});
  part.Add({"standard error at most", LargestStandardError(n)});
  part.Add({"gap of a threshold query", gap});
  part.Add({"its recall beyond the gap, at least", ThresholdRecall(n, gap)});
  part.Add({"its precision, at least 1 - below / above times", ThresholdIntruders(n, gap)});
  const unsigned layers = info.method == Method::kClasses ? std::max(info.length, 1U) : 1;
  const ReadsPerQuery theory = ReadsInTheory(n, layers);
  const ReadsPerQuery here = ReadsHere(n, layers, info.shards);
  part.Add({"reads of a related query", here.related});
  part.Add({"reads of a related query, as published", theory.related});
  part.Add({"reads of a pair, at most", here.sim});
  part.Add({"reads of a pair, as published", theory.sim});
  return part.Finish();
}

double ShareOf(uint64_t members, const TreeSizes& sizes) {
  return static_cast<double>(members) /
         static_cast<double>(std::max<uint64_t>(sizes.members + sizes.alone, 1));
}

Status PrintHistogram(const Session& session, const IndexStatistics& statistics) {
  Part part("size",
            {{.name = "from", .right = true},
             {.name = "to", .right = true},
             {.name = "trees", .right = true},
             {.name = "members", .right = true},
             {.name = "share", .right = true}},
            session);
  for (const SizeBucket& bucket : statistics.histogram) {
    part.Add({bucket.least, 2 * bucket.least - 1, bucket.trees, bucket.members,
              ShareOf(bucket.members, statistics.sizes)});
  }
  return part.Finish();
}

Status PrintLengths(const Session& session, const IndexStatistics& statistics) {
  Part part("length",
            {{.name = "length", .right = true},
             {.name = "trees", .right = true},
             {.name = "mean", .right = true, .table_decimals = 2},
             {.name = "size_biased", .right = true, .table_decimals = 2},
             {.name = "largest", .right = true},
             {.name = "met", .right = true},
             {.name = "truncation", .right = true}},
            session);
  for (const LengthStatistics& at : statistics.by_length) {
    part.Add({at.length, at.sizes.trees, at.sizes.mean, at.sizes.size_biased, at.sizes.largest,
              at.sizes.share_met(), at.truncation});
  }
  return part.Finish(/*last=*/true);
}

}  // namespace

Status PrintStatistics(const Session& session, const IndexInfo& info,
                       const IndexStatistics& statistics, double gap) {
  AKIN_TRY(PrintFacts(session, info, statistics, gap));
  AKIN_TRY(PrintHistogram(session, statistics));
  return PrintLengths(session, statistics);
}

}  // namespace akin::cli
