// From scores to an answer.
#ifndef AKIN_SRC_QUERY_ANSWER_H_
#define AKIN_SRC_QUERY_ANSWER_H_

#include <span>

#include "akin/corpus.h"
#include "akin/status.h"
#include "linear/sparse.h"
#include "query/forest_index.h"

namespace akin {

// The best hits from the scores of all vertices that score above 0, given in any order, each with
// at most `error`. The source is never a hit.
Result<Answer> AnswerFrom(std::span<const Entry> scores, VertexId source, double error,
                          const RelatedOptions& options, const HitFilter& filter);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_ANSWER_H_
