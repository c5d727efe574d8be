// akin::Evaluate: every query asked, judged, and averaged.
//
// Cost: one answer per query, on all threads, and the bootstrap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "akin/eval.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "eval/averages.h"
#include "eval/evaluation_plan.h"
#include "eval/judge.h"

namespace akin {

Ranker RankerOf(const Index& index, const RelatedOptions& options) {
  return [index, options](VertexId vertex, unsigned k) -> Result<std::vector<Hit>> {
    RelatedOptions asked = options;
    asked.k = k;
    AKIN_TRY_ASSIGN(Answer answer, index.Related(vertex, asked));
    return std::move(answer.hits);
  };
}

Ranker RankerOf(const Corpus& corpus, const ExactOptions& options, const Control& control) {
  return [corpus, options, control](VertexId vertex, unsigned k) -> Result<std::vector<Hit>> {
    AKIN_TRY_ASSIGN(Answer answer, ExactRelated(corpus, vertex, options, {.k = k}, control));
    return std::move(answer.hits);
  };
}

Result<Evaluation> Evaluate(const Truth& truth, const Ranker& ranker, const EvalOptions& options,
                            const Control& control) {
  AKIN_TRY_ASSIGN(const EvaluationPlan plan, PlanEvaluation(truth, options));
  AKIN_TRY_ASSIGN(const Judge judge, Judge::For(truth, plan, options, control));
  const unsigned k = judge.NeedsAll() ? 0 : options.top;
  Averages averages(plan.queries.size(), plan.metrics.size());
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter progress(control, "asking", "queries", plan.queries.size());
  AKIN_TRY(pool.Run(plan.queries.size(), control.stop, [&](uint64_t i, unsigned) -> Status {
    AKIN_TRY_ASSIGN(const std::vector<Hit> hits, ranker(plan.queries[i], k));
    std::vector<Tally> tallies(plan.metrics.size());
    AKIN_TRY(judge.Weigh(plan.queries[i], hits, tallies));
    averages.Put(i, tallies);
    progress.Advance(1);
    return {};
  }));
  const Bootstrap bootstrap(plan.queries.size(), options.resamples, options.confidence,
                            options.seed);
  return averages.Summary(plan.metrics, bootstrap);
}

}  // namespace akin
