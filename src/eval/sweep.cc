// akin::Sweep: evaluates many settings while reading an index once.
//
// A query's meetings are counted by step once (step_counts.h). Walks of l steps score the sum over
// t <= l of c^t times the share of fingerprints that met at t (XJaccard (1 - c) of it). So going
// from one length to the next adds one product per vertex. Sums are those of query/scoring.h, so
// that a point has the hits, scores and ties of an index with its setting, to the last bit. They
// only grow with the length, so the sum of the last hit at the length before is a lower bound for
// hits now.
//
// Cost: per query the trees of its fingerprints; per point a pass over the vertices met, and
// judging. Memory: 8 bytes per query, point and metric; for metrics over all pairs, also the pairs
// of every point (all_pairs.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "akin/errors.h"
#include "akin/eval.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "eval/all_pairs.h"
#include "eval/averages.h"
#include "eval/evaluation_plan.h"
#include "eval/judge.h"
#include "eval/step_counts.h"
#include "query/summed_hits.h"

namespace akin {
namespace {

template <class T>
void SortUnique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

Result<Grid> CheckedGrid(const Index& index, Grid grid) {
  SortUnique(grid.lengths);
  SortUnique(grid.decays);
  SortUnique(grid.fingerprints);
  const IndexInfo& info = index.info();
  if (!HasFingerprints(info.method) || info.decay == 0) {
    return InvalidArgument("index",
                           fmt::format("index '{}' has no walks to sweep over", info.name));
  }
  if (grid.size() == 0) return InvalidArgument("", "an empty grid");
  if (grid.lengths.front() == 0 || grid.lengths.back() > info.length) {
    return InvalidArgument(
        "lengths", fmt::format("lengths from {} to {}; index '{}' has 1 to {}",
                               grid.lengths.front(), grid.lengths.back(), info.name, info.length));
  }
  if (grid.fingerprints.front() == 0 || grid.fingerprints.back() > info.fingerprints) {
    return InvalidArgument(
        "fingerprints",
        fmt::format("{} to {} fingerprints; index '{}' has 1 to {}", grid.fingerprints.front(),
                    grid.fingerprints.back(), info.name, info.fingerprints));
  }
  for (const double decay : grid.decays) {
    if (decay > 0 && decay < 1) continue;
    return InvalidArgument("decays", fmt::format("decay {} is not between 0 and 1", decay));
  }
  return grid;
}

// The buffers of one thread, reused for every query.
struct Bench {
  StepCounts counts;
  std::vector<Meeting> met;
  std::vector<uint64_t> sums;
  std::vector<SummedHit> best;
  std::vector<Hit> hits;
  std::vector<Tally> tallies;
};

class SweepRun {
 public:
  SweepRun(const Index& index, const Grid& grid, const EvaluationPlan& plan, const Judge& judge,
           const EvalOptions& options, std::shared_ptr<const VertexSet> filter,
           std::vector<Averages>& averages, std::vector<AllPairs>& pairs)
      : index_(index),
        grid_(grid),
        plan_(plan),
        judge_(judge),
        // With grades, every query has its own vertices that count.
        top_(judge.NeedsAll() || judge.KnowsByQuery() ? 0 : options.top),
        sets_{.filter = std::move(filter), .exclude = options.exclude},
        averages_(averages),
        pairs_(pairs) {}

  Status Ask(size_t number, Bench& bench) {
    bench.counts.Clear();
    size_t point = 0;
    unsigned fingerprint = 0;
    for (const unsigned until : grid_.fingerprints) {
      for (; fingerprint < until; ++fingerprint) {
        AKIN_TRY(index_.Meetings(plan_.queries[number], fingerprint, bench.met));
        std::erase_if(bench.met, [&](const Meeting& met) { return !Passes(sets_, met.vertex); });
        bench.counts.Add(bench.met);
      }
      for (const double decay : grid_.decays) AKIN_TRY(Lengths(number, until, decay, point, bench));
    }
    return {};
  }

 private:
  Status Lengths(size_t number, unsigned fingerprints, double decay, size_t& point, Bench& bench) {
    const Scoring scoring(index_.info().method, decay, grid_.lengths.back(), fingerprints);
    bench.sums.assign(bench.counts.vertices().size(), 0);
    uint64_t least = 1;
    unsigned step = 0;
    for (const unsigned length : grid_.lengths) {
      while (step < length) {
        ++step;
        const uint64_t weight = scoring.Weight(static_cast<uint8_t>(step));
        const auto at_step = bench.counts.At(step);
        for (size_t i = 0; i < at_step.size(); ++i) bench.sums[i] += weight * at_step[i];
      }
      least = KeepTop(least, scoring, bench);
      PairList pairs;
      judge_.Weigh(plan_.queries[number], bench.hits, bench.tallies,
                   pairs_.empty() ? nullptr : &pairs);
      averages_[point].Put(number, bench.tallies);
      if (!pairs_.empty()) AKIN_TRY(pairs_[point].Put(number, std::move(pairs)));
      ++point;
    }
    return {};
  }

