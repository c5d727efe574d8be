#include "linear/chance_bounds.h"

#include <algorithm>
#include <cmath>

namespace akin {
namespace {

// a log(a / b) for a, b in [0, 1].
double TimesLogRatio(double a, double b) { return a <= 0 ? 0 : a * std::log(a / b); }

// KL(q, p), less what its parts may lose to rounding, so that the bounds are never too near.
double Divergence(double q, double p) {
  constexpr double kRounding = 1e-14;
  return TimesLogRatio(q, p) + TimesLogRatio(1 - q, 1 - p) - kRounding;
}

// The end of [inside, outside] at which the divergence exceeds `most`, from outside.
double FindBound(double q, double inside, double outside, double most) {
  constexpr int kHalvings = 50;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    (Divergence(q, middle) <= most ? inside : outside) = middle;
  }
  return outside;
}

}  // namespace

ChanceBounds BoundChance(uint64_t trues, uint64_t trials, double log_failure) {
  if (trials == 0) return {};
  const double q = static_cast<double>(trues) / static_cast<double>(trials);
  const double most = log_failure / static_cast<double>(trials);
  return {.low = trues == 0 ? 0 : FindBound(q, q, 0, most),
          .high = trues == trials ? 1 : FindBound(q, q, 1, most)};
}

// The normal approximation, and what nothing coming true takes.
double TrialsFor(double chance, double half, double log_failure) {
  const double variance = std::max(0.0, chance * (1 - chance));
  return log_failure * (2 * variance / (half * half) + 1 / (2 * half));
}

}  // namespace akin
