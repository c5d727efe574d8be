#include "linear/diagonal.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/threads.h"
#include "linear/diagonal_equation.h"

namespace akin {
namespace {

constexpr double kLeastError = 1e-6;  // the precision of float
constexpr VertexId kPiece = 256;      // vertices that a thread takes at a time
constexpr double kMostSlack = 16;     // S~(v, v) may be off by at most this times rho
constexpr double kMostError = 0.15;   // and by at most this times 1 - c, however large rho is
constexpr double kCoarse = 16;        // times rho: the error of the first round
constexpr int kMostRounds = 8;        // two are enough, unless there are many samples
constexpr double kStricter = 0.9;

uint64_t PiecesOf(VertexId vertices) { return (uint64_t{vertices} + kPiece - 1) / kPiece; }

// Calls work(v, worker) for all vertices, in pieces.
template <class Work>
Status ForAll(VertexId vertices, ThreadPool& pool, const Control& control, const Work& work) {
  return pool.Run(PiecesOf(vertices), control.stop, [&](uint64_t piece, unsigned worker) -> Status {
    const auto begin = static_cast<VertexId>(piece * kPiece);
    const auto end = static_cast<VertexId>(std::min<uint64_t>(begin + uint64_t{kPiece}, vertices));
    for (VertexId v = begin; v < end; ++v) AKIN_TRY(work(v, worker));
    return {};
  });
}

struct Bounds {
  std::vector<double> low;
  std::vector<double> high;

  double middle(VertexId v) const { return (low[v] + high[v]) / 2; }
  // For D~, which may exceed the bounds by `room`.
  DiagonalFacts FactsOf(VertexId v, uint64_t degree, double room) const {
    constexpr float kUp = 1 + 0x1p-22F;
    const auto known = static_cast<float>(middle(v));
    const double half = std::max(high[v] - double{known}, double{known} - low[v]) + room;
    return {.g = static_cast<float>(std::sqrt(1 - low[v])) * kUp,
            .middle = known,
            .half = static_cast<float>(half) * kUp,
            .degree = static_cast<uint32_t>(degree)};
  }
};

// Uses the in-neighbours only: 1 - D(v) is c times the mean of S over I(v) x I(v), in which
// S(a, a) = 1 and 0 <= S(a, b) <= min(c, g(a) g(b)).
Result<Bounds> BoundBeforehand(const Adjacency& in, double decay, ThreadPool& pool,
                               const Control& control) {
  constexpr int kPasses = 8;
  const VertexId vertices = in.vertices();
  Bounds bounds{.low = std::vector<double>(vertices, 1), .high = std::vector<double>(vertices, 1)};
  std::vector<double> g(vertices, std::sqrt(decay));
  for (int pass = 0; pass < kPasses; ++pass) {
    AKIN_TRY(ForAll(vertices, pool, control, [&](VertexId v, unsigned) -> Status {
      const auto list = in[v];
      if (list.empty()) return {};
      double sum = 0;
      double squares = 0;
      for (const VertexId a : list) {
        sum += g[a];
        squares += g[a] * g[a];
      }
      const auto degree = static_cast<double>(list.size());
      const double apart = std::min(sum * sum - squares, decay * degree * (degree - 1));
      bounds.low[v] = 1 - decay * (degree + std::max(apart, 0.0)) / (degree * degree);
      bounds.high[v] = 1 - decay / degree;
      return {};
    }));
    for (VertexId v = 0; v < vertices; ++v) g[v] = std::sqrt(1 - bounds.low[v]);
  }
  return bounds;
}

// How much larger than rho |r| may be: 1 + m(v) (1-c)/c. Where no two walks meet, |r| does not
// matter, with one exception: S~(u, u) = 1 - c + c S~(v, v) if v is the only in-neighbour of u. So
// it is 1/c wherever m(v) = 1.
std::vector<float> Slacks(const Adjacency& in, const Adjacency& out, double decay) {
  std::vector<float> slacks(in.vertices());
  for (VertexId v = 0; v < in.vertices(); ++v) {
    uint64_t least = UINT64_MAX;
    for (const VertexId to : out[v]) least = std::min(least, in.degree(to));
    double slack = kMostSlack;
    if (out.degree(v) >= 2 || least == 1) {
      slack = std::min(slack, 1 + static_cast<double>(least) * (1 - decay) / decay);
    }
    slacks[v] = static_cast<float>(slack);
  }
  return slacks;
}

class DiagonalSolver {
 public:
  DiagonalSolver(const Adjacency& in, const Adjacency& out, const DiagonalOptions& options,
                 const Control& control)
      : in_(in),
        options_(options),
        control_(control),
        pool_(ThreadsOrAll(control.threads)),
        slacks_(Slacks(in, out, options.decay)),
        equations_(in.vertices()),
        residual_(in.vertices()) {}

