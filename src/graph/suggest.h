// Names that a user may have meant. A small corpus is searched in one pass over all names and
// titles. In a large one, where a pass would take seconds, only the names next to the wanted one in
// sorted order are searched.
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
  std::vector<std::string> titles;  // of each name; empty unless the title matched
};

// At most `count`, best first.
Result<SuggestedNames> SuggestNames(const Keys& keys, std::string_view wanted, size_t count);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_SUGGEST_H_
