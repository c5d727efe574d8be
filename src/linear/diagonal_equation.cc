#include "linear/diagonal_equation.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "linear/chance_bounds.h"

namespace akin {
namespace {

constexpr double kFailure = 1e-7;  // probability that any estimate from samples is wrong
constexpr double kPruned = 0.8;    // share of a vertex's error that pruning may use
// The share that taking D as known may use where D counts little. The rest is for the solver.
constexpr double kFolded = 0.15;
constexpr double kErrorPerLevel = 0.3;  // share of the remaining error that one level may use
// Share of the remaining error for chance in samples. The rest is for what they add because they
// use D.
constexpr double kChance = 0.6;

}  // namespace

// Adds h_l o h_l to squares_, level by level, until at most `most_left` of B is spent.
double EquationMaker::Push(VertexId v, double most_left, double negligible,
                           DiagonalEquation& equation) {
  const double root = std::sqrt(options_.decay);
  const auto facts = [&](VertexId y) -> const DiagonalFacts& { return round_.facts[y]; };
  const auto square = [&](VertexId y, double h, const DiagonalFacts& known) {
    const double factor = h * h;
    if (factor * known.half < negligible) {
      equation.constant += factor * known.middle;
      equation.error += factor * known.half;
    } else {
      squares_.Add(y, factor);
    }
    if (known.degree == 0) return;
    live_.arcs += known.degree;
    live_.mass += h;
    live_.squares += factor;
  };
  live_ = {};
  double spent = 0;
  double total = level_.Begin(v, facts);
  while (spent + total * total > most_left) {
    const double left = level_.Choose((most_left - spent) * kErrorPerLevel / (2 * total));
    if (SamplingIsCheaper((most_left - spent) / 2, total * total)) {
      equation.sampled = true;
      return spent;
    }
    work_ += static_cast<double>(level_.Push(in_, root, next_));
    spent += left * (2 * total - left);
    live_ = {};
    total = level_.Take(next_, facts, square);
    if (work_ > limit_) break;
  }
  return spent + total * total;
}

double EquationMaker::LogFailure(int attempt) const {
  const double rounds = (round_.number + 1.0) * (round_.number + 2.0);
  const double attempts = (attempt + 1.0) * (attempt + 2.0);
  return std::log(2 * static_cast<double>(rows_.size()) * rounds * attempts / kFailure);
}

// About what samples of the current level add to the error because they use D
// (DiagonalSolver::SampledError).
double EquationMaker::MoreForSamples(double most) const {
  return std::min(most * round_.off / (1 - options_.decay),
                  live_.mass * live_.mass * round_.score_error + live_.squares * 2 * round_.off);
}

// Called before the next level is pushed, but not before the first: that is never dear.
bool EquationMaker::SamplingIsCheaper(double tolerance, double most) const {
  if (live_.arcs == 0) return false;
  const double range = options_.decay * live_.mass * live_.mass;
  const double chance = std::min(0.5, most / (2 * range));
  const double cost =
      options_.arcs_per_sample * TrialsFor(chance, kChance * tolerance / range, LogFailure(0));
  if (live_.arcs <= cost) return false;
  if (cost > 0 && MoreForSamples(most) > (1 - kChance) * tolerance) return false;
  return static_cast<double>(level_.Work(in_)) > cost;
}

// Estimates <h_l, (S - D) h_l>. The numbers of samples after which it
// looks at the bounds do not depend on the samples, so that the bounds hold there together.
EquationMaker::Estimate EquationMaker::Sample(VertexId v, double tolerance) {
  constexpr double kGrowth = 1.5;
  pairs_.Begin(level_.entries);
  const double range = options_.decay * pairs_.mass() * pairs_.mass();
  const uint64_t key = RandomStream(options_.seed, v, static_cast<uint64_t>(round_.number)).At(0);
  uint64_t met = 0;
  uint64_t done = 0;
  double wanted = std::ceil(TrialsFor(0, tolerance / range, LogFailure(0)));
  for (int attempt = 0;; ++attempt, wanted = std::ceil(wanted * kGrowth)) {
    const auto upto = static_cast<uint64_t>(wanted);
    work_ += options_.arcs_per_sample * static_cast<double>(upto - done);
    if (work_ > limit_) return {};
    met += pairs_.CountMet(key, done, upto);
    done = upto;
    const ChanceBounds chance = BoundChance(met, done, LogFailure(attempt));
    const double error = range * (chance.high - chance.low) / 2;
    if (error > tolerance) continue;
    return {.value = range * (chance.low + chance.high) / 2, .error = error};
  }
}

// Keeps the large terms as they are. The others become constants, with D taken from the bounds, or
// with its value where that is fixed.
void EquationMaker::Fold(double most_lost, DiagonalEquation& equation) {
  squares_.DrainTo(row_);
  cut_.Clear();
  for (const Entry& entry : row_) {
    const double lost = entry.value * round_.facts[entry.vertex].half;
    cut_.Add(static_cast<float>(lost), lost);
  }
  const float least = cut_.Within(most_lost).rank;
  for (const Entry& entry : row_) {
    const DiagonalFacts& known = round_.facts[entry.vertex];
    const double lost = entry.value * known.half;
    const auto factor = static_cast<float>(entry.value);
    if (static_cast<float>(lost) >= least && known.degree >= 2) {
      equation.terms.push_back({rows_.of[entry.vertex], factor});
      equation.factors += factor;
      equation.error += std::abs(entry.value - double{factor});
    } else {
      equation.constant += entry.value * known.middle;
      equation.error += lost;
    }
  }
}

DiagonalEquation EquationMaker::Make(VertexId v, double tolerance) {
  constexpr double kNegligible = 0x1p-14;
  DiagonalEquation equation{.round = round_.number};
  const double pruned = tolerance * kPruned;
  equation.left = Push(v, 2 * pruned, tolerance * kNegligible, equation);
  Fold(tolerance * kFolded - equation.error, equation);
  equation.constant += equation.left / 2;
  equation.error += equation.left / 2;
  if (equation.sampled) {
    const Estimate rest = Sample(v, kChance * (pruned - equation.left / 2));
    equation.constant += rest.value;
    equation.error += rest.error;
    equation.estimated = rest.value + rest.error;
    equation.mass = live_.mass;
    equation.squares = live_.squares;
  }
  return equation;
}

}  // namespace akin
