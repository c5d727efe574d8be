#include "query/push_index.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/try.h"
#include "query/ranking.h"

namespace akin {

Result<std::unique_ptr<PushIndex>> PushIndex::Open(const std::string& directory,
                                                   const IndexManifest& manifest,
                                                   const Graph& graph) {
  if (manifest.graph_identity != graph.identity()) {
    return Status(Code::kDamaged,
                  fmt::format("{}: built from another graph than this corpus has; build it again",
                              directory));
  }
  auto index = std::unique_ptr<PushIndex>(new PushIndex(manifest.epsilon));
  AKIN_TRY_ASSIGN(index->file_, DiagonalFile::Open(Join(directory, manifest.shards.front().file)));
  const DiagonalFile& file = *index->file_;
  if (file.container().identity() != manifest.shards.front().identity ||
      !(file.parameters() == DiagonalParametersOf(manifest, graph.vertices()))) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that the manifest names",
                                              file.container().path()));
  }
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

Status PushIndex::CheckOptions(const RelatedOptions& options) const {
  if (options.decay != 0 && options.decay != graph_.decay) {
    return Status(Code::kInvalidArgument,
                  fmt::format("this index answers with the decay {} that it was built with; build "
                              "another for {}",
                              graph_.decay, options.decay));
  }
  if (options.fingerprints != 0) {
    return Status(Code::kInvalidArgument, "this index has no fingerprints: it answers by pushing");
  }
  return {};
}

std::unique_ptr<PushScratch> PushIndex::TakeScratch() const {
  const std::lock_guard lock(scratch_mutex_);
  if (scratch_.empty()) return std::make_unique<PushScratch>(graph_.in.vertices());
  auto scratch = std::move(scratch_.back());
  scratch_.pop_back();
  return scratch;
}

void PushIndex::ReturnScratch(std::unique_ptr<PushScratch> scratch) const {
  const std::lock_guard lock(scratch_mutex_);
  scratch_.push_back(std::move(scratch));
}

Result<Answer> PushIndex::Related(VertexId vertex, const RelatedOptions& options,
                                  const HitFilter& filter) const {
  AKIN_TRY(CheckOptions(options));
  std::unique_ptr<PushScratch> scratch = TakeScratch();
  const PushResult result = PushFrom(graph_, vertex, epsilon_, *scratch);
  BestHits best(options.k);
  for (const Entry& entry : result.scores) {
    if (!best.Wants(entry.value) || entry.vertex == vertex || entry.value < options.min_score) {
      continue;
    }
    if (filter) {
      AKIN_TRY_ASSIGN(const bool allowed, filter(entry.vertex));
      if (!allowed) continue;
    }
    best.Add({.vertex = entry.vertex, .score = {.value = entry.value, .error = result.error}});
  }
  Answer answer{.hits = best.Take()};
  answer.work.members = result.arcs;
  answer.work.candidates = result.scores.size() - 1;
  ReturnScratch(std::move(scratch));
  return answer;
}

Result<Score> PushIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY(CheckOptions(options));
  std::unique_ptr<PushScratch> scratch = TakeScratch();
  const PairScore score = PushPair(graph_, a, b, epsilon_, *scratch);
  ReturnScratch(std::move(scratch));
  return Score{.value = score.value, .error = score.error};
}

}  // namespace akin
