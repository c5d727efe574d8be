#include "query/push_index.h"

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "query/answer.h"
#include "query/bounded_score.h"
#include "query/explaining.h"
#include "query/level_reasons.h"

namespace akin {

Result<std::unique_ptr<OpenedIndex>> PushIndex::Open(std::unique_ptr<NumbersFile> file,
                                                     const PushParameters& parameters,
                                                     const Graph& graph) {
  auto index = std::unique_ptr<PushIndex>(new PushIndex(parameters.epsilon));
  index->file_ = std::move(file);
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
  index->graph_ = PushGraph({.in = in,
                             .out = out,
                             .diagonal = index->file_->floats(),
                             .decay = parameters.decay,
                             .score_error = index->file_->errors().score,
                             .self_error = index->file_->errors().self});
  return std::unique_ptr<OpenedIndex>(std::move(index));
}

Result<std::unique_ptr<OpenedIndex>> PushIndex::Solve(const Graph& graph,
                                                      const PushParameters& parameters,
                                                      const Control& control) {
  auto index = std::unique_ptr<PushIndex>(new PushIndex(parameters.epsilon));
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
  const DiagonalOptions options{.decay = parameters.decay,
                                .error = parameters.epsilon * kDiagonalShare,
                                .seed = parameters.seed};
  AKIN_TRY_ASSIGN(index->solved_, SolveDiagonal(in, out, options, control));
  index->graph_ = PushGraph({.in = in,
                             .out = out,
                             .diagonal = index->solved_.values,
                             .decay = parameters.decay,
                             .score_error = index->solved_.score_error,
                             .self_error = index->solved_.self_error});
  return std::unique_ptr<OpenedIndex>(std::move(index));
}

Result<Answer> PushIndex::Related(VertexId vertex, const RelatedOptions& options,
                                  const HitFilter& filter, const std::stop_token& stop) const {
  AKIN_TRY(CheckFixedDecay(options, graph_.decay));
  const auto scratch = scratch_.Borrow(graph_.in.vertices());
  const PushResult result = PushFrom(graph_, vertex, epsilon_, *scratch, stop);
  if (stop.stop_requested()) return Interrupted();
  AKIN_TRY_ASSIGN(Answer answer, AnswerFrom(result.scores, vertex, result.error, options, filter));
  answer.work.members = result.arcs;
  return answer;
}

Result<Score> PushIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY(CheckFixedDecay(options, graph_.decay));
  const auto scratch = scratch_.Borrow(graph_.in.vertices());
  const PairScore score = PushPair(graph_, a, b, epsilon_, *scratch);
  return BoundedScore(score.value, score.error);
}

Result<std::vector<Score>> PushIndex::Sims(VertexId a, std::span<const VertexId> others,
                                           const RelatedOptions& options) const {
  constexpr size_t kFew = 4;  // pairs that cost about as much as a source
  if (others.size() <= kFew) return OpenedIndex::Sims(a, others, options);
  AKIN_TRY(CheckFixedDecay(options, graph_.decay));
  const auto scratch = scratch_.Borrow(graph_.in.vertices());
  const ManyScores many = PushToMany(graph_, a, others, epsilon_, *scratch);
  std::vector<Score> scores;
  scores.reserve(others.size());
  for (size_t i = 0; i < others.size(); ++i) {
    scores.push_back(others[i] == a ? ExactScore(1) : BoundedScore(many.values[i], many.error));
  }
  return scores;
}

Result<ExplainedPart> PushIndex::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                         const ExplainSources&) const {
  AKIN_TRY(CheckFixedDecay(QueryOf(options), graph_.decay));
  LevelReasons reasons(a, b, options.by_step);
  const auto entries = [](const Accumulator& sums) {
    std::vector<Entry> level;
    for (const VertexId w : sums.touched()) level.push_back({w, sums[w]});
    return level;
  };
  const auto scratch = scratch_.Borrow(graph_.in.vertices());
  const PairScore score = PushPair(
      graph_, a, b, epsilon_, *scratch, [&](const Accumulator& of_a, const Accumulator& of_b) {
        reasons.Add(entries(of_a), entries(of_b), [&](VertexId w) { return graph_.diagonal[w]; });
      });
  ExplainedPart part{.score = BoundedScore(score.value, score.error),
                     .reading = Reading::kLastMeetings};
  // What is known without following the walks further back counts where they met for certain.
  if (score.met != kNoVertex) reasons.AddTo(score.met, score.steps, score.unseen);
  AKIN_TRY_ASSIGN(part.reasons, reasons.Keep(options.k, graph_.out, WalkersPerInLink(graph_.in)));
  return part;
}

// D~(v) - D(v) is -r(v) less c times the mean of E over the pairs of in-neighbours of v, with r and
// E of linear/diagonal.h; on the diagonal E is -r, and off it at most the error of a score.
std::optional<DiagonalCorrection> PushIndex::Diagonal() const {
  const double error =
      graph_.self_error + graph_.decay * std::max(graph_.score_error, graph_.self_error);
  return DiagonalCorrection{.decay = graph_.decay,
                            .values = {{graph_.diagonal.begin(), graph_.diagonal.end()}},
                            .error = error};
}

void PushIndex::Describe(IndexInfo& info) const {
  info.diagonal_error = graph_.score_error;
  info.sampled = CountSampled(graph_.diagonal);
}

std::vector<const Container*> PushIndex::files() const {
  return file_ == nullptr ? std::vector<const Container*>() : std::vector{&file_->container()};
}

}  // namespace akin
