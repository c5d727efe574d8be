// What a page says by itself about its links to one target: whether they are boilerplate, and where
// in the template of the site they stand. Whether links recur on other pages is found out later
// (assemble/boilerplate_finder.h).
#ifndef AKIN_SRC_GRAPH_LINK_MARK_H_
#define AKIN_SRC_GRAPH_LINK_MARK_H_

#include <cstdint>
#include <string>

#include "akin/boilerplate.h"

namespace akin {

struct LinkMark {
  BoilerplateReason reason = BoilerplateReason::kNone;  // never kRecurring
  // A hash of the places of its links; of those that are not boilerplate, if there are any.
  uint64_t place = 0;

  bool operator==(const LinkMark&) const = default;
};

// How to show a place to users.
struct PlaceName {
  uint64_t place = 0;
  std::string name;

  bool operator==(const PlaceName&) const = default;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_LINK_MARK_H_
