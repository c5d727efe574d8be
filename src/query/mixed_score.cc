#include "query/mixed_score.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace akin {
namespace {

// `error_of` a score may also be a side of its interval.
template <class ErrorOf>
double Combined(std::span<const MixedTerm> terms, const ErrorOf& error_of) {
  double bounds = 0;
  std::vector<double> deviations(terms.size());  // by group
  for (const MixedTerm& term : terms) {
    (term.bounded ? bounds : deviations[term.group]) += term.weight * error_of(term.score);
  }
  double variance = 0;
  for (const double deviation : deviations) variance += deviation * deviation;
  return std::sqrt(variance) + bounds;
}

}  // namespace

Score MixedScore(std::span<const MixedTerm> terms) {
  Score mixed;
  for (const MixedTerm& term : terms) mixed.value += term.weight * term.score.value;
  mixed.error = Combined(terms, [](const Score& score) { return score.error; });
  const double below = Combined(terms, [](const Score& score) { return score.value - score.low; });
  const double above = Combined(terms, [](const Score& score) { return score.high - score.value; });
  mixed.low = std::max(0.0, mixed.value - below);  // below 0 by rounding only
  mixed.high = mixed.value + above;
  return mixed;
}

}  // namespace akin
