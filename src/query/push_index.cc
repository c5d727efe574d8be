#include "query/push_index.h"

#include "base/try.h"
#include "query/answer.h"
#include "query/index_file.h"

namespace akin {

Result<std::unique_ptr<PushIndex>> PushIndex::Open(const std::string& directory,
                                                   const IndexManifest& manifest,
                                                   const Graph& graph) {
  auto index = std::unique_ptr<PushIndex>(new PushIndex(manifest.epsilon));
  AKIN_TRY_ASSIGN(index->file_,
                  OpenOneFile<DiagonalFile>(directory, manifest, graph,
                                            DiagonalParametersOf(manifest, graph.vertices())));
  const DiagonalFile& file = *index->file_;
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
  index->graph_ = PushGraph({.in = in,
                             .out = out,
                             .diagonal = file.values(),
                             .decay = file.parameters().decay,
                             .score_error = file.score_error(),
                             .self_error = file.self_error()});
  return index;
}

Result<std::unique_ptr<PushIndex>> PushIndex::Solve(const Graph& graph, double decay,
                                                    double epsilon, const Control& control) {
  auto index = std::unique_ptr<PushIndex>(new PushIndex(epsilon));
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
  const DiagonalOptions options{.decay = decay, .error = epsilon * kDiagonalShare};
  AKIN_TRY_ASSIGN(index->solved_, SolveDiagonal(in, out, options, control));
  index->graph_ = PushGraph({.in = in,
                             .out = out,
                             .diagonal = index->solved_.values,
                             .decay = decay,
                             .score_error = index->solved_.score_error,
                             .self_error = index->solved_.self_error});
  return index;
}

Result<Answer> PushIndex::Related(VertexId vertex, const RelatedOptions& options,
                                  const HitFilter& filter) const {
  AKIN_TRY(CheckFixed(options, graph_.decay));
  const auto scratch = scratch_.Borrow(graph_.in.vertices());
  const PushResult result = PushFrom(graph_, vertex, epsilon_, *scratch);
  AKIN_TRY_ASSIGN(Answer answer, AnswerFrom(result.scores, vertex, result.error, options, filter));
  answer.work.members = result.arcs;
  return answer;
}

Result<Score> PushIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY(CheckFixed(options, graph_.decay));
  const auto scratch = scratch_.Borrow(graph_.in.vertices());
  const PairScore score = PushPair(graph_, a, b, epsilon_, *scratch);
  return Score{.value = score.value, .error = score.error};
}

}  // namespace akin
