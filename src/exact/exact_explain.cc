// akin::ExactExplain: which paths an exact measure counts for a pair (Yu et al., theorems 8 and 9).
#include <fmt/format.h>

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/exact.h"
#include "akin/explain.h"
#include "akin/try.h"
#include "exact/budget.h"
#include "exact/first_meetings.h"
#include "exact/iterations_within.h"
#include "exact/rounding.h"
#include "exact/solve.h"
#include "linear/li.h"
#include "linear/powers.h"
#include "linear/varied_d.h"
#include "query/bounded_score.h"
#include "query/explaining.h"
#include "query/index_impl.h"
#include "query/term_reasons.h"

namespace akin {
namespace {

Status CheckExplained(const ExactOptions& exact) {
  AKIN_TRY(CheckExactOptions(exact));
  const bool other_kernel = exact.kernel.value_or(WalkKernel::kCosine) != WalkKernel::kCosine;
  if (exact.radius || exact.prune != ExactPrune::kNone || exact.popularity || exact.krylov ||
      exact.krylov_auto || other_kernel || !exact.priors.empty()) {
    return InvalidArgument("exact",
                           "exact scores are explained without radius, prune, popularity, priors, "
                           "krylov and a kernel other than cosine; leave these out");
  }
  return {};
}

// What meetings at one place contribute, over all steps or in one.
struct MetAt {
  double sum = 0;
  double most = 0;
  unsigned step = 0;  // that contributes most
};

Result<ExplainedPart> ExplainFirstMeetings(const LinksBothWays& links,
                                           const IterationOptions& iterations, VertexId a,
                                           VertexId b, const ExplainOptions& options,
                                           const Control& control) {
  FirstMeetings walks(links.in, iterations.decay, a, b);
  std::map<uint64_t, MetAt> places;  // by PlaceKey
  double score = 0;
  for (int k = 1; k <= iterations.iterations && !walks.ended(); ++k) {
    const auto step = static_cast<unsigned>(k);
    AKIN_TRY_ASSIGN(const std::vector<PairMass> met, walks.Step(control));
    for (const PairMass& pair : met) {
      MetAt& place = places[PlaceKey(pair.x, options.by_step ? step : 0)];
      place.sum += pair.mass;
      score += pair.mass;
      if (pair.mass > place.most) {
        place.most = pair.mass;
        place.step = step;
      }
    }
  }
  std::vector<Reason> all;
  for (const auto& [key, place] : places) {
    all.push_back({.vertex = VertexOfPlace(key), .contribution = place.sum, .steps = place.step});
  }
  ExplainedPart part{.score = BoundedScore(score, Truncation(iterations)),
                     .reading = Reading::kFirstMeetings,
                     .reasons = KeepLargest(std::move(all), options.k)};
  for (Reason& reason : part.reasons.listed) {
    std::tie(reason.path_a, reason.path_b) = walks.PathsTo(reason.vertex, reason.steps);
  }
  return part;
}

// What the rest of the work may use if so many bytes are held meanwhile.
Result<Control> LeftFor(Measure measure, double held, const Control& control) {
  AKIN_TRY(ThreadsWithin(FactsOf(measure).name, {.per_thread = held}, 1,
                         "use a smaller graph, or iterate less often", control)
               .status());
  Control rest = control;
  rest.memory -= static_cast<uint64_t>(held);
  return rest;
}

// `solve` makes the diagonals, once it is known that they fit.
template <class Solver>
Result<ExplainedPart> ExplainSeries(const LinksBothWays& links, const IterationOptions& iterations,
                                    Measure measure, Reading reading, const Solver& solve,
                                    VertexId a, VertexId b, const ExplainOptions& options,
                                    const Control& control) {
  const double per_vertex = sizeof(double) * (iterations.iterations + 1.0) + VariedPairBytes();
  AKIN_TRY_ASSIGN(const Control rest, LeftFor(measure, per_vertex * links.in.vertices(), control));
  AKIN_TRY_ASSIGN(const VariedDiagonals diagonals, solve());
  return SeriesReasons(links, diagonals, reading, a, b, options, rest);
}

Result<ExplainedPart> ExplainMeasure(const LinksBothWays& links, const ExactOptions& exact,
                                     double rounding, VertexId a, VertexId b,
                                     const ExplainOptions& options, const Control& control) {
  const double decay = DecayOf(exact);
  const IterationOptions iterations{
      .decay = decay,
      .iterations = static_cast<int>(IterationsWithin(exact, decay, decay, rounding))};
  switch (exact.measure) {
    case Measure::kSimRank:
      return ExplainFirstMeetings(links, iterations, a, b, options, control);
    case Measure::kSimRankLi:
      return ExplainSeries(
          links, iterations, exact.measure, Reading::kMeetings,
          [&]() -> Result<VariedDiagonals> {
            return LiDiagonals(links.in.vertices(), decay, iterations.iterations);
          },
          a, b, options, control);
    case Measure::kSimRankVariedD:
      return ExplainSeries(
          links, iterations, exact.measure, Reading::kLastMeetings,
          [&] {
            return SolveVariedDiagonals(links.in, links.out, decay, iterations.iterations, control);
          },
          a, b, options, control);
    case Measure::kCosineSimRank: {
      AKIN_TRY_ASSIGN(const Control rest,
                      LeftFor(exact.measure, Powers<2>::BytesAtMost(links.in), control));
      return CosineReasons(links,
                           {.decay = decay, .terms = static_cast<unsigned>(iterations.iterations)},
                           a, b, options, rest);
    }
    default:
      return InvalidArgument(
          "exact", fmt::format("exact {} is not explained; simrank, simrank-li, simrank-varied-d "
                               "and cosine-simrank are, and indexes",
                               MeasureName(exact.measure)));
  }
}

}  // namespace

Result<ExplainedPart> ExactExplain(const Corpus& corpus, VertexId a, VertexId b,
                                   const ExactOptions& exact, const ExplainOptions& options,
                                   const Control& control) {
  for (const VertexId vertex : {a, b}) AKIN_TRY(CheckVertex(corpus, vertex));
  AKIN_TRY(CheckExplained(exact));
  LinksBothWays links;
  AKIN_TRY_ASSIGN(links.in, corpus.InLinks(exact.boilerplate));
  AKIN_TRY_ASSIGN(links.out, corpus.OutLinks(exact.boilerplate));
  ExplainedPart part;
  if (a != b) {
    const double rounding = RoundingOf(exact, links.in, links.out);
    AKIN_TRY(CheckReach(exact, rounding));
    AKIN_TRY_ASSIGN(part, ExplainMeasure(links, exact, rounding, a, b, options, control));
    part.score = BoundedScore(part.score.value, part.score.error + rounding);
  } else {
    AKIN_TRY_ASSIGN(part.score, ExactSim(corpus, a, b, exact, control));
    part.reasons = OfItself(a, part.score, 0);
  }
  part.measure = exact.measure;
  part.method = FactsOf(exact.measure).exact().method;
  AKIN_TRY(corpus.Intact());
  return part;
}

}  // namespace akin
