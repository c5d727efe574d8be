// PSimRank of one vertex with a few others, by very many walks, where the graph is too large to be
// solved. Shares no code with the walks of an index.
//
// Definition: as in exact/psimrank.h. The first step is exact: walks of u and v meet in it with
// probability |I(u) n I(v)| / |I(u) u I(v)|. Later meetings are counted. Vertices with the same
// in-links have the same score, so only one of them walks.
//
// Only what may be the k-th best, or near it, must be known well. So the number of walks doubles
// from 4,096 on, and whoever is seven errors away from the k-th best does not go on. The rest walk
// 2^19 times: later meetings count at most c^2, so their errors are below 3e-4, and usually a tenth
// of it. All walk together, in the same permutations, so differences are known even better.
//
// Cost: the in-degrees of the vertices that the walks pass.
#ifndef AKIN_BENCH_WALKED_TRUTH_H_
#define AKIN_BENCH_WALKED_TRUTH_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/corpus.h"

namespace akin {

struct WalkedTruthOptions {
  double decay = 0.6;
  unsigned length = 10;
  unsigned k = 10;
  unsigned most_walks = 1U << 19;
  uint64_t seed = 1;
};

// The candidates with their scores, best first.
std::vector<Hit> WalkedTruth(const Adjacency& in, VertexId u, std::vector<Hit> candidates,
                             const WalkedTruthOptions& options);

}  // namespace akin

#endif  // AKIN_BENCH_WALKED_TRUTH_H_
