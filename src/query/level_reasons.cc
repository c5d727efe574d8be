#include "query/level_reasons.h"

#include <algorithm>
#include <utility>

#include "akin/try.h"
#include "query/explaining.h"

namespace akin {

void LevelReasons::SortLevel(std::vector<Entry>& level) {
  std::sort(level.begin(), level.end(),
            [](const Entry& x, const Entry& y) { return x.vertex < y.vertex; });
}

Result<std::vector<VertexId>> LevelReasons::PathTo(VertexId place, unsigned level,
                                                   const Levels& levels, const Adjacency& out,
                                                   const Share& share) {
  std::vector<VertexId> path = {place};
  while (level-- > 0) {
    const std::vector<Entry>& before = levels[level];
    Entry from;
    for (const VertexId v : out[path.back()]) {
      const auto at = std::lower_bound(
          before.begin(), before.end(), v,
          [](const Entry& entry, VertexId wanted) { return entry.vertex < wanted; });
      if (at == before.end() || at->vertex != v) continue;
      const double passed = at->value * share(v);
      if (passed > from.value) from = {v, passed};
    }
    if (from.vertex == kNoVertex) {
      return Status(Code::kDamaged,
                    "the out-links of the corpus are not its in-links; make it again");
    }
    path.push_back(from.vertex);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

Result<Reasons> LevelReasons::Keep(unsigned k, const Adjacency& out, const Share& share) const {
  std::vector<Reason> all;
  for (const auto& [key, place] : places_) {
    if (place.sum != 0) {
      all.push_back(
          {.vertex = VertexOfPlace(key), .contribution = place.sum, .steps = place.level});
    }
  }
  Reasons reasons = KeepLargest(std::move(all), k);
  for (Reason& reason : reasons.listed) {
    AKIN_TRY_ASSIGN(reason.path_a, PathTo(reason.vertex, reason.steps, a_, out, share));
    AKIN_TRY_ASSIGN(reason.path_b, PathTo(reason.vertex, reason.steps, b_, out, share));
  }
  return reasons;
}

}  // namespace akin
