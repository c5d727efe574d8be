// Delta: how much more similar the hits are than expected by chance (JW section 6).
//
// Definition: delta(p) = mean of sigma(p, q) over the first k hits q, minus the mean of sigma(p, q)
// over all q that are co-cited with p, the only ones that plain co-citation could find. JW draw k
// of these at random; their mean has this expectation, so using all of them avoids the noise of the
// draw. The truth defines the domain similarity sigma:
//   citations  the share of q's out-links that p has too, 0 if q has none
//   titles     the share of the different terms of q's title that p's has too
//   classes    1 in one class, else 0 (JW: departments)
// Direction: citations and titles are shares of what q has: sigma is not symmetric.
// Empty case: if there are fewer than k hits, all of them count. Without any, or with fewer
// co-cited vertices than required (50 in JW), a query has no value. Hits and co-cited vertices that
// the truth does not know, without class or title, are left out.
// As a tally: the part is the sum over hits of sigma minus its expectation, the whole is the number
// of hits. So when pooled, every hit counts the same, against the expectation of its own query.
//
// Cost, once for all points of a sweep: sigma of all co-cited vertices of every query, with a
// binary search for each out-link or term of one of the two. Memory: 40 bytes per query; 4 bytes
// per vertex and thread during the computation.
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

// sigma(p, q), if the truth knows p; nullopt if it does not know q.
std::optional<double> DomainSimilarity(const Truth::Impl& truth, VertexId p, VertexId q);

// The expected sigma of a random co-cited vertex, for the queries that have one.
using ChanceSimilarity = std::unordered_map<VertexId, double>;
Status FindChance(const Truth::Impl& truth, std::span<const VertexId> queries, unsigned min_cocited,
                  const Control& control, ChanceSimilarity& chance);

// `hits` are best first; the first k of those that the truth knows count.
Tally DeltaOf(const Truth::Impl& truth, const ChanceSimilarity& chance, VertexId query,
              std::span<const Hit> hits, unsigned k);

}  // namespace akin

#endif  // AKIN_SRC_EVAL_DELTA_H_
