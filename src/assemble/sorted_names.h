// keys.akin from names that are sorted already.
#ifndef AKIN_SRC_ASSEMBLE_SORTED_NAMES_H_
#define AKIN_SRC_ASSEMBLE_SORTED_NAMES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

using SortedNames = std::function<Status(const std::function<Status(std::string_view)>& visit)>;

// Returns the identity of the file, and how many names it has. kBadInput unless they ascend
// strictly: by value if all are integers, which `integers` must say, else by bytes.
Result<uint64_t> WriteSortedNames(const SortedNames& names, bool integers, const std::string& path,
                                  const Control& control, VertexId& vertices);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_SORTED_NAMES_H_
