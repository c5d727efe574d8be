// Queries on an index of norms of cosine SimRank. A source goes out along the in-links and back
// along the out-links (linear/cosine_rows.h). For a pair both vertices are spread.
//
// Error: c^K for the omitted terms, and rounding (linear/rounding.h). For a source, entries left
// out on the way back may add at most c^K again.
#ifndef AKIN_SRC_QUERY_NORMS_INDEX_H_
#define AKIN_SRC_QUERY_NORMS_INDEX_H_

#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/numbers_file.h"
#include "linear/cosine_rows.h"
#include "linear/rounding.h"
#include "query/opened_index.h"
#include "query/scratch_pool.h"

namespace akin {

class NormsIndex : public OpenedIndex {
 public:
  // The graph must outlive the index, and must be the one that the index was built from.
  static Result<std::unique_ptr<OpenedIndex>> Open(std::unique_ptr<NumbersFile> file,
                                                   const NormsParameters& parameters,
                                                   const Graph& graph);

  // Any decay is allowed.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options, const HitFilter& filter,
                         const std::stop_token& stop) const override;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const override;
  Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                const ExplainSources& sources) const override;
  std::vector<const Container*> files() const override { return {&file_->container()}; }

 private:
  NormsIndex() = default;
  // kInvalidArgument: options that do not apply here.
  Result<CosineGraph> GraphFor(const RelatedOptions& options) const;
  double RoundingFor(const CosineSum& sum) const;

  std::unique_ptr<NumbersFile> file_;
  CosineGraph graph_;
  mutable std::once_flag sized_;  // at the first query, so that opening does not read the graph
  mutable GraphSize size_;
  mutable ScratchPool<CosineScratch> scratch_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_NORMS_INDEX_H_
