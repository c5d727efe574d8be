#include "eval/evaluation_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {

std::shared_ptr<const VertexSet> BothSets(std::shared_ptr<const VertexSet> a,
                                          std::shared_ptr<const VertexSet> b) {
  if (a == nullptr) return b;
  if (b == nullptr) return a;
  VertexSet both = *a;
  both &= *b;
  return std::make_shared<VertexSet>(std::move(both));
}

Result<EvaluationPlan> PlanEvaluation(const Truth& truth, const EvalOptions& options) {
  if (options.k == 0)
    return InvalidArgument(
        "k", "precision, recall and gain are of the first k hits, and k is 0; give 1 or more");
  if (!(options.confidence > 0 && options.confidence < 1)) {
    return InvalidArgument(
        "confidence",
        fmt::format("the confidence is {}; it must lie between 0 and 1, both excluded",
                    options.confidence));
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
    AKIN_TRY_ASSIGN(const std::string name, truth.NameOf(query));
    return InvalidArgument("queries", fmt::format("the truth says nothing of '{}'", name));
  }
  if (plan.queries.empty()) plan.queries.assign(known.begin(), known.end());
  if (plan.queries.empty()) {
    return Status(Code::kBadInput, "no query: the truth knows no key of the corpus");
  }
  return plan;
}

}  // namespace akin
