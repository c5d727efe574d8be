// Min-hashes of XJaccard, by the vertex that was the least of both neighbourhoods.
//
// Definition: with N fingerprints, vertex w contributes the sum of c^k (1 - c) / N over the
// fingerprints and distances k at which it has the least hash of both. At every distance only one
// vertex can, so the contributions sum to the score. The smallest such k is the distance of w from
// the farther of the two.
//
// If few fingerprints contribute, the exact sum is told besides, over the same distances: at
// distance k every common member has the same part of c^k (1 - c), divided by the size of the
// union.
//
// Cost: the vertices within the longest distance of either, once per fingerprint, and up to 400
// bytes for each.
#ifndef AKIN_SRC_QUERY_EXPLAIN_HASHES_H_
#define AKIN_SRC_QUERY_EXPLAIN_HASHES_H_

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "query/scoring.h"
#include "sketch/forest.h"

namespace akin {

// Fills in score, met, reasons and the second look. kOutOfBudget: too many vertices are behind one
// of the two. kCancelled on a stop.
Status ExplainHashes(const Adjacency& in, const WalkParameters& parameters, const Scoring& scoring,
                     VertexId a, VertexId b, const ExplainOptions& options, const Control& control,
                     ExplainedPart& part);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_EXPLAIN_HASHES_H_