  Result<Diagonal> Solve();
  Result<double> Estimate(double most);

 private:
  // What equations are made of, and a bound on D~ / D and on D / D~.
  struct Known {
    std::vector<DiagonalFacts> facts;
    double ratio = 1;
  };
  Known KnownAt(double rho) const;
  double ToleranceOf(VertexId v, double rho) const;
  // How far D~ may exceed the bounds of D, so that it need not stop short of a solution.
  double RoomOf(VertexId v, double rho) const {
    return in_.degree(v) < 2 ? 0 : ToleranceOf(v, rho);
  }
  uint64_t FixedBytes() const;
  Status OverBudget() const;
  Status MakeEquations(int round, double rho, ProgressMeter& meter);
  Status Iterate(double rho);
  Status UpdateResiduals();
  double SelfError(VertexId v, double off) const;
  double DiagonalErrorAt(VertexId v, double off) const;
  void Judge(double rho);
  Status RoundValues();

  const Adjacency& in_;
  const DiagonalOptions& options_;
  const Control& control_;
  ThreadPool pool_;
  std::vector<float> slacks_;
  Bounds bounds_;
  std::vector<DiagonalEquation> equations_;  // of vertices with two or more in-links
  std::vector<double> values_;               // D~
  std::vector<double> residual_;
  Diagonal diagonal_;
};

double DiagonalSolver::ToleranceOf(VertexId v, double rho) const {
  return std::min(rho * slacks_[v], kMostError * (1 - options_.decay));
}

DiagonalSolver::Known DiagonalSolver::KnownAt(double rho) const {
  Known known;
  known.facts.reserve(in_.vertices());
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    const double room = RoomOf(v, rho);
    known.facts.push_back(bounds_.FactsOf(v, in_.degree(v), room));
    known.ratio = std::max({known.ratio, (bounds_.high[v] + room) / bounds_.low[v],
                            bounds_.high[v] / (bounds_.low[v] - room)});
  }
  return known;
}

// The equations of a few vertices, with the bounds that are known before the first round.
Result<double> DiagonalSolver::Estimate(double most) {
  constexpr uint64_t kSample = 24;
  constexpr uint64_t kDraw = 0x73706f74;
  AKIN_TRY_ASSIGN(bounds_, BoundBeforehand(in_, options_.decay, pool_, control_));
  const Known known = KnownAt(options_.error);
  std::vector<VertexId> all;
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    if (in_.degree(v) >= 2) all.push_back(v);
  }
  if (all.empty()) return 0.0;
  const double each = static_cast<double>(all.size()) / static_cast<double>(kSample);
  EquationMaker maker(in_, options_, known.facts, known.ratio, 0);
  maker.LimitTo(most / each);
  const RandomStream random(options_.seed, kDraw, 0);
  for (uint64_t i = 0; i < kSample && maker.work() * each <= most; ++i) {
    if (control_.stop.stop_requested()) return Interrupted();
    const VertexId v = all[random.Below(i, all.size())];
    maker.Make(v, ToleranceOf(v, options_.error));
  }
  const double work = maker.work() * each;
  return work <= most ? work : std::numeric_limits<double>::infinity();
}

Status DiagonalSolver::MakeEquations(int round, double rho, ProgressMeter& meter) {
  const Known known = KnownAt(rho);
  std::vector<std::unique_ptr<EquationMaker>> makers(pool_.size());
  std::atomic<uint64_t> bytes = FixedBytes();
  return ForAll(in_.vertices(), pool_, control_, [&](VertexId v, unsigned worker) -> Status {
    if (v % kPiece == 0) meter.Advance(std::min(kPiece, in_.vertices() - v));
    if (in_.degree(v) < 2) return {};
    auto& maker = makers[worker];
    if (maker == nullptr) {
      maker = std::make_unique<EquationMaker>(in_, options_, known.facts, known.ratio, round);
    }
    if (control_.stop.stop_requested()) return Interrupted();
    equations_[v] = maker->Make(v, ToleranceOf(v, rho));
    equations_[v].terms.shrink_to_fit();
    const uint64_t held = bytes += equations_[v].terms.size() * sizeof(DiagonalTerm);
    if (held <= control_.memory) return {};
    return OverBudget();
  });
}

