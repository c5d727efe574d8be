// akin::ExactRelated, ExactSim and ExactJoin: exact solvers for the same questions that indexes
// answer. Every question asks for rows (left) and columns (right) of scores: Solve does the work
// they have in common (exact/solve.h), and the three functions read their rows from the solution.
#include "akin/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/iterations_within.h"
#include "exact/rounding.h"
#include "exact/simrank.h"
#include "exact/solve.h"
#include "exact/vertex_list.h"
#include "query/bounded_score.h"
#include "query/ranking.h"
#include "text/bags_file.h"

namespace akin {
namespace {

// At most this many rows, or bytes of hits, are computed together before they are passed on.
constexpr size_t kJoinBatch = 256;
constexpr size_t kJoinBytes = size_t{16} << 20;

Status CheckPriors(const std::vector<PriorScore>& priors, const Corpus& corpus) {
  const VertexId vertices = corpus.vertices();
  std::vector<std::pair<VertexId, VertexId>> pairs;
  for (const PriorScore& prior : priors) {
    if (prior.a >= vertices || prior.b >= vertices) return NoVertex(std::max(prior.a, prior.b));
    if (prior.a == prior.b) {
      AKIN_TRY_ASSIGN(const std::string name, corpus.Name(prior.a));
      return InvalidArgument("priors", fmt::format("a prior of '{}' with itself; a prior is of two "
                                                   "different vertices",
                                                   name));
    }
    if (!(prior.score >= 0 && prior.score <= 1)) {
      return InvalidArgument(
          "priors", fmt::format("a prior of {}; similarities lie between 0 and 1", prior.score));
    }
    pairs.emplace_back(std::minmax(prior.a, prior.b));
  }
  std::sort(pairs.begin(), pairs.end());
  const auto twice = std::adjacent_find(pairs.begin(), pairs.end());
  if (twice == pairs.end()) return {};
  AKIN_TRY_ASSIGN(const std::string a, corpus.Name(twice->first));
  AKIN_TRY_ASSIGN(const std::string b, corpus.Name(twice->second));
  return InvalidArgument("priors", fmt::format("two priors for '{}' and '{}'; give one", a, b));
}

Status CheckRoom(size_t room, size_t vertices) {
  if (room == vertices * vertices) return {};
  return InvalidArgument("scores", fmt::format("room for {} scores, but {} vertices have {} pairs",
                                               room, vertices, vertices * vertices));
}

// Checks everything that can be checked before the work begins.
Result<Problem> Prepare(const Corpus& corpus, Vertices left, Vertices right,
                        const ExactOptions& exact, const Control& control) {
  const MeasureFacts& facts = FactsOf(exact.measure);
  AKIN_TRY(CheckExactOptions(exact));
  AKIN_TRY(CheckPriors(exact.priors, corpus));
  AKIN_TRY(CheckVertices(left, corpus.vertices()));
  AKIN_TRY(CheckVertices(right, corpus.vertices()));
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks(exact.boilerplate));
  Adjacency out = in;
  if (facts.both_links || facts.closed_form != nullptr || exact.radius ||
      exact.prune != ExactPrune::kNone) {
    AKIN_TRY_ASSIGN(out, corpus.OutLinks(exact.boilerplate));
  }
  std::optional<Bags> bags;
  if (facts.exact().Takes(Parameter::kBags)) {
    AKIN_TRY_ASSIGN(bags, corpus.OpenBags(exact.bags));
  }
  const double decay = DecayOf(exact);
  const double rounding = RoundingOf(exact, in, out);
  AKIN_TRY(CheckReach(exact, rounding));
  return Problem{.exact = exact,
                 .facts = facts,
                 .in = in,
                 .out = out,
                 .bags = std::move(bags),
                 .decay_out = exact.decay_out.value_or(decay),
                 .iterations = {.decay = decay,
                                .iterations = static_cast<int>(
                                    IterationsWithin(exact, decay, decay, rounding))},
                 .rounding = rounding,
                 .control = control};
}

// kDamaged if a file that an answer comes from was cut short meanwhile.
Status SourcesIntact(const Corpus& corpus, const Problem& problem) {
  if (problem.bags) AKIN_TRY(problem.bags->file().container().Intact());
  return corpus.Intact();
}

// ---- answers ----

// JW equation 6, with the links of the side of `u`.
double Popularity(const Problem& problem, VertexId u, VertexId v) {
  if (!problem.exact.popularity) return 1.0;
  const Adjacency& links = PointsTo(problem, u) ? problem.out : problem.in;
  return std::pow(static_cast<double>(links.degree(v)), *problem.exact.popularity);
}

// A score with the bound of its error; both are still to be multiplied by `weight`.
Score Weighted(const Problem& problem, double value, double error, double weight) {
  ScoreRange range{.most = weight};
  const double decay = problem.iterations.decay;
  if (problem.facts.measure == Measure::kRoleSim) range.least = (1 - decay) * weight;
  if (problem.facts.measure == Measure::kXJaccard) range.most = decay * weight;
  if (problem.exact.popularity) error += 4 * 0x1p-53 * value;  // of the power and two products
  return BoundedScore(value * weight, error * weight, range);
}

// Whether the definition says that a vertex scores 1 with itself. A sum may say so up to rounding.
bool OneWithItself(const MeasureFacts& facts) {
  return facts.exact().method == Method::kSolver && !facts.summed_with_itself;
}

// The requested columns.
struct Columns {
  Vertices list;                  // if the solution is not sparse
  std::vector<bool> wanted = {};  // if it is sparse; empty: all that it finds
};

// The scores above 0 of u in those columns. `row` has a place for every vertex unless the solution
// is sparse.
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
    if (v == u || problem.in.degree(v) < options.min_inlinks || !Passes(options, v)) continue;
    const double weight = Popularity(problem, u, v);
    const Score score = Weighted(problem, plain, solution.error, weight);
    if (score.value <= 0 || score.value + kScoreRounding < options.min_score) continue;
    hits.push_back({.vertex = v, .score = score});
  }
  KeepBest(hits, options.k);
  return hits;
}

