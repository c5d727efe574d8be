// What an exact question comes down to, and what solves it: rows (left) and columns (right) of
// scores. One case per measure that iterates, in Solve; closed forms are found by their row in the
// table (akin/measures.h).
#ifndef AKIN_SRC_EXACT_SOLVE_H_
#define AKIN_SRC_EXACT_SOLVE_H_

#include <climits>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/bags.h"
#include "akin/control.h"
#include "akin/exact.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/iteration_options.h"

namespace akin {

using Vertices = std::span<const VertexId>;

struct Problem {
  const ExactOptions& exact;
  const MeasureFacts& facts;
  Adjacency in;
  Adjacency out;
  std::optional<Bags> bags;     // of measures that take them
  double decay_out;             // of measures that take a second one
  IterationOptions iterations;  // of measures with one side
  const Control& control;
};

struct Scored {
  VertexId vertex;
  double score;
};

// What was solved. Rows are those of `left`, meaningful in the columns of `right`.
struct Solution {
  std::function<Status(VertexId u, std::span<double> row)> row;
  // Instead, where few vertices score above 0: these, each once, whatever the columns; of a single
  // column only that.
  std::function<Status(VertexId u, std::vector<Scored>& found)> sparse;
  double error = 0;     // bound on what a score misses
  double left_out = 0;  // the same of pairs beyond the radius
  double bytes = 0;     // held
  // So many rows may be asked for side by side: one, where a row uses all threads by itself.
  unsigned rows_at_once = UINT_MAX;
};

// The given ones, or the fewest that leave out at most epsilon.
unsigned IterationsWithin(const ExactOptions& exact, double last, double other);

// Whether `u` is compared by its out-links, where a measure has two sides.
bool PointsTo(const Problem& problem, VertexId u);

Result<Solution> Solve(const Problem& problem, Vertices left, Vertices right);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_SOLVE_H_
