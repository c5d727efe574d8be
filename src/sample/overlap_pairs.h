// Pairs of vertices by how much of what leads to either leads to both, from little to much (YU
// section 7.1, overlapping coverage; hop_overlap.h has f and g).
//
// Definition: pairs are parted by f into [4, 5], [3, 4), ..., [0, 1); of each class those with the
// largest g are taken, a fifth of the number wanted, rounded up.
//
// The paper sorts all pairs, which is quadratic. Here a sample of pairs is sorted: vertices are
// gone through in random order, and of those co-cited with one some are its candidates, ten that
// have the most in-neighbours in common with it and ten at random, until there are as many
// candidates as allowed. So pairs without a common in-neighbour never come up, and a class may stay
// empty though the graph has pairs for it. Empty case: without co-cited vertices there are no
// pairs.
//
// Time: for each candidate the in-links within five steps before it, 5 E at worst, on all threads;
// before that, for each vertex gone through the out-links of its in-neighbours. Memory: 24 bytes a
// candidate; 5 bytes a vertex and thread.
#ifndef AKIN_SRC_SAMPLE_OVERLAP_PAIRS_H_
#define AKIN_SRC_SAMPLE_OVERLAP_PAIRS_H_

#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/sample.h"
#include "akin/status.h"

namespace akin {

Result<std::vector<OverlapPair>> OverlapPairs(const Adjacency& in, const Adjacency& out,
                                              const SampleOptions& options, const Control& control);

// The choice among candidates, each once.
std::vector<OverlapPair> CoverOverlaps(const std::vector<OverlapPair>& candidates, uint64_t count);

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_OVERLAP_PAIRS_H_
