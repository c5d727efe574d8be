#include "linear/diagonal_equation.h"

#include <algorithm>
#include <cmath>

namespace akin {
namespace {

constexpr double kFailure = 1e-7;  // probability that any estimate from samples is wrong
constexpr double kPruned = 0.8;    // share of a vertex's error that pruning may use
// The share that taking D as known may use where D counts little. The rest is for the solver.
constexpr double kFolded = 0.15;
constexpr double kErrorPerLevel = 0.3;  // share of the remaining error that one level may use

}  // namespace

// Adds h_l o h_l to squares_, level by level, until at most `most_left` of B is spent.
double EquationMaker::Push(VertexId v, double most_left, double negligible,
                           DiagonalEquation& equation) {
  const double root = std::sqrt(options_.decay);
  const auto facts = [&](VertexId y) { return facts_[y]; };
  const auto square = [&](VertexId y, double h, const DiagonalFacts& known) {
    const double factor = h * h;
    if (factor * known.half < negligible) {
      equation.constant += factor * known.middle;
      equation.error += factor * known.half;
    } else {
      squares_.Add(y, factor);
    }
  };
  double spent = 0;
  double total = level_.Begin(v, facts);
  while (spent + total * total > most_left) {
    const double left = level_.Choose((most_left - spent) * kErrorPerLevel / (2 * total));
    if (SamplingIsCheaper((most_left - spent) / 2)) {
      equation.sampled = true;
      return spent;
    }
    work_ += static_cast<double>(level_.Push(in_, root, next_));
    spent += left * (2 * total - left);
    total = level_.Take(next_, facts, square);
    if (work_ > limit_) break;
  }
  return spent + total * total;
}

double EquationMaker::LogFailure(int attempt) const {
  return std::log(4.0 * in_.vertices() * (round_ + 1.0) * (round_ + 2.0) * (attempt + 1.0) *
                  (attempt + 2.0) / kFailure);
}

// Called before the next level is pushed. A sample is in [0, c |h_l|^2], so its variance is at most
// a quarter of that squared.
bool EquationMaker::SamplingIsCheaper(double tolerance) const {
  double mass = 0;
  for (const Entry& entry : level_.entries) mass += entry.value;
  const double range = options_.decay * mass * mass;
  const double samples = LogFailure(0) * range * range / (2 * tolerance * tolerance);
  return static_cast<double>(level_.Work(in_)) > options_.arcs_per_sample * samples;
}

VertexId EquationMaker::Draw(uint64_t random) const {
  const double at = static_cast<double>(random >> 11) * 0x1p-53 * upto_.back();
  const auto found = std::upper_bound(upto_.begin(), upto_.end() - 1, at);
  return level_.entries[static_cast<size_t>(found - upto_.begin())].vertex;
}

// c^t, where t >= 1 is the step at which walks from two random entries meet;
// the mean is (S - D)(y, z).
double EquationMaker::WalkPair(RandomStream random, uint64_t sample) const {
  constexpr double kNegligible = 1e-12;  // smaller than all other errors
  uint64_t counter = sample << 20;
  VertexId y = Draw(random.At(counter++));
  VertexId z = Draw(random.At(counter++));
  for (double weight = options_.decay; weight > kNegligible; weight *= options_.decay) {
    const auto from_y = in_[y];
    const auto from_z = in_[z];
    if (from_y.empty() || from_z.empty()) return 0;
    y = from_y[random.Below(counter++, from_y.size())];
    z = from_z[random.Below(counter++, from_z.size())];
    if (y == z) return weight;
  }
  return 0;
}

// Estimates <h_l, (S - D) h_l>, with the empirical Bernstein inequality.
EquationMaker::Estimate EquationMaker::Sample(VertexId v, double tolerance) {
  upto_.clear();
  double mass = 0;
  for (const Entry& entry : level_.entries) upto_.push_back(mass += entry.value);
  const RandomStream random(options_.seed, v, static_cast<uint64_t>(round_));
  const double range = options_.decay * mass * mass;
  double sum = 0;
  double squares = 0;
  uint64_t done = 0;
  for (int attempt = 0;; ++attempt) {
    const uint64_t wanted = uint64_t{256} << attempt;
    work_ += options_.arcs_per_sample * static_cast<double>(wanted - done);
    if (work_ > limit_) return {};
    for (; done < wanted; ++done) {
      const double x = mass * mass * WalkPair(random, done);
      sum += x;
      squares += x * x;
    }
    const auto n = static_cast<double>(done);
    const double variance = std::max(0.0, (squares - sum * sum / n) / (n - 1));
    const double log = LogFailure(attempt);
    const double error = std::sqrt(2 * variance * log / n) + 7 * range * log / (3 * (n - 1));
    if (error <= tolerance) return {.value = sum / n, .error = error + 1e-12};
  }
}

// Keeps the large terms as they are. The others become constants, with D taken from the bounds.
void EquationMaker::Fold(double most_lost, DiagonalEquation& equation) {
  squares_.DrainTo(row_);
  cut_.Clear();
  for (const Entry& entry : row_) {
    const double lost = entry.value * facts_[entry.vertex].half;
    cut_.Add(static_cast<float>(lost), lost);
  }
  const float least = cut_.Within(most_lost).rank;
  for (const Entry& entry : row_) {
    const DiagonalFacts& known = facts_[entry.vertex];
    const double lost = entry.value * known.half;
    const auto factor = static_cast<float>(entry.value);
    if (static_cast<float>(lost) >= least) {
      equation.terms.push_back({entry.vertex, factor});
      equation.error += std::abs(entry.value - double{factor});
    } else {
      equation.constant += entry.value * known.middle;
      equation.error += lost;
    }
  }
}

DiagonalEquation EquationMaker::Make(VertexId v, double tolerance) {
  constexpr double kNegligible = 0x1p-14;
  DiagonalEquation equation;
  const double pruned = tolerance * kPruned;
  const double left = ratio_ * Push(v, 2 * pruned / ratio_, tolerance * kNegligible, equation);
  Fold(tolerance * kFolded - equation.error, equation);
  equation.constant += left / 2;
  equation.error += left / 2;
  if (equation.sampled) {
    const Estimate rest = Sample(v, pruned - left / 2);
    equation.constant += rest.value;
    equation.error += rest.error;
    equation.estimated = rest.value + rest.error;
  }
  return equation;
}

}  // namespace akin
