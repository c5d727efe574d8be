#include "exact/rounding.h"

#include <algorithm>

#include "akin/measures.h"
#include "linear/rounding.h"

namespace akin {
namespace {

// Whether it is a series; if in doubt it is, for the bound of a series is larger.
bool IsSeries(Measure measure) {
  switch (measure) {
    case Measure::kSimRank:
    case Measure::kPSimRank:
    case Measure::kLazySimRank:
    case Measure::kSimRankBipartite:
    case Measure::kSimRankMinimax:
    case Measure::kSimRankMinimaxIn:
    case Measure::kSimRankMinimaxMixed:
    case Measure::kSimRankPlusPlus:
    case Measure::kSimRankPlusPlusExp:
    case Measure::kSimRankEvidence:
    case Measure::kSimRankEvidenceExp:
    case Measure::kPRank:
    case Measure::kRoleSim:
    case Measure::kRoleSimIn:
    case Measure::kRestart:
      return false;
    default:
      return true;
  }
}

}  // namespace

double RoundingOf(const ExactOptions& exact, const Adjacency& in, const Adjacency& out) {
  const MeasureFacts& facts = FactsOf(exact.measure);
  const ParameterRange* const range = facts.exact().RangeOf(Parameter::kIterations);
  if (range == nullptr) return 0;
  const double iterations = exact.epsilon ? range->most : static_cast<double>(IterationsOf(exact));
  const double decay = std::max(DecayOf(exact), exact.decay_out.value_or(0));
  if (exact.measure == Measure::kXJaccard) return RoundingOf(iterations + 8);
  const double neighbours = MostNeighbours(in) + (facts.both_links ? MostNeighbours(out) : 0);
  const double round = 2 * neighbours + 8;
  const bool fades =
      exact.function.value_or(MeetingFunction::kExponential) == MeetingFunction::kExponential;
  // How many rounds' errors count.
  const double lasting = fades ? 1 / (1 - decay) : std::max(iterations, 1.0);
  if (!IsSeries(exact.measure)) return std::min(iterations, lasting) * RoundingOf(round);
  const double sums = (exact.measure == Measure::kCosineSimRank ? 2.0 : 1.0) +
                      (exact.krylov_auto ? iterations : exact.krylov.value_or(0));
  const double rounding =
      RoundingOf(sums * in.vertices() + std::min(iterations, lasting * lasting) * round);
  return exact.measure == Measure::kSimRankFromLi ? rounding / (1 - decay) : rounding;
}

}  // namespace akin
