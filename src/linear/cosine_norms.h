// How long A^k e_b is, for every vertex b and k < K: what one source needs to know of all others.
//
// Definition (Yu et al., section 3.2): norms ||A^k e_b|| as in linear/cosine.h. Kept are growths,
// ||A^k e_b|| / ||A^(k-1) e_b|| for k = 1 .. K - 1, since the norms themselves outgrow any number.
//
// Direction: in-links. Empty case: a growth is 0 from the first k on at which no walk of k links
// ends in b; 0 from k = 1 on without in-links.
//
// Error: rounding. Threads change nothing, and neither does memory: every vertex is computed in the
// same company.
//
// Cost: not every vertex is computed. Those with the same in-neighbours share all growths; one with
// a single in-neighbour p has growth 1, and then those of p one step later; what is left is spread
// eight at a time (linear/powers.h). With n vertices left, at most n (K - 1) E / 8 cells of eight
// additions, and far less where walks stay within a part of the graph or end. Memory: 8 (K - 1) V
// bytes, 20 V to find out who shares, and Powers<8> per thread.
#ifndef AKIN_SRC_LINEAR_COSINE_NORMS_H_
#define AKIN_SRC_LINEAR_COSINE_NORMS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// Rows of K - 1 growths, one per vertex; a view.
struct CosineGrowths {
  unsigned terms = 0;  // K
  std::span<const double> values;

  size_t width() const { return terms > 0 ? terms - 1 : 0; }
  std::span<const double> operator[](VertexId v) const {
    return values.subspan(v * width(), width());
  }
};

// All rows. kOutOfBudget: says what would be needed. kCancelled: on a stop.
Result<std::vector<double>> SolveCosineGrowths(const Adjacency& in, unsigned terms,
                                               const Control& control);

// Bytes held at the least, with one thread.
double CosineGrowthsBytes(const Adjacency& in, unsigned terms);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COSINE_NORMS_H_
