#include "query/series_index.h"

#include <cmath>
#include <vector>

#include "base/try.h"
#include "query/answer.h"
#include "query/index_file.h"

namespace akin {

Result<std::unique_ptr<SeriesIndex>> SeriesIndex::Open(const std::string& directory,
                                                       const IndexManifest& manifest,
                                                       const Graph& graph) {
  auto index = std::unique_ptr<SeriesIndex>(new SeriesIndex());
  AKIN_TRY_ASSIGN(index->file_,
                  OpenOneFile<DiagonalsFile>(directory, manifest, graph,
                                             DiagonalsParametersOf(manifest, graph.vertices())));
  AKIN_TRY_ASSIGN(index->in_, graph.In());
  return index;
}

double SeriesIndex::error() const {
  const DiagonalsParameters& parameters = file_->parameters();
  return std::pow(parameters.decay, parameters.iterations + 1);
}

Result<Answer> SeriesIndex::Related(VertexId vertex, const RelatedOptions& options,
                                    const HitFilter& filter) const {
  AKIN_TRY(CheckFixed(options, file_->parameters().decay));
  AKIN_TRY_ASSIGN(const std::vector<double> row, VariedFrom(in_, file_->diagonals(), vertex));
  std::vector<Entry> scores;
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    if (row[v] > 0) scores.push_back({v, row[v]});
  }
  return AnswerFrom(scores, vertex, error(), options, filter);
}

Result<Score> SeriesIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY(CheckFixed(options, file_->parameters().decay));
  AKIN_TRY_ASSIGN(const double score, VariedPair(in_, file_->diagonals(), a, b));
  return Score{.value = score, .error = a == b ? 0 : error()};
}

}  // namespace akin
