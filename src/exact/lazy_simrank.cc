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

namespace akin {
namespace {

// The expected score after one lazy step from v: half of v's own, and half of the mean over its
// in-neighbours.
double Stepped(const Adjacency& in, VertexId v, std::span<const double> row) {
  double sum = 0;
  for (const VertexId a : in[v]) sum += row[a];
  return 0.5 * row[v] + 0.5 * (sum / static_cast<double>(in.degree(v)));
}

}  // namespace

// Two passes: W(a, v) is s(a, .) after a step from v; then s'(u, v) is W(., v) after a step from u.
// W is stored transposed, so that both passes read rows.
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
  const auto pass = [&](const std::vector<double>& from, std::vector<double>& to, double factor) {
    return pool.Run(n, control.stop, [&, factor](uint64_t i, unsigned) {
      const std::span<const double> row = std::span(from).subspan(i * n, n);
      for (VertexId v = 0; v < n; ++v) {
        to[v * n + i] = in.degree(v) == 0 ? 0 : factor * Stepped(in, v, row);
      }
      progress.Advance(1);
      return Status();
    });
  };
  for (int i = 0; i < options.iterations; ++i) {
    AKIN_TRY(pass(scores, half, 1));
    AKIN_TRY(pass(half, scores, options.decay));
    for (size_t v = 0; v < n; ++v) scores[v * n + v] = 1;
  }
  return scores;
}

}  // namespace akin
