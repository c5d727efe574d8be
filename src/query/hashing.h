// XJaccard queries without an index: the min-hashes of all vertices, or of the vertices around two,
// are computed when asked (sketch/minhash.h). They are bit for bit those of an index.
//
// Time: HashRelated O(N l E), because it sweeps the graph l times for each fingerprint, with
// 32 bytes per vertex, of which 16 are the sums; HashPair the size of both neighbourhoods, times N.
#ifndef AKIN_SRC_QUERY_HASHING_H_
#define AKIN_SRC_QUERY_HASHING_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "query/scoring.h"
#include "sketch/forest.h"

namespace akin {

// One sum per vertex.
Result<std::vector<ScoreSum>> HashRelated(const Adjacency& in, const WalkParameters& parameters,
                                          const Scoring& scoring, VertexId vertex,
                                          const Control& control);

ScoreSum HashPair(const Adjacency& in, const WalkParameters& parameters, const Scoring& scoring,
                  VertexId a, VertexId b);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_HASHING_H_
