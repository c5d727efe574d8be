#include "exact/lazy_simrank.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/pair_steps.h"

namespace akin {
namespace {

// The expected score after one lazy step from v: half of v's own, and half of the mean over its
// in-neighbours; 0 if it has none.
double LazyStep(const Adjacency& in, VertexId v, std::span<const double> row) {
  if (in.degree(v) == 0) return 0;
  double sum = 0;
  for (const VertexId a : in[v]) sum += row[a];
  return 0.5 * row[v] + 0.5 * (sum / static_cast<double>(in.degree(v)));
}

}  // namespace

Result<std::vector<double>> LazySimRankAllPairs(const Adjacency& in,
                                                const IterationOptions& options,
                                                const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, "lazy SimRank"));
  const size_t n = in.vertices();
  const double bytes = 2 * sizeof(double) * static_cast<double>(n) * static_cast<double>(n);
  AKIN_TRY_ASSIGN(const unsigned threads, ThreadsWithin("lazy SimRank", {.fixed = bytes}, n,
                                                        "query a fingerprint index", control));
  std::vector<double> scores;
  std::vector<double> half;
  try {
    scores.resize(n * n);
    half.resize(n * n);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return SystemRefused("lazy SimRank", bytes);
  }
  for (size_t v = 0; v < n; ++v) scores[v * n + v] = 1;
  ThreadPool pool(threads);
  ProgressMeter progress(control, "iterating lazy SimRank", "rows",
                         2 * n * static_cast<uint64_t>(options.iterations));
  const auto step = [&](VertexId v, std::span<const double> row) { return LazyStep(in, v, row); };
  for (int i = 0; i < options.iterations; ++i) {
    AKIN_TRY(StepBoth(n, step, options.decay, scores, half, pool, progress, control));
    for (size_t v = 0; v < n; ++v) scores[v * n + v] = 1;
  }
  return scores;
}

}  // namespace akin
