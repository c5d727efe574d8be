// A score as a sum of reasons (akin/explain.h): what all indexes that explain have in common.
//
// Fingerprints: the score is the mean over N fingerprints of their contributions (query/scoring.h),
// and each contribution has one cause: the vertex where two walks first met, the vertex or the term
// whose hash was the least of both. So the contributions are grouped by their causes. They are sums
// of the same fixed-point numbers, which add up to the score exactly. An index does not store the
// causes, so the fingerprints of the pair are computed again, as without an index; ForestIndex
// compares the result with its own score.
//
// Indexes without fingerprints: query/level_reasons.h.
#ifndef AKIN_SRC_QUERY_EXPLAINING_H_
#define AKIN_SRC_QUERY_EXPLAINING_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "akin/bags.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "base/packed_pair.h"

namespace akin {

// What an explanation needs besides the index; read only if it does.
struct ExplainSources {
  std::function<Result<Adjacency>()> in_links;  // those that the index was built from
  std::function<Result<Bags>()> bags;
  Control control;
};

// What a reason is found by: a vertex, and a number of steps if these are told apart (or 0).
inline uint64_t PlaceKey(VertexId vertex, unsigned steps) { return PackPair(steps, vertex); }
inline VertexId VertexOfPlace(uint64_t key) { return LowOf(key); }

// The options of the query whose score is explained.
RelatedOptions QueryOf(const ExplainOptions& options);

// The k largest, or all if k is 0, and what the others sum to.
Reasons KeepLargest(std::vector<Reason> all, unsigned k);

// What every vertex has in common with itself.
Reasons OfItself(VertexId vertex, const Score& score, unsigned fingerprints);

// The fingerprints of an index with these parameters, computed now. The score is that of the index,
// to the last bit. The name of the index is left to the caller, and so are the names of pages that
// are terms.
Result<ExplainedPart> ExplainFingerprints(const IndexParameters& index, VertexId a, VertexId b,
                                          const ExplainOptions& options,
                                          const ExplainSources& sources);

// The names of pages that are terms.
Status NamePages(const Corpus& corpus, ExplainedPart& part);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_EXPLAINING_H_
