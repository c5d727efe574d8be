// What an evaluation measures and which queries it asks, checked.
#ifndef AKIN_SRC_EVAL_EVALUATION_PLAN_H_
#define AKIN_SRC_EVAL_EVALUATION_PLAN_H_

#include <memory>
#include <vector>

#include "akin/eval.h"
#include "akin/status.h"

namespace akin {

struct EvaluationPlan {
  std::vector<Metric> metrics;
  std::vector<VertexId> queries;
};

// kInvalidArgument for invalid options, a metric that this truth does not support, or a query that
// the truth does not know.
Result<EvaluationPlan> PlanEvaluation(const Truth& truth, const EvalOptions& options);

// What is in both; null stands for all vertices.
std::shared_ptr<const VertexSet> BothSets(std::shared_ptr<const VertexSet> a,
                                          std::shared_ptr<const VertexSet> b);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_EVALUATION_PLAN_H_
