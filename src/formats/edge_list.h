// Edge lists: a text file with one arc per line, `from` and `to`.
//
// - Separator: tab, comma, semicolon, bar or runs of blanks. The first data line decides for the
//   whole file: tab if it has one, else comma. It is a semicolon or a bar if a comma does not give
//   the columns that a line should have, and blanks do not give two names that contain it inside.
//   Blanks around a field are not part of it; blanks inside are, unless they separate.
// - Quotes: in files separated by commas, semicolons or bars a field may be "quoted", with "" for a
//   quote inside.
// - Skipped: blank lines, and lines that start with # or % (a name that does can be quoted). If two
//   hexadecimal digits follow the %, it is the start of a percent-encoded name instead.
// - Header: by the options; by default, the first data line if its fields are a usual pair such as
//   source,target, if neither is an integer while both are on the data line after it, or if its
//   third column is not a number while that of the line after it is. Also if its two words are on
//   no other line while one of the second line is, in an only source of ten arcs or more. As an arc
//   such a line would be a component of its own, so that a mistake changes no other answer; arcs
//   that only look unusual, because one of their ends occurs once, are kept.
// - Columns: two, or those that the options choose of any number. Without a choice, a third that is
// a
//   number is a weight, accepted if the options ignore weights.
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

// Without the blanks around it.
std::string_view TrimBlanks(std::string_view text);

// Whether a line that begins in this way is skipped.
bool LooksLikeComment(std::string_view line);

// Adds to the counts and notes of `report`. A source without any arc is an error. `only_source`
// means that nothing else is read: a word that is not in this source is in none.
Status ReadEdgeList(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                    IngestReport& report, const Control& control, bool only_source = false);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_EDGE_LIST_H_
