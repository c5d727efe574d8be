// Pairs of vertices chosen by how much of what leads to either leads to both, from little to much
// (YU section 7.1, overlapping coverage; f and g are defined in hop_overlap.h).
//
// Definition: pairs are divided by f into the classes [4, 5], [3, 4), ..., [0, 1). From each class
// those with the largest g are taken, a fifth of the number wanted, rounded up.
//
// The paper sorts all pairs, which is quadratic. Here a sample of pairs is sorted. Vertices are
// visited in random order, and some of the vertices co-cited with each are its candidates: the ten
// that have the most in-neighbours in common with it, and ten at random. This ends when there are
// as many candidates as allowed. So a class may stay empty although the graph has pairs for it, and
// pairs without a common in-neighbour are found only with SampleOptions::far: then the ends of up
// to twenty random paths are candidates too, each 2 to 5 links back from the vertex and as many
// forward. Empty case: without such vertices there are no pairs.
//
// Time: for each candidate the in-links within five steps before it, 5 E in the worst case, on all
// threads; before that, for each vertex visited, the out-links of its in-neighbours. Memory: 24
// bytes per candidate; 5 bytes per vertex and thread.
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

// Chooses among candidates, each of which is given once.
std::vector<OverlapPair> CoverOverlaps(const std::vector<OverlapPair>& candidates, uint64_t count);

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_OVERLAP_PAIRS_H_
