// The table of metrics.
#include <algorithm>
#include <array>

#include "akin/errors.h"
#include "akin/eval.h"

namespace akin {
namespace {

constexpr std::array<MetricFacts, 19> kMetrics = {{
    {Metric::kSiblingGamma, "sibling-gamma",
     "same class before sibling classes: 1 always, -1 never"},
    {Metric::kCousinGamma, "cousin-gamma", "same class before cousin classes"},
    {Metric::kUnrelatedGamma, "unrelated-gamma", "same class before unrelated classes"},
    {Metric::kGamma, "gamma", "nearer class, or higher grade or exact score, first"},
    {Metric::kNdcg, "ndcg", "discounted gain of the first k, relative to the best order"},
    {Metric::kPrecision, "precision", "share of the first k that are relevant"},
    {Metric::kRecall, "recall", "share of all relevant vertices among the first k"},
    {Metric::kKendall, "kendall", "tau-b between scores and grades or exact scores"},
    {Metric::kKendallA, "kendall-a", "tau-a: the same, divided by all pairs, also tied ones"},
    {Metric::kSpearman, "spearman", "rho between scores and grades or exact scores"},
    {Metric::kMeanError, "mean-error", "mean error of scores, against exact scores"},
    {Metric::kMaxError, "max-error", "the largest error of a score"},
    {Metric::kOrthogonality, "orthogonality",
     "share of pairs of one class that have no similarity"},
    {Metric::kDelta, "delta", "how much more similar the first k are than co-cited ones"},
    {Metric::kCoverage, "coverage", "share of queries with an answer"},
    {Metric::kAllNdcg, "all-ndcg", "ndcg of all pairs of all queries, ranked together"},
    {Metric::kAllKendall, "all-kendall", "tau-b over all pairs of all queries together"},
    {Metric::kAllKendallA, "all-kendall-a", "tau-a over all pairs of all queries together"},
    {Metric::kAllSpearman, "all-spearman", "rho over all pairs of all queries together"},
}};

}  // namespace

std::span<const MetricFacts> Metrics() { return kMetrics; }

bool IsOverAllPairs(Metric metric) { return metric >= Metric::kAllNdcg; }

std::string_view MetricName(Metric metric) {
  const auto facts = std::find_if(kMetrics.begin(), kMetrics.end(),
                                  [&](const MetricFacts& f) { return f.metric == metric; });
  return facts->name;
}

Result<Metric> MetricNamed(std::string_view name) {
  std::vector<std::string_view> names;
  for (const MetricFacts& facts : kMetrics) {
    if (facts.name == name) return facts.metric;
    names.push_back(facts.name);
  }
  return UnknownWord("metrics", "metric", name, names);
}

}  // namespace akin
