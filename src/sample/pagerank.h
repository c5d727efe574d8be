// PageRank (Page, Brin, Motwani, Winograd 1999): the probability of each vertex for someone who
// follows links at random and now and then starts again anywhere.
//
// Definition: x(v) = (1 - d) / V + d (D / V + sum over in-neighbours u of x(u) / outdegree(u)),
// where D is the sum of x over vertices without out-links: from these all vertices are equally
// likely. x sums to 1. Direction: along the links. Error: power iteration from 1/V each; it ends
// when the sum of changes is below the tolerance t, and then the errors sum to at most
// t d / (1 - d).
//
// Sums are computed in blocks of fixed size, so the numbers do not depend on the threads.
// Time: at most log(t / 2) / log d rounds, 132 with the default options, each of one read per arc.
// Memory: 24 bytes per vertex.
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
