#include "exact/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/rounding.h"
#include "exact/budget.h"
#include "exact/cosine_ways.h"
#include "exact/evidence.h"
#include "exact/evidence_rounds.h"
#include "exact/expected_f.h"
#include "exact/iterations_within.h"
#include "exact/lazy_simrank.h"
#include "exact/minimax.h"
#include "exact/neighbourhoods.h"
#include "exact/prank.h"
#include "exact/pruned.h"
#include "exact/psimrank.h"
#include "exact/restart.h"
#include "exact/rolesim.h"
#include "exact/simrank.h"
#include "exact/simrank_star.h"
#include "exact/text_jaccard.h"
#include "exact/xjaccard.h"
#include "linear/cosine.h"
#include "linear/li.h"
#include "linear/varied_d.h"
#include "measures/closed_form.h"
#include "measures/epsilon_refusal.h"

namespace akin {
namespace {

bool HasSides(const Problem& problem) { return problem.facts.exact().Takes(Parameter::kSide); }

// How a measure combines the scores of in-links, or of out-links.
Combine CombineOf(Measure measure, bool out_links) {
  switch (measure) {
    case Measure::kSimRankMinimax:
    case Measure::kSimRankMinimaxIn:
      return Combine::kMinimax;
    case Measure::kSimRankMinimaxMixed:
      return out_links ? Combine::kMinimax : Combine::kMean;
    default:
      return Combine::kMean;
  }
}

Recurrence RecurrenceOf(const Problem& problem, bool points_to) {
  const ExactOptions& exact = problem.exact;
  Recurrence::Side last{.neighbours = problem.in,
                        .decay = problem.iterations.decay,
                        .combine = CombineOf(exact.measure, false)};
  Recurrence::Side other = last;
  if (HasSides(problem)) {
    other = {.neighbours = problem.out,
             .decay = problem.decay_out,
             .combine = CombineOf(exact.measure, true)};
  }
  if (points_to) std::swap(last, other);
  const auto iterations =
      static_cast<int>(IterationsWithin(exact, last.decay, other.decay, problem.rounding));
  return {.measure = problem.facts.name,
          .last = last,
          .other = other,
          .iterations = iterations,
          .priors = Priors(exact.priors),
          .has_index = problem.facts.index() != nullptr,
          .takes_radius = problem.facts.exact().Takes(Parameter::kRadius)};
}

// The union of both, each vertex once.
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

// SimRank and related measures, one side.
Result<Solution> SolvePairs(const Problem& problem, Vertices left, Vertices right, bool points_to,
                            const Control& control) {
  const Recurrence recurrence = RecurrenceOf(problem, points_to);
  Solution solution{
      .error = TruncationOf(recurrence.last.decay, recurrence.other.decay, recurrence.iterations)};
  if (problem.exact.radius || problem.exact.prune == ExactPrune::kCommon) {
    const Pruning pruning{.radius = problem.exact.radius};
    AKIN_TRY_ASSIGN(PrunedScores scores,
                    SolvePruned(recurrence, pruning, problem.in, problem.out, control));
    solution.left_out = LeftOutScore(recurrence, pruning, scores);
    solution.error += std::max(recurrence.last.decay, recurrence.other.decay) * solution.left_out;
    solution.bytes = scores.bytes();
    solution.row = RowsOf(std::move(scores));
    return solution;
  }
  AKIN_TRY_ASSIGN(SimRankMatrix scores, recurrence.takes_best()
                                            ? MinimaxAmong(recurrence, Union(left, right), control)
                                            : SimRankBetween(recurrence, left, right, control));
  solution.bytes = scores.bytes();
  solution.row = RowsOf(std::move(scores));
  return solution;
}

// Both sides in one score (JW section 4.3.1, "either score or a combination"): lambda s2 +
// (1 - lambda) s1, where s2 is pointed-to and s1 points-to.
Result<Solution> SolveCombinedSides(const Problem& problem, Vertices left, Vertices right) {
  Control control = problem.control;
  AKIN_TRY_ASSIGN(const Solution pointed, SolvePairs(problem, left, right, false, control));
  control.memory -= std::min(control.memory, static_cast<uint64_t>(pointed.bytes));
  AKIN_TRY_ASSIGN(const Solution points, SolvePairs(problem, left, right, true, control));
  const double share =
      problem.exact.lambda.value_or(problem.facts.exact().Default(Parameter::kLambda));
  const auto mix = [share](double s2, double s1) { return share * s2 + (1 - share) * s1; };
  // A pair may be left out on one side only.
  const bool apart = problem.exact.prune == ExactPrune::kCommon;
  const auto error = [&](const Solution& side) {
    return apart ? std::max(side.error, side.left_out) : side.error;
  };
  return Solution{.row = [pointed, points, mix](VertexId u, std::span<double> row) -> Status {
                    std::vector<double> other(row.size());
                    AKIN_TRY(pointed.row(u, row));
                    AKIN_TRY(points.row(u, other));
                    for (size_t v = 0; v < row.size(); ++v) row[v] = mix(row[v], other[v]);
                    row[u] = 1;
                    return {};
                  },
                  .error = mix(error(pointed), error(points)),
                  .left_out = mix(pointed.left_out, points.left_out),
                  .bytes = pointed.bytes + points.bytes};
}

// Vertices of `left` on different sides are solved separately.
Result<Solution> SolveSides(const Problem& problem, Vertices left, Vertices right) {
  if (problem.exact.side == ExactSide::kBoth) return SolveCombinedSides(problem, left, right);
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

// A solution that reads its rows from the scores of all pairs.
Solution FromAllPairs(std::vector<double> scores, const IterationOptions& options) {
  auto shared = std::make_shared<const std::vector<double>>(std::move(scores));
  return Solution{.row =
                      [shared](VertexId u, std::span<double> row) {
                        const double* const from = shared->data() + u * row.size();
                        std::copy_n(from, row.size(), row.begin());
                        return Status();
                      },
                  .error = Truncation(options)};
}

Result<Solution> SolvePSimRank(const Problem& problem) {
  AKIN_TRY_ASSIGN(std::vector<double> scores,
                  PSimRankAllPairs(problem.in, problem.iterations, problem.control));
  return FromAllPairs(std::move(scores), problem.iterations);
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
      .rows_at_once = 1};
}

// How many rows can be computed at once if each takes that many bytes in addition to itself.
Result<unsigned> RowsWithin(const Problem& problem, double fixed, double bytes_per_row, size_t rows,
                            std::string_view instead) {
  const double row = sizeof(double) * static_cast<double>(problem.in.vertices());
  return ThreadsWithin(problem.facts.name, {.fixed = fixed, .per_thread = row + bytes_per_row},
                       rows, instead, problem.control);
}

// SimRank as a series (linear/varied_d.h), with the diagonals that make it equal to plain
// iterations, or with those of Li et al. `solve` makes them, once it is known that they fit.
template <class Solver>
Result<Solution> SolveSeries(const Problem& problem, const Solver& solve, Vertices left,
                             Vertices right) {
  const VertexId only = right.size() == 1 ? right[0] : kNoVertex;
  const double vertices = problem.in.vertices();
  const double each =
      only == kNoVertex ? VariedRowBytes(problem.iterations.iterations) : VariedPairBytes();
  Solution solution{.error = Truncation(problem.iterations),
                    .bytes = vertices * sizeof(double) * (problem.iterations.iterations + 1.0)};
  AKIN_TRY_ASSIGN(solution.rows_at_once, RowsWithin(problem, solution.bytes, vertices * each,
                                                    left.size(), "iterate less often"));
  AKIN_TRY_ASSIGN(VariedDiagonals diagonals, solve());
  auto shared = std::make_shared<const VariedDiagonals>(std::move(diagonals));
  solution.row = [in = problem.in, shared, only](VertexId u, std::span<double> row) -> Status {
    if (only != kNoVertex) {
      AKIN_TRY_ASSIGN(row[only], VariedPair(in, *shared, u, only));
      return {};
    }
    return VariedFrom(in, *shared, u, row);
  };
  return solution;
}

// SimRank by theorem 10 of Yu et al., from the series of Li et al. (linear/li.h).
Result<Solution> SolveFromLi(const Problem& problem, Vertices left, Vertices right) {
  const auto [decay, iterations] = problem.iterations;
  double error = 0;
  const auto solve = [&]() -> Result<VariedDiagonals> {
    AKIN_TRY_ASSIGN(const LiConversion converted,
                    SumConversion(problem.in, problem.out, decay, iterations, problem.control));
    // The rounding of the problem is that of a diagonal of at most 1.
    error = converted.error + problem.rounding * std::max(0.0, converted.largest - 1);
    const double stated = error + problem.rounding;
    if (problem.exact.epsilon && stated > *problem.exact.epsilon * (1 + kNegligibleRounding)) {
      return InvalidArgument(
          "epsilon",
          fmt::format("an epsilon of {} cannot be promised: {} terms of both signs leave "
                      "an error of {}",
                      *problem.exact.epsilon, converted.terms,
                      ErrorAndAdvice(stated, *problem.facts.exact().RangeOf(Parameter::kEpsilon),
                                     /*has_decay=*/true)));
    }
    return SameDiagonals(decay, iterations, converted.diagonal);
  };
  AKIN_TRY_ASSIGN(Solution solution, SolveSeries(problem, solve, left, right));
  solution.error = error;
  return solution;
}

Result<Solution> SolveCosineSimRank(const Problem& problem, Vertices left, Vertices right) {
  const auto terms = static_cast<unsigned>(problem.iterations.iterations);
  CosineQuestion question{.in = problem.in,
                          .out = problem.out,
                          .sum = {.decay = problem.iterations.decay, .terms = terms},
                          .krylov = problem.exact.krylov,
                          .kernel = problem.exact.kernel.value_or(WalkKernel::kCosine),
                          .left = left,
                          .right = right,
                          .note = problem.exact.note};
  if (problem.exact.krylov_auto) question.krylov = std::max(terms, 1U);
  AKIN_TRY_ASSIGN(CosineRows rows, SolveCosine(question, problem.control));
  Solution solution{.row = std::move(rows.row), .error = rows.error};
  if (rows.one_at_a_time) solution.rows_at_once = 1;
  return solution;
}

// All vertices that share a neighbour with u, or only the one asked for.
std::vector<Shared> SharedWith(const Adjacency& links, const Adjacency& back, VertexId u,
                               VertexId only, NeighbourWeight weight = nullptr) {
  if (only == kNoVertex) return SharedFrom(links, back, u, weight);
  const std::optional<double> sum = SharedByPair(links, back, u, only, weight);
  if (!sum) return {};
  return {{.vertex = only, .sum = *sum}};
}

// The bytes for a row of common neighbours: counts, and as much again for scores.
double SharingBytes(const Adjacency& links, const Adjacency& back, Vertices left, VertexId only) {
  return only == kNoVertex ? 2 * SharedBytes(links, back, left) : 0;
}

Result<unsigned> SharingThreads(const Problem& problem, double held, double bytes_per_row,
                                size_t rows) {
  return ThreadsWithin(problem.facts.name, {.fixed = held, .per_thread = bytes_per_row}, rows,
                       "ask for one pair", problem.control);
}

// A closed form based on common neighbours (measures/closed_form.h).
Result<Solution> SolveClosedForm(const Problem& problem, Vertices left, Vertices right) {
  const ClosedForm form = *problem.facts.closed_form;
  const Adjacency links = form.out_links ? problem.out : problem.in;
  const Adjacency back = form.out_links ? problem.in : problem.out;
  const VertexId only = right.size() == 1 ? right[0] : kNoVertex;
  Solution solution;
  const double bytes = SharingBytes(links, back, left, only);
  AKIN_TRY_ASSIGN(solution.rows_at_once, SharingThreads(problem, 0, bytes, left.size()));
  solution.sparse = [=](VertexId u, std::vector<Scored>& found) {
    for (const auto& [v, sum] : SharedWith(links, back, u, only, form.weight)) {
      found.push_back({.vertex = v, .score = form.Score(sum, links.degree(u), links.degree(v))});
    }
    return Status();
  };
  return solution;
}

// SimRank times its evidence (exact/evidence.h).
Result<Solution> SolveEvidence(const Problem& problem, Evidence form, Vertices left,
                               Vertices right) {
  const Adjacency in = problem.in;
  const VertexId only = right.size() == 1 ? right[0] : kNoVertex;
  const double bytes = SharingBytes(in, problem.out, left, only);
  AKIN_TRY(SharingThreads(problem, 0, bytes, left.size()).status());
  Control rest = problem.control;  // what one row leaves
  rest.memory -= static_cast<uint64_t>(bytes);
  std::vector<VertexId> sharing;  // for a single row, all vertices with evidence
  if (left.size() == 1) {
    for (const Shared& shared : SharedWith(in, problem.out, left[0], only)) {
      sharing.push_back(shared.vertex);
    }
    right = sharing;
  }
  AKIN_TRY_ASSIGN(SimRankMatrix scores,
                  SimRankBetween(RecurrenceOf(problem, false), left, right, rest));
  Solution solution{.error = Truncation(problem.iterations), .bytes = scores.bytes()};
  AKIN_TRY_ASSIGN(solution.rows_at_once,
                  SharingThreads(problem, solution.bytes, bytes, left.size()));
  solution.sparse = [=, out = problem.out,
                     shared = std::make_shared<const SimRankMatrix>(std::move(scores))](
                        VertexId u, std::vector<Scored>& found) {
    for (const auto& [v, common] : SharedWith(in, out, u, only)) {
      const double evidence = v == u ? 1 : EvidenceOf(form, static_cast<uint64_t>(common));
      found.push_back({.vertex = v, .score = evidence * (*shared)(u, v)});
    }
    if (in.degree(u) == 0 && (only == kNoVertex || only == u)) {  // needs no evidence
      found.push_back({.vertex = u, .score = 1});
    }
    return Status();
  };
  return solution;
}

// SimRank with evidence in every round (exact/evidence_rounds.h).
Result<Solution> SolveEvidenceRounds(const Problem& problem, Evidence form, Vertices right) {
  AKIN_TRY_ASSIGN(EvidenceScores scores,
                  EvidenceScores::Solve(problem.facts.name, problem.in, problem.out, form,
                                        problem.iterations, problem.control));
  Solution solution{.error = Truncation(problem.iterations), .bytes = scores.bytes()};
  solution.sparse = [only = right.size() == 1 ? right[0] : kNoVertex,
                     shared = std::make_shared<const EvidenceScores>(std::move(scores))](
                        VertexId u, std::vector<Scored>& found) {
    const auto add = [&](VertexId v, double score) {
      if (only == kNoVertex || only == v) found.push_back({.vertex = v, .score = score});
    };
    add(u, 1);
    const auto partners = shared->partners(u);
    for (size_t i = 0; i < partners.size(); ++i) add(partners[i], shared->scores(u)[i]);
    return Status();
  };
  return solution;
}

Result<Solution> SolveRestart(const Problem& problem, Vertices left) {
  Solution solution{.error = Truncation(problem.iterations)};
  AKIN_TRY_ASSIGN(
      solution.rows_at_once,
      RowsWithin(problem, 0, kRestartBytesPerVertex * problem.in.vertices(), left.size(), {}));
  solution.row = [out = problem.out, options = problem.iterations, stop = problem.control.stop](
                     VertexId u, std::span<double> row) {
    return RestartFrom(out, u, options, row, stop);
  };
  return solution;
}

Result<Solution> SolveStar(const Problem& problem, StarForm form, Vertices left) {
  const IterationOptions& options = problem.iterations;
  Solution solution{.error = StarTruncation(form, options)};
  AKIN_TRY_ASSIGN(solution.rows_at_once,
                  RowsWithin(problem, SimRankStar::FixedBytes(options),
                             SimRankStar::RowBytes(problem.in.vertices(), options), left.size(),
                             "iterate less often"));
  solution.row = [star = std::make_shared<const SimRankStar>(form, problem.in, options),
                  stop = problem.control.stop](VertexId u, std::span<double> row) {
    return star->From(u, row, stop);
  };
  return solution;
}

Result<Solution> SolvePRank(const Problem& problem) {
  const ExactOptions& exact = problem.exact;
  PRankOptions options{
      .decay_in = problem.iterations.decay,
      .decay_out = problem.decay_out,
      .lambda = exact.lambda.value_or(problem.facts.exact().Default(Parameter::kLambda))};
  const double decay = PRankDecay(options);
  options.iterations = static_cast<int>(IterationsWithin(exact, decay, decay, problem.rounding));
  AKIN_TRY_ASSIGN(SimRankMatrix scores,
                  PRankAllPairs(problem.in, problem.out, options, problem.control));
  return Solution{.row = RowsOf(std::move(scores)),
                  .error = TruncationOf(decay, decay, options.iterations)};
}

Result<Solution> SolveExpectedF(const Problem& problem) {
  const MeetingFunction f = MeetingFunctionOf(problem.exact);
  AKIN_TRY_ASSIGN(std::vector<double> scores,
                  ExpectedFAllPairs(problem.in, f, problem.iterations, problem.control));
  Solution solution = FromAllPairs(std::move(scores), problem.iterations);
  solution.error = MeetingsLeftOut(f, problem.iterations);
  return solution;
}

Result<Solution> SolveLazySimRank(const Problem& problem) {
  AKIN_TRY_ASSIGN(std::vector<double> scores,
                  LazySimRankAllPairs(problem.in, problem.iterations, problem.control));
  return FromAllPairs(std::move(scores), problem.iterations);
}

Result<Solution> SolveRoleSim(const Problem& problem, RoleSimForm form) {
  AKIN_TRY_ASSIGN(std::vector<double> scores, RoleSimAllPairs(form, problem.in, problem.out,
                                                              problem.iterations, problem.control));
  return FromAllPairs(std::move(scores), problem.iterations);
}

// Inverted lists, or just two bags for a single column.
Result<Solution> SolveText(const Problem& problem, Vertices left, Vertices right) {
  const Bags bags = *problem.bags;
  if (right.size() == 1) {
    return Solution{
        .sparse = [bags, only = right[0]](VertexId u, std::vector<Scored>& found) -> Status {
          AKIN_TRY_ASSIGN(const double score, TextJaccardOfPair(bags.file(), u, only));
          if (score > 0) found.push_back({.vertex = only, .score = score});
          return {};
        }};
  }
  AKIN_TRY_ASSIGN(InvertedBags lists,
                  InvertedBags::Read(bags.file(), left, right, problem.control));
  Solution solution{.bytes = lists.bytes()};
  const double row = sizeof(double) * static_cast<double>(problem.in.vertices());
  AKIN_TRY_ASSIGN(solution.rows_at_once, SharingThreads(problem, solution.bytes, row, left.size()));
  solution.sparse = [bags, shared = std::make_shared<const InvertedBags>(std::move(lists))](
                        VertexId u, std::vector<Scored>& found) -> Status {
    AKIN_TRY_ASSIGN(const std::vector<TextScore> scores, shared->From(u));
    for (const auto& [v, score] : scores) found.push_back({.vertex = v, .score = score});
    return {};
  };
  return solution;
}

}  // namespace

bool PointsTo(const Problem& problem, VertexId u) {
  if (!HasSides(problem)) return false;
  if (problem.exact.side != ExactSide::kAuto) return problem.exact.side == ExactSide::kPointsTo;
  return problem.in.degree(u) == 0 && problem.out.degree(u) > 0;
}

namespace {

Result<Solution> SolveUnrounded(const Problem& problem, Vertices left, Vertices right) {
  if (problem.facts.closed_form != nullptr) return SolveClosedForm(problem, left, right);
  const auto [decay, iterations] = problem.iterations;
  switch (problem.exact.measure) {
    case Measure::kSimRank:
    case Measure::kSimRankBipartite:
    case Measure::kSimRankMinimax:
    case Measure::kSimRankMinimaxIn:
    case Measure::kSimRankMinimaxMixed:
      return SolveSides(problem, left, right);
    case Measure::kSimRankVariedD:
      return SolveSeries(
          problem,
          [&, c = decay, k = iterations] {
            return SolveVariedDiagonals(problem.in, problem.out, c, k, problem.control);
          },
          left, right);
    case Measure::kSimRankLi:
      return SolveSeries(
          problem,
          [&, c = decay, k = iterations]() -> Result<VariedDiagonals> {
            return LiDiagonals(problem.in.vertices(), c, k);
          },
          left, right);
    case Measure::kSimRankFromLi:
      return SolveFromLi(problem, left, right);
    case Measure::kPSimRank:
      return SolvePSimRank(problem);
    case Measure::kXJaccard:
      return SolveXJaccard(problem, right);
    case Measure::kSimRankF:
      return SolveExpectedF(problem);
    case Measure::kLazySimRank:
      return SolveLazySimRank(problem);
    case Measure::kCosineSimRank:
      return SolveCosineSimRank(problem, left, right);
    case Measure::kRestart:
      return SolveRestart(problem, left);
    case Measure::kSimRankPlusPlus:
      return SolveEvidence(problem, Evidence::kGeometric, left, right);
    case Measure::kSimRankPlusPlusExp:
      return SolveEvidence(problem, Evidence::kExponential, left, right);
    case Measure::kSimRankEvidence:
      return SolveEvidenceRounds(problem, Evidence::kGeometric, right);
    case Measure::kSimRankEvidenceExp:
      return SolveEvidenceRounds(problem, Evidence::kExponential, right);
    case Measure::kSimRankStar:
      return SolveStar(problem, StarForm::kGeometric, left);
    case Measure::kSimRankStarExp:
      return SolveStar(problem, StarForm::kExponential, left);
    case Measure::kPRank:
      return SolvePRank(problem);
    case Measure::kRoleSim:
      return SolveRoleSim(problem, RoleSimForm::kAxiomatic);
    case Measure::kRoleSimIn:
      return SolveRoleSim(problem, RoleSimForm::kInLinks);
    case Measure::kText:
      return SolveText(problem, left, right);
    default:  // closed forms; a test checks that nothing else is left
      return InvalidArgument("measure", fmt::format("{} has no solver", problem.facts.name));
  }
}

}  // namespace

Result<Solution> Solve(const Problem& problem, Vertices left, Vertices right) {
  AKIN_TRY_ASSIGN(Solution solution, SolveUnrounded(problem, left, right));
  solution.error += problem.rounding;
  solution.left_out += problem.rounding;
  return solution;
}

}  // namespace akin
