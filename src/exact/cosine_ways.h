// Which way cosine SimRank goes for what is asked (linear/cosine.h has what it is):
// - a pair: both vertices are spread, or with krylov PSR#;
// - a source, or two sets with many on the right: the norms of all vertices, then one vertex of the
//   left after the other out and back (linear/cosine_rows.h);
// - other sets: both are spread side by side (linear/cosine_join.h), each vertex once;
// - with krylov, sets also pair by pair, if a few pairs show that to be less work.
// The choice depends on the graph and on what is asked, never on threads or time.
#ifndef AKIN_SRC_EXACT_COSINE_WAYS_H_
#define AKIN_SRC_EXACT_COSINE_WAYS_H_

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/cosine.h"

namespace akin {

struct CosineQuestion {
  Adjacency in;
  Adjacency out;
  CosineSum sum;
  std::optional<unsigned> krylov;  // m, at least 1
  std::span<const VertexId> left;
  std::span<const VertexId> right;
  std::function<void(std::string_view)> note;  // may be empty
};

struct CosineRows {
  // Scores of a vertex of `left`, in the places of `right`.
  std::function<Status(VertexId u, std::span<double> row)> row;
  double error = 0;            // of any score
  bool one_at_a_time = false;  // a row uses all threads by itself, or has memory for one
};

// What is asked must outlive the answer. kOutOfBudget: says what would be needed and what to do.
Result<CosineRows> SolveCosine(const CosineQuestion& question, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_COSINE_WAYS_H_
