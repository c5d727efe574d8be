// The values of all queries for several metrics, and their averages.
#ifndef AKIN_SRC_EVAL_AVERAGES_H_
#define AKIN_SRC_EVAL_AVERAGES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "akin/eval.h"
#include "eval/bootstrap.h"
#include "eval/judge.h"

namespace akin {

class Averages {
 public:
  Averages(size_t queries, size_t metrics)
      : queries_(queries), parts_(queries * metrics), wholes_(queries * metrics) {}

  // May be called from any thread, once per query.
  void Put(size_t query, std::span<const Tally> tallies) {
    for (size_t m = 0; m < tallies.size(); ++m) {
      parts_[m * queries_ + query] = static_cast<float>(tallies[m].part);
      wholes_[m * queries_ + query] = static_cast<float>(tallies[m].whole);
    }
  }

  // With `keep_values`, the results have the values of all queries.
  Evaluation Summary(std::span<const Metric> metrics, const Bootstrap& bootstrap,
                     bool keep_values) const;

 private:
  size_t queries_;
  std::vector<float> parts_;  // those of one metric are contiguous
  std::vector<float> wholes_;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_AVERAGES_H_
