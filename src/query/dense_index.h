// Queries on the scores of all pairs of SimRank, which are in memory: for small graphs without an
// index, where solving all pairs is less work than the diagonal that pushing needs.
#ifndef AKIN_SRC_QUERY_DENSE_INDEX_H_
#define AKIN_SRC_QUERY_DENSE_INDEX_H_

#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "query/opened_index.h"

namespace akin {

class DenseIndex : public OpenedIndex {
 public:
  // The row of vertex u begins at scores[u V]. No score is off by more than `error`, which is at
  // most that of the parameters. The graph must outlive the index.
  DenseIndex(const Graph& graph, const PushParameters& parameters, std::vector<double> scores,
             double error)
      : graph_(graph), parameters_(parameters), scores_(std::move(scores)), error_(error) {}

  // kInvalidArgument for a decay other than that of the scores.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options, const HitFilter& filter,
                         const std::stop_token& stop) const override;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const override;
  // Scores have no reasons, so the pair is pushed, which takes a diagonal: it is solved each time.
  Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                const ExplainSources& sources) const override;
  std::vector<const Container*> files() const override { return {}; }

 private:
  std::span<const double> RowOf(VertexId vertex) const {
    const size_t vertices = graph_.vertices();
    return std::span(scores_).subspan(vertex * vertices, vertices);
  }

  const Graph& graph_;
  const PushParameters parameters_;
  const std::vector<double> scores_;
  const double error_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_DENSE_INDEX_H_
