// What an evaluation is to measure and whom to ask, checked.
#ifndef AKIN_SRC_EVAL_EVALUATION_PLAN_H_
#define AKIN_SRC_EVAL_EVALUATION_PLAN_H_

#include <vector>

#include "akin/eval.h"
#include "akin/status.h"

namespace akin {

struct EvaluationPlan {
  std::vector<Metric> metrics;
  std::vector<VertexId> queries;
};

// kInvalidArgument for options that make no sense, a metric that this truth has no say in, a query
// that it does not know.
Result<EvaluationPlan> PlanEvaluation(const Truth& truth, const EvalOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_EVALUATION_PLAN_H_
