// One step of both walks of every pair: the scores of all pairs after a step of each.
#ifndef AKIN_SRC_EXACT_PAIR_STEPS_H_
#define AKIN_SRC_EXACT_PAIR_STEPS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "base/progress.h"
#include "base/threads.h"

namespace akin {

// `scores` and `half` are matrices of n rows and columns; `half` is for what lies between. step(v,
// row) is the expected score after a step from v, where row[x] is that at x; the second step is
// multiplied by `factor`. Two passes: W(a, v) is s(a, .) after a step from v; then s'(u, v) is W(.,
// v) after a step from u. W is stored transposed, so that both passes read rows. Advances the meter
// by the rows of both passes.
template <class Step>
Status StepBoth(size_t n, const Step& step, double factor, std::vector<double>& scores,
                std::vector<double>& half, ThreadPool& pool, ProgressMeter& progress,
                const Control& control) {
  const auto pass = [&](const std::vector<double>& from, std::vector<double>& to, double times) {
    return pool.Run(n, control.stop, [&, times](uint64_t i, unsigned) {
      const std::span<const double> row = std::span(from).subspan(i * n, n);
      for (VertexId v = 0; v < n; ++v) to[v * n + i] = times * step(v, row);
      progress.Advance(1);
      return Status();
    });
  };
  AKIN_TRY(pass(scores, half, 1));
  return pass(half, scores, factor);
}

}  // namespace akin

#endif  // AKIN_SRC_EXACT_PAIR_STEPS_H_
