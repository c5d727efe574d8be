// What is known of the diagonal of SimRank before any equation is made, and how exact its equations
// have to be. By row: vertices with the same in-links have the same D (linear/same_lists.h).
// linear/diagonal.h has the definitions.
#ifndef AKIN_SRC_LINEAR_DIAGONAL_BOUNDS_H_
#define AKIN_SRC_LINEAR_DIAGONAL_BOUNDS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/try.h"
#include "base/threads.h"
#include "linear/same_lists.h"

namespace akin {

struct DiagonalBounds {
  std::vector<double> low;
  std::vector<double> high;

  double middle(uint32_t row) const { return (low[row] + high[row]) / 2; }
};

// Uses the in-neighbours only: 1 - D(v) is c times the mean of S over I(v) x I(v), in which
// S(a, a) = 1 and 0 <= S(a, b) <= min(c, g(a) g(b)). Cost: 8 times the arcs of all rows.
Result<DiagonalBounds> BoundDiagonalBeforehand(const Adjacency& in, const ListRows& rows,
                                               double decay, ThreadPool& pool,
                                               const Control& control);

// How much larger than rho |r| may be.
struct DiagonalSlacks {
  std::vector<float> own;
  std::vector<float> before;  // the mean over the in-neighbours
};
DiagonalSlacks FindDiagonalSlacks(const Adjacency& in, const Adjacency& out, const ListRows& rows,
                                  double decay);

// Calls work(i, worker) for all i < count, in pieces that are small, because some take long.
template <class Work>
Status ForAllInPieces(uint64_t count, ThreadPool& pool, const Control& control, const Work& work) {
  constexpr uint64_t kPiece = 16;
  return pool.Run((count + kPiece - 1) / kPiece, control.stop,
                  [&](uint64_t piece, unsigned worker) -> Status {
                    const uint64_t end = std::min(count, (piece + 1) * kPiece);
                    for (uint64_t i = piece * kPiece; i < end; ++i) AKIN_TRY(work(i, worker));
                    return {};
                  });
}

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_DIAGONAL_BOUNDS_H_
