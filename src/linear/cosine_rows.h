// Cosine SimRank of one source with all others, from growths known beforehand
// (linear/cosine_norms.h).
//
// Definition: x_k = A^k e_a / ||A^k e_a|| is spread back along out-links,
//   S(a, b) = (1 - c) sum over k of c^k <e_b, A'^k x_k> / ||A^k e_b||.
// The norm depends on b and on k, so the terms cannot be added on the way, as Horner's rule would:
// they go back side by side, eight of them in a cell, each joining when as many steps are left as
// it has to make. On the way they are divided by the growths of a, so that numbers stay near 1.
//
// Direction: out along in-links, back along out-links.
//
// Empty case: terms end where A^k e_a is 0, and are 0 for a b that has no walks of k links.
//
// Error: the least entries of x_k may be left out of the way back. Those d_k that are take at most
// ||d_k|| from the cosine of any b, for <d_k, A^k e_b> / ||A^k e_b|| is no more; so (1 - c) c^k
// ||d_k|| from its score. Squares of small entries are tiny: a hundredth of the length is most
// of the entries. The terms from K on add c^K at most. Scores are never too high but by rounding.
//
// Cost: K passes over the arcs behind the source, and for each eight terms k one pass back for each
// step of the longest, K (K + 6) / 16 in all, over the arcs in reach, at most E cells of eight
// additions each. Memory: 149 bytes per vertex of scratch, made once and used for many queries.
#ifndef AKIN_SRC_LINEAR_COSINE_ROWS_H_
#define AKIN_SRC_LINEAR_COSINE_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "linear/cosine.h"
#include "linear/cosine_norms.h"
#include "linear/sparse.h"

namespace akin {

// All that is given.
struct CosineGraph {
  Adjacency in;
  Adjacency out;
  CosineGrowths growths;
  double decay = 0.6;
};

// What a query needs and leaves behind; one per thread.
class CosineScratch {
 public:
  explicit CosineScratch(VertexId vertices)
      : sums_(vertices),
        now_(vertices),
        next_(vertices),
        seen_(vertices),
        found_(vertices + size_t{1}) {}
  static constexpr double kBytesPerVertex = 12 + 2 * 64 + 1 + 2 * 4;

 private:
  friend class CosineRow;
  static constexpr size_t kLanes = 8;
  struct alignas(64) Cell {
    double lane[kLanes];
  };
  Accumulator sums_;
  std::vector<std::vector<Entry>> levels_;  // x_k, what is to go back of it
  std::vector<Cell> now_;                   // zero between queries, as are next_ and seen_
  std::vector<Cell> next_;
  std::vector<uint8_t> seen_;
  std::vector<VertexId> reached_;
  std::vector<VertexId> found_;  // room for all, and one to overwrite
};

struct CosineRowResult {
  double error = 0;   // of any score, terms left out included
  uint64_t arcs = 0;  // passed, out and back
};
// Scores with all vertices that have one, the source not among them, in no order; `scores` is
// replaced. What is left out on the way back takes `budget` from a score at most; 0 leaves out
// nothing.
CosineRowResult CosineFrom(const CosineGraph& graph, VertexId source, double budget,
                           CosineScratch& scratch, std::vector<Entry>& scores);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COSINE_ROWS_H_
