#include "query/norms_index.h"

#include <fmt/format.h>

#include "base/try.h"
#include "linear/cosine.h"
#include "query/answer.h"
#include "query/index_file.h"

namespace akin {

Result<std::unique_ptr<NormsIndex>> NormsIndex::Open(const std::string& directory,
                                                     const IndexManifest& manifest,
                                                     const Graph& graph) {
  auto index = std::unique_ptr<NormsIndex>(new NormsIndex());
  AKIN_TRY_ASSIGN(index->file_,
                  OpenOneFile<NormsFile>(directory, manifest, graph,
                                         NormsParametersOf(manifest, graph.vertices())));
  AKIN_TRY_ASSIGN(index->graph_.in, graph.In());
  AKIN_TRY_ASSIGN(index->graph_.out, graph.Out());
  index->graph_.growths = index->file_->growths();
  index->graph_.decay = manifest.decay;
  return index;
}

Result<CosineGraph> NormsIndex::GraphFor(const RelatedOptions& options) const {
  CosineGraph graph = graph_;
  if (options.decay != 0) graph.decay = options.decay;
  if (!(graph.decay > 0 && graph.decay < 1)) {
    return Status(Code::kInvalidArgument,
                  fmt::format("decay {} is not between 0 and 1", graph.decay));
  }
  if (options.fingerprints != 0 || options.length != 0) {
    return Status(Code::kInvalidArgument, "this index has no fingerprints: it answers from norms");
  }
  return graph;
}

Result<Answer> NormsIndex::Related(VertexId vertex, const RelatedOptions& options,
                                   const HitFilter& filter) const {
  AKIN_TRY_ASSIGN(const CosineGraph graph, GraphFor(options));
  const auto scratch = scratch_.Borrow(graph.in.vertices());
  std::vector<Entry> scores;
  const double budget = CosineTruncation({graph.decay, graph.growths.terms});
  const CosineRowResult result = CosineFrom(graph, vertex, budget, *scratch, scores);
  AKIN_TRY_ASSIGN(Answer answer, AnswerFrom(scores, vertex, result.error, options, filter));
  answer.work.members = result.arcs;
  return answer;
}

Result<Score> NormsIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const CosineGraph graph, GraphFor(options));
  Powers<2> powers(graph.in);
  const CosineSum sum{.decay = graph.decay, .terms = graph.growths.terms};
  AKIN_TRY_ASSIGN(const CosineScore score, CosinePair(powers, a, b, sum));
  return Score{.value = score.value, .error = score.error};
}

}  // namespace akin
