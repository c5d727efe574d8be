// Edge lists: a text file with one arc per line, `from` and `to`.
//
// - Separator: tab, comma or runs of blanks. The first data line decides for the whole file: tab if
//   it has one, else comma, else blanks. Blanks around a field are not part of it; blanks inside
//   are, in files separated by tabs or commas.
// - Quotes: in files separated by commas a field may be "quoted", with "" for a quote inside.
// - Skipped: blank lines, and lines that start with # or % (a name that does can be quoted). If two
//   hexadecimal digits follow the %, it is the start of a percent-encoded name instead.
// - Header: by the options; by default, the first data line if its fields are a usual pair such as
//   source,target, or if neither is an integer while both are on the data line after it.
// - Columns: two. A third that is a number is a weight, accepted if the options ignore weights.
// - Names: UTF-8 without control characters, 1 byte to 64 KiB. 007 and 7 are two names.
//
// The sink handles undirected and reversed reading and self-loops. Parsing takes about 50 ns per
// line of two short names and allocates nothing per line.
#ifndef AKIN_SRC_FORMATS_EDGE_LIST_H_
#define AKIN_SRC_FORMATS_EDGE_LIST_H_

#include <string_view>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "base/input.h"

namespace akin {

// The kBadInput of every reader that finds weights.
Status HasWeights(std::string_view what);

// Whether a line that begins in this way is skipped.
bool LooksLikeComment(std::string_view line);

// Adds to the counts and notes of `report`. A source without any arc is an error.
Status ReadEdgeList(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                    IngestReport& report, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_EDGE_LIST_H_
