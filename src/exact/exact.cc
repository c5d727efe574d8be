// akin::ExactRelated, ExactSim and ExactJoin: exact solvers behind the same questions as indexes
// answer. Every question is one of rows (left) and columns (right) of scores: Solve computes what
// that takes (exact/solve.h), and the three read their rows off.
#include "akin/exact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "exact/cosine_ways.h"
#include "exact/solve.h"
#include "exact/vertex_list.h"
#include "graph/graph.h"
#include "query/ranking.h"

namespace akin {
namespace {

// Rows read off side by side before they are handed on: at most so many, and so many bytes of hits.
constexpr size_t kJoinBatch = 256;
constexpr size_t kJoinBytes = size_t{16} << 20;

// ---- options ----

Status Invalid(std::string message) { return {Code::kInvalidArgument, std::move(message)}; }

// An option that some measures take.
struct Feature {
  std::string_view name;
  bool given;
  bool (*taken_by)(const ExactMeasureFacts& facts);
};

Status CheckFeatures(const ExactOptions& exact, const ExactMeasureFacts& facts, Shape shape) {
  using Facts = ExactMeasureFacts;
  const auto two_sides = [](const Facts& of) { return of.two_sides; };
  const auto lambda = [](const Facts& of) { return of.lambda; };
  const auto both_links = [](const Facts& of) { return of.two_sides || of.lambda; };
  const auto pairs = [](const Facts& of) { return of.pairs; };
  const auto krylov = [](const Facts& of) { return of.krylov; };
  const auto iterates = [](const Facts& of) { return of.iterations > 0; };
  const auto bags = [](const Facts& of) { return of.bags; };
  for (const Feature& feature : {Feature{"side", exact.side != ExactSide::kAuto, two_sides},
                                 Feature{"second decay", exact.decay_out.has_value(), both_links},
                                 Feature{"lambda", exact.lambda.has_value(), lambda},
                                 Feature{"epsilon", exact.epsilon.has_value(), iterates},
                                 Feature{"Krylov space", exact.krylov.has_value(), krylov},
                                 Feature{"radius", exact.radius.has_value(), pairs},
                                 Feature{"bags", !exact.bags.empty(), bags},
                                 Feature{"priors", !exact.priors.empty(), pairs}}) {
    if (!feature.given || feature.taken_by(facts)) continue;
    std::vector<std::string_view> others;
    for (const Facts& other : ExactMeasures()) {
      if (feature.taken_by(other)) others.push_back(other.name);
    }
    return Invalid(fmt::format("{} takes no {}; that is for {}", facts.name, feature.name,
                               fmt::join(others, ", ")));
  }
  if (exact.krylov && shape == Shape::kOneSource) {
    return Invalid(fmt::format(
        "{} of one source takes no Krylov space; a pair (sim) does, and two sets (join)",
        facts.name));
  }
  return {};
}

Status CheckNumbers(const ExactOptions& exact, const ExactMeasureFacts& facts) {
  for (const double decay : {exact.decay, exact.decay_out.value_or(exact.decay)}) {
    AKIN_TRY(CheckIterationOptions({.decay = decay}, facts.name));
  }
  if (exact.epsilon) AKIN_TRY(CheckEpsilon(*exact.epsilon));
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
  if (exact.lambda && !(*exact.lambda >= 0 && *exact.lambda <= 1)) {
    return Invalid(
        fmt::format("lambda is {}; it is the share of the in-links, 0 to 1", *exact.lambda));
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
  if (FollowsOutLinks(exact)) {
    AKIN_TRY_ASSIGN(out, graph->Out());
  }
  std::optional<Bags> bags;
  if (facts.bags) {
    AKIN_TRY_ASSIGN(bags, corpus.OpenBags(exact.bags));
  }
  const auto iterations = static_cast<int>(IterationsOf(exact, exact.decay, exact.decay));
  return Problem{.exact = exact,
                 .facts = facts,
                 .in = in,
                 .out = out,
                 .bags = std::move(bags),
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

// The columns that are asked for.
struct Columns {
  Vertices list;                  // of a solution that is not sparse
  std::vector<bool> wanted = {};  // of one that is; empty if all that it finds are
};

// The scores of u above 0 in those columns. `row` has room for all vertices unless the solution is
// sparse.
Result<std::vector<Scored>> ScoresOf(const Solution& solution, VertexId u, const Columns& columns,
                                     std::span<double> row) {
  std::vector<Scored> scores;
  if (solution.sparse) {
    AKIN_TRY(solution.sparse(u, scores));
    if (columns.wanted.empty()) return scores;
    std::erase_if(scores, [&](const Scored& found) { return !columns.wanted[found.vertex]; });
    return scores;
  }
  AKIN_TRY(solution.row(u, row));
  for (const VertexId v : columns.list) {
    if (row[v] > 0) scores.push_back({.vertex = v, .score = row[v]});
  }
  return scores;
}

std::vector<double> RoomForRow(const Solution& solution, const Corpus& corpus) {
  return std::vector<double>(solution.sparse ? 0 : corpus.vertices());
}

std::vector<Hit> BestOf(const Problem& problem, const Solution& solution, VertexId u,
                        std::span<const Scored> scores, const RelatedOptions& options) {
  std::vector<Hit> hits;
  for (const auto& [v, plain] : scores) {
    if (v == u || problem.in.degree(v) < options.min_inlinks) continue;
    const double weight = Popularity(problem, u, v);
    const Score score{.value = plain * weight, .error = solution.error * weight};
    if (score.value <= 0 || score.value < options.min_score) continue;
    hits.push_back({.vertex = v, .score = score});
  }
  KeepBest(hits, options.k);
  return hits;
}

// Whether the score of a vertex with itself can be cut short, too.
bool IsSumWithItself(ExactMeasure measure) {
  return measure == ExactMeasure::kXJaccard || measure == ExactMeasure::kSimRankLi ||
         measure == ExactMeasure::kSimRankStar || measure == ExactMeasure::kRestart;
}

}  // namespace

Result<Answer> ExactRelated(const Corpus& corpus, VertexId vertex, const ExactOptions& exact,
                            const RelatedOptions& options, const Control& control) {
  std::vector<VertexId> all;
  if (!FindsFew(exact.measure)) all = corpus.AllVertices();
  AKIN_TRY_ASSIGN(const Problem problem,
                  Prepare(corpus, {&vertex, 1}, all, Shape::kOneSource, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, {&vertex, 1}, all));
  std::vector<double> row = RoomForRow(solution, corpus);
  AKIN_TRY_ASSIGN(const std::vector<Scored> scores, ScoresOf(solution, vertex, {all}, row));
  Answer answer;
  answer.work.candidates = scores.size();
  answer.hits = BestOf(problem, solution, vertex, scores, options);
  return answer;
}

Result<Score> ExactSim(const Corpus& corpus, VertexId a, VertexId b, const ExactOptions& exact,
                       const Control& control) {
  AKIN_TRY_ASSIGN(const Problem problem,
                  Prepare(corpus, {&a, 1}, {&b, 1}, Shape::kPair, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, {&a, 1}, {&b, 1}));
  std::vector<double> row = RoomForRow(solution, corpus);
  AKIN_TRY_ASSIGN(const std::vector<Scored> scores, ScoresOf(solution, a, {{&b, 1}}, row));
  Score score{.value = 0, .error = std::max(solution.error, solution.left_out)};
  if (!scores.empty()) score = {.value = scores[0].score, .error = solution.error};
  if (a == b && !IsSumWithItself(exact.measure)) score.error = 0;
  const double weight = Popularity(problem, a, b);
  return Score{.value = score.value * weight, .error = score.error * weight};
}

Result<double> ExactAllPairs(const Corpus& corpus, const ExactOptions& exact,
                             std::span<double> scores, const Control& control) {
  const size_t vertices = corpus.vertices();
  if (scores.size() != vertices * vertices) {
    return Invalid(
        fmt::format("room for {} scores of all pairs of {} vertices", scores.size(), vertices));
  }
  const std::vector<VertexId> all = corpus.AllVertices();
  AKIN_TRY_ASSIGN(const Problem problem,
                  Prepare(corpus, all, all, Shape::kAllPairs, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, all, all));
  ThreadPool pool(std::min(solution.rows_at_once, ThreadsOrAll(control.threads)));
  ProgressMeter progress(control, "copying scores", "rows", vertices);
  AKIN_TRY(pool.Run(vertices, control.stop, [&](uint64_t i, unsigned) -> Status {
    const auto u = static_cast<VertexId>(i);
    const std::span<double> row = scores.subspan(i * vertices, vertices);
    if (solution.sparse) {
      std::vector<Scored> found;
      AKIN_TRY(solution.sparse(u, found));
      std::fill(row.begin(), row.end(), 0.0);
      for (const auto& [v, score] : found) row[v] = score;
    } else {
      AKIN_TRY(solution.row(u, row));
    }
    if (exact.popularity) {
      for (const VertexId v : all) row[v] *= Popularity(problem, u, v);
    }
    progress.Advance(1);
    return {};
  }));
  return solution.error;
}

Status ExactJoin(const Corpus& corpus, std::span<const VertexId> left,
                 std::span<const VertexId> right, const ExactOptions& exact,
                 const RelatedOptions& options, const JoinSink& sink, const Control& control) {
  const bool all = left.size() == corpus.vertices() && right.size() == corpus.vertices();
  AKIN_TRY_ASSIGN(
      const Problem problem,
      Prepare(corpus, left, right, all ? Shape::kAllPairs : Shape::kJoin, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, left, right));
  Columns columns{right};
  if (solution.sparse && right.size() < corpus.vertices()) {
    columns.wanted.resize(corpus.vertices());
    for (const VertexId v : right) columns.wanted[v] = true;
  }
  ThreadPool pool(std::min(solution.rows_at_once, ThreadsOrAll(control.threads)));
  std::vector<std::vector<double>> rows(pool.size(), RoomForRow(solution, corpus));
  ProgressMeter progress(control, "joining", "rows", left.size());
  const size_t batch =
      std::clamp<size_t>(kJoinBytes / (sizeof(Hit) * (right.size() + 1)), 1, kJoinBatch);
  for (size_t first = 0; first < left.size(); first += batch) {
    const size_t count = std::min(batch, left.size() - first);
    std::vector<std::vector<Hit>> hits(count);
    AKIN_TRY(pool.Run(count, control.stop, [&](uint64_t i, unsigned worker) -> Status {
      const VertexId u = left[first + i];
      AKIN_TRY_ASSIGN(const std::vector<Scored> scores,
                      ScoresOf(solution, u, columns, rows[worker]));
      hits[i] = BestOf(problem, solution, u, scores, options);
      return {};
    }));
    for (size_t i = 0; i < count; ++i) AKIN_TRY(sink(left[first + i], hits[i]));
    progress.Advance(count);
  }
  return {};
}

}  // namespace akin
