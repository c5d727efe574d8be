// From sources to a corpus on disk: files, or whatever the caller has.
#ifndef AKIN_INGEST_H_
#define AKIN_INGEST_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"

namespace akin {

enum class SourceFormat { kDetect, kEdgeList, kMatrixMarket, kBvGraph, kHtmlFolder, kWarc };
enum class HeaderLine { kDetect, kPresent, kAbsent };
// Of pages: which of the things they link to become vertices.
enum class LinkTargets {
  kUsual,    // all of a WARC file, those crawled of a folder
  kCrawled,  // pages that are there
  kAll,      // http and https URLs, and in a folder the files that are not there
};

struct IngestOptions {
  SourceFormat format = SourceFormat::kDetect;
  HeaderLine header = HeaderLine::kDetect;    // edge lists only
  LinkTargets targets = LinkTargets::kUsual;  // pages only
  bool undirected = false;                    // every arc in both directions
  bool reverse = false;                       // every arc turned round
  bool drop_self_loops = false;
  bool ignore_weights = false;  // accept a third numeric column and forget it
  bool skip_bad_lines = false;  // count malformed lines instead of failing
  // Drop arcs to a vertex that more than this share of all vertices link to; 1 keeps everything.
  double max_inlink_share = 1.0;
  bool replace = false;  // an existing corpus at the target is replaced
  // How the caller writes names of its own kind, kept for it and never looked at
  // (Corpus::notation).
  std::string notation;
};

struct IngestReport {
  uint64_t vertices = 0;
  uint64_t arcs = 0;       // distinct arcs kept
  uint64_t arcs_read = 0;  // before duplicates were collapsed and loops dropped
  uint64_t self_loops_dropped = 0;
  uint64_t common_arcs_dropped = 0;          // by max_inlink_share
  uint64_t bad_lines = 0;                    // with skip_bad_lines; of WARC files always, records
  std::vector<std::string> first_bad_lines;  // at most five messages, file:line first
  std::vector<std::string> notes;            // what a user may want to know ("line 1 is a header")
};

// Reads `sources` ("-" is standard input) and makes the corpus `target`, a directory that appears
// in one step when everything in it is complete and synced.
Result<IngestReport> Ingest(const std::vector<std::string>& sources, const std::string& target,
                            const IngestOptions& options, const Control& control = {});

// Whether a name that is written to an edge list is read back as it is: it does not look like a
// comment, and neither begins nor ends with a blank.
bool SurvivesEdgeList(std::string_view name);

// Where readers of every format, and callers, put what they have. The names are copied, and not
// checked: that is up to the reader. Order and duplicates do not matter.
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

// The same from arcs that the caller has: `source` is called once, from one thread, and puts them
// into the sink. What it returns, if not ok, ends the call.
using ArcSource = std::function<Status(ArcSink& sink)>;
Result<IngestReport> Ingest(const ArcSource& source, const std::string& target,
                            const IngestOptions& options, const Control& control = {});

}  // namespace akin

#endif  // AKIN_INGEST_H_
