// An exact question, reduced to rows (left) and columns (right) of scores, and its solution. Solve
// has one case per measure that iterates; closed forms are found by their row in the table
// (akin/measures.h).
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
  std::optional<Bags> bags;     // for measures that use them
  double decay_out;             // for measures with a second decay
  IterationOptions iterations;  // for measures with one side
  double rounding;              // bound on what rounding changes (exact/rounding.h)
  const Control& control;
};

struct Scored {
  VertexId vertex;
  double score;
};

// A solution. It has the rows of `left`; only the columns of `right` are meaningful.
struct Solution {
  std::function<Status(VertexId u, std::span<double> row)> row;
  // Used instead where few vertices score above 0: finds these, each once, whatever the columns;
  // for a single column only that one.
  std::function<Status(VertexId u, std::vector<Scored>& found)> sparse;
  double error = 0;     // bound on what a score misses
  double left_out = 0;  // the same for pairs beyond the radius
  double bytes = 0;     // of memory held
  // How many rows may be requested at once: one, where a row uses all threads itself.
  unsigned rows_at_once = UINT_MAX;
};

// Whether `u` is compared by its out-links, for measures with two sides.
bool PointsTo(const Problem& problem, VertexId u);

Result<Solution> Solve(const Problem& problem, Vertices left, Vertices right);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_SOLVE_H_
