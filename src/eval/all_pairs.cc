#include "eval/all_pairs.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "eval/correlation.h"
#include "eval/gain.h"
#include "query/ranking.h"

namespace akin {
namespace {

std::optional<double> GainOfPairs(const PairList& pairs, unsigned k) {
  const std::vector<double> levels = TieLevels(pairs.scores);
  std::vector<size_t> order(levels.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t first = std::min<size_t>(k, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<ptrdiff_t>(first), order.end(),
      [&](size_t a, size_t b) { return levels[a] != levels[b] ? levels[a] > levels[b] : a < b; });
  std::vector<double> gains;
  for (size_t i = 0; i < first; ++i) gains.push_back(pairs.truths[order[i]]);
  const Tally tally = GainOf(gains, pairs.truths, k);
  if (!(tally.whole > 0)) return {};
  return tally.part / tally.whole;
}

}  // namespace

std::optional<double> MetricOfPairs(Metric metric, const PairList& pairs, unsigned k) {
  switch (metric) {
    case Metric::kAllKendall:
      return KendallTau(pairs.scores, pairs.truths);
    case Metric::kAllKendallA:
      return KendallTauA(pairs.scores, pairs.truths);
    case Metric::kAllSpearman:
      return SpearmanRho(pairs.scores, pairs.truths);
    default:
      return GainOfPairs(pairs, k);
  }
}

Status PairBudget::Take(uint64_t bytes) {
  if (taken_.fetch_add(bytes) + bytes <= memory_) return {};
  return OutOfMemory("keeping all pairs of all queries", {}, static_cast<double>(memory_),
                     "ask about fewer queries, or for fewer settings at once");
}

Status AllPairs::Put(size_t query, PairList pairs) {
  AKIN_TRY(budget_->Take(2 * sizeof(double) * pairs.scores.size()));
  lists_[query] = std::move(pairs);
  return {};
}

PairList AllPairs::Drawn(std::span<const uint8_t> times) const {
  PairList drawn;
  for (size_t q = 0; q < lists_.size(); ++q) {
    const PairList& list = lists_[q];
    for (unsigned t = 0; t < times[q]; ++t) {
      drawn.scores.insert(drawn.scores.end(), list.scores.begin(), list.scores.end());
      drawn.truths.insert(drawn.truths.end(), list.truths.begin(), list.truths.end());
    }
  }
  return drawn;
}

Status AllPairs::Summarise(const Bootstrap& bootstrap, unsigned k, bool keep_values,
                           const Control& control, std::vector<MetricResult>& results) const {
  const PairList all = Drawn(std::vector<uint8_t>(lists_.size(), 1));
  const auto judged = static_cast<uint64_t>(std::count_if(
      lists_.begin(), lists_.end(), [](const PairList& list) { return !list.scores.empty(); }));
  for (MetricResult& result : results) {
    if (!IsOverAllPairs(result.metric)) continue;
    if (keep_values) {
      result.values.assign(lists_.size(), std::numeric_limits<float>::quiet_NaN());
    }
    const std::optional<double> value = MetricOfPairs(result.metric, all, k);
    if (!value) continue;
    Average& average = result.per_query;
    average = {.value = *value, .low = *value, .high = *value, .queries = judged};
    std::vector<std::optional<double>> resampled(bootstrap.resamples());
    ThreadPool pool(ThreadsOrAll(control.threads));
    ProgressMeter progress(control, "bootstrapping all pairs", "resamples", resampled.size());
    AKIN_TRY(pool.Run(resampled.size(), control.stop, [&](uint64_t r, unsigned) -> Status {
      const PairList drawn = Drawn(bootstrap.Times(static_cast<unsigned>(r)));
      resampled[r] = MetricOfPairs(result.metric, drawn, k);
      progress.Advance(1);
      return {};
    }));
    std::vector<double> values;
    for (const auto& one : resampled) {
      if (one) values.push_back(*one);
    }
    bootstrap.SetInterval(std::move(values), average);
    result.pooled = average;
  }
  return {};
}

}  // namespace akin
