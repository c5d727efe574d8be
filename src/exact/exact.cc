// akin::ExactRelated and ExactSim: exact solvers behind the same questions as indexes answer.
#include "akin/exact.h"

#include <fmt/format.h>

#include "base/try.h"
#include "exact/psimrank.h"
#include "exact/simrank.h"
#include "exact/xjaccard.h"
#include "graph/graph.h"
#include "query/ranking.h"

namespace akin {
namespace {

constexpr unsigned kMostIterations = 10'000;

Status CheckExact(const Corpus& corpus, const ExactOptions& exact, VertexId vertex) {
  if (exact.iterations > kMostIterations) {
    return Status(Code::kInvalidArgument, fmt::format("{} iterations; at most {} make sense",
                                                      exact.iterations, kMostIterations));
  }
  if (vertex < corpus.vertices()) return {};
  return Status(Code::kInvalidArgument, fmt::format("no vertex number {}", vertex));
}

IterationOptions IterationsOf(const ExactOptions& exact) {
  return {.decay = exact.decay, .iterations = static_cast<int>(exact.iterations)};
}

Result<std::vector<double>> ScoresFrom(const Adjacency& in, VertexId vertex,
                                       const ExactOptions& exact, const Control& control) {
  if (exact.measure == Measure::kSimRank) {
    return SimRankFrom(in, vertex, IterationsOf(exact), control);
  }
  if (exact.measure == Measure::kXJaccard) {
    return XJaccardFrom(in, vertex, IterationsOf(exact), control);
  }
  AKIN_TRY_ASSIGN(const std::vector<double> all,
                  PSimRankAllPairs(in, IterationsOf(exact), control));
  const auto row = all.begin() + static_cast<ptrdiff_t>(size_t{vertex} * in.vertices());
  return std::vector<double>(row, row + in.vertices());
}

}  // namespace

Result<Answer> ExactRelated(const Corpus& corpus, VertexId vertex, const ExactOptions& exact,
                            const RelatedOptions& options, const Control& control) {
  AKIN_TRY(CheckExact(corpus, exact, vertex));
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  AKIN_TRY_ASSIGN(const Adjacency in, graph->In());
  AKIN_TRY_ASSIGN(const std::vector<double> scores, ScoresFrom(in, vertex, exact, control));
  const double bound = Truncation(IterationsOf(exact));
  Answer answer;
  for (VertexId v = 0; v < in.vertices(); ++v) {
    if (v == vertex || scores[v] <= 0 || scores[v] < options.min_score) continue;
    if (in.degree(v) < options.min_inlinks) continue;
    answer.hits.push_back({.vertex = v, .score = {.value = scores[v], .error = bound}});
  }
  answer.work.candidates = answer.hits.size();
  KeepBest(answer.hits, options.k);
  return answer;
}

Result<Score> ExactSim(const Corpus& corpus, VertexId a, VertexId b, const ExactOptions& exact,
                       const Control& control) {
  AKIN_TRY(CheckExact(corpus, exact, a));
  AKIN_TRY(CheckExact(corpus, exact, b));
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  AKIN_TRY_ASSIGN(const Adjacency in, graph->In());
  Score score{.value = 0, .error = a == b ? 0 : Truncation(IterationsOf(exact))};
  if (exact.measure == Measure::kSimRank) {
    AKIN_TRY_ASSIGN(score.value, SimRankOfPair(in, a, b, IterationsOf(exact), control));
  } else if (exact.measure == Measure::kXJaccard) {
    AKIN_TRY_ASSIGN(score.value, XJaccardOfPair(in, a, b, IterationsOf(exact), control));
    score.error = Truncation(IterationsOf(exact));  // of itself too
  } else {
    AKIN_TRY_ASSIGN(const auto scores, ScoresFrom(in, a, exact, control));
    score.value = scores[b];
  }
  return score;
}

}  // namespace akin
