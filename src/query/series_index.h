// Queries on an index with the diagonals of k rounds of SimRank: the result of k rounds, up to
// rounding (linear/varied_d.h).
//
// Error: the omitted rounds, c^(k+1), and rounding (linear/rounding.h).
//
// Cost: 2 k m additions and 8 (k + 2) V bytes per source, k m additions per pair.
#ifndef AKIN_SRC_QUERY_SERIES_INDEX_H_
#define AKIN_SRC_QUERY_SERIES_INDEX_H_

#include <memory>
#include <stop_token>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/numbers_file.h"
#include "linear/varied_d.h"
#include "query/opened_index.h"

namespace akin {

class SeriesIndex : public OpenedIndex {
 public:
  // The graph must outlive the index, and must be the one that the index was built from.
  static Result<std::unique_ptr<OpenedIndex>> Open(std::unique_ptr<NumbersFile> file,
                                                   const SeriesParameters& parameters,
                                                   const Graph& graph);

  // kInvalidArgument for a decay other than that of the index.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options, const HitFilter& filter,
                         const std::stop_token& stop) const override;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const override;
  Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                const ExplainSources& sources) const override;
  std::optional<DiagonalCorrection> Diagonal() const override;
  std::vector<const Container*> files() const override { return {&file_->container()}; }

 private:
  SeriesIndex() = default;
  double error() const;

  std::unique_ptr<NumbersFile> file_;
  VariedDiagonals diagonals_;
  const Graph* graph_ = nullptr;
  Adjacency in_;
  double rounding_ = 0;  // of scores
  double diagonal_rounding_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SERIES_INDEX_H_
