// Signatures of bags, by the term that both bags chose.
//
// Definition: with N samples, a term contributes the number of samples in which both bags chose the
// same point of it, divided by N (sketch/weighted_minhash.h). A sample has one point, so the
// contributions sum to the score. The expected contribution of a term is the smaller of its two
// weights, divided by the sum over all terms of the larger; the second look has these, which sum
// to the exact score.
//
// Cost: two bags, sampled once more.
#ifndef AKIN_SRC_QUERY_EXPLAIN_TERMS_H_
#define AKIN_SRC_QUERY_EXPLAIN_TERMS_H_

#include <cstdint>

#include "akin/explain.h"
#include "akin/status.h"
#include "query/scoring.h"
#include "text/bags_file.h"

namespace akin {

// Fills in score, met, reasons and the second look, at most k reasons each. A term that is a page
// has a vertex, and no name.
Status ExplainTerms(const BagsFile& bags, uint64_t seed, const Scoring& scoring, VertexId a,
                    VertexId b, unsigned k, ExplainedPart& part);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_EXPLAIN_TERMS_H_
