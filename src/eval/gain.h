// Discounted gain relative to that of the best order, with the gain 2^rel - 1 and the discount
// log2(1 + rank) (Jarvelin and Kekalainen 2002, YU section 7.1).
#ifndef AKIN_SRC_EVAL_GAIN_H_
#define AKIN_SRC_EVAL_GAIN_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "eval/tally.h"

namespace akin {

// Of the first p. `gains` are in the order of rank, `ideal` are those that the best order would
// have, in any order.
inline Tally GainOf(std::span<const double> gains, std::vector<double> ideal, unsigned p) {
  const auto sum = [p](std::span<const double> grades) {
    double total = 0;
    for (size_t i = 0; i < std::min<size_t>(p, grades.size()); ++i) {
      total += (std::exp2(grades[i]) - 1) / std::log2(static_cast<double>(i) + 2);
    }
    return total;
  };
  const size_t best = std::min<size_t>(p, ideal.size());
  std::partial_sort(ideal.begin(), ideal.begin() + static_cast<ptrdiff_t>(best), ideal.end(),
                    std::greater<>());
  return {.part = sum(gains), .whole = sum(ideal)};
}

}  // namespace akin

#endif  // AKIN_SRC_EVAL_GAIN_H_
