// akin::Evaluate: asks every query, judges the answers and averages.
//
// Cost: one answer per query, on all threads, and the bootstrap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "akin/errors.h"
#include "akin/eval.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "eval/averages.h"
#include "eval/evaluation_plan.h"
#include "eval/judge.h"

namespace akin {

namespace {

constexpr size_t kJudgedAtOnce = 256;

// Judges answers as they come, and averages at the end.
class AnswerJudge {
 public:
  static Result<AnswerJudge> For(const Truth& truth, const EvaluationPlan& plan,
                                 const EvalOptions& options, const Control& control) {
    AKIN_TRY_ASSIGN(akin::Judge judge, akin::Judge::For(truth, plan, options, control));
    return AnswerJudge(plan, options, std::move(judge));
  }

  // The number of hits that a query is judged by; 0: all.
  unsigned hits() const { return judge_.NeedsAll() ? 0 : options_.top; }

  // Different queries may be judged at the same time.
  void Judge(size_t number, const std::vector<Hit>& hits) {
    std::vector<Tally> tallies(plan_.metrics.size());
    judge_.Weigh(plan_.queries[number], hits, tallies);
    averages_.Put(number, tallies);
  }

  Evaluation Summary() const {
    const Bootstrap bootstrap(plan_.queries.size(), options_.resamples, options_.confidence,
                              options_.seed);
    return averages_.Summary(plan_.metrics, bootstrap, options_.keep_values);
  }

 private:
  AnswerJudge(const EvaluationPlan& plan, const EvalOptions& options, akin::Judge judge)
      : plan_(plan),
        options_(options),
        judge_(std::move(judge)),
        averages_(plan.queries.size(), plan.metrics.size()) {}

  const EvaluationPlan& plan_;
  const EvalOptions& options_;
  akin::Judge judge_;
  Averages averages_;
};

}  // namespace

Result<Evaluation> Evaluate(const Truth& truth, const Ranker& ranker, const EvalOptions& options,
                            const Control& control) {
  AKIN_TRY_ASSIGN(const EvaluationPlan plan, PlanEvaluation(truth, options));
  AKIN_TRY_ASSIGN(AnswerJudge tribunal, AnswerJudge::For(truth, plan, options, control));
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter progress(control, "asking", "queries", plan.queries.size());
  AKIN_TRY(pool.Run(plan.queries.size(), control.stop, [&](uint64_t i, unsigned) -> Status {
    AKIN_TRY_ASSIGN(const std::vector<Hit> hits, ranker(plan.queries[i], tribunal.hits()));
    tribunal.Judge(i, hits);
    progress.Advance(1);
    return {};
  }));
  return tribunal.Summary();
}

// Answers come one by one, in order; so they are collected and judged in parallel.
Result<Evaluation> Evaluate(const Truth& truth, const Asker& asker, const EvalOptions& options,
                            const Control& control) {
  AKIN_TRY_ASSIGN(const EvaluationPlan plan, PlanEvaluation(truth, options));
  AKIN_TRY_ASSIGN(AnswerJudge tribunal, AnswerJudge::For(truth, plan, options, control));
  if (options.refine > 0 && tribunal.hits() == 0) {
    return InvalidArgument("refine",
                           "a closer look ranks the first hits, but these metrics are about all "
                           "hits; measure precision, recall or ndcg of the first");
  }
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<std::vector<Hit>> waiting;
  size_t judged = 0;
  const auto judge = [&]() -> Status {
    AKIN_TRY(pool.Run(waiting.size(), control.stop, [&](uint64_t i, unsigned) {
      tribunal.Judge(judged + i, waiting[i]);
      return Status();
    }));
    judged += waiting.size();
    waiting.clear();
    return {};
  };
  AKIN_TRY(asker.RelatedEach(
      plan.queries,
      {.k = tribunal.hits(),
       .refine = options.refine,
       .filter = options.filter,
       .exclude = options.exclude},
      [&](size_t, Result<Answer> answer) -> Status {
        AKIN_TRY(answer.status());
        waiting.push_back(std::move(answer->hits));
        return waiting.size() < kJudgedAtOnce ? Status() : judge();
      },
      control));
  AKIN_TRY(judge());
  return tribunal.Summary();
}

}  // namespace akin
