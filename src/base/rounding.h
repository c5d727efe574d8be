// What n roundings one after the other can do to a sum of numbers that are not negative.
#ifndef AKIN_SRC_BASE_ROUNDING_H_
#define AKIN_SRC_BASE_ROUNDING_H_

#include <limits>

namespace akin {

// g(n) = n u / (1 - n u), u = 2^-53: so many additions, multiplications and divisions change a
// result by a factor within 1 +- g(n) (Higham 2002, section 3.1). Infinite if n is so large that
// nothing can be said.
inline double RoundingOf(double operations) {
  const double product = operations * 0x1p-53;
  return product < 0.5 ? product / (1 - product) : std::numeric_limits<double>::infinity();
}

// Rounding is no reason to do more for an epsilon if it is a smaller share of it than this.
inline constexpr double kNegligibleRounding = 1e-9;

}  // namespace akin

#endif  // AKIN_SRC_BASE_ROUNDING_H_
