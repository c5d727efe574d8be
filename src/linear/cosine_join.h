// Cosine SimRank of two sets of vertices: each vertex is spread once, whatever the number of pairs.
//
// Definition, direction, empty case and error are those of SR# (linear/cosine.h). All vertices of
// both sets are spread side by side, eight to a block, through one LocalGraph; after each step k
// the blocks of the left are multiplied with those of the right, which gives the k-th term of all
// pairs.
//
// Cost: for n = |left| + |right| vertices, those in both counted once, n (K - 1) E / 8 cells of
// eight additions at most, and |left| |right| (K - 1) V multiplications; rows that a block does not
// reach cost nothing. Memory: LocalGraph, 72 bytes per vertex of the graph and block, 64 more per
// thread, and 8 |right| per row of scores. If not all blocks fit, the left is done in parts, and
// the right spread again for each. Threads change nothing; memory only the order of additions.
#ifndef AKIN_SRC_LINEAR_COSINE_JOIN_H_
#define AKIN_SRC_LINEAR_COSINE_JOIN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/threads.h"
#include "linear/cosine.h"

namespace akin {

// How the sets are cut into parts, in vertices, and how many threads there is room for.
struct CosineJoinPlan {
  size_t left = 0;
  size_t right = 0;
  unsigned threads = 1;
};
// kOutOfBudget: says what would be needed.
Result<CosineJoinPlan> PlanCosineJoin(const Adjacency& in, size_t left, size_t right,
                                      const Control& control);

class CosineJoin {
 public:
  // No vertex may come twice in either set. What is given must outlive it.
  CosineJoin(const Adjacency& in, std::span<const VertexId> left, std::span<const VertexId> right,
             const CosineSum& sum, const CosineJoinPlan& plan, const Control& control);
  ~CosineJoin();

  // The scores of the i-th vertex of `left` with all of `right`, in their order: from one thread,
  // and cheap if i does not go down. kCancelled: on a stop.
  Result<std::span<const double>> Row(size_t i);

 private:
  struct Block;
  Status SolvePart(size_t first);
  // The blocks of a part of the left, and a part of the right that begins at `right_first`.
  void Begin(std::span<const VertexId> left, size_t right_first);
  Status Step();
  Status AddTerm(double weight, size_t rows);
  void Multiply(const Block& left, const Block& right, double weight, std::span<double> rows) const;

  const Adjacency& in_;
  std::span<const VertexId> left_;
  std::span<const VertexId> right_;
  CosineSum sum_;
  CosineJoinPlan plan_;
  const Control& control_;
  ThreadPool pool_;
  LocalGraph graph_;
  std::vector<Block> blocks_;              // first those of the left
  std::vector<std::vector<double>> next_;  // per thread
  std::vector<double> scores_;             // rows of left_ from first_ on
  size_t first_ = 0;
  size_t rows_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COSINE_JOIN_H_
