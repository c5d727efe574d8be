// Exact scores, by iterating the definition: for small graphs, and to check estimates with.
#ifndef AKIN_EXACT_H_
#define AKIN_EXACT_H_

#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"

namespace akin {

struct ExactOptions {
  Measure measure = Measure::kSimRank;
  double decay = 0.6;
  unsigned iterations = 10;
};

// The error of each score is the truncation bound decay^(iterations + 1).
Result<Answer> ExactRelated(const Corpus& corpus, VertexId vertex, const ExactOptions& exact,
                            const RelatedOptions& options = {}, const Control& control = {});
Result<Score> ExactSim(const Corpus& corpus, VertexId a, VertexId b, const ExactOptions& exact,
                       const Control& control = {});

}  // namespace akin

#endif  // AKIN_EXACT_H_
