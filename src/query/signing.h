// Text queries without an index: signatures are computed from the bags when asked
// (sketch/weighted_minhash.h). They are bit for bit those of an index.
//
// Time: SignRelated reads all bags once for every ten samples, as a build does, on all granted
// threads; SignPair reads two bags. Memory: 16 bytes per vertex for the sums.
#ifndef AKIN_SRC_QUERY_SIGNING_H_
#define AKIN_SRC_QUERY_SIGNING_H_

#include <cstdint>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "query/scoring.h"
#include "text/bags_file.h"

namespace akin {

// One sum per vertex.
Result<std::vector<ScoreSum>> SignRelated(const BagsFile& bags, uint64_t seed,
                                          const Scoring& scoring, VertexId vertex,
                                          const Control& control);

// The bags of two vertices, and in which samples they agree.
struct SignedPair {
  std::vector<BagTerm> bag_a;
  std::vector<BagTerm> bag_b;
  std::vector<TermId> equal;  // the term of each sample in which they agree, in no order
};
Result<SignedPair> SignBoth(const BagsFile& bags, uint64_t seed, unsigned samples, VertexId a,
                            VertexId b);

Result<ScoreSum> SignPair(const BagsFile& bags, uint64_t seed, const Scoring& scoring, VertexId a,
                          VertexId b);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SIGNING_H_