uint64_t DiagonalSolver::FixedBytes() const {
  constexpr uint64_t kPerVertex = 64 + sizeof(DiagonalEquation);
  constexpr uint64_t kPerThread = 24;
  return in_.vertices() * (kPerVertex + kPerThread * pool_.size());
}

Status DiagonalSolver::OverBudget() const {
  return OutOfMemory(
      fmt::format("solving the diagonal of SimRank, which takes {} MiB to begin with,",
                  FixedBytes() >> 20),
      {}, static_cast<double>(control_.memory), "allow a larger epsilon");
}

// All at once from the previous values, so that the order of vertices does not matter.
Status DiagonalSolver::UpdateResiduals() {
  return ForAll(in_.vertices(), pool_, control_, [&](VertexId v, unsigned) -> Status {
    if (in_.degree(v) < 2) return {};
    double sum = values_[v] + equations_[v].constant;
    for (const DiagonalTerm& term : equations_[v].terms) sum += term.factor * values_[term.vertex];
    residual_[v] = 1 - sum;
    return {};
  });
}

// Richardson's iteration. The matrix is (I - F)^-1, where F contains the weights c^t of first
// meetings and has a spectral radius of at most c. Its eigenvalues are in the disc with diameter
// [1/(1+c), 1/(1-c)], so with steps of 1 - c^2 the error falls by a factor c each time.
Status DiagonalSolver::Iterate(double rho) {
  constexpr int kMostSteps = 500;
  constexpr double kGoodEnough = 0.02;
  constexpr double kMostValue = 1 - 0x1p-22;  // below 1 even with the mark
  const double step = 1 - options_.decay * options_.decay;
  AKIN_TRY(UpdateResiduals());
  for (int i = 0; i < kMostSteps; ++i) {
    double worst = 0;
    for (VertexId v = 0; v < in_.vertices(); ++v) {
      worst = std::max(worst, std::abs(residual_[v]) / ToleranceOf(v, rho));
      if (in_.degree(v) < 2) continue;
      const double room = RoomOf(v, rho);
      values_[v] = std::clamp(values_[v] + step * residual_[v], bounds_.low[v] - room,
                              std::min(bounds_.high[v] + room, kMostValue));
    }
    AKIN_TRY(UpdateResiduals());
    if (worst <= kGoodEnough) break;
  }
  return {};
}

// A bound on |r(v)| if no D~ is off by more than `off`: samples estimate a sum with D, and a sum
// with D differs from the one with D~ by a factor of at most 1 + off / (1 - c).
double DiagonalSolver::SelfError(VertexId v, double off) const {
  const DiagonalEquation& equation = equations_[v];
  return equation.error + std::abs(residual_[v]) + equation.estimated * off / (1 - options_.decay);
}

// A bound on the error of D~(v), the better of two. First, D~(v) - D(v) = -r(v) - c times the mean
// of E over I(v) x I(v), of which one in |I(v)| is on the diagonal. Second, both D~ and D satisfy
// the equation of v, up to its error.
double DiagonalSolver::DiagonalErrorAt(VertexId v, double off) const {
  const DiagonalEquation& equation = equations_[v];
  double factors = 0;
  for (const DiagonalTerm& term : equation.terms) factors += term.factor;
  return std::min(equation.error + std::abs(residual_[v]) + factors * off,
                  SelfError(v, off) +
                      options_.decay * (diagonal_.score_error +
                                        diagonal_.self_error / static_cast<double>(in_.degree(v))));
}

