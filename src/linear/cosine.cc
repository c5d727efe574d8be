#include "linear/cosine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

constexpr unsigned kMostTerms = 10'000;
constexpr double kLost = 1e-3;  // a vector is unknown if more than this share may be rounding

double ScaleToOne(std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  const double length = std::sqrt(squares);
  if (length > 0) {
    for (double& value : values) value /= length;
  }
  return length;
}

// The factor by which H lengthens a vector after many steps, and with it the rounding errors.
double RateOf(const Arnoldi& arnoldi) {
  constexpr int kTimes = 30;
  std::vector<double> now(arnoldi.size(), 1.0);
  std::vector<double> next(arnoldi.size());
  double rate = 0;
  for (int i = 0; i < kTimes; ++i) {
    arnoldi.Apply(now, next);
    now.swap(next);
    rate = ScaleToOne(now);
  }
  return rate;
}

// H^k e of one vertex, scaled to length 1, with an estimate of its rounding error.
class Trail {
 public:
  Trail(const Arnoldi& arnoldi, size_t start, double rate)
      : arnoldi_(arnoldi), rate_(rate), now_(arnoldi.size()), next_(arnoldi.size()) {
    now_[arnoldi.start(start)] = 1;
  }

  // If the vector grows less than before, or less than errors do, the share of errors in it grows.
  void Step() {
    arnoldi_.Apply(now_, next_);
    now_.swap(next_);
    const double length = ScaleToOne(now_);
    noise_ += 4 * std::numeric_limits<double>::epsilon();
    noise_ *= length > 0 ? std::max({1.0, rate_ / length, length_ / length}) : HUGE_VAL;
    length_ = length;
  }

  bool lost() const { return noise_ > kLost; }
  double noise() const { return noise_; }
  double Cosine(const Trail& other) const {
    double dot = 0;
    for (size_t i = 0; i < now_.size(); ++i) dot += now_[i] * other.now_[i];
    return dot;
  }

 private:
  const Arnoldi& arnoldi_;
  double rate_;
  double length_ = 0;
  std::vector<double> now_;
  std::vector<double> next_;
  double noise_ = 0;
};

// Whether any walk of this many links, fewer than m, ends in the vertex. The part of the graph that
// contains such walks is in memory.
bool HasWalk(const LocalGraph& graph, size_t number, unsigned links) {
  std::vector<uint32_t> now = {static_cast<uint32_t>(number)};
  std::vector<uint8_t> seen(graph.size());
  for (unsigned k = 0; k < links && !now.empty(); ++k) {
    std::vector<uint32_t> next;
    for (const uint32_t v : now) {
      if (v >= graph.expanded()) return true;  // not expanded: assume that it has one
      for (const uint32_t a : graph[v]) {
        if (seen[a] == 0) next.push_back(a);
        seen[a] = 1;
      }
    }
    for (const uint32_t a : next) seen[a] = 0;
    now.swap(next);
  }
  return !now.empty();
}

}  // namespace

double CosineTruncation(const CosineSum& sum) { return std::pow(sum.decay, sum.terms); }

unsigned CosineTerms(double decay, double epsilon) {
  unsigned terms = 0;
  while (terms < kMostTerms && CosineTruncation({decay, terms}) > epsilon) ++terms;
  return terms;
}

Result<CosineScore> CosinePair(Powers<2>& powers, VertexId a, VertexId b, const CosineSum& sum,
                               const std::stop_token& stop, const PowerVisit& visit) {
  if (a == b) return CosineScore{.value = 1, .error = 0};
  const VertexId pair[] = {a, b};
  powers.Begin(pair);
  CosineScore score{.error = CosineTruncation(sum)};
  double weight = 1 - sum.decay;
  for (unsigned k = 1; k < sum.terms; ++k) {
    if (stop.stop_requested()) return Interrupted();
    powers.Step();
    weight *= sum.decay;
    const auto& [length_a, length_b] = powers.growth();
    if (length_a == 0 || length_b == 0) {  // and so are all later terms
      score.error = 0;
      break;
    }
    double dot = 0;
    const auto cells = powers.cells();
    for (size_t i = 0; i < cells.size(); i += 2) dot += cells[i] * cells[i + 1];
    score.value += weight * dot / (length_a * length_b);
    if (visit) AKIN_TRY(visit(weight / (length_a * length_b)));
  }
  return score;
}

double KrylovTruncation(const CosineSum& sum, unsigned m) {
  return std::pow(sum.decay, std::min(m, sum.terms));
}

Result<CosineScore> CosineKrylov(Arnoldi& arnoldi, VertexId a, VertexId b, const CosineSum& sum,
                                 unsigned m, const std::stop_token& stop) {
  if (a == b) return CosineScore{.value = 1, .error = 0};
  const VertexId pair[] = {a, b};
  AKIN_TRY(arnoldi.Run(pair, m, stop));
  // Without a column of the last level the space contains all powers.
  const bool all = arnoldi.level(arnoldi.size() - 1) + 1 < m;
  CosineScore score{.error = all ? CosineTruncation(sum) : KrylovTruncation(sum, m)};
  const double rate = RateOf(arnoldi);
  Trail from_a(arnoldi, 0, rate);
  Trail from_b(arnoldi, 1, rate);
  double weight = 1 - sum.decay;
  double noise = 0;
  for (unsigned k = 1; k < sum.terms; ++k) {
    if (stop.stop_requested()) return Interrupted();
    from_a.Step();
    from_b.Step();
    weight *= sum.decay;
    const bool projected = k >= m && !all;  // the bound covers any result
    if (from_a.lost() || from_b.lost()) {
      // From here on all terms are taken to be 0, which is correct if either vector is 0.
      const bool dead = (from_a.lost() && !HasWalk(arnoldi.graph(), arnoldi.start(0), k)) ||
                        (from_b.lost() && !HasWalk(arnoldi.graph(), arnoldi.start(1), k));
      if (!projected) score.error = dead ? 0 : weight / (1 - sum.decay);
      break;
    }
    const double cosine = from_a.Cosine(from_b);
    score.value += weight * (projected ? std::clamp(cosine, 0.0, 1.0) : cosine);
    if (!projected) noise += weight * (from_a.noise() + from_b.noise());
  }
  score.error += noise;
  return score;
}

}  // namespace akin
