#include "query/series_index.h"

#include <cmath>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "linear/rounding.h"
#include "query/answer.h"
#include "query/bounded_score.h"
#include "query/explaining.h"
#include "query/term_reasons.h"

namespace akin {

Result<std::unique_ptr<OpenedIndex>> SeriesIndex::Open(std::unique_ptr<NumbersFile> file,
                                                       const SeriesParameters& parameters,
                                                       const Graph& graph) {
  auto index = std::unique_ptr<SeriesIndex>(new SeriesIndex());
  index->file_ = std::move(file);
  VariedDiagonals& diagonals = index->diagonals_;
  diagonals.decay = parameters.decay;
  diagonals.values.assign(1, std::vector<double>(graph.vertices(), 1.0));  // D_0
  for (unsigned j = 0; j < parameters.iterations; ++j) {
    const auto values =
        index->file_->doubles().subspan(j * size_t{graph.vertices()}, graph.vertices());
    diagonals.values.emplace_back(values.begin(), values.end());
  }
  index->graph_ = &graph;
  AKIN_TRY_ASSIGN(index->in_, graph.In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
  const GraphSize size = SizeOf(index->in_, out);
  index->rounding_ = VariedRounding(size, diagonals.decay, diagonals.iterations());
  index->diagonal_rounding_ = DiagonalRounding(size, diagonals.decay, diagonals.iterations());
  return std::unique_ptr<OpenedIndex>(std::move(index));
}

double SeriesIndex::error() const {
  return std::pow(diagonals_.decay, diagonals_.iterations() + 1) + rounding_;
}

Result<Answer> SeriesIndex::Related(VertexId vertex, const RelatedOptions& options,
                                    const HitFilter& filter, const std::stop_token& stop) const {
  AKIN_TRY(CheckFixedDecay(options, diagonals_.decay));
  AKIN_TRY_ASSIGN(const std::vector<double> row, VariedFrom(in_, diagonals_, vertex));
  if (stop.stop_requested()) return Interrupted();
  std::vector<Entry> scores;
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    if (row[v] > 0) scores.push_back({v, row[v]});
  }
  return AnswerFrom(scores, vertex, error(), options, filter);
}

Result<Score> SeriesIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY(CheckFixedDecay(options, diagonals_.decay));
  if (a == b) return ExactScore(1);  // where the sum is 1 up to rounding
  AKIN_TRY_ASSIGN(const double score, VariedPair(in_, diagonals_, a, b));
  return BoundedScore(score, error());
}

std::optional<DiagonalCorrection> SeriesIndex::Diagonal() const {
  return DiagonalCorrection{.decay = diagonals_.decay,
                            .values = diagonals_.values,
                            .of_rounds = true,
                            .error = diagonal_rounding_};
}

Result<ExplainedPart> SeriesIndex::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                           const ExplainSources& sources) const {
  AKIN_TRY(CheckFixedDecay(QueryOf(options), diagonals_.decay));
  AKIN_TRY_ASSIGN(const Adjacency out, graph_->Out());
  AKIN_TRY_ASSIGN(ExplainedPart part,
                  SeriesReasons({.in = in_, .out = out}, diagonals_, Reading::kLastMeetings, a, b,
                                options, sources.control));
  part.score = BoundedScore(part.score.value, part.score.error + rounding_);
  return part;
}

}  // namespace akin
