// Metrics over all pairs of all queries: one ranking of pairs (query, vertex), compared with the
// truth about the same pairs (YU section 7.2.1, s(*, *)). The mean over queries asks whether each
// query ranks its own vertices well; this also asks whether the scores of different queries can be
// compared.
//
// The pairs: with grades those that are judged, with exact scores those with a score above 0 by
// either. A pair without a score has 0. Kendall and Spearman are those of correlation.h, and
// undefined where they are; NDCG is that of the first k pairs, in the order of scores, ties in the
// order of queries and vertices. Intervals: queries are drawn with all their pairs, and the metric
// is computed anew.
//
// Cost: 16 bytes per pair; O(n log n) for n pairs, for the value and for every resample. A sweep
// keeps the pairs of every setting until the end.
#ifndef AKIN_SRC_EVAL_ALL_PAIRS_H_
#define AKIN_SRC_EVAL_ALL_PAIRS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "akin/control.h"
#include "akin/eval.h"
#include "akin/status.h"
#include "eval/bootstrap.h"

namespace akin {

// Scores and what the truth says, of the same pairs.
struct PairList {
  std::vector<double> scores;
  std::vector<double> truths;

  void Add(double score, double truth) {
    scores.push_back(score);
    truths.push_back(truth);
  }
};

// Of one of the metrics over all pairs; nothing if it is undefined.
std::optional<double> MetricOfPairs(Metric metric, const PairList& pairs, unsigned k);

// The memory of the pairs of one setting, or of several.
class PairBudget {
 public:
  explicit PairBudget(uint64_t memory) : memory_(memory) {}

  // May be called from any thread. kOutOfBudget if there is less left.
  Status Take(uint64_t bytes);

 private:
  uint64_t memory_;
  std::atomic<uint64_t> taken_ = 0;
};

class AllPairs {
 public:
  AllPairs(size_t queries, std::shared_ptr<PairBudget> budget)
      : lists_(queries), budget_(std::move(budget)) {}

  // May be called from any thread, once per query. kOutOfBudget if the pairs exceed the budget.
  Status Put(size_t query, PairList pairs);
  // Sets the results of the metrics over all pairs, which have none yet.
  Status Summarise(const Bootstrap& bootstrap, unsigned k, bool keep_values, const Control& control,
                   std::vector<MetricResult>& results) const;

 private:
  // Those of the queries, each as many times as given.
  PairList Drawn(std::span<const uint8_t> times) const;

  std::vector<PairList> lists_;
  std::shared_ptr<PairBudget> budget_;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_ALL_PAIRS_H_
