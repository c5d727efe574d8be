#include "eval/gamma.h"

#include <cstddef>

namespace akin {
namespace {

// The largest difference, by rounding, of sums of powers of a decay that should be equal.
constexpr double kRounding = 1e-12;

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

GammaCounts CountPairs(std::span<const RankedHit> hits) {
  GammaCounts counts;
  Counts before{};
  for (size_t i = 0; i < hits.size();) {
    Counts group{};
    const double score = hits[i].score;
    for (; i < hits.size() && hits[i].score >= score - kRounding; ++i) {
      if (hits[i].distance != kNoClass) ++group[hits[i].distance];
    }
    AddGroup(before, group, counts);
    for (size_t d = 0; d < kFamilialDistances; ++d) before[d] += group[d];
  }
  return counts;
}

}  // namespace akin
