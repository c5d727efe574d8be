// Chooses how to compute cosine SimRank for a question (linear/cosine.h defines the measure):
// - a pair: spread both vertices, or use PSR# with krylov;
// - a source, or two sets with many vertices on the right: the norms of all vertices, then out and
//   back from one vertex of the left after another (linear/cosine_rows.h);
// - other sets: spread both side by side (linear/cosine_join.h), each vertex once;
// - with another kernel than the cosine: spread a vertex of the left with seven of the right at a
//   time (linear/kernel_sums.h);
// - with krylov, sets too are computed pair by pair if sample pairs show that this is less work.
// The choice depends on the graph and the question, never on threads or time.
#ifndef AKIN_SRC_EXACT_COSINE_WAYS_H_
#define AKIN_SRC_EXACT_COSINE_WAYS_H_

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/exact.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/cosine.h"

namespace akin {

struct CosineQuestion {
  Adjacency in;
  Adjacency out;
  CosineSum sum;
  std::optional<unsigned> krylov;  // m, at least 1
  WalkKernel kernel = WalkKernel::kCosine;
  std::span<const VertexId> left;
  std::span<const VertexId> right;
  std::function<void(std::string_view)> note;  // may be empty
};

struct CosineRows {
  // Writes the scores of a vertex of `left` with those of `right`, each at the index of its vertex.
  std::function<Status(VertexId u, std::span<double> row)> row;
  double error = 0;            // bound for every score
  bool one_at_a_time = false;  // a row uses all threads itself, or there is memory for one only
};

// The question must outlive the answer. kOutOfBudget: says what would be needed and what to do.
Result<CosineRows> SolveCosine(const CosineQuestion& question, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_COSINE_WAYS_H_
