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
// The sink handles undirected and reversed reading and self-loops.
//
// Until separator and header are known, lines are read one by one. Then threads take turns: each
// reads a block of lines, splits it (edge_block.h) while others do the same, and passes it to the
// sink when the blocks before it were passed on. So the sink is called by several threads, one at a
// time, with arcs in their order, and errors are those of one thread.
//
// Memory: 256 KiB, and at most 2.5 MiB for what is in it, per thread.
#ifndef AKIN_SRC_FORMATS_EDGE_LIST_H_
#define AKIN_SRC_FORMATS_EDGE_LIST_H_

#include <cstddef>
#include <string_view>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "base/input.h"

namespace akin {

// The kBadInput of every reader that finds weights.
Status HasWeights(std::string_view what);

inline constexpr size_t kEdgeBlockBytes = size_t{256} << 10;

// Adds to the counts and notes of `report`. A source without any arc is an error. `only_source`
// means that nothing else is read: a word that is not in this source is in none. The result does
// not depend on `block_bytes`; 0 means that all lines are read one by one.
Status ReadEdgeList(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                    IngestReport& report, const Control& control, bool only_source = false,
                    size_t block_bytes = kEdgeBlockBytes);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_EDGE_LIST_H_