// Whether a row is found without looking at all vertices. Then not even a list of them is made: an
// empty list stands for all.
bool NeedsNoVertexList(Measure measure) {
  return FactsOf(measure).exact().method == Method::kClosedForm;
}

}  // namespace

Result<Answer> ExactRelated(const Corpus& corpus, VertexId vertex, const ExactOptions& exact,
                            const RelatedOptions& options, const Control& control) {
  if (exact.krylov || exact.krylov_auto) {
    return InvalidArgument(
        "krylov", "one source takes no Krylov space; a pair does, and two sets of vertices");
  }
  std::vector<VertexId> all;
  if (!NeedsNoVertexList(exact.measure)) all = corpus.AllVertices();
  AKIN_TRY_ASSIGN(const Problem problem, Prepare(corpus, {&vertex, 1}, all, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, {&vertex, 1}, all));
  std::vector<double> row = RoomForRow(solution, corpus);
  AKIN_TRY_ASSIGN(const std::vector<Scored> scores, ScoresOf(solution, vertex, {all}, row));
  Answer answer;
  answer.work.candidates = scores.size();
  answer.hits = BestOf(problem, solution, vertex, scores, options);
  AKIN_TRY(SourcesIntact(corpus, problem));
  return answer;
}

Result<Score> ExactSim(const Corpus& corpus, VertexId a, VertexId b, const ExactOptions& exact,
                       const Control& control) {
  AKIN_TRY_ASSIGN(const Problem problem, Prepare(corpus, {&a, 1}, {&b, 1}, exact, control));
  AKIN_TRY_ASSIGN(const Solution solution, Solve(problem, {&a, 1}, {&b, 1}));
  std::vector<double> row = RoomForRow(solution, corpus);
  AKIN_TRY_ASSIGN(const std::vector<Scored> scores, ScoresOf(solution, a, {{&b, 1}}, row));
  AKIN_TRY(SourcesIntact(corpus, problem));
  const double popularity = Popularity(problem, a, b);
  if (a == b && OneWithItself(problem.facts)) return Weighted(problem, 1, 0, popularity);
  const bool found = !scores.empty();
  const double error = found ? solution.error : std::max(solution.error, solution.left_out);
  return Weighted(problem, found ? scores[0].score : 0, error, popularity);
}

Result<double> ExactAllPairs(const Corpus& corpus, const ExactOptions& exact,
                             std::span<double> scores, const Control& control) {
  const size_t vertices = corpus.vertices();
  if (scores.size() != vertices * vertices) {
    return InvalidArgument(
        "scores", fmt::format("room for {} scores, but {} vertices have {} pairs", scores.size(),
                              vertices, vertices * vertices));
  }
  const std::vector<VertexId> all = corpus.AllVertices();
  AKIN_TRY_ASSIGN(const Problem problem, Prepare(corpus, all, all, exact, control));
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
    if (OneWithItself(problem.facts)) row[u] = 1;
    if (exact.popularity) {
      for (const VertexId v : all) row[v] *= Popularity(problem, u, v);
    }
    progress.Advance(1);
    return {};
  }));
  AKIN_TRY(SourcesIntact(corpus, problem));
  return solution.error;
}

Status ExactJoin(const Corpus& corpus, std::span<const VertexId> left,
                 std::span<const VertexId> right, const ExactOptions& exact,
                 const RelatedOptions& options, const JoinSink& sink, const Control& control) {
  AKIN_TRY_ASSIGN(const Problem problem, Prepare(corpus, left, right, exact, control));
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
    AKIN_TRY(SourcesIntact(corpus, problem));
    for (size_t i = 0; i < count; ++i) AKIN_TRY(sink(left[first + i], hits[i]));
    progress.Advance(count);
  }
  return {};
}

Result<SettleReport> SimRankUntilSettled(const Adjacency& in, const SettleOptions& options,
                                         std::span<double> scores, const Control& control) {
  const size_t vertices = in.vertices();
  AKIN_TRY(CheckRoom(scores.size(), vertices));
  AKIN_TRY_ASSIGN(
      const SettledSimRank result,
      SimRankSettled(in, {.decay = options.decay, .iterations = static_cast<int>(options.most)},
                     {.absolute = options.absolute, .relative = options.relative}, control));
  for (VertexId u = 0; u < vertices; ++u) {
    result.scores.CopyRow(u, scores.subspan(u * vertices, vertices));
  }
  return SettleReport{.iterations = static_cast<unsigned>(result.iterations),
                      .settled = result.settled};
}

}  // namespace akin
