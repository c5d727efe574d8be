// Goodman and Kruskal's Gamma of a ranking against distances in a directory (HGKI section 2.2).
//
// It counts the pairs of hits that both scores and familial distances order: they agree if the
// nearer one scores higher, and otherwise disagree.
// Gamma = (agree - disagree) / (agree + disagree). Pairs tied in either ordering do not count; if
// no pair is left, Gamma is undefined. The sibling (cousin, unrelated) Gamma uses only pairs of one
// hit of the query's own class and one of a sibling (cousin, unrelated) class.
//
// Ties in score are those of query/ranking.h.
//
// Cost: O(n) for n hits in the order of their scores.
#ifndef AKIN_SRC_EVAL_GAMMA_H_
#define AKIN_SRC_EVAL_GAMMA_H_

#include <array>
#include <cstdint>
#include <span>

namespace akin {

inline constexpr unsigned kFamilialDistances = 4;  // same class, sibling, cousin, unrelated
inline constexpr uint8_t kNoClass = 255;           // of a hit that the directory does not know

struct PairCounts {
  uint64_t agree = 0;
  uint64_t disagree = 0;

  double excess() const { return static_cast<double>(agree) - static_cast<double>(disagree); }
  double total() const { return static_cast<double>(agree) + static_cast<double>(disagree); }
  bool operator==(const PairCounts&) const = default;
};

struct GammaCounts {
  // Pairs of a hit at distance 0 and one at distance 1, 2, 3: sibling, cousin, unrelated. [0] is
  // unused.
  std::array<PairCounts, kFamilialDistances> against;
  PairCounts all;  // of any two different distances
};

struct RankedHit {
  double score = 0;
  uint8_t distance = kNoClass;
};

// `ranked`: best first. With `query_first`, the query itself counts as a hit of its own class that
// scores higher than all.
GammaCounts CountPairs(std::span<const RankedHit> ranked, bool query_first = false);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_GAMMA_H_
