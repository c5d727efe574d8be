// From sources to a corpus on disk.
#ifndef AKIN_INGEST_H_
#define AKIN_INGEST_H_

#include <cstdint>
#include <string>
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

}  // namespace akin

#endif  // AKIN_INGEST_H_
