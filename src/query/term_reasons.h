// Reasons of pairs whose score is a sum over k of what walks of k steps have in common, computed
// term by term: cosine SimRank, and SimRank as a series. With an index, or without one.
//
// Cost: that of the pair (linear/cosine.h, linear/varied_d.h), and of query/level_reasons.h.
// kOutOfBudget if the latter exceeds the memory; kCancelled: on a stop.
#ifndef AKIN_SRC_QUERY_TERM_REASONS_H_
#define AKIN_SRC_QUERY_TERM_REASONS_H_

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/cosine.h"
#include "linear/varied_d.h"

namespace akin {

struct LinksBothWays {
  Adjacency in;
  Adjacency out;
};

// Term k and vertex w contribute (1 - c) c^k times the product of both vectors of length 1 at w.
Result<ExplainedPart> CosineReasons(const LinksBothWays& links, const CosineSum& sum, VertexId a,
                                    VertexId b, const ExplainOptions& options,
                                    const Control& control);

// Term l and vertex w contribute h_l(a, w) D_{k-l}(w) h_l(b, w). With the diagonals of SimRank
// these are last meetings; with those of Li et al., all meetings (`reading`).
Result<ExplainedPart> SeriesReasons(const LinksBothWays& links, const VariedDiagonals& diagonals,
                                    Reading reading, VertexId a, VertexId b,
                                    const ExplainOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_TERM_REASONS_H_
