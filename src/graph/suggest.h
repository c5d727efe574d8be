// Names that a user may have meant. One pass over all names and titles of a small corpus; over
// those next to the name in the order of a large one, where a pass would take seconds.
#ifndef AKIN_SRC_GRAPH_SUGGEST_H_
#define AKIN_SRC_GRAPH_SUGGEST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "graph/keys.h"

namespace akin {

struct SuggestedNames {
  std::vector<std::string> names;
  std::vector<std::string> titles;  // of each name; empty unless it was the title that matched
};

// At most `count`, best first.
Result<SuggestedNames> SuggestNames(const Keys& keys, std::string_view wanted, size_t count);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_SUGGEST_H_
