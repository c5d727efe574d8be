#include "query/norms_index.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/try.h"
#include "linear/cosine.h"
#include "query/ranking.h"

namespace akin {

Result<std::unique_ptr<NormsIndex>> NormsIndex::Open(const std::string& directory,
                                                     const IndexManifest& manifest,
                                                     const Graph& graph) {
  if (manifest.graph_identity != graph.identity()) {
    return Status(Code::kDamaged,
                  fmt::format("{}: built from another graph than this corpus has; build it again",
                              directory));
  }
  auto index = std::unique_ptr<NormsIndex>(new NormsIndex());
  AKIN_TRY_ASSIGN(index->file_, NormsFile::Open(Join(directory, manifest.shards.front().file)));
  const NormsFile& file = *index->file_;
  if (file.container().identity() != manifest.shards.front().identity ||
      !(file.parameters() == NormsParametersOf(manifest, graph.vertices()))) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that the manifest names",
                                              file.container().path()));
  }
  AKIN_TRY_ASSIGN(index->graph_.in, graph.In());
  AKIN_TRY_ASSIGN(index->graph_.out, graph.Out());
  index->graph_.growths = file.growths();
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
  if (options.fingerprints != 0) {
    return Status(Code::kInvalidArgument, "this index has no fingerprints: it answers from norms");
  }
  return graph;
}

Result<Answer> NormsIndex::Related(VertexId vertex, const RelatedOptions& options,
                                   const HitFilter& filter) const {
  AKIN_TRY_ASSIGN(const CosineGraph graph, GraphFor(options));
  std::unique_ptr<CosineScratch> scratch;
  {
    const std::lock_guard lock(scratch_mutex_);
    if (!scratch_.empty()) {
      scratch = std::move(scratch_.back());
      scratch_.pop_back();
    }
  }
  if (scratch == nullptr) scratch = std::make_unique<CosineScratch>(graph.in.vertices());
  std::vector<Entry> scores;
  const double budget = CosineTruncation({graph.decay, graph.growths.terms});
  const CosineRowResult result = CosineFrom(graph, vertex, budget, *scratch, scores);
  {
    const std::lock_guard lock(scratch_mutex_);
    scratch_.push_back(std::move(scratch));
  }
  Answer answer;
  answer.work.members = result.arcs;
  answer.work.candidates = scores.size();
  for (const Entry& entry : scores) {
    if (entry.value < options.min_score) continue;
    if (filter) {
      AKIN_TRY_ASSIGN(const bool allowed, filter(entry.vertex));
      if (!allowed) continue;
    }
    answer.hits.push_back(
        {.vertex = entry.vertex, .score = {.value = entry.value, .error = result.error}});
  }
  KeepBest(answer.hits, options.k);
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
