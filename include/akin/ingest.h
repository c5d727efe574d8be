// From sources to a corpus on disk: from files, or from the caller's arcs.
#ifndef AKIN_INGEST_H_
#define AKIN_INGEST_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/bags.h"
#include "akin/control.h"
#include "akin/status.h"

namespace akin {

enum class SourceFormat { kDetect, kEdgeList, kMatrixMarket, kBvGraph, kHtmlFolder, kWarc };
enum class HeaderLine { kDetect, kPresent, kAbsent };
// For pages: which link targets become vertices.
enum class LinkTargets {
  kDefault,  // all for a WARC file, crawled ones for a folder
  kCrawled,  // only pages that were read
  kAll,      // http and https URLs, and for a folder also files that do not exist
};

struct IngestOptions {
  SourceFormat format = SourceFormat::kDetect;
  HeaderLine header = HeaderLine::kDetect;  // edge lists only
  // Edge lists only: which columns have the source and the target of an arc, counted from 1. Other
  // columns are then ignored. By default there are two columns.
  std::optional<std::pair<unsigned, unsigned>> columns;
  LinkTargets targets = LinkTargets::kDefault;  // pages only
  // Pages only: which of them to read, by globs on their names: * is any characters but '/', **
  // any, ? one but '/'. A glob without '/' is compared with the last part of a name. Of pages that
  // match one of `include`, or all if there are none, those that match one of `exclude` are left
  // out, and so are links to them.
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  // A file with lines KEY<tab>TITLE: titles for vertices, beside those that sources have
  // themselves. A key that no vertex has is a bad line. Empty means none.
  std::string titles;
  bool undirected = false;  // every arc in both directions
  bool reverse = false;     // every arc reversed
  bool drop_self_loops = false;
  bool ignore_weights = false;  // accepts and ignores a third numeric column
  bool skip_bad_lines = false;  // counts malformed lines instead of failing
  // Drops arcs to a vertex that more than this share of all vertices link to; 1 keeps everything.
  double max_inlink_share = 1.0;
  // Pages only: of larger ones only the name is read, and they are counted. Bytes are those of the
  // page itself, unpacked. 1 KiB to 64 MiB. Control::memory may set a lower limit: a 32nd of it.
  uint64_t max_page = uint64_t{16} << 20;
  // What sources may have at most; beyond it they are refused. 0 means as much as their size makes
  // likely: small files can claim, or repeat, billions.
  uint64_t max_vertices = 0;
  uint64_t max_arcs = 0;
  // Folders only: also reads pages that are symbolic links to files outside the folder.
  bool follow_symlinks = false;
  bool replace = false;  // replaces an existing corpus at the target
  // How the caller writes names of its own kind. It is stored for the caller and not interpreted
  // (Corpus::notation).
  std::string notation;
};

struct IngestReport {
  uint64_t vertices = 0;
  uint64_t arcs = 0;       // distinct arcs kept
  uint64_t arcs_read = 0;  // before duplicates were removed and loops dropped
  uint64_t self_loops_dropped = 0;
  uint64_t common_arcs_dropped = 0;  // by max_inlink_share
  uint64_t pages_not_included = 0;   // they match no glob of `include`
  uint64_t pages_excluded = 0;       // they match one of `exclude`
  uint64_t pages_too_large = 0;      // their links and text were left out
  uint64_t pages_flattened = 0;      // links and words were kept, but not how they are arranged
  uint64_t page_limit = 0;           // in bytes; set if any page was too large
  uint64_t bad_lines = 0;            // with skip_bad_lines; for WARC files always, in records
  std::vector<std::string> first_bad_lines;  // at most five messages, file:line first
  std::vector<std::string> notes;            // facts for the user ("line 1 is a header")
};

// Reads `sources` ("-" is standard input) and makes the corpus `target`, a directory that appears
// in one step when everything in it is complete and synced.
Result<IngestReport> Ingest(const std::vector<std::string>& sources, const std::string& target,
                            const IngestOptions& options, const Control& control = {});

// The words of a text, as they are found in pages.
Result<TextWords> WordsOf(std::string_view text);

// Whether a name that is written to an edge list is read back unchanged: it does not look like a
// comment, and neither begins nor ends with a blank.
bool SurvivesEdgeList(std::string_view name);

// Where readers of every format, and callers, put their data. Names are copied but not checked: the
// reader must check them. Order and duplicates do not matter.
class ArcSink {
 public:
  virtual ~ArcSink() = default;
  // A vertex that may have no arcs.
  virtual Status Vertex(std::string_view name) = 0;
  // An arc from -> to; both ends become vertices.
  virtual Status Arc(std::string_view from, std::string_view to) = 0;
  // What to show to users beside the name (a page's title). Of several, the last in byte order is
  // kept, in whatever order they come.
  virtual Status Title(std::string_view name, std::string_view title) = 0;

  // Many arcs, by their ends: from, to, from, to. The same as a call of Arc for each, and faster,
  // above all for integers, which stand for their decimal digits.
  virtual Status Arcs(std::span<const std::string_view> ends);
  virtual Status IntegerArcs(std::span<const int64_t> ends);
};

// The same from the caller's arcs: `source` is called once, from one thread, and puts them into the
// sink. If it returns an error, the call ends.
using ArcSource = std::function<Status(ArcSink& sink)>;
Result<IngestReport> Ingest(const ArcSource& source, const std::string& target,
                            const IngestOptions& options, const Control& control = {});

// Sources that have done the numbering: names in the order of their numbers, and arcs between
// numbers in both orders. Each is called once, in this order, and calls its argument with a few at
// a time.
struct SortedSource {
  // Ascending and distinct: by value if all are integers, else by bytes. Valid while visited.
  using NameVisitor = std::function<Status(std::string_view name)>;
  std::function<Status(const NameVisitor& visit)> names;
  bool integers = false;  // all names are
  // Ascending and distinct by (target, source) and by (source, target).
  using NumberVisitor = std::function<Status(uint64_t first, uint64_t second)>;
  std::function<Status(const NumberVisitor& visit)> by_target;
  std::function<Status(const NumberVisitor& visit)> by_source;
};
// The corpus is the same as if the arcs were read in any order. kBadInput if the source is not as
// it should be. Of the options only `replace`, `notation` and those that describe how the source
// chose its arcs are used. Constant memory.
Result<IngestReport> IngestSorted(const SortedSource& source, const std::string& target,
                                  const IngestOptions& options, const Control& control = {});

}  // namespace akin

#endif  // AKIN_INGEST_H_
