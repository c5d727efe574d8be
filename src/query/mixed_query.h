// Queries to several indexes as one.
//
// Definition: weighted, the score of v is the sum over indexes i of w_i s_i(u, v). By reciprocal
// ranks (Cormack, Clarke, Buettcher 2009) it is the sum of w_i / (60 + r_i), where r_i is the rank
// of v in the answer of index i, counted from 1, among its first 1000.
//
// Algorithm: the threshold algorithm (Fagin, Lotem, Naor 2003). Every index is asked for its best
// K. A vertex that is in none of the answers scores at most T, the sum of w_i times the last score
// of answer i. For a vertex that is in some answers only, the last score of an answer bounds the
// unknown score. From the most promising vertex on, unknown scores are looked up, until the next
// one cannot reach the k-th best. Once the k-th best exceeds T, no other vertex can be in the
// answer; otherwise K doubles. An answer shorter than K is complete, and vertices that are not in
// it score 0. Indexes without fingerprints compute all scores in any case, so they are asked for
// all. So the answer is that of mixing all scores, including ties by number: sums are computed in
// one order, and rounding preserves <=.
//
// Empty case: a vertex that an index does not cover scores 0 in it, exactly.
//
// Error and interval: see query/mixed_score.h. Indexes of links with the same seed make the same
// choices, so they are not independent, and neither are two of text.
//
// Cost: the answers of all indexes, in total at most twice that of the largest K; one row per shard
// for each vertex looked up.
#ifndef AKIN_SRC_QUERY_MIXED_QUERY_H_
#define AKIN_SRC_QUERY_MIXED_QUERY_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "akin/corpus.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

struct MixPart {
  Index index;
  double weight = 1;
  bool bounded = false;  // its errors are bounds, and it computes all scores in any case
  size_t group = 0;      // parts of one group are not independent; below the number of parts
};

Result<Answer> MixedRelated(std::span<const MixPart> parts, VertexId vertex,
                            const RelatedOptions& options, const Control& control);
Result<Score> MixedSim(std::span<const MixPart> parts, VertexId a, VertexId b,
                       const RelatedOptions& options);
// Part by part; one that does not cover both vertices has no reasons.
Result<Explanation> ExplainMixed(std::span<const MixPart> parts, VertexId a, VertexId b,
                                 const ExplainOptions& options, const Control& control);

// The best k, and all others that are among the best `each` of some part.
struct MixedCandidates {
  std::vector<VertexId> vertices;  // in no order
  // For every vertex, one entry per part. A score is guessed if the vertex cannot be among the best
  // k and the part has only said that it is not among its best: it is 0 then, and may be as high as
  // the last of these.
  std::vector<Score> scores;
  std::vector<bool> guessed;
  QueryWork work;
};
Result<MixedCandidates> CandidatesOfParts(std::span<const MixPart> parts, VertexId vertex,
                                          const RelatedOptions& options, unsigned each,
                                          const Control& control);

// By reciprocal ranks.
Result<Answer> FusedRelated(std::span<const MixPart> parts, VertexId vertex,
                            const RelatedOptions& options, const Control& control);

// The same for a text (query/word_query.h); all parts are of text.
Result<Answer> MixedToWords(std::span<const MixPart> parts, const TextWords& words,
                            const RelatedOptions& options, const Control& control);
Result<Answer> FusedToWords(std::span<const MixPart> parts, const TextWords& words,
                            const RelatedOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_MIXED_QUERY_H_
