// akin::ExactRelated, ExactSim and ExactJoin: exact solvers behind the same questions as indexes
// answer. Every question is one of rows (left) and columns (right) of scores: Solve computes what
// that takes, and the three read their rows off.
#include "akin/exact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "exact/cosine_ways.h"
#include "exact/minimax.h"
#include "exact/pruned.h"
#include "exact/psimrank.h"
#include "exact/simrank.h"
#include "exact/xjaccard.h"
#include "graph/graph.h"
#include "linear/li.h"
#include "linear/varied_d.h"
#include "query/ranking.h"

namespace akin {
namespace {

constexpr unsigned kMostIterations = 10'000;
// Rows read off side by side before they are handed on: at most so many, and so many bytes of hits.
constexpr size_t kJoinBatch = 256;
constexpr size_t kJoinBytes = size_t{16} << 20;

using Vertices = std::span<const VertexId>;

struct Problem {
  const ExactOptions& exact;
  const ExactMeasureFacts& facts;
  Adjacency in;
  Adjacency out;
  IterationOptions iterations;  // of measures with one side
  const Control& control;
};

// What was solved. Rows are those of `left`, meaningful in the columns of `right`.
struct Solution {
  std::function<Status(VertexId u, std::span<double> row)> row;
  double error = 0;            // bound on what a score misses
  double left_out = 0;         // the same of pairs beyond the radius
  double bytes = 0;            // held
  bool one_at_a_time = false;  // a row uses all threads by itself
};

// ---- options ----

Status Invalid(std::string message) { return {Code::kInvalidArgument, std::move(message)}; }

std::vector<std::string_view> MeasuresWith(bool ExactMeasureFacts::*feature) {
  std::vector<std::string_view> names;
  for (const ExactMeasureFacts& facts : ExactMeasures()) {
    if (facts.*feature) names.push_back(facts.name);
  }
  return names;
}

Status CheckFeatures(const ExactOptions& exact, const ExactMeasureFacts& facts, Shape shape) {
  const auto refuse = [&](std::string_view what, bool ExactMeasureFacts::*feature) {
    return Invalid(fmt::format("{} takes no {}; {} do", facts.name, what,
                               fmt::join(MeasuresWith(feature), ", ")));
  };
  if (!facts.two_sides && exact.side != ExactSide::kAuto) {
    return refuse("side", &ExactMeasureFacts::two_sides);
  }
  if (!facts.two_sides && exact.decay_out) {
    return refuse("second decay", &ExactMeasureFacts::two_sides);
  }
  if (!facts.pairs && exact.radius) return refuse("radius", &ExactMeasureFacts::pairs);
  if (!facts.pairs && !exact.priors.empty()) return refuse("priors", &ExactMeasureFacts::pairs);
  if (!facts.krylov && exact.krylov) return refuse("Krylov space", &ExactMeasureFacts::krylov);
  if (exact.krylov && shape == Shape::kOneSource) {
    return Invalid(
        fmt::format("{} of one source takes no Krylov space; a pair (sim) does, and two "
                    "sets (join)",
                    facts.name));
  }
  return {};
}

Status CheckNumbers(const ExactOptions& exact, const ExactMeasureFacts& facts) {
  for (const double decay : {exact.decay, exact.decay_out.value_or(exact.decay)}) {
    AKIN_TRY(CheckIterationOptions({.decay = decay}, facts.name));
  }
  if (exact.epsilon && !(*exact.epsilon > 0 && *exact.epsilon < 1)) {
    return Invalid(
        fmt::format("epsilon is {}; it must lie between 0 and 1, both excluded", *exact.epsilon));
  }
  if (!exact.epsilon && exact.iterations > kMostIterations) {
    return Invalid(
        fmt::format("{} iterations; at most {} make sense", exact.iterations, kMostIterations));
  }
  if (exact.epsilon && exact.krylov.value_or(kAutoKrylov) != kAutoKrylov &&
      *exact.krylov < CosineTerms(exact.decay, *exact.epsilon)) {
    return Invalid(fmt::format(
        "a Krylov space of {} steps cannot promise an error of {}; take {} (--krylov auto)",
        *exact.krylov, *exact.epsilon, CosineTerms(exact.decay, *exact.epsilon)));
  }
  if (exact.krylov && *exact.krylov > kMostIterations) {
    return Invalid(fmt::format("a Krylov space of {} steps; at most {} make sense", *exact.krylov,
                               kMostIterations));
  }
  if (exact.radius == 0U) return Invalid("radius 0 keeps no pair; take 1 or more");
  if (exact.popularity && !(*exact.popularity > 0 && *exact.popularity < 1)) {
    return Invalid(fmt::format("popularity is {}; it must lie between 0 and 1, both excluded",
                               *exact.popularity));
  }
  return {};
}

Status CheckPriors(const std::vector<PriorScore>& priors, VertexId vertices) {
  std::vector<std::pair<VertexId, VertexId>> pairs;
  for (const PriorScore& prior : priors) {
    if (prior.a >= vertices || prior.b >= vertices || prior.a == prior.b) {
      return Invalid(fmt::format("a prior of vertices {} and {}; they must be two of {}", prior.a,
                                 prior.b, vertices));
    }
    if (!(prior.score >= 0 && prior.score <= 1)) {
      return Invalid(fmt::format("a prior of {}; similarities lie between 0 and 1", prior.score));
    }
    pairs.emplace_back(std::minmax(prior.a, prior.b));
  }
  std::sort(pairs.begin(), pairs.end());
  const auto twice = std::adjacent_find(pairs.begin(), pairs.end());
  if (twice == pairs.end()) return {};
  return Invalid(
      fmt::format("two priors for vertices {} and {}; give one", twice->first, twice->second));
}

Status CheckVertices(Vertices vertices, VertexId count) {
  std::vector<bool> seen(count);
  for (const VertexId v : vertices) {
    if (v >= count) return Invalid(fmt::format("no vertex number {}", v));
    if (seen[v]) return Invalid(fmt::format("vertex number {} is given twice", v));
    seen[v] = true;
  }
  return {};
}

// The given ones, or the fewest that leave out at most epsilon.
unsigned IterationsOf(const ExactOptions& exact, double last, double other) {
  if (!exact.epsilon) return exact.iterations;
  if (exact.measure == ExactMeasure::kCosineSimRank) return CosineTerms(last, *exact.epsilon);
  unsigned iterations = exact.measure == ExactMeasure::kXJaccard ? 1 : 0;
  while (iterations < kMostIterations &&
         TruncationOf(last, other, static_cast<int>(iterations)) > *exact.epsilon) {
    ++iterations;
  }
  return iterations;
}

// ---- solving ----

bool PointsTo(const Problem& problem, VertexId u) {
  if (!problem.facts.two_sides) return false;
  if (problem.exact.side != ExactSide::kAuto) return problem.exact.side == ExactSide::kPointsTo;
  return problem.in.degree(u) == 0 && problem.out.degree(u) > 0;
}

Recurrence RecurrenceOf(const Problem& problem, bool points_to) {
  const ExactOptions& exact = problem.exact;
  Recurrence::Side last{.neighbours = problem.in, .decay = exact.decay};
  Recurrence::Side other = last;
  if (problem.facts.two_sides) {
    other = {.neighbours = problem.out, .decay = exact.decay_out.value_or(exact.decay)};
  }
  if (points_to) std::swap(last, other);
  const auto iterations = static_cast<int>(IterationsOf(exact, last.decay, other.decay));
  return {.measure = problem.facts.name,
          .last = last,
          .other = other,
          .iterations = iterations,
          .priors = Priors(exact.priors)};
}

// Both, each vertex once.
std::vector<VertexId> Union(Vertices left, Vertices right) {
  std::vector<VertexId> both(left.begin(), left.end());
  both.insert(both.end(), right.begin(), right.end());
  std::sort(both.begin(), both.end());
  both.erase(std::unique(both.begin(), both.end()), both.end());
  return both;
}

template <class Matrix>
std::function<Status(VertexId, std::span<double>)> RowsOf(Matrix matrix) {
  return [shared = std::make_shared<Matrix>(std::move(matrix))](VertexId u, std::span<double> row) {
    shared->CopyRow(u, row);
    return Status();
  };
}

// SimRank and its kin, one side.
Result<Solution> SolvePairs(const Problem& problem, Vertices left, Vertices right, bool points_to,
                            const Control& control) {
  const Recurrence recurrence = RecurrenceOf(problem, points_to);
  const bool minimax = problem.exact.measure == ExactMeasure::kSimRankMinimax;
  Solution solution{
      .error = TruncationOf(recurrence.last.decay, recurrence.other.decay, recurrence.iterations)};
  if (problem.exact.radius) {
    const unsigned radius = *problem.exact.radius;
    AKIN_TRY_ASSIGN(PrunedScores scores,
                    SolvePruned(recurrence, minimax ? Combine::kMinimax : Combine::kMean, radius,
                                problem.in, problem.out, control));
    solution.left_out = LeftOutScore(recurrence, radius, scores);
    solution.error += std::max(recurrence.last.decay, recurrence.other.decay) * solution.left_out;
    solution.bytes = scores.bytes();
    solution.row = RowsOf(std::move(scores));
    return solution;
  }
  AKIN_TRY_ASSIGN(SimRankMatrix scores, minimax
                                            ? MinimaxAmong(recurrence, Union(left, right), control)
                                            : SimRankBetween(recurrence, left, right, control));
  solution.bytes = scores.bytes();
  solution.row = RowsOf(std::move(scores));
  return solution;
}

// Vertices of `left` on different sides are solved for apart.
Result<Solution> SolveSides(const Problem& problem, Vertices left, Vertices right) {
  std::vector<VertexId> by_side[2];
  for (const VertexId u : left) by_side[PointsTo(problem, u) ? 1 : 0].push_back(u);
  Control control = problem.control;
  if (by_side[0].empty() || by_side[1].empty()) {
    return SolvePairs(problem, left, right, by_side[0].empty(), control);
  }
  AKIN_TRY_ASSIGN(const Solution first, SolvePairs(problem, by_side[0], right, false, control));
  control.memory -= std::min(control.memory, static_cast<uint64_t>(first.bytes));
  AKIN_TRY_ASSIGN(const Solution second, SolvePairs(problem, by_side[1], right, true, control));
  return Solution{.row =
                      [problem, first, second](VertexId u, std::span<double> row) {
                        return (PointsTo(problem, u) ? second : first).row(u, row);
                      },
                  .error = std::max(first.error, second.error),
                  .left_out = std::max(first.left_out, second.left_out),
                  .bytes = first.bytes + second.bytes};
}

Result<Solution> SolvePSimRank(const Problem& problem) {
  AKIN_TRY_ASSIGN(std::vector<double> scores,
                  PSimRankAllPairs(problem.in, problem.iterations, problem.control));
  auto shared = std::make_shared<const std::vector<double>>(std::move(scores));
  return Solution{.row =
                      [shared](VertexId u, std::span<double> row) {
                        const double* const from = shared->data() + u * row.size();
                        std::copy_n(from, row.size(), row.begin());
                        return Status();
                      },
                  .error = Truncation(problem.iterations)};
}

// Two searches for a pair; for a row, one from every vertex.
Result<Solution> SolveXJaccard(const Problem& problem, Vertices right) {
  const VertexId only = right.size() == 1 ? right[0] : kNoVertex;
  return Solution{
      .row = [problem, only](VertexId u, std::span<double> row) -> Status {
        if (only != kNoVertex) {
          AKIN_TRY_ASSIGN(row[only],
                          XJaccardOfPair(problem.in, u, only, problem.iterations, problem.control));
          return {};
        }
        AKIN_TRY_ASSIGN(const std::vector<double> scores,
                        XJaccardFrom(problem.in, u, problem.iterations, problem.control));
        std::copy(scores.begin(), scores.end(), row.begin());
        return {};
      },
      .error = Truncation(problem.iterations),
      .one_at_a_time = true};
}

// SimRank as a series (linear/varied_d.h): with the diagonals that make it plain iterations, or
// with those of Li et al.
Result<Solution> SolveSeries(const Problem& problem, Vertices right) {
  const auto [decay, iterations] = problem.iterations;
  VariedDiagonals diagonals;
  if (problem.exact.measure == ExactMeasure::kSimRankLi) {
    diagonals = LiDiagonals(problem.in.vertices(), decay, iterations);
  } else {
    AKIN_TRY_ASSIGN(diagonals, SolveVariedDiagonals(problem.in, problem.out, decay, iterations,
                                                    problem.control));
  }
  auto shared = std::make_shared<const VariedDiagonals>(std::move(diagonals));
  const VertexId only = right.size() == 1 ? right[0] : kNoVertex;
  return Solution{
      .row = [in = problem.in, shared, only](VertexId u, std::span<double> row) -> Status {
        if (only != kNoVertex) {
          AKIN_TRY_ASSIGN(row[only], VariedPair(in, *shared, u, only));
          return {};
        }
        AKIN_TRY_ASSIGN(const std::vector<double> scores, VariedFrom(in, *shared, u));
        std::copy(scores.begin(), scores.end(), row.begin());
        return {};
      },
      .error = Truncation(problem.iterations)};
}

Result<Solution> SolveCosineSimRank(const Problem& problem, Vertices left, Vertices right) {
  const auto terms = static_cast<unsigned>(problem.iterations.iterations);
  CosineQuestion question{.in = problem.in,
                          .out = problem.out,
                          .sum = {.decay = problem.iterations.decay, .terms = terms},
                          .krylov = problem.exact.krylov,
                          .left = left,
                          .right = right,
                          .note = problem.exact.note};
  if (question.krylov == kAutoKrylov) question.krylov = std::max(terms, 1U);
  AKIN_TRY_ASSIGN(CosineRows rows, SolveCosine(question, problem.control));
  return Solution{
      .row = std::move(rows.row), .error = rows.error, .one_at_a_time = rows.one_at_a_time};
}

Result<Solution> Solve(const Problem& problem, Vertices left, Vertices right) {
  switch (problem.exact.measure) {
    case ExactMeasure::kSimRankVariedD:
    case ExactMeasure::kSimRankLi:
      return SolveSeries(problem, right);
    case ExactMeasure::kPSimRank:
      return SolvePSimRank(problem);
    case ExactMeasure::kCosineSimRank:
      return SolveCosineSimRank(problem, left, right);
    case ExactMeasure::kXJaccard:
      return SolveXJaccard(problem, right);
    case ExactMeasure::kSimRank:
    case ExactMeasure::kSimRankBipartite:
    case ExactMeasure::kSimRankMinimax:
      break;
  }
  return SolveSides(problem, left, right);
}

// Checks everything that can be checked before work begins.
Result<Problem> Prepare(const Corpus& corpus, Vertices left, Vertices right, Shape shape,
                        const ExactOptions& exact, const Control& control) {
  const ExactMeasureFacts& facts = FactsOf(exact.measure);
  AKIN_TRY(CheckShape(facts, shape));
  AKIN_TRY(CheckNumbers(exact, facts));
  AKIN_TRY(CheckFeatures(exact, facts, shape));
  AKIN_TRY(CheckPriors(exact.priors, corpus.vertices()));
  AKIN_TRY(CheckVertices(left, corpus.vertices()));
  AKIN_TRY(CheckVertices(right, corpus.vertices()));
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  AKIN_TRY_ASSIGN(const Adjacency in, graph->In());
  Adjacency out = in;
  if (facts.two_sides || exact.radius || exact.measure == ExactMeasure::kSimRankVariedD ||
      exact.measure == ExactMeasure::kCosineSimRank) {
    AKIN_TRY_ASSIGN(out, graph->Out());
  }
  const auto iterations = static_cast<int>(IterationsOf(exact, exact.decay, exact.decay));
  return Problem{.exact = exact,
                 .facts = facts,
                 .in = in,
                 .out = out,
                 .iterations = {.decay = exact.decay, .iterations = iterations},
                 .control = control};
}

// ---- answers ----

// JW equation 6, by the links of the side of `u`.
double Popularity(const Problem& problem, VertexId u, VertexId v) {
  if (!problem.exact.popularity) return 1.0;
  const Adjacency& links = PointsTo(problem, u) ? problem.out : problem.in;
  return std::pow(static_cast<double>(links.degree(v)), *problem.exact.popularity);
}

std::vector<Hit> BestOfRow(const Problem& problem, const Solution& solution, VertexId u,
                           Vertices right, std::span<const double> row,
                           const RelatedOptions& options) {
  std::vector<Hit> hits;
  for (const VertexId v : right) {
    if (v == u || row[v] <= 0 || problem.in.degree(v) < options.min_inlinks) continue;
    const double weight = Popularity(problem, u, v);
    const Score score{.value = row[v] * weight, .error = solution.error * weight};
    if (score.value <= 0 || score.value < options.min_score) continue;
    hits.push_back({.vertex = v, .score = score});
  }
  KeepBest(hits, options.k);
  return hits;
}

std::vector<VertexId> AllVertices(const Corpus& corpus) {
  std::vector<VertexId> all(corpus.vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  return all;
}

}  // namespace

Result<Answer> ExactRelated(const Corpus& corpus, VertexId vertex, const ExactOptions& exact,
                            const RelatedOptions& options, const Control& control) {
  const std::vector<VertexId> all = AllVertices(corpus);
  AKIN_TRY_ASSIGN(const Problem problem,
                  Prepare(corpus, {&vertex, 1}, all, Shape::kOneSource, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, {&vertex, 1}, all));
  std::vector<double> row(corpus.vertices());
  AKIN_TRY(solution.row(vertex, row));
  Answer answer;
  answer.work.candidates = static_cast<uint64_t>(
      std::count_if(row.begin(), row.end(), [](double score) { return score > 0; }));
  answer.hits = BestOfRow(problem, solution, vertex, all, row, options);
  return answer;
}

Result<Score> ExactSim(const Corpus& corpus, VertexId a, VertexId b, const ExactOptions& exact,
                       const Control& control) {
  AKIN_TRY_ASSIGN(const Problem problem,
                  Prepare(corpus, {&a, 1}, {&b, 1}, Shape::kPair, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, {&a, 1}, {&b, 1}));
  std::vector<double> row(corpus.vertices());
  AKIN_TRY(solution.row(a, row));
  Score score{.value = row[b],
              .error = row[b] > 0 ? solution.error : std::max(solution.error, solution.left_out)};
  // Of a vertex with itself, only these are sums that can be cut short.
  const bool sum_with_itself =
      exact.measure == ExactMeasure::kXJaccard || exact.measure == ExactMeasure::kSimRankLi;
  if (a == b && !sum_with_itself) score.error = 0;
  const double weight = Popularity(problem, a, b);
  return Score{.value = score.value * weight, .error = score.error * weight};
}

Status ExactJoin(const Corpus& corpus, std::span<const VertexId> left,
                 std::span<const VertexId> right, const ExactOptions& exact,
                 const RelatedOptions& options, const JoinSink& sink, const Control& control) {
  const bool all = left.size() == corpus.vertices() && right.size() == corpus.vertices();
  AKIN_TRY_ASSIGN(
      const Problem problem,
      Prepare(corpus, left, right, all ? Shape::kAllPairs : Shape::kJoin, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, left, right));
  ThreadPool pool(solution.one_at_a_time ? 1 : ThreadsOrAll(control.threads));
  std::vector<std::vector<double>> rows(pool.size(), std::vector<double>(corpus.vertices()));
  ProgressMeter progress(control, "joining", "rows", left.size());
  const size_t batch =
      std::clamp<size_t>(kJoinBytes / (sizeof(Hit) * (right.size() + 1)), 1, kJoinBatch);
  for (size_t first = 0; first < left.size(); first += batch) {
    const size_t count = std::min(batch, left.size() - first);
    std::vector<std::vector<Hit>> hits(count);
    AKIN_TRY(pool.Run(count, control.stop, [&](uint64_t i, unsigned worker) -> Status {
      const VertexId u = left[first + i];
      AKIN_TRY(solution.row(u, rows[worker]));
      hits[i] = BestOfRow(problem, solution, u, right, rows[worker], options);
      return {};
    }));
    for (size_t i = 0; i < count; ++i) AKIN_TRY(sink(left[first + i], hits[i]));
    progress.Advance(count);
  }
  return {};
}

}  // namespace akin
