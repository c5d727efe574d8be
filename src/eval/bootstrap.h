// Bootstrap confidence intervals (Efron 1979) of averages over queries.
//
// Queries are drawn with replacement, as many as there are, about a thousand times; the interval is
// between two quantiles of the averages of these resamples. All averages of an evaluation use the
// same draws, so that what two systems have in common cancels out when their intervals are
// compared.
//
// An average is a ratio of two sums over queries: sum of parts / sum of wholes. If wholes are 0 or
// 1, it is the mean over the queries for which it is defined; otherwise it is a pooled share.
//
// Cost: queries x resamples additions per average, and as many bytes of memory once.
#ifndef AKIN_SRC_EVAL_BOOTSTRAP_H_
#define AKIN_SRC_EVAL_BOOTSTRAP_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/eval.h"

namespace akin {

class Bootstrap {
 public:
  Bootstrap(size_t queries, unsigned resamples, double confidence, uint64_t seed);

  // The average sum(part) / sum(whole); undefined if no whole is above 0. Each list has one entry
  // per query; where a whole is 0, so is the part.
  Average Of(std::span<const float> part, std::span<const float> whole) const;

  // For averages that are no such ratio: how often each query is drawn in the r-th resample, and
  // the interval from the values of the resamples. With fewer than two values there is none.
  unsigned resamples() const { return resamples_; }
  std::span<const uint8_t> Times(unsigned r) const {
    return std::span(times_).subspan(r * queries_, queries_);
  }
  void SetInterval(std::vector<double> values, Average& average) const;

 private:
  size_t queries_;
  unsigned resamples_;
  double confidence_;
  std::vector<uint8_t> times_;  // how often drawn, per resample and query
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_BOOTSTRAP_H_
