#include "eval/bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/random.h"

namespace akin {
namespace {

double Quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

// Adds many sums in parallel, which the compiler vectorises.
double DrawnSum(const uint8_t* times, std::span<const float> values) {
  constexpr size_t kLanes = 16;
  std::array<float, kLanes> sums{};
  const size_t whole = values.size() / kLanes * kLanes;
  for (size_t i = 0; i < whole; i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      sums[lane] += static_cast<float>(times[i + lane]) * values[i + lane];
    }
  }
  double sum = 0;
  for (const float part : sums) sum += part;
  for (size_t i = whole; i < values.size(); ++i) sum += static_cast<double>(times[i]) * values[i];
  return sum;
}

}  // namespace

Bootstrap::Bootstrap(size_t queries, unsigned resamples, double confidence, uint64_t seed)
    : queries_(queries),
      resamples_(queries == 0 ? 0 : resamples),
      confidence_(confidence),
      times_(queries * resamples_) {
  for (unsigned r = 0; r < resamples_; ++r) {
    const RandomStream draws(seed, r, 0);
    uint8_t* const times = times_.data() + r * queries;
    for (size_t i = 0; i < queries; ++i) {
      uint8_t& time = times[draws.Below(i, queries)];
      if (time != UINT8_MAX) ++time;
    }
  }
}

Average Bootstrap::Of(std::span<const float> part, std::span<const float> whole) const {
  double part_sum = 0;
  double whole_sum = 0;
  Average average;
  for (size_t i = 0; i < queries_; ++i) {
    if (!(whole[i] > 0)) continue;
    part_sum += part[i];
    whole_sum += whole[i];
    ++average.queries;
  }
  if (average.queries == 0) return average;
  average.value = average.low = average.high = part_sum / whole_sum;
  std::vector<double> values;
  values.reserve(resamples_);
  for (unsigned r = 0; r < resamples_; ++r) {
    const uint8_t* const times = times_.data() + r * queries_;
    const double drawn_whole = DrawnSum(times, whole);
    if (drawn_whole > 0) values.push_back(DrawnSum(times, part) / drawn_whole);
  }
  SetInterval(std::move(values), average);
  return average;
}

void Bootstrap::SetInterval(std::vector<double> values, Average& average) const {
  if (values.size() < 2) return;
  std::sort(values.begin(), values.end());
  average.low = Quantile(values, (1 - confidence_) / 2);
  average.high = Quantile(values, (1 + confidence_) / 2);
}

}  // namespace akin
