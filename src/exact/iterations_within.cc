#include "exact/iterations_within.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "base/rounding.h"
#include "exact/expected_f.h"
#include "exact/iteration_options.h"
#include "exact/prank.h"
#include "exact/simrank_star.h"
#include "linear/cosine.h"
#include "measures/epsilon_refusal.h"

namespace akin {
namespace {

// What so many iterations leave out.
double LeftOutAfter(const ExactOptions& exact, double last, double other, unsigned iterations) {
  const Measure measure = exact.measure;
  const auto k = static_cast<int>(iterations);
  if (FactsOf(measure).counts_terms) return CosineTruncation({.decay = last, .terms = iterations});
  if (measure == Measure::kSimRankF) {
    return MeetingsLeftOut(MeetingFunctionOf(exact), {.decay = last, .iterations = k});
  }
  if (measure == Measure::kSimRankStarExp) {
    return StarTruncation(StarForm::kExponential, {.decay = last, .iterations = k});
  }
  const double left = TruncationOf(last, other, k);
  return measure == Measure::kSimRankFromLi ? left / (1 - last) : left;
}

// The decays of the last iteration and of the one before it, for each side that may be asked for.
std::vector<std::pair<double, double>> DecaysOf(const ExactOptions& exact) {
  const Way& way = FactsOf(exact.measure).exact();
  const double decay = DecayOf(exact);
  const double other = exact.decay_out.value_or(decay);
  if (way.Takes(Parameter::kSide)) return {{decay, other}, {other, decay}};
  if (!way.Takes(Parameter::kDecayOut)) return {{decay, decay}};
  const double mean =
      PRankDecay({.decay_in = decay,
                  .decay_out = other,
                  .lambda = exact.lambda.value_or(way.Default(Parameter::kLambda))});
  return {{mean, mean}};
}

// Not every function of simrank-f has one.
bool HasDecay(const ExactOptions& exact) {
  return FactsOf(exact.measure).exact().Takes(Parameter::kDecay) &&
         MeetingFunctionOf(exact) == MeetingFunction::kExponential;
}

}  // namespace

Status CheckReach(const ExactOptions& exact, double rounding) {
  if (!exact.epsilon) return {};
  const MeasureFacts& facts = FactsOf(exact.measure);
  const auto most = static_cast<unsigned>(facts.exact().RangeOf(Parameter::kIterations)->most);
  if (rounding >= *exact.epsilon) {
    return InvalidArgument(
        "epsilon", fmt::format("an epsilon of {} cannot be promised: rounding alone may "
                               "change a score of this graph by {:.1e}; take {:.1e} or more",
                               *exact.epsilon, rounding, 2 * rounding));
  }
  double left_out = 0;
  for (const auto& [last, other] : DecaysOf(exact)) {
    left_out = std::max(left_out, LeftOutAfter(exact, last, other, most));
  }
  if (left_out + rounding <= *exact.epsilon) return {};
  return RefuseOutOfReach({.measure = facts.name,
                           .epsilon = *exact.epsilon,
                           .most = most,
                           .left_out = left_out + rounding,
                           .range = *facts.exact().RangeOf(Parameter::kEpsilon),
                           .has_decay = HasDecay(exact)});
}

unsigned IterationsWithin(const ExactOptions& exact, double last, double other, double rounding) {
  if (!exact.epsilon) return IterationsOf(exact);
  const MeasureFacts& facts = FactsOf(exact.measure);
  const double given = *exact.epsilon;
  const double epsilon = rounding < kNegligibleRounding * given ? given : given - rounding;
  const ParameterRange& range = *facts.exact().RangeOf(Parameter::kIterations);
  auto iterations = static_cast<unsigned>(range.least);
  while (iterations < range.most && LeftOutAfter(exact, last, other, iterations) > epsilon) {
    ++iterations;
  }
  return iterations;
}

}  // namespace akin
