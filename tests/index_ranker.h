// The answers of an index with given options, in the form that evaluations take.
#ifndef AKIN_TESTS_INDEX_RANKER_H_
#define AKIN_TESTS_INDEX_RANKER_H_

#include <utility>
#include <vector>

#include "akin/corpus.h"
#include "akin/eval.h"

namespace akin {

inline Ranker Ranking(const Index& index, const RelatedOptions& options) {
  return [index, options](VertexId vertex, unsigned k) -> Result<std::vector<Hit>> {
    RelatedOptions asked = options;
    asked.k = k;
    auto answer = index.Related(vertex, asked);
    if (!answer.ok()) return answer.status();
    return std::move(answer->hits);
  };
}

}  // namespace akin

#endif  // AKIN_TESTS_INDEX_RANKER_H_
