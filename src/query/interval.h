// Intervals of Monte Carlo scores that hold at small counts.
//
// A score is the mean of N independent contributions X between 0 and M: of 0 and c^t for walks, of
// sums of c^k (1 - c) for min-hashes, of 0 and 1 for signatures. Of these a query keeps the sum S
// and the sum of squares Q. The usual interval, S/N +- 1.96 s/sqrt(N), fails while few fingerprints
// contribute: two walks that have never met would score 0 +- 0.
//
// Definition: contributions of unequal size are counted in contributions of one size, r = Q/S, of
// which there are x = S/r. Then r times a binomial variable of N trials has the mean and the
// variance of the sum. B(p; a, b) is the p-quantile of the beta distribution:
//
//   low(S, Q)  = r B(.025; x + h, N - x + 1 - h)  with  r = Q/S,  x = S^2/Q,  h = half(x, N - x)
//   high(S, Q) = R B(.975; X, N + 1 - X)          with  R = (Q + u w^2)/(S + u w),
//                                                       X = (S + u w)^2/(Q + u w^2),
//                                                       u = 1 - half(N - x, x)
//   half(x, y) = (1 - 1/x) y/(y + 1) / 2, and 0 for x < 1
//
// With h = 0 and u = 1 this is the interval of Clopper and Pearson (1934), which holds in at least
// 95% of cases for every score, so in more for most of them: 96 to 99% at N = 100. With h = u = 1/2
// it is the interval of Jeffreys, which holds in 95% on the average, but in 84% for some scores
// near 0 (Brown, Cai, DasGupta 2001). So the half is taken in full only where there are several
// contributions, and several are missing.
//
// The upper end counts more contributions, of size w, for what has not been seen yet. Fay and Feuer
// (1997, for weighted sums of Poisson variables) take the largest that is possible, w = M. This is
// too wide where contributions are alike but far below M, as those of XJaccard are. Tiwari, Clegg
// and Zou (2006) take an average one. Here it is the mean of the two:
//
//   w = (M + (Q + M^2)/(S + M)) / 2
//
// The binomial variable can be 0, which makes its upper side short when x is near N. Sums of
// several distances are seldom 0. So the nearer the score s = S/N comes to M, the more counts the
// lower end of what is missing to M, which is N M - S with the squares N M^2 - 2 M S + Q:
//
//   the upper end = (1 - s/M) high(S, Q) + s/M (M - low(N M - S, N M^2 - 2 M S + Q))
//
// For contributions of 0 and M alone both summands are the same. Without any contribution the
// interval is 0 to M (1 - .025^(1/N)); if all are M, it is M .025^(1/N) to M. docs/measures.md has
// its coverage; tests/interval_test.cc measures that.
//
// Error: the longer side of the interval divided by 1.96, so value +- 1.96 error contains it. As N
// grows, both sides become 1.96 standard errors.
//
// Quantiles are those of Paulson, Camp and Pratt (in Blyth 1986). Where they are not accurate, they
// are too wide: the tail is .013 near the end of the range, and elsewhere .0255 at most, instead
// of .025.
//
// Cost: three roots per score.
#ifndef AKIN_SRC_QUERY_INTERVAL_H_
#define AKIN_SRC_QUERY_INTERVAL_H_

#include <algorithm>
#include <cmath>

#include "akin/corpus.h"

namespace akin {

inline constexpr double kNormal95 = 1.959963984540054;  // .975 of the normal distribution is below

// The contributions of one pair: their number, sum, and sum of squares; and the most that one can
// be.
struct Contributions {
  double count = 0;
  double sum = 0;
  double squares = 0;
  double most = 0;
};

// B(.975; a, b) for a >= kLeastShape; below, the quantiles are useless.
inline constexpr double kLeastShape = 0.75;
inline double UpperBetaQuantile(double a, double b) {
  constexpr double kZ2 = kNormal95 * kNormal95;
  const double n = a + b - 1;
  const double above =
      81 * a * b - 9 * n - 8 - 3 * kNormal95 * std::sqrt(9 * a * b * (9 * n + 5 - kZ2) + n + 1);
  if (!(b > 0) || above <= 0) return 1;
  const double cube_root = above / (81 * a * a - 9 * a * (2 + kZ2) + 1);
  return 1 / (1 + (a / b) * (a / b) * cube_root * cube_root * cube_root);
}

// How much of half a contribution counts if there are x, and y are missing.
inline double HalfContribution(double x, double y) {
  if (x <= 1 || y <= 0) return 0;
  return (1 - 1 / x) * y / (y + 1) / 2;
}

inline double LowEnd(const Contributions& c) {
  if (c.sum <= 0) return 0;
  // Only rounding makes squares less than that.
  const double squares = std::max(c.squares, c.sum * c.sum / c.count);
  const double x = c.sum * c.sum / squares;
  const double half = HalfContribution(x, c.count - x);
  return squares / c.sum * (1 - UpperBetaQuantile(c.count - x + 1 - half, x + half));
}

inline double HighEnd(const Contributions& c) {
  const double typical = (c.squares + c.most * c.most) / (c.sum + c.most);
  const double unseen = (c.most + typical) / 2;
  const double seen = c.squares > 0 ? c.sum * c.sum / c.squares : 0;
  const double more = 1 - HalfContribution(c.count - seen, seen);
  const double sum = c.sum + more * unseen;
  const double squares = c.squares + more * unseen * unseen;
  const double x = std::max(kLeastShape, sum * sum / squares);
  const double high = squares / sum * UpperBetaQuantile(x, c.count + 1 - x);
  const double missing = LowEnd({.count = c.count,
                                 .sum = c.count * c.most - c.sum,
                                 .squares = c.most * (c.count * c.most - 2 * c.sum) + c.squares,
                                 .most = c.most});
  const double near = c.sum / (c.count * c.most);
  return std::min(c.most, (1 - near) * high + near * (c.most - missing));
}

// The interval of a mean, which is `value`. The guards are for rounding only.
inline Score EstimateOf(double value, const Contributions& c) {
  Score score{.value = value};
  score.low = std::min(score.value, LowEnd(c));
  score.high = std::max(score.value, HighEnd(c));
  score.error = std::max(score.value - score.low, score.high - score.value) / kNormal95;
  return score;
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_INTERVAL_H_
