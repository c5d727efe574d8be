// The best k of many.
#ifndef AKIN_SRC_QUERY_RANKING_H_
#define AKIN_SRC_QUERY_RANKING_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "akin/corpus.h"

namespace akin {

// Best first; equal scores in the order of names, which is that of ids.
inline bool RanksBefore(const Hit& a, const Hit& b) {
  if (a.score.value != b.score.value) return a.score.value > b.score.value;
  return a.vertex < b.vertex;
}

// Keeps the first k in rank, in order; all if k is 0.
inline void KeepBest(std::vector<Hit>& hits, unsigned k) {
  const size_t kept = k == 0 ? hits.size() : std::min<size_t>(k, hits.size());
  std::partial_sort(hits.begin(), hits.begin() + static_cast<ptrdiff_t>(kept), hits.end(),
                    RanksBefore);
  hits.resize(kept);
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_RANKING_H_
