#include "eval/gamma.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "query/ranking.h"

namespace akin {
namespace {

using Counts = std::array<uint64_t, kFamilialDistances>;

// Hits of the group are tied; those before it score higher.
void AddGroup(const Counts& before, const Counts& group, GammaCounts& counts) {
  for (size_t near = 0; near < kFamilialDistances; ++near) {
    for (size_t far = near + 1; far < kFamilialDistances; ++far) {
      const PairCounts pairs{.agree = before[near] * group[far],
                             .disagree = before[far] * group[near]};
      counts.all.agree += pairs.agree;
      counts.all.disagree += pairs.disagree;
      if (near == 0) {
        counts.against[far].agree += pairs.agree;
        counts.against[far].disagree += pairs.disagree;
      }
    }
  }
}

}  // namespace

GammaCounts CountPairs(std::span<const RankedHit> ranked, bool query_first) {
  const auto higher = [](const RankedHit& a, const RankedHit& b) { return a.score > b.score; };
  // Ties are in the order of names, which need not be that of their last digits.
  std::vector<RankedHit> sorted;
  if (!std::is_sorted(ranked.begin(), ranked.end(), higher)) {
    sorted.assign(ranked.begin(), ranked.end());
    std::sort(sorted.begin(), sorted.end(), higher);
  }
  const std::span<const RankedHit> hits = sorted.empty() ? ranked : sorted;
  GammaCounts counts;
  Counts before{};
  before[0] = query_first ? 1 : 0;
  for (size_t i = 0; i < hits.size();) {
    Counts group{};
    const size_t end = TieEnd(i, hits.size(), [&](size_t j) { return hits[j].score; });
    for (; i < end; ++i) {
      if (hits[i].distance != kNoClass) ++group[hits[i].distance];
    }
    AddGroup(before, group, counts);
    for (size_t d = 0; d < kFamilialDistances; ++d) before[d] += group[d];
  }
  return counts;
}

}  // namespace akin
