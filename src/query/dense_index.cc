#include "query/dense_index.h"

#include "akin/try.h"
#include "linear/sparse.h"
#include "query/answer.h"
#include "query/bounded_score.h"
#include "query/explaining.h"
#include "query/push_index.h"

namespace akin {

Result<Answer> DenseIndex::Related(VertexId vertex, const RelatedOptions& options,
                                   const HitFilter& filter, const std::stop_token&) const {
  AKIN_TRY(CheckFixedDecay(options, parameters_.decay));
  const std::span<const double> row = RowOf(vertex);
  std::vector<Entry> scores;
  for (VertexId v = 0; v < row.size(); ++v) {
    if (row[v] > 0) scores.push_back({v, row[v]});
  }
  return AnswerFrom(scores, vertex, error_, options, filter);
}

Result<Score> DenseIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY(CheckFixedDecay(options, parameters_.decay));
  return BoundedScore(RowOf(a)[b], a == b ? 0 : error_);
}

Result<ExplainedPart> DenseIndex::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                          const ExplainSources& sources) const {
  AKIN_TRY_ASSIGN(const auto pushed, PushIndex::Solve(graph_, parameters_, sources.control));
  return pushed->Explain(a, b, options, sources);
}

}  // namespace akin
