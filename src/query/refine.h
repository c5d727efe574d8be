// Related queries in two stages: fingerprints find candidates, a closer look ranks them.
//
// Fingerprints are good at finding what may be among the best, but of two candidates with nearly
// the same score they often prefer the wrong one. So the best C = max(100, 10 k) times the effort
// of every index are candidates. Each index then says more exactly how similar they are
// (query/pair_refiner.h): by exact scores where these are cheap, and by more fingerprints
// elsewhere.
//
// Algorithm: let T be the k candidates with the highest scores so far. T is settled once the
// interval of every candidate in it, taken 1.2 times as long, lies above that of every other, and
// the order within T once neighbours do not overlap or have errors below 2% of their scores. Until
// then, those whose intervals overlap are contenders, and are made more accurate in rounds, all
// parts of a mixture together. It ends when all is settled, no contender can become more accurate,
// or a budget of 500,000 entries of neighbour lists and bags, times the effort, is spent. Before
// the first round, T is made more accurate as a whole.
//
// SimRank alone is easier: if the corpus has an index for pushing with the same decay, its answer
// is that of the second stage, without a first one.
//
// Error: intervals hold for every score alone. A vertex that is not among the candidates is missed;
// docs/evaluation.md has how often that happens.
//
// Cost: the query of the first stage for C hits, and the budget. Deterministic.
#ifndef AKIN_SRC_QUERY_REFINE_H_
#define AKIN_SRC_QUERY_REFINE_H_

#include <span>

#include "akin/corpus.h"
#include "akin/status.h"
#include "query/mixed_query.h"

namespace akin {

// Whether there is a second stage: not without effort, and not if all hits are asked for (k = 0).
// kInvalidArgument for an effort that is none.
Result<bool> WantsRefinement(const RelatedOptions& options);
Result<Answer> RefinedRelated(std::span<const MixPart> parts, VertexId vertex,
                              const RelatedOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_REFINE_H_
