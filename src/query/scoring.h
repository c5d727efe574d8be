// From meeting times to scores.
//
// A fingerprint in which two walks meet at time t contributes c^t, one in which they do not 0; the
// score is the mean over N fingerprints (FR section 2.1). Contributions are summed as fixed-point
// numbers with 40 binary places: sums of integers do not depend on their order, so an index, a walk
// on the spot and an early stop give the same score to the last bit. N up to 2^20 fits 64 bits.
#ifndef AKIN_SRC_QUERY_SCORING_H_
#define AKIN_SRC_QUERY_SCORING_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "akin/corpus.h"
#include "sketch/forest.h"

namespace akin {

// Sums over fingerprints of the contributions and of their squares.
struct ScoreSum {
  uint64_t sum = 0;
  uint64_t squares = 0;
};

class Scoring {
 public:
  Scoring(double decay, unsigned length, unsigned fingerprints) : fingerprints_(fingerprints) {
    for (unsigned t = 1; t <= length; ++t) {
      const double weight = std::pow(decay, t);
      weights_[t] = {.sum = Fixed(weight), .squares = Fixed(weight * weight)};
    }
  }

  // Contribution of a meeting at time t; none for t = kNewTree.
  const ScoreSum& At(uint8_t t) const { return weights_[t]; }
  uint64_t Weight(uint8_t t) const { return weights_[t].sum; }
  unsigned fingerprints() const { return fingerprints_; }

  // The least sum, above zero, whose score is at least `score`.
  uint64_t LeastSum(double score) const {
    if (!(score > 0)) return 1;
    if (score > 1) return UINT64_MAX;
    auto sum = static_cast<uint64_t>(std::ceil(score * fingerprints_ * kOne));
    while (sum > 1 && From({.sum = sum - 1}).value >= score) --sum;  // the product was rounded
    return std::max<uint64_t>(1, sum);
  }

  Score From(const ScoreSum& sums) const {
    const double n = fingerprints_;
    const double mean = static_cast<double>(sums.sum) / kOne / n;
    if (fingerprints_ == 1) return {.value = mean, .error = 0.5};  // of a number in [0, 1]: at most
    const double variance = static_cast<double>(sums.squares) / kOne / n - mean * mean;
    return {.value = mean, .error = std::sqrt(std::max(0.0, variance) / (n - 1))};
  }

 private:
  static constexpr double kOne = static_cast<double>(uint64_t{1} << 40);
  static uint64_t Fixed(double x) { return static_cast<uint64_t>(std::llround(x * kOne)); }

  std::array<ScoreSum, 256> weights_{};
  unsigned fingerprints_;
};

// For the options of a query on walks with these defaults; kInvalidArgument if they make no sense.
Result<Scoring> MakeScoring(const RelatedOptions& options, double decay, unsigned length,
                            unsigned fingerprints);

inline void AddTo(ScoreSum& total, const ScoreSum& part) {
  total.sum += part.sum;
  total.squares += part.squares;
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SCORING_H_
