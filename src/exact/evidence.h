// SimRank++: SimRank times the evidence for it, which grows with the number of common
// in-neighbours.
//
// Definition (Antonellis, Garcia-Molina and Chang 2008, "SimRank++: query rewriting through link
// analysis of the click graph", evidence-based SimRank; Yu et al., equation 5): s(v, v) = 1. For u
// != v with n = |I(u) n I(v)| the score is evidence(n) times SimRank of u and v, where evidence is
//   simrank++       sum of 2^-i over i = 1 .. n, which is 1 - 2^-n,
//   simrank++-exp   1 - e^-n.
// The factor is applied after the rounds, as in the paper that defines it. Yu et al. write it in
// place of the decay; exact/evidence_rounds.h has that measure. The third part of the paper's
// measure, transitions weighted by clicks, needs arc weights, which graphs here do not have.
//
// Direction: in-links. Symmetric, up to the rounding of SimRank.
//
// Empty case: 0 for vertices without a common in-neighbour, however similar their in-neighbours
// are.
//
// Range: 0 to 1.
//
// Error: at most that of SimRank, c^(k+1). Scores never fall as k grows.
//
// Cost: SimRank for the question (exact/simrank.h), and the paths of two links from each source
// (exact/neighbourhoods.h).
#ifndef AKIN_SRC_EXACT_EVIDENCE_H_
#define AKIN_SRC_EXACT_EVIDENCE_H_

#include <cmath>
#include <cstdint>

namespace akin {

enum class Evidence { kGeometric, kExponential };

// `common` is the number of common in-neighbours.
inline double EvidenceOf(Evidence form, uint64_t common) {
  const auto n = static_cast<double>(common);
  return form == Evidence::kGeometric ? 1 - std::exp2(-n) : -std::expm1(-n);
}

}  // namespace akin

#endif  // AKIN_SRC_EXACT_EVIDENCE_H_