  // Keeps the hits whose sums are not below `least`. Returns a bound on the sums of hits at the
  // next length.
  uint64_t KeepTop(uint64_t least, const Scoring& scoring, Bench& bench) const {
    bench.best.clear();
    const auto vertices = bench.counts.vertices();
    for (size_t i = 0; i < vertices.size(); ++i) {
      if (bench.sums[i] < least) continue;
      bench.best.push_back({.vertex = vertices[i], .sums = {.sum = bench.sums[i]}});
    }
    KeepBestSums(bench.best, scoring, top_);
    bench.hits.clear();
    for (const SummedHit& hit : bench.best) {
      bench.hits.push_back(
          {.vertex = hit.vertex, .score = {.value = scoring.ValueOf(hit.sums.sum)}});
    }
    if (top_ == 0 || bench.best.size() < top_) return 1;
    // Different sums can be the same double; then the first by name is kept, which may be less.
    const uint64_t last = bench.best.back().sums.sum;
    return std::max<uint64_t>(1, last - (last >> 49));
  }

  const Index& index_;
  const Grid& grid_;
  const EvaluationPlan& plan_;
  const Judge& judge_;
  unsigned top_;
  RelatedOptions sets_;              // which vertices may be hits
  std::vector<Averages>& averages_;  // by point
  std::vector<AllPairs>& pairs_;     // by point; empty: no metric is over all pairs
};

}  // namespace

Result<std::vector<GridPoint>> Sweep(const Corpus& corpus, const Index& index, const Truth& truth,
                                     const Grid& wanted, const EvalOptions& options,
                                     const Control& control) {
  AKIN_TRY_ASSIGN(const Grid grid, CheckedGrid(index, wanted));
  AKIN_TRY_ASSIGN(const EvaluationPlan plan, PlanEvaluation(truth, options));
  AKIN_TRY_ASSIGN(const Judge judge, Judge::For(truth, plan, options, control));
  std::vector<Averages> averages(grid.size(), Averages(plan.queries.size(), plan.metrics.size()));
  std::vector<AllPairs> pairs;
  if (judge.WantsPairs()) {
    const auto budget = std::make_shared<PairBudget>(control.memory);
    pairs.assign(grid.size(), AllPairs(plan.queries.size(), budget));
  }
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<std::unique_ptr<Bench>> benches(pool.size());
  SweepRun run(index, grid, plan, judge, options,
               options.known_first ? BothSets(options.filter, truth.known()) : options.filter,
               averages, pairs);
  {
    ProgressMeter progress(control, fmt::format("sweeping {}", index.info().name), "queries",
                           plan.queries.size());
    AKIN_TRY(
        pool.Run(plan.queries.size(), control.stop, [&](uint64_t i, unsigned worker) -> Status {
          auto& bench = benches[worker];
          if (bench == nullptr) {
            bench.reset(new Bench{.counts = StepCounts(corpus.vertices(), grid.lengths.back()),
                                  .tallies = std::vector<Tally>(plan.metrics.size())});
          }
          AKIN_TRY(run.Ask(i, *bench));
          progress.Advance(1);
          return {};
        }));
  }
  std::vector<GridPoint> points;
  for (const unsigned fingerprints : grid.fingerprints) {
    for (const double decay : grid.decays) {
      for (const unsigned length : grid.lengths) {
        points.push_back({.length = length, .decay = decay, .fingerprints = fingerprints});
      }
    }
  }
  const Bootstrap bootstrap(plan.queries.size(), options.resamples, options.confidence,
                            options.seed);
  {
    ProgressMeter progress(control, "bootstrapping", "settings", points.size());
    AKIN_TRY(pool.Run(points.size(), control.stop, [&](uint64_t i, unsigned) -> Status {
      points[i].evaluation = averages[i].Summary(plan.metrics, bootstrap, options.keep_values);
      progress.Advance(1);
      return {};
    }));
  }
  for (size_t i = 0; i < pairs.size(); ++i) {  // one by one: resamples use all threads
    AKIN_TRY(pairs[i].Summarise(bootstrap, options.k, options.keep_values, control,
                                points[i].evaluation.metrics));
  }
  return points;
}

}  // namespace akin
