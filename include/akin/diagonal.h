// The diagonal correction of SimRank: one number per vertex, which turns a plain series into it.
//
//   auto rounds = akin::SolveDiagonalCorrection(corpus, {.method = akin::Method::kSeries});
//   rounds->values[3][v];  // D_3 of vertex v
//
// SimRank is the sum over l of c^l P'^l D P^l, where P spreads a vertex over its in-neighbours
// (Yu et al., section 2). D(v) = 1 - c (P'SP)(v, v) is the probability, with decay, that two walks
// which leave v together never meet again; it is between 1 - c and 1, and 1 for a vertex without
// in-links. The result of k rounds is the sum over l <= k of c^l P'^l D_{k-l} P^l, D_0 = 1.
#ifndef AKIN_DIAGONAL_H_
#define AKIN_DIAGONAL_H_

#include <vector>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"

namespace akin {

struct DiagonalCorrection {
  double decay = 0;
  // By vertex: D_0, ..., D_k of rounds, or D alone.
  std::vector<std::vector<double>> values;
  bool of_rounds = false;
  // Of D alone: no number is off by more, except with the probability of the index, 1e-7. D_j is at
  // least D and exceeds it by at most decay^(j+1), but for rounding, which is the error then.
  double error = 0;

  // How far numbers of values[j] can be from D.
  double ErrorOf(size_t j) const;
};

// The numbers that an index with these options answers from, computed now: D by kPush, the default
// here, and D_0 to D_k by kSeries, or with iterations. kInvalidArgument for other methods and
// measures. kOutOfBudget, kCancelled: as BuildIndex.
Result<DiagonalCorrection> SolveDiagonalCorrection(const Corpus& corpus, BuildOptions options,
                                                   const Control& control = {});

}  // namespace akin

#endif  // AKIN_DIAGONAL_H_
