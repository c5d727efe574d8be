// From sums to hits: the best k are found by their sums, and only these get intervals.
//
// Cost: O(m log k) for m sums, and three roots (query/interval.h) for each different sum that is
// kept. If all hits are asked for, most of them met once, so few sums are different.
#ifndef AKIN_SRC_QUERY_SUMMED_HITS_H_
#define AKIN_SRC_QUERY_SUMMED_HITS_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "akin/corpus.h"
#include "query/scoring.h"

namespace akin {

struct SummedHit {
  VertexId vertex = kNoVertex;
  ScoreSum sums;
};

// The order is that of RanksBefore: of scores, in which sums that hardly differ are equal. Reorders
// `found`; all are kept if k is 0.
inline std::vector<Hit> BestOfSums(std::vector<SummedHit>& found, const Scoring& scoring,
                                   unsigned k) {
  const size_t kept = k == 0 ? found.size() : std::min<size_t>(k, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<ptrdiff_t>(kept), found.end(),
                    [&scoring](const SummedHit& a, const SummedHit& b) {
                      const double of_a = scoring.ValueOf(a.sums.sum);
                      const double of_b = scoring.ValueOf(b.sums.sum);
                      return of_a != of_b ? of_a > of_b : a.vertex < b.vertex;
                    });
  std::vector<Hit> hits;
  hits.reserve(kept);
  for (size_t i = 0; i < kept; ++i) {
    const bool same = i > 0 && found[i].sums == found[i - 1].sums;
    hits.push_back({.vertex = found[i].vertex,
                    .score = same ? hits.back().score : scoring.From(found[i].sums)});
  }
  return hits;
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SUMMED_HITS_H_
