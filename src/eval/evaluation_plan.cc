#include "eval/evaluation_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "akin/errors.h"

namespace akin {

Result<EvaluationPlan> PlanEvaluation(const Truth& truth, const EvalOptions& options) {
  if (options.k == 0) return InvalidArgument("k", "precision and gain of the first 0");
  if (!(options.confidence > 0 && options.confidence < 1)) {
    return InvalidArgument(
        "confidence", fmt::format("a confidence of {} is not between 0 and 1", options.confidence));
  }
  EvaluationPlan plan{.metrics = options.metrics, .queries = options.queries};
  const std::vector<Metric> allowed = truth.metrics();
  for (const Metric metric : plan.metrics) {
    if (std::find(allowed.begin(), allowed.end(), metric) != allowed.end()) continue;
    std::vector<std::string_view> names;
    for (const Metric other : allowed) names.push_back(MetricName(other));
    return InvalidArgument(
        "metrics", fmt::format("{} cannot be measured against this kind of truth; there are {}",
                               MetricName(metric), fmt::join(names, ", ")));
  }
  if (plan.metrics.empty()) plan.metrics = truth.usual_metrics();
  const auto known = truth.queries();
  for (const VertexId query : plan.queries) {
    if (std::binary_search(known.begin(), known.end(), query)) continue;
    return InvalidArgument("queries", fmt::format("the truth says nothing of vertex {}", query));
  }
  if (plan.queries.empty()) plan.queries.assign(known.begin(), known.end());
  if (plan.queries.empty()) {
    return Status(Code::kBadInput, "no query: the truth knows no key of the corpus");
  }
  return plan;
}

}  // namespace akin
