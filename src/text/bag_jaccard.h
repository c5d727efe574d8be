// The similarity of two bags: the weighted Jaccard coefficient (HGKI section 6).
//
//   sum over terms of the smaller weight / sum over terms of the larger weight
//
// As min + max = x + y, the second sum is the weight of both bags minus the first sum. An empty bag
// is similar to no other.
#ifndef AKIN_SRC_TEXT_BAG_JACCARD_H_
#define AKIN_SRC_TEXT_BAG_JACCARD_H_

#include <algorithm>
#include <cstddef>
#include <span>

#include "text/bags_file.h"

namespace akin {

inline double WeightOf(std::span<const BagTerm> bag) {
  double sum = 0;
  for (const BagTerm& entry : bag) sum += entry.weight;
  return sum;
}

// From the weight that two bags have in common, and the weights of both.
inline double JaccardFrom(double common, double weight_a, double weight_b) {
  return common / (weight_a + weight_b - common);
}

// Both by ascending term.
inline double BagJaccard(std::span<const BagTerm> a, std::span<const BagTerm> b) {
  double common = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].term == b[j].term) common += std::min(a[i].weight, b[j].weight);
    const bool step_a = a[i].term <= b[j].term;
    const bool step_b = b[j].term <= a[i].term;
    i += step_a ? 1 : 0;
    j += step_b ? 1 : 0;
  }
  return common > 0 ? JaccardFrom(common, WeightOf(a), WeightOf(b)) : 0;
}

}  // namespace akin

#endif  // AKIN_SRC_TEXT_BAG_JACCARD_H_
