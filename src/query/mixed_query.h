// Questions to several indexes as one.
//
// Definition: weighted, the score of v is the sum over indexes i of w_i s_i(u, v). By reciprocal
// ranks (Cormack, Clarke, Buettcher 2009) it is the sum of w_i / (60 + r_i), r_i the rank of v in
// the answer of index i, counted from 1, over its first 1000.
//
// Algorithm: the threshold algorithm (Fagin, Lotem, Naor 2003). Every index is asked for its best
// K; a vertex that is in none of the answers scores T at most, the sum of w_i times the last score
// of answer i. Vertices that are in one answer only could reach, with that last score in place of
// those not known, some score too; from the most promising on, scores not known are looked up,
// until the next could not reach the k-th best. Once that one exceeds T nobody else can be in the
// answer; else K doubles. An answer shorter than K is all there is, and whoever is not in it scores
// 0; indexes without fingerprints compute all scores anyway and are asked for all. So the answer is
// that of mixing all scores, ties by number included: sums are taken in one order, and rounding
// keeps <=.
//
// Empty case: a vertex that an index is not about scores 0 in it.
//
// Error: estimates from independent fingerprints have a standard error of the root of the sum of
// (w_i e_i)^2. Indexes of links with the same seed choose alike, so they are not independent, and
// neither are two of text; the errors of such add up, which is never too little. So do the bounds
// of indexes without fingerprints: error = root of squares + bounds.
//
// Cost: the answers of all indexes, at most twice that of the largest K; one row per shard for each
// vertex looked up.
#ifndef AKIN_SRC_QUERY_MIXED_QUERY_H_
#define AKIN_SRC_QUERY_MIXED_QUERY_H_

#include <cstddef>
#include <span>

#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

struct MixPart {
  Index index;
  double weight = 1;
  bool bounded = false;  // its errors are bounds, and it computes all scores anyway
  size_t group = 0;      // of parts whose estimates are not independent, below the number of parts
  double nothing = 0;    // the error of a score of 0
};

Result<Answer> MixedRelated(std::span<const MixPart> parts, VertexId vertex,
                            const RelatedOptions& options, const Control& control);
Result<Score> MixedSim(std::span<const MixPart> parts, VertexId a, VertexId b,
                       const RelatedOptions& options);
// By reciprocal ranks.
Result<Answer> FusedRelated(std::span<const MixPart> parts, VertexId vertex,
                            const RelatedOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_MIXED_QUERY_H_
