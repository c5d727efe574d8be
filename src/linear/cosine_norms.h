// The norms of A^k e_b, for every vertex b and k < K: what a single-source query needs about all
// others.
//
// Definition (Yu et al., section 3.2): the norms ||A^k e_b|| of linear/cosine.h. They would
// overflow, so their growths are stored: ||A^k e_b|| / ||A^(k-1) e_b|| for k = 1 .. K - 1.
//
// Direction: in-links. Empty case: a growth is 0 from the first k on for which no walk of k links
// ends in b. Without in-links it is 0 from k = 1 on.
//
// Error: rounding. The result depends neither on the threads nor on the memory: every vertex is
// always computed together with the same other vertices.
//
// Cost: not every vertex is computed. Vertices with the same in-neighbours share all growths. A
// vertex with a single in-neighbour p has growth 1, followed by the growths of p one step later.
// The other vertices are spread eight at a time (linear/powers.h). If n vertices remain, that is at
// most n (K - 1) E / 8 cells of eight additions, and far less if walks end or stay within a part of
// the graph. Memory: 8 (K - 1) V bytes, 20 V to find the vertices that share growths, and Powers<8>
// per thread.
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

// A view of rows of K - 1 growths, one row per vertex.
struct CosineGrowths {
  unsigned terms = 0;  // K
  std::span<const double> values;

  size_t width() const { return terms > 0 ? terms - 1 : 0; }
  std::span<const double> operator[](VertexId v) const {
    return values.subspan(v * width(), width());
  }
};

// Computes all rows. kOutOfBudget: the message says how much is needed. kCancelled: on a stop.
Result<std::vector<double>> SolveCosineGrowths(const Adjacency& in, unsigned terms,
                                               const Control& control);

// The least memory that it takes, with one thread, in bytes.
double CosineGrowthsBytes(const Adjacency& in, unsigned terms);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COSINE_NORMS_H_
