// Cosine SimRank of one source with all others, from growths computed in advance
// (linear/cosine_norms.h).
//
// Definition: x_k = A^k e_a / ||A^k e_a|| is spread back along out-links,
//   S(a, b) = (1 - c) sum over k of c^k <e_b, A'^k x_k> / ||A^k e_b||.
// The norm depends on both b and k, so the terms cannot be added on the way, as in Horner's rule.
// They go back side by side, eight of them in a cell. Each joins when the number of steps left is
// the number that it has to make. On the way they are divided by the growths of a, so that the
// numbers stay near 1.
//
// Direction: out along in-links, back along out-links.
//
// Empty case: the terms end where A^k e_a is 0. A term is 0 for a vertex b without walks of k
// links.
//
// Error: the smallest entries of x_k may be left out on the way back. Let d_k be the vector of
// these entries. It takes at most ||d_k|| from the cosine of any b, because <d_k, A^k e_b> / ||A^k
// e_b|| is not larger, and so (1 - c) c^k ||d_k|| from its score. The squares of small entries are
// tiny: a hundredth of the length is most of the entries. The terms from K on add at most c^K.
// Apart from rounding, scores are never too high.
//
// Cost: K passes over the arcs behind the source. Then, for every eight terms, one pass back for
// each step of the longest of them: K (K + 6) / 16 passes in total over the arcs within reach, each
// at most E cells of eight additions. Memory: 149 bytes per vertex of scratch, allocated once and
// used for many queries.
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

// The input.
struct CosineGraph {
  Adjacency in;
  Adjacency out;
  CosineGrowths growths;
  double decay = 0.6;
};

// Working memory that queries reuse; one per thread.
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
  std::vector<std::vector<Entry>> levels_;  // the entries of x_k that go back
  std::vector<Cell> now_;                   // zero between queries, as are next_ and seen_
  std::vector<Cell> next_;
  std::vector<uint8_t> seen_;
  std::vector<VertexId> reached_;
  std::vector<VertexId> found_;  // room for all vertices, and for one entry to overwrite
};

struct CosineRowResult {
  double error = 0;   // bound for any score, including omitted terms
  uint64_t arcs = 0;  // passed, out and back
};
// Writes to `scores` the scores of all vertices that have one, except the source, in no particular
// order. What is left out on the way back takes at most `budget` from a score; 0 leaves out
// nothing.
CosineRowResult CosineFrom(const CosineGraph& graph, VertexId source, double budget,
                           CosineScratch& scratch, std::vector<Entry>& scores);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COSINE_ROWS_H_
