// Bounds on a probability, from how often it came true.
//
// Of n independent trials with probability p, k come true. With q = k / n, Chernoff's inequality
// says that n KL(q, p) exceeds L on either side of p with probability at most e^-L, where KL(q, p)
// = q log(q / p) + (1 - q) log((1 - q) / (1 - p)). Where nothing comes true, p is at most about
// L / n: this takes a fifth of the trials that bounds for the mean of any numbers in [0, 1] take
// from their variance (empirical Bernstein).
#ifndef AKIN_SRC_LINEAR_CHANCE_BOUNDS_H_
#define AKIN_SRC_LINEAR_CHANCE_BOUNDS_H_

#include <cstdint>

namespace akin {

struct ChanceBounds {
  double low = 0;
  double high = 1;
};
// Either bound fails with probability at most e^-log_failure.
ChanceBounds BoundChance(uint64_t trues, uint64_t trials, double log_failure);

// About how many trials it takes until the bounds are 2 * half apart.
double TrialsFor(double chance, double half, double log_failure);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_CHANCE_BOUNDS_H_
