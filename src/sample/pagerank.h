// PageRank (Page, Brin, Motwani, Winograd 1999): where one is who follows links at random and now
// and then starts anew.
//
// Definition: x(v) = (1 - d) / V + d (D / V + sum over in-neighbours u of x(u) / outdegree(u)),
// where D is the sum of x over vertices that link nowhere: from these one goes anywhere alike. x
// sums to 1. Direction: along the links. Error: power iteration from 1/V each; it ends when the sum
// of changes is below the tolerance t, and then is off by no more than t d / (1 - d) in sum.
//
// Sums are made in blocks of fixed size, so the numbers do not depend on the threads.
// Time: log(t / 2) / log d rounds at most, 132 for the usual ones, of a read per arc. Memory: 24
// bytes a vertex.
#ifndef AKIN_SRC_SAMPLE_PAGERANK_H_
#define AKIN_SRC_SAMPLE_PAGERANK_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"

namespace akin {

struct PageRankOptions {
  double damping = 0.85;    // d, in (0, 1)
  double tolerance = 1e-9;  // t
};

Result<std::vector<double>> PageRank(const Adjacency& in, const Adjacency& out,
                                     const PageRankOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_PAGERANK_H_
