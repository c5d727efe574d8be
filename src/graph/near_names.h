// What a user means who writes a name or a title nearly as it is. Three things are tried, and the
// first that finds a vertex counts:
//
//   name    the same except for the case of ASCII letters and for how a page is named: with or
//           without .html, .htm, index.html or a slash at the end. URLs also with or without
//           http:// or https://, a user, a default port and a fragment, whatever their escapes and
//           dot segments; so equivalent URLs are found, as ingest makes them the same.
//   title   the same except for the case of ASCII letters.
//   affix   the title without what it shares with other titles, such as the name of the site at its
//           end (" - cppreference.com", " (Java SE 17 & JDK 17)", " in std::collections - Rust") or
//           at its beginning ("std::", "Zoo: "). What is cut off begins or ends with a separator,
//           and at least kCommonTitles titles have it; or, if there is no such title, at least its
//           last part (" - Rust" of " in std::boxed - Rust"). Of several candidates only those with
//           the most common one count, if it is twice as common as that of any other.
//
// Nothing is stored for this. Cost: two passes over all names and titles. In a corpus of more than
// a million vertices, where that would take seconds, only usual spellings of the name are looked
// up.
#ifndef AKIN_SRC_GRAPH_NEAR_NAMES_H_
#define AKIN_SRC_GRAPH_NEAR_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "graph/keys.h"

namespace akin {

inline constexpr uint32_t kCommonTitles = 3;

struct NearNames {
  std::vector<VertexId> vertices;  // ascending
  bool by_title = false;           // it is their titles that are like what was wanted
};

Result<NearNames> FindNearNames(const Keys& keys, std::string_view wanted);

// The part of a name that spellings of the same name share.
std::string FoldedName(std::string_view name);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_NEAR_NAMES_H_
