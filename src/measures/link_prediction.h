// Common neighbours that count more if they are neighbours of fewer vertices: measures that are
// used in link prediction.
//
// Definition: let N = I, and let d(a) be the number of vertices that a links to. Then
//   adamic-adar          sum over a in N(u) n N(v) of 1 / ln d(a)
//                        Adamic and Adar 2003, "Friends and neighbors on the Web"
//   resource-allocation  sum over a in N(u) n N(v) of 1 / d(a)
//                        Zhou, Lu and Zhang 2009, "Predicting missing links via local information"
// Both papers use undirected graphs, where d is the degree. A corpus that was ingested with both
// directions of every arc gives their scores.
//
// Direction: in-links.
//
// Empty case: a vertex without in-links scores 0. Two different vertices share a neighbour only if
// it links to both, so d(a) >= 2 and the logarithm is above 0. For a vertex with itself there may
// be a neighbour with d(a) = 1: it adds nothing to adamic-adar.
//
// Range: 0 upwards; neither is normalised. At most |N(u)| / ln 2, or |N(u)| / 2.
#ifndef AKIN_SRC_MEASURES_LINK_PREDICTION_H_
#define AKIN_SRC_MEASURES_LINK_PREDICTION_H_

#include <cmath>
#include <cstdint>

#include "measures/closed_form.h"

namespace akin {

inline double AdamicAdarWeight(uint64_t degree) {
  return degree < 2 ? 0 : 1 / std::log(static_cast<double>(degree));
}

inline double ResourceAllocationWeight(uint64_t degree) { return 1 / static_cast<double>(degree); }

inline constexpr ClosedForm kAdamicAdarForm{.weight = AdamicAdarWeight, .combine = nullptr};
inline constexpr ClosedForm kResourceAllocationForm{.weight = ResourceAllocationWeight,
                                                    .combine = nullptr};

}  // namespace akin

#endif  // AKIN_SRC_MEASURES_LINK_PREDICTION_H_
