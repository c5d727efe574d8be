// Makes bags (HGKI section 6.1) for any number of pages:
//
//   scan     pages on all threads -> fragments (vertex, hash of a term, count), combined a batch at
//   a
//            time and sorted by vertex and term; the spelling of each term
//   gather   fragments of a vertex and term summed up -> unweighted bags in a temporary file, by
//            vertex; their hashes, sorted
//   number   each hash once, with the number of its occurrences: the term's number and frequency
//   weigh    each bag separately: terms looked up, weighted, normalised, written
//
// A vertex that was not crawled has a bag if a page links to it: the words of that page around the
// link. Terms that are links come directly from the graph in the last step.
//
// The bytes written do not depend on threads, memory or the order of pages: counts are summed as
// integers, terms are numbered by hash, and everything else is done bag by bag.
//
// Cost, for n fragments of which c remain when combined, and t terms: O(n + c log t) time. Disk: 16
// n + 24 c bytes if they do not fit in memory, and 16 c always. Memory: as granted, and for each
// thread 5 times the longest page and 40 bytes per term of the longest bag.
#ifndef AKIN_SRC_TEXT_BAG_BUILDER_H_
#define AKIN_SRC_TEXT_BAG_BUILDER_H_

#include <cstdint>
#include <functional>
#include <string>

#include "akin/adjacency.h"
#include "akin/bags.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "graph/pages_file.h"
#include "text/bags_file.h"

namespace akin {

inline constexpr uint64_t kLeastBagMemory = uint64_t{16} << 20;

struct BagSources {
  VertexId vertices = 0;
  uint64_t pages = 0;
  WordRule word_rule = WordRule::kWhole;  // of the pages
  // Reads page i; called from any thread.
  std::function<Status(uint64_t i, StoredPage& page)> read;
  // Needed for links, and for anchors if boilerplate is dropped: without boilerplate then.
  Adjacency in, out;
  uint64_t graph_identity = 0;
  uint64_t pages_identity = 0;
  // kDamaged if the files of pages and links were cut short meanwhile.
  std::function<Status()> intact = [] { return Status(); };
};

// Writes the file `path`. Sets words and collisions of the report.
Status WriteBags(const BagSources& sources, const BagOptions& options, const std::string& path,
                 const Control& control, BagReport& report);

}  // namespace akin

#endif  // AKIN_SRC_TEXT_BAG_BUILDER_H_
