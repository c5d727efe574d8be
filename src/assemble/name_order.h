// Sorts many names by their bytes.
//
// Names are sorted by eight bytes at a time, as numbers, and only names that are equal so far by
// the next eight (as in multikey quicksort: Bentley, Sedgewick 1997). So a name is read once per
// eight bytes that tell it from others, however many names there are, and a prefix that all share,
// such as http://, costs next to nothing.
//
// Memory: 16 bytes per name, and as much while many are sorted at once.
#ifndef AKIN_SRC_ASSEMBLE_NAME_ORDER_H_
#define AKIN_SRC_ASSEMBLE_NAME_ORDER_H_

#include <cstdint>
#include <stop_token>
#include <vector>

#include "akin/status.h"
#include "assemble/name_table.h"
#include "base/threads.h"

namespace akin {

// The numbers of the names in ascending order of the names. Fails only if it is stopped.
Result<std::vector<uint32_t>> OrderOfNames(const NameTable& names, ThreadPool& pool,
                                           const std::stop_token& stop);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_NAME_ORDER_H_
