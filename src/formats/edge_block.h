// Splits a block of lines of an edge list, once its separator is known. Safe from several threads,
// each with its own block.
//
// A block in which a line is bad is not plain: then nothing of it is used, and its lines are read
// again, one by one, by the reader, which alone knows what to say about them.
//
// Two integers, the usual line, take about 10 ns; two short names about 60.
#ifndef AKIN_SRC_FORMATS_EDGE_BLOCK_H_
#define AKIN_SRC_FORMATS_EDGE_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_reader.h"
#include "formats/edge_fields.h"

namespace akin {

// The two names of a line, kept until they are seen on another line.
struct KeptNames {
  std::string from;
  std::string to;
  bool seen_again = false;

  void Compare(std::string_view a, std::string_view b) {
    seen_again = seen_again || a == from || b == to || a == to || b == from;
  }
};

// What every line of a file has.
struct EdgeRules {
  Separator separator = kBlanks;
  size_t from_column = 1;  // from 1
  size_t to_column = 2;
  bool chosen = false;  // the columns; others are ignored then
  bool ignore_weights = false;

  // Whether the fields are the columns that a line should have.
  bool HasColumns(const Fields& fields) const;
};

// One block, and what was found in it. To be used again, so that its memory is.
struct EdgeBlock {
  LineBlock lines;

  bool plain = false;
  std::vector<int64_t> integers;        // the ends of all arcs, if all are integers
  std::vector<std::string_view> names;  // else
  std::deque<std::string> unquoted;     // names that are not in `lines` as they are
  bool had_names = false;               // the previous block; so this one may
};

// Sets everything but `lines`. The names of `first` and `second`, which may be null, are looked
// for.
void SplitBlock(const EdgeRules& rules, KeptNames* first, KeptNames* second, EdgeBlock& block);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_EDGE_BLOCK_H_
