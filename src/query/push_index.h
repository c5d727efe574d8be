// Queries on an index with the diagonal correction of SimRank: pushes (linear/push.h), where the
// index's epsilon bounds the error of every score.
#ifndef AKIN_SRC_QUERY_PUSH_INDEX_H_
#define AKIN_SRC_QUERY_PUSH_INDEX_H_

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/numbers_file.h"
#include "linear/diagonal.h"
#include "linear/push.h"
#include "query/opened_index.h"
#include "query/scratch_pool.h"

namespace akin {

class PushIndex : public OpenedIndex {
 public:
  // The graph must outlive the index, and must be the one that the index was built from.
  static Result<std::unique_ptr<OpenedIndex>> Open(std::unique_ptr<NumbersFile> file,
                                                   const PushParameters& parameters,
                                                   const Graph& graph);
  // Solves the diagonal now, and keeps it in memory only.
  static Result<std::unique_ptr<OpenedIndex>> Solve(const Graph& graph,
                                                    const PushParameters& parameters,
                                                    const Control& control);

  // kInvalidArgument for a decay other than that of the index.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options, const HitFilter& filter,
                         const std::stop_token& stop) const override;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const override;
  // A few are pairs; more have the scores of Related, for its price.
  Result<std::vector<Score>> Sims(VertexId a, std::span<const VertexId> others,
                                  const RelatedOptions& options) const override;
  Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                const ExplainSources& sources) const override;
  std::optional<DiagonalCorrection> Diagonal() const override;
  void Describe(IndexInfo& info) const override;
  std::vector<const Container*> files() const override;

 private:
  explicit PushIndex(double epsilon) : epsilon_(epsilon) {}

  const double epsilon_;
  std::unique_ptr<NumbersFile> file_;  // null if the diagonal was solved by Solve
  akin::Diagonal solved_;              // if there is no file
  PushGraph graph_;
  mutable ScratchPool<PushScratch> scratch_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_PUSH_INDEX_H_
