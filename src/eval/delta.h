// Delta: how much more alike the hits are than chance has it (JW section 6).
//
// Definition: delta(p) = mean of sigma(p, q) over the first k hits q, less the mean of sigma(p, q)
// over all q that are co-cited with p, the only ones that plain co-citation could find. JW draw k
// of these at random; their mean has this expectation, so taking all leaves out the noise of the
// draw. The domain similarity sigma is what the truth says:
//   citations  the share of q's out-links that p has too, 0 if q has none
//   titles     the share of the different terms of q's title that p's has too
//   classes    1 in one class, else 0 (JW: departments)
// Direction: citations and titles look from q: sigma is not symmetric.
// Empty case: with fewer than k hits those there are count. Without any, or with fewer co-cited
// vertices than asked for (50 in JW), a query has no value. Hits and co-cited vertices that the
// truth does not know, without class or title, are left out.
// As a tally: the part is the sum over hits of sigma less its expectation, the whole the number of
// hits, so that pooled every hit counts alike, against the expectation of its own query.
//
// Cost, once for all points of a sweep: sigma of all co-cited vertices of every query, a binary
// search for each thing that one of them has. Memory: 40 bytes a query; 4 bytes a
// vertex and thread while at it.
#ifndef AKIN_SRC_EVAL_DELTA_H_
#define AKIN_SRC_EVAL_DELTA_H_

#include <optional>
#include <span>
#include <unordered_map>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/eval.h"
#include "akin/status.h"
#include "eval/tally.h"

namespace akin {

// sigma(p, q), where the truth knows p; nothing if it does not know q.
std::optional<double> DomainSimilarity(const Truth::Impl& truth, VertexId p, VertexId q);

// What sigma is expected to be of a co-cited vertex at random; for the queries that have one.
using ChanceSimilarity = std::unordered_map<VertexId, double>;
Status FindChance(const Truth::Impl& truth, std::span<const VertexId> queries, unsigned min_cocited,
                  const Control& control, ChanceSimilarity& chance);

// `hits` best first; the first k count of those that the truth knows.
Tally DeltaOf(const Truth::Impl& truth, const ChanceSimilarity& chance, VertexId query,
              std::span<const Hit> hits, unsigned k);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_DELTA_H_