// Bounds the error of the current D~ by the equations: any bound on it implies a better one.
void DiagonalSolver::Judge(double rho) {
  constexpr int kTimes = 20;
  double off = 0;
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    off = std::max(off, bounds_.high[v] - bounds_.low[v] + RoomOf(v, rho));
  }
  std::vector<double> offs(in_.vertices());
  for (int i = 0; i < kTimes; ++i) {
    diagonal_.score_error = 0;
    diagonal_.self_error = 0;
    for (VertexId v = 0; v < in_.vertices(); ++v) {
      if (in_.degree(v) < 2) continue;
      const double error = SelfError(v, off);
      diagonal_.self_error = std::max(diagonal_.self_error, error);
      diagonal_.score_error = std::max(diagonal_.score_error, error / slacks_[v]);
    }
    double worst = 0;
    for (VertexId v = 0; v < in_.vertices(); ++v) {
      if (in_.degree(v) < 2) continue;
      offs[v] = DiagonalErrorAt(v, off);
      worst = std::max(worst, offs[v]);
    }
    off = std::min(off, worst);
  }
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    bounds_.low[v] = std::max(bounds_.low[v], values_[v] - offs[v]);
    bounds_.high[v] = std::min(bounds_.high[v], values_[v] + offs[v]);
  }
}

// Rounds to what is stored, including the mark; the residuals are those of the rounded numbers.
Status DiagonalSolver::RoundValues() {
  diagonal_.values.clear();
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    const uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(values_[v]));
    const uint32_t mark = equations_[v].sampled ? 1 : 0;
    diagonal_.values.push_back(std::bit_cast<float>((bits & ~uint32_t{1}) | mark));
    values_[v] = diagonal_.values.back();
  }
  return UpdateResiduals();
}

Result<Diagonal> DiagonalSolver::Solve() {
  if (FixedBytes() > control_.memory) return OverBudget();
  AKIN_TRY_ASSIGN(bounds_, BoundBeforehand(in_, options_.decay, pool_, control_));
  for (VertexId v = 0; v < in_.vertices(); ++v) values_.push_back(bounds_.middle(v));
  ProgressMeter meter(control_, "solving the diagonal", "vertices", uint64_t{2} * in_.vertices());
  // Vertices with a single in-link have no equation: their 1 - c was rounded, and this adds up
  // along chains.
  const double rounding = 0x1p-23 / (1 - options_.decay);
  double rho = kCoarse * options_.error;
  for (int round = 0; round < kMostRounds; ++round) {
    AKIN_TRY(MakeEquations(round, rho, meter));
    AKIN_TRY(Iterate(rho));
    if (round > 0) AKIN_TRY(RoundValues());
    Judge(rho);
    diagonal_.score_error += rounding;
    diagonal_.self_error += rounding;
    if (round > 0 && diagonal_.score_error <= options_.error) return std::move(diagonal_);
    // The next round must make up for the accuracy that samples lack.
    rho = round == 0 ? options_.error : rho * kStricter * options_.error / diagonal_.score_error;
  }
  return InvalidArgument(
      "epsilon",
      fmt::format("the diagonal of SimRank is known to {:.2g} only, not to {:.2g}; allow "
                  "a larger epsilon",
                  diagonal_.score_error, options_.error));
}

Status CheckDiagonalOptions(const DiagonalOptions& options) {
  if (!(options.decay > 0 && options.decay < 1)) {
    return InvalidArgument("decay", fmt::format("decay {} is not between 0 and 1", options.decay));
  }
  if (!(options.error >= kLeastError && options.error < 1)) {
    return InvalidArgument("epsilon",
                           fmt::format("an error of {} cannot be had of a diagonal; {} to 1 can",
                                       options.error, kLeastError));
  }
  if (options.error < LeastDiagonalError(options.decay)) {
    return InvalidArgument(
        "epsilon",
        fmt::format("an error of {:.2g} cannot be had of a diagonal of floats with decay "
                    "{}; {:.2g} can",
                    options.error, options.decay, LeastDiagonalError(options.decay)));
  }
  return {};
}

}  // namespace

Result<Diagonal> SolveDiagonal(const Adjacency& in, const Adjacency& out,
                               const DiagonalOptions& options, const Control& control) {
  AKIN_TRY(CheckDiagonalOptions(options));
  return DiagonalSolver(in, out, options, control).Solve();
}

Result<double> EstimateDiagonalWork(const Adjacency& in, const Adjacency& out,
                                    const DiagonalOptions& options, double most,
                                    const Control& control) {
  AKIN_TRY(CheckDiagonalOptions(options));
  return DiagonalSolver(in, out, options, control).Estimate(most);
}

}  // namespace akin
