// akin::Evaluate: asks every query, judges the answers and averages.
//
// Cost: one answer per query, on all threads, and the bootstrap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "akin/errors.h"
#include "akin/eval.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "eval/all_pairs.h"
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
    return AnswerJudge(plan, options, std::move(judge), control.memory);
  }

  // The number of hits that a query is judged by; 0: all.
  unsigned hits() const { return judge_.NeedsAll() ? 0 : options_.top; }
  bool KnowsByQuery() const { return judge_.KnowsByQuery(); }

  // Different queries may be judged at the same time.
  Status Judge(size_t number, const std::vector<Hit>& hits) {
    std::vector<Tally> tallies(plan_.metrics.size());
    const bool wants_pairs = pairs_ != nullptr;
    PairList pairs;
    judge_.Weigh(plan_.queries[number], hits, tallies, wants_pairs ? &pairs : nullptr);
    averages_.Put(number, tallies);
    return wants_pairs ? pairs_->Put(number, std::move(pairs)) : Status();
  }

  Result<Evaluation> Summary(const Control& control) const {
    const Bootstrap bootstrap(plan_.queries.size(), options_.resamples, options_.confidence,
                              options_.seed);
    Evaluation evaluation = averages_.Summary(plan_.metrics, bootstrap, options_.keep_values);
    if (pairs_ != nullptr) {
      AKIN_TRY(pairs_->Summarise(bootstrap, options_.k, options_.keep_values, control,
                                 evaluation.metrics));
    }
    return evaluation;
  }

 private:
  AnswerJudge(const EvaluationPlan& plan, const EvalOptions& options, akin::Judge judge,
              uint64_t memory)
      : plan_(plan),
        options_(options),
        judge_(std::move(judge)),
        averages_(plan.queries.size(), plan.metrics.size()) {
    if (judge_.WantsPairs()) {
      pairs_ =
          std::make_unique<AllPairs>(plan.queries.size(), std::make_shared<PairBudget>(memory));
    }
  }

  const EvaluationPlan& plan_;
  const EvalOptions& options_;
  akin::Judge judge_;
  Averages averages_;
  std::unique_ptr<AllPairs> pairs_;  // null: no metric is over all pairs
};

// Only what the truth knows may be a hit.
RelatedOptions OptionsFor(const EvalOptions& options, unsigned hits,
                          std::shared_ptr<const VertexSet> known) {
  RelatedOptions related{
      .k = hits, .refine = options.refine, .filter = options.filter, .exclude = options.exclude};
  if (options.known_first) related.filter = BothSets(options.filter, std::move(known));
  return related;
}

}  // namespace

Result<Evaluation> Evaluate(const Truth& truth, const Ranker& ranker, const EvalOptions& options,
                            const Control& control) {
  AKIN_TRY_ASSIGN(const EvaluationPlan plan, PlanEvaluation(truth, options));
  AKIN_TRY_ASSIGN(AnswerJudge tribunal, AnswerJudge::For(truth, plan, options, control));
  const bool filtered = options.known_first && truth.known() != nullptr;
  const unsigned hits = filtered ? 0 : tribunal.hits();
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter progress(control, "asking", "queries", plan.queries.size());
  AKIN_TRY(pool.Run(plan.queries.size(), control.stop, [&](uint64_t i, unsigned) -> Status {
    AKIN_TRY_ASSIGN(const std::vector<Hit> found, ranker(plan.queries[i], hits));
    progress.Advance(1);
    return tribunal.Judge(i, found);
  }));
  return tribunal.Summary(control);
}

// Answers come one by one, in order; so they are collected and judged in parallel. With grades, all
// that are graded for any query are asked for: what this query has no grade for is left out of
// them, and then the first are taken. A closer look does not rank all, so it is asked query by
// query.
Result<Evaluation> Evaluate(const Truth& truth, const Asker& asker, const EvalOptions& options,
                            const Control& control) {
  AKIN_TRY_ASSIGN(const EvaluationPlan plan, PlanEvaluation(truth, options));
  AKIN_TRY_ASSIGN(AnswerJudge tribunal, AnswerJudge::For(truth, plan, options, control));
  if (options.refine > 0 && tribunal.hits() == 0) {
    return InvalidArgument("refine",
                           "a closer look ranks the first hits, but these metrics are about all "
                           "hits; measure precision, recall or ndcg of the first");
  }
  if (options.refine > 0 && tribunal.KnowsByQuery()) {
    const auto ranker = [&](VertexId query, unsigned) -> Result<std::vector<Hit>> {
      AKIN_TRY_ASSIGN(
          Answer answer,
          asker.Related(query, OptionsFor(options, tribunal.hits(), truth.known(query)),
                        {.threads = 1, .memory = control.memory, .stop = control.stop}));
      return std::move(answer.hits);
    };
    return Evaluate(truth, Ranker(ranker), options, control);
  }
  const unsigned hits = tribunal.KnowsByQuery() ? 0 : tribunal.hits();
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<std::vector<Hit>> waiting;
  size_t judged = 0;
  const auto judge = [&]() -> Status {
    AKIN_TRY(pool.Run(waiting.size(), control.stop, [&](uint64_t i, unsigned) {
      return tribunal.Judge(judged + i, waiting[i]);
    }));
    judged += waiting.size();
    waiting.clear();
    return {};
  };
  AKIN_TRY(asker.RelatedEach(
      plan.queries, OptionsFor(options, hits, truth.known()),
      [&](size_t, Result<Answer> answer) -> Status {
        AKIN_TRY(answer.status());
        waiting.push_back(std::move(answer->hits));
        return waiting.size() < kJudgedAtOnce ? Status() : judge();
      },
      control));
  AKIN_TRY(judge());
  return tribunal.Summary(control);
}

}  // namespace akin
