#include "text/bag_weights.h"

#include <algorithm>
#include <cmath>

namespace akin {

// The geometric mean of the smallest and the largest possible frequency counts most, and these two
// count least: both are two sigma away. Rounded, so that files are the same on all machines.
NmdfShape ShapeFor(const BagOptions& options, uint64_t bags) {
  if (options.frequency != FrequencyWeight::kNmdf) return {};
  if (options.sigma != 0) return {.mu = options.mu, .sigma = options.sigma};
  const double ln_bags = std::log(static_cast<double>(std::max<uint64_t>(bags, 2)));
  const double mu = std::round(ln_bags / 2 * 1e4) / 1e4;
  return {.mu = mu, .sigma = mu / 2};
}

float FrequencyFactor(FrequencyWeight weight, const NmdfShape& shape, uint32_t frequency) {
  const double df = std::max(frequency, 1U);
  switch (weight) {
    case FrequencyWeight::kNone:
      return 1;
    case FrequencyWeight::kLog:
      return static_cast<float>(1 / (1 + std::log2(df)));
    case FrequencyWeight::kSqrt:
      return static_cast<float>(1 / std::sqrt(df));
    case FrequencyWeight::kNmdf:
      break;
  }
  const double away = (std::log(df) - shape.mu) / shape.sigma;
  return static_cast<float>(std::exp(-away * away / 2));
}

void Normalise(std::span<const RawTerm> raw, std::vector<BagTerm>& bag) {
  double sum = 0;
  for (const RawTerm& entry : raw) sum += entry.weight;
  if (!(sum > 0)) return;
  for (const RawTerm& entry : raw) {
    const auto weight = static_cast<float>(entry.weight / sum);
    if (weight > 0) bag.push_back({.term = entry.term, .weight = weight});
  }
}

}  // namespace akin
