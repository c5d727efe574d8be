// From sums to hits: the best k are found by their sums, and only these get intervals.
// An index of which others have the rest of the shards gives its best sums instead of hits.
//
// Cost: O(m log k) for m sums, and three roots (query/interval.h) for each different sum that is
// kept. If all hits are asked for, most of them met once, so few sums are different.
#ifndef AKIN_SRC_QUERY_SUMMED_HITS_H_
#define AKIN_SRC_QUERY_SUMMED_HITS_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "akin/corpus.h"
#include "akin/parts.h"
#include "query/scoring.h"
#include "query/top_sums.h"

namespace akin {

struct SummedHit {
  VertexId vertex = kNoVertex;
  ScoreSum sums;
  uint32_t first = 0;  // meetings in the first step, if they were wanted
};

// The best sums of a query: best first, but those of a part are in no order (WantedSums::depth).
struct SummedAnswer {
  std::vector<SummedHit> hits;
  uint64_t unlisted = 0;  // no other vertex that passes has a larger sum
  QueryWork work;
  bool has_first = false;  // meetings in the first step were counted
};

// The order is that of RanksBefore: of scores, in which sums that hardly differ are equal. Most
// sums are equal or differ by more than a double may lose, and are not made scores for that.
inline bool SumsRankBefore(const SummedHit& a, const SummedHit& b, const Scoring& scoring) {
  const uint64_t larger = std::max(a.sums.sum, b.sums.sum);
  const uint64_t smaller = std::min(a.sums.sum, b.sums.sum);
  if (larger - smaller > (larger >> 49) + 1) return a.sums.sum == larger;
  const bool tie = larger == smaller || scoring.ValueOf(a.sums.sum) == scoring.ValueOf(b.sums.sum);
  return tie ? a.vertex < b.vertex : a.sums.sum == larger;
}

// All are kept if k is 0.
inline void KeepBestSums(std::vector<SummedHit>& found, const Scoring& scoring, unsigned k) {
  const auto before = [&scoring](const SummedHit& a, const SummedHit& b) {
    return SumsRankBefore(a, b, scoring);
  };
  if (k > 0 && k < found.size()) {
    std::nth_element(found.begin(), found.begin() + k, found.end(), before);
    found.resize(k);
  }
  std::sort(found.begin(), found.end(), before);
}

// Keeps the sums that are wanted; `threshold` is that of TopSums when all were offered.
inline void KeepWanted(std::vector<SummedHit> found, const WantedSums& wanted, uint64_t threshold,
                       const Scoring& scoring, SummedAnswer& answer) {
  const size_t most =
      wanted.k == 0 || wanted.depth == 1 ? wanted.k : wanted.k + PartQuestion::kMostBeyond;
  std::erase_if(found, [&](const SummedHit& hit) { return hit.sums.sum < threshold; });
  // A part does not rank what it lists: whoever merges its sums does.
  if (wanted.depth == 1 || found.size() >= most) {
    KeepBestSums(found, scoring, static_cast<unsigned>(most));
  }
  answer.unlisted = threshold - 1;
  if (wanted.k > 0 && found.size() >= most) {
    // Sums that become the same double are ranked by vertex, so one that is not listed may be
    // larger by as much as a double may lose.
    const uint64_t last = found.back().sums.sum;
    answer.unlisted = last + (last >> 49) + 1;
  }
  answer.hits = std::move(found);
}

inline std::vector<Hit> HitsOf(std::span<const SummedHit> found, const Scoring& scoring) {
  std::vector<Hit> hits;
  hits.reserve(found.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const bool same = i > 0 && found[i].sums == found[i - 1].sums;
    hits.push_back({.vertex = found[i].vertex,
                    .score = same ? hits.back().score : scoring.From(found[i].sums)});
  }
  return hits;
}

inline std::vector<Hit> BestOfSums(std::vector<SummedHit>& found, const Scoring& scoring,
                                   unsigned k) {
  KeepBestSums(found, scoring, k);
  return HitsOf(found, scoring);
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SUMMED_HITS_H_
