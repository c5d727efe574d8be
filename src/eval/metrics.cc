// The table of metrics.
#include <algorithm>
#include <array>

#include "akin/eval.h"
#include "base/errors.h"

namespace akin {
namespace {

constexpr std::array<MetricFacts, 14> kMetrics = {{
    {Metric::kSiblingGamma, "sibling-gamma",
     "same class before sibling classes: 1 always, -1 never"},
    {Metric::kCousinGamma, "cousin-gamma", "same class before cousin classes"},
    {Metric::kUnrelatedGamma, "unrelated-gamma", "same class before unrelated classes"},
    {Metric::kGamma, "gamma", "the nearer class, or the higher grade or score, before the other"},
    {Metric::kNdcg, "ndcg", "gain of the first k, discounted by rank, of the best there is"},
    {Metric::kPrecision, "precision", "relevant ones among the first k"},
    {Metric::kRecall, "recall", "relevant ones found, of all there are"},
    {Metric::kKendall, "kendall", "tau-b of the scores and exact ones"},
    {Metric::kSpearman, "spearman", "rho of the scores and exact ones"},
    {Metric::kMeanError, "mean-error", "of scores, against exact ones"},
    {Metric::kMaxError, "max-error", "the largest error of a score"},
    {Metric::kOrthogonality, "orthogonality", "pairs of one class without any similarity"},
    {Metric::kDelta, "delta",
     "how much more alike the first k are than co-cited ones at random (Jeh and Widom)"},
    {Metric::kCoverage, "coverage", "queries with any answer"},
}};

}  // namespace

std::span<const MetricFacts> Metrics() { return kMetrics; }

std::string_view MetricName(Metric metric) {
  const auto facts = std::find_if(kMetrics.begin(), kMetrics.end(),
                                  [&](const MetricFacts& f) { return f.metric == metric; });
  return facts->name;
}

Result<Metric> MetricNamed(std::string_view name) {
  std::vector<std::string> names;
  for (const MetricFacts& facts : kMetrics) {
    if (facts.name == name) return facts.metric;
    names.emplace_back(facts.name);
  }
  return UnknownWord("metrics", "metric", name, names);
}

}  // namespace akin
