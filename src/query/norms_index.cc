#include "query/norms_index.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"
#include "linear/cosine.h"
#include "query/answer.h"
#include "query/bounded_score.h"
#include "query/explaining.h"
#include "query/term_reasons.h"

namespace akin {

Result<std::unique_ptr<OpenedIndex>> NormsIndex::Open(std::unique_ptr<NumbersFile> file,
                                                      const NormsParameters& parameters,
                                                      const Graph& graph) {
  auto index = std::unique_ptr<NormsIndex>(new NormsIndex());
  index->file_ = std::move(file);
  AKIN_TRY_ASSIGN(index->graph_.in, graph.In());
  AKIN_TRY_ASSIGN(index->graph_.out, graph.Out());
  index->graph_.growths = {.terms = parameters.iterations, .values = index->file_->doubles()};
  index->graph_.decay = parameters.decay;
  return std::unique_ptr<OpenedIndex>(std::move(index));
}

Result<CosineGraph> NormsIndex::GraphFor(const RelatedOptions& options) const {
  CosineGraph graph = graph_;
  graph.decay = options.decay.value_or(graph.decay);
  const Way& way = *FactsOf(Measure::kCosineSimRank).index();
  AKIN_TRY(CheckRange(MeasureName(Measure::kCosineSimRank), *way.RangeOf(Parameter::kDecay),
                      graph.decay));
  AKIN_TRY(CheckNoFingerprints(options));
  if (options.function) {
    return InvalidArgument("function",
                           "cosine-simrank compares all paths of a length and has no walks that "
                           "meet; ask an index of walks, such as simrank or psimrank");
  }
  return graph;
}

double NormsIndex::RoundingFor(const CosineSum& sum) const {
  std::call_once(sized_, [&] { size_ = SizeOf(graph_.in, graph_.out); });
  return CosineRounding(size_, sum);
}

Result<Answer> NormsIndex::Related(VertexId vertex, const RelatedOptions& options,
                                   const HitFilter& filter, const std::stop_token& stop) const {
  AKIN_TRY_ASSIGN(const CosineGraph graph, GraphFor(options));
  const auto scratch = scratch_.Borrow(graph.in.vertices());
  std::vector<Entry> scores;
  const CosineSum sum{.decay = graph.decay, .terms = graph.growths.terms};
  const double budget = CosineTruncation(sum);
  const CosineRowResult result = CosineFrom(graph, vertex, budget, *scratch, scores);
  if (stop.stop_requested()) return Interrupted();
  AKIN_TRY_ASSIGN(Answer answer,
                  AnswerFrom(scores, vertex, result.error + RoundingFor(sum), options, filter));
  answer.work.members = result.arcs;
  return answer;
}

Result<Score> NormsIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const CosineGraph graph, GraphFor(options));
  Powers<2> powers(graph.in);
  const CosineSum sum{.decay = graph.decay, .terms = graph.growths.terms};
  AKIN_TRY_ASSIGN(const CosineScore score, CosinePair(powers, a, b, sum));
  return BoundedScore(score.value, a == b ? 0 : score.error + RoundingFor(sum));
}

Result<ExplainedPart> NormsIndex::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                          const ExplainSources& sources) const {
  AKIN_TRY_ASSIGN(const CosineGraph graph, GraphFor(QueryOf(options)));
  const CosineSum sum{.decay = graph.decay, .terms = graph.growths.terms};
  AKIN_TRY_ASSIGN(ExplainedPart part, CosineReasons({.in = graph.in, .out = graph.out}, sum, a, b,
                                                    options, sources.control));
  part.score = BoundedScore(part.score.value, part.score.error + RoundingFor(sum));
  return part;
}

}  // namespace akin
