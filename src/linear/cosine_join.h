// Cosine SimRank of two sets of vertices. Each vertex is spread once, however many pairs there are.
//
// Definition, direction, empty case and error are those of SR# (linear/cosine.h). All vertices of
// both sets are spread side by side, eight per block, through one LocalGraph. After each step k the
// blocks of the left set are multiplied with those of the right set, which gives the k-th term of
// all pairs.
//
// Cost: for n = |left| + |right| vertices, those in both counted once: at most n (K - 1) E / 8
// cells of eight additions, and |left| |right| (K - 1) V multiplications. Rows that a block does
// not reach cost nothing. Memory: LocalGraph, 72 bytes per vertex of the graph and block, 64 more
// per thread, and 8 |right| per row of scores. If not all blocks fit, the left set is done in
// parts, and the right set is spread again for each part. The result does not depend on the
// threads; the memory changes only the order of additions.
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
#include "linear/spread.h"

namespace akin {

// How the sets are cut into parts, in vertices, and how many threads fit in the memory.
struct CosineJoinPlan {
  size_t left = 0;
  size_t right = 0;
  unsigned threads = 1;
};
// kOutOfBudget: the message says how much is needed.
Result<CosineJoinPlan> PlanCosineJoin(const Adjacency& in, size_t left, size_t right,
                                      const Control& control);

class CosineJoin {
 public:
  // No vertex may occur twice in either set. The arguments must outlive this object.
  CosineJoin(const Adjacency& in, std::span<const VertexId> left, std::span<const VertexId> right,
             const CosineSum& sum, const CosineJoinPlan& plan, const Control& control);
  ~CosineJoin();

  // The scores of the i-th vertex of `left` with all of `right`, in their order. Call it from one
  // thread only; it is cheap if i does not decrease. kCancelled: on a stop.
  Result<std::span<const double>> Row(size_t i);

 private:
  struct Block;
  Status SolvePart(size_t first);
  // Makes the blocks of a part of the left set, and of a part of the right set from `right_first`
  // on.
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
  std::vector<Block> blocks_;   // those of the left set first
  std::vector<Cells> next_;     // per thread
  std::vector<double> scores_;  // rows of left_ from first_ on
  size_t first_ = 0;
  size_t rows_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COSINE_JOIN_H_
