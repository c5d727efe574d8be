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
#include "linear/diagonal_bounds.h"
#include "linear/diagonal_equation.h"
#include "linear/same_lists.h"

namespace akin {
namespace {

constexpr double kLeastError = 1e-6;  // the precision of float
constexpr double kMostError = 0.15;   // of S~(v, v), times 1 - c, however large rho is
constexpr double kCoarse = 16;        // times rho: the error of the first round
constexpr int kMostRounds = 8;        // two are enough, unless there are many samples
constexpr double kStricter = 0.9;
constexpr double kMargin = 1.1;
// How far D~ may move in the first round, as a share of what is unknown of D. More is no error, but
// then the equations are less exact than was hoped for.
constexpr double kUnknown = 0.3;

float Rounded(double value, bool sampled) {
  const uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(value));
  return std::bit_cast<float>((bits & ~uint32_t{1}) | (sampled ? 1 : 0));
}

class DiagonalSolver {
 public:
  DiagonalSolver(const Adjacency& in, const Adjacency& out, const DiagonalOptions& options,
                 const Control& control)
      : in_(in),
        options_(options),
        control_(control),
        pool_(ThreadsOrAll(control.threads)),
        rows_(FindSameLists(in, 2)),
        slacks_(FindDiagonalSlacks(in, out, rows_, options.decay)),
        equations_(rows_.size()),
        residual_(rows_.size()),
        selves_(rows_.size()),
        offs_(rows_.size()) {}

  Result<Diagonal> Solve();
  Result<double> Estimate(double most);

 private:
  // What a round takes for an upper bound on (S~ - D~)(y, y), which is g(y)^2, and by which factor
  // that may be wrong.
  struct Assumption {
    std::vector<float> rows;
    double single = 0;  // for vertices with one in-link
    double factor = 1;
  };

  Status Begin();
  void Assume(double rho);
  EquationRound RoundAt(int number, double rho) const;
  double ToleranceOf(uint32_t row, double rho) const {
    return std::min(rho * slacks_.own[row], kMostError * (1 - options_.decay));
  }
  // How far D~ may exceed the bounds of D, so that it need not stop short of a solution.
  double RoomOf(uint32_t row, double rho) const {
    return ToleranceOf(row, std::max(rho, options_.error));
  }
  // The sum of |r| over I(v), divided by |I(v)|^2, is at most this times the error of scores.
  double ShareOfSelves(uint32_t row) const {
    return slacks_.before[row] / static_cast<double>(in_.degree(rows_.first[row]));
  }
  // Vertices with a single in-link have no equation: their 1 - c was rounded, and this adds up
  // along chains.
  double Rounding() const { return 0x1p-23 / (1 - options_.decay); }
  bool IsGoodEnough(uint32_t row, int round) const;
  uint64_t FixedBytes() const;
  Status OverBudget() const;
  Status MakeEquations(const EquationRound& round, double rho, ProgressMeter& meter);
  Status Iterate(double rho);
  Status UpdateResiduals();
  double EquationError(uint32_t row) const;
  double SampledError(uint32_t row, double off) const;
  void JudgeSelves(double off);
  double JudgeValues(double off);
  void JudgeAssumptions(double ratio);
  void Judge(double rho);
  Status RoundValues();
  Diagonal Finish();

  const Adjacency& in_;
  const DiagonalOptions& options_;
  const Control& control_;
  ThreadPool pool_;
  ListRows rows_;  // all that follows is by row
  DiagonalSlacks slacks_;
  DiagonalBounds bounds_;
  std::vector<Assumption> assumptions_;  // by round
  std::vector<DiagonalEquation> equations_;
  std::vector<double> values_;  // D~
  std::vector<double> residual_;
  std::vector<double> selves_;  // bounds on |r|
  std::vector<double> offs_;    // and on |D~ - D|
  double score_error_ = 0;
  double self_error_ = 0;
};

Status DiagonalSolver::Begin() {
  AKIN_TRY_ASSIGN(bounds_, BoundDiagonalBeforehand(in_, rows_, options_.decay, pool_, control_));
  for (uint32_t row = 0; row < rows_.size(); ++row) values_.push_back(bounds_.middle(row));
  return {};
}

// About what 1 - D~ will be, and what JudgeAssumptions will add to it. Where D is better known by a
// factor than by a difference, that is used instead.
void DiagonalSolver::Assume(double rho) {
  const size_t round = assumptions_.size();
  const double score = std::max(rho, options_.error);
  double ratio = 1;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    ratio = std::max(ratio, (bounds_.high[row] + RoomOf(row, rho)) / bounds_.low[row]);
  }
  Assumption assumption{.rows = {}, .single = options_.decay + kMargin * score};
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    const double self = std::max(ToleranceOf(row, rho), round < 2 ? 0 : selves_[row]);
    const double moves =
        round == 0 ? kUnknown * (bounds_.high[row] - bounds_.low[row]) : offs_[row];
    const double likely =
        1 - values_[row] + moves + self + options_.decay * score * (1 + ShareOfSelves(row));
    assumption.rows.push_back(static_cast<float>(std::min(likely, ratio * (1 - bounds_.low[row]))));
  }
  assumptions_.push_back(std::move(assumption));
}

EquationRound DiagonalSolver::RoundAt(int number, double rho) const {
  constexpr float kUp = 1 + 0x1p-22F;
  EquationRound round{.number = number, .score_error = std::max(rho, options_.error)};
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    round.off = std::max(round.off, RoomOf(row, rho) + 2 * round.score_error);
  }
  round.facts.reserve(in_.vertices());
  const Assumption& assumption = assumptions_.back();
  const auto add = [&](uint64_t degree, double square, double low, double high, double room) {
    const auto middle = static_cast<float>((low + high) / 2);
    const double half = std::max(high - double{middle}, double{middle} - low) + room;
    round.facts.push_back({.g = static_cast<float>(std::sqrt(square)) * kUp,
                           .middle = middle,
                           .half = static_cast<float>(half) * kUp,
                           .degree = static_cast<uint32_t>(degree)});
  };
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    const uint64_t degree = in_.degree(v);
    const uint32_t row = rows_.of[v];
    if (degree == 0) {
      add(degree, 0, 1, 1, 0);
    } else if (degree == 1) {
      add(degree, assumption.single, 1 - options_.decay, 1 - options_.decay, 0);
    } else {
      add(degree, assumption.rows[row], bounds_.low[row], bounds_.high[row], RoomOf(row, rho));
    }
  }
  return round;
}

// The equations of a few vertices, with the bounds that are known before the first round.
Result<double> DiagonalSolver::Estimate(double most) {
  constexpr uint64_t kSample = 24;
  constexpr uint64_t kDraw = 0x73706f74;
  if (rows_.size() == 0) return 0.0;
  AKIN_TRY(Begin());
  Assume(options_.error);
  const EquationRound round = RoundAt(0, options_.error);
  const double each = static_cast<double>(rows_.size()) / static_cast<double>(kSample);
  EquationMaker maker(in_, rows_, options_, round);
  maker.LimitTo(most / each);
  const RandomStream random(options_.seed, kDraw, 0);
  for (uint64_t i = 0; i < kSample && maker.work() * each <= most; ++i) {
    if (control_.stop.stop_requested()) return Interrupted();
    const auto row = static_cast<uint32_t>(random.Below(i, rows_.size()));
    maker.Make(rows_.first[row], ToleranceOf(row, options_.error));
  }
  const double work = maker.work() * each;
  return work <= most ? work : std::numeric_limits<double>::infinity();
}

bool DiagonalSolver::IsGoodEnough(uint32_t row, int round) const {
  if (round == 0) return false;
  if (round == 1) return selves_[row] <= kStricter * ToleranceOf(row, options_.error);
  constexpr double kNoise = 0.99;  // because the solver adds a little, different in every round
  return selves_[row] <= kNoise * (options_.error - Rounding()) * slacks_.own[row];
}

// Of the rows whose equations are not good enough yet.
Status DiagonalSolver::MakeEquations(const EquationRound& round, double rho, ProgressMeter& meter) {
  std::vector<uint32_t> wanted;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    if (!IsGoodEnough(row, round.number)) wanted.push_back(row);
  }
  std::vector<std::unique_ptr<EquationMaker>> makers(pool_.size());
  std::atomic<uint64_t> bytes = FixedBytes();
  for (const DiagonalEquation& equation : equations_)
    bytes += equation.terms.size() * sizeof(DiagonalTerm);
  return ForAllInPieces(wanted.size(), pool_, control_, [&](uint64_t i, unsigned worker) -> Status {
    auto& maker = makers[worker];
    if (maker == nullptr) maker = std::make_unique<EquationMaker>(in_, rows_, options_, round);
    if (control_.stop.stop_requested()) return Interrupted();
    const uint32_t row = wanted[i];
    DiagonalEquation equation = maker->Make(rows_.first[row], ToleranceOf(row, rho));
    equation.terms.shrink_to_fit();
    bytes -= equations_[row].terms.size() * sizeof(DiagonalTerm);
    equations_[row] = std::move(equation);
    const uint64_t held = bytes += equations_[row].terms.size() * sizeof(DiagonalTerm);
    if (held > control_.memory) return OverBudget();
    // Two rounds are expected, whatever part of the rows they need.
    const auto upto = [&](uint64_t count) { return in_.vertices() * count / wanted.size(); };
    if (round.number < 2) meter.Advance(upto(i + 1) - upto(i));
    return {};
  });
}

uint64_t DiagonalSolver::FixedBytes() const {
  constexpr uint64_t kPerVertex = sizeof(DiagonalFacts) + 16;
  constexpr uint64_t kPerThread = 24;
  constexpr uint64_t kPerRow = 80 + sizeof(DiagonalEquation);
  return in_.vertices() * (kPerVertex + kPerThread * pool_.size()) + rows_.size() * kPerRow;
}

Status DiagonalSolver::OverBudget() const {
  return OutOfMemory(
      fmt::format("solving the diagonal of SimRank, which takes {} MiB to begin with,",
                  FixedBytes() >> 20),
      {}, static_cast<double>(control_.memory), "allow a larger epsilon");
}

// All at once from the previous values, so that the order of rows does not matter.
Status DiagonalSolver::UpdateResiduals() {
  return ForAllInPieces(rows_.size(), pool_, control_, [&](uint64_t row, unsigned) -> Status {
    double sum = values_[row] + equations_[row].constant;
    for (const DiagonalTerm& term : equations_[row].terms) sum += term.factor * values_[term.row];
    residual_[row] = 1 - sum;
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
    for (uint32_t row = 0; row < rows_.size(); ++row) {
      const double room = RoomOf(row, rho);
      worst = std::max(worst, std::abs(residual_[row]) / ToleranceOf(row, rho));
      values_[row] = std::clamp(values_[row] + step * residual_[row], bounds_.low[row] - room,
                                std::min(bounds_.high[row] + room, kMostValue));
    }
    AKIN_TRY(UpdateResiduals());
    if (worst <= kGoodEnough) break;
  }
  return {};
}

// If what was left behind is larger than assumed by a factor f, T is in [0, f B], and B / 2 stands
// in for it.
double DiagonalSolver::EquationError(uint32_t row) const {
  const DiagonalEquation& equation = equations_[row];
  const double more = assumptions_[static_cast<size_t>(equation.round)].factor - 1;
  return equation.error + std::abs(residual_[row]) + more * equation.left;
}

// Samples estimate <h, (S - D) h>, where S~ and D~ are meant. The difference is bounded in two
// ways. If no D~ is off by more than `off`, the two differ by a factor of at most
// 1 + off / (1 - c). And where y != z, S~ - D~ and S - D differ by the error of a score, else by
// r(y) and the error of D~(y).
double DiagonalSolver::SampledError(uint32_t row, double off) const {
  const DiagonalEquation& equation = equations_[row];
  if (!equation.sampled) return 0;
  return std::min(
      equation.estimated * off / (1 - options_.decay),
      equation.mass * equation.mass * score_error_ + equation.squares * (self_error_ + off));
}

// Bounds |r|, if no D~ is off by more than `off`.
void DiagonalSolver::JudgeSelves(double off) {
  double worst = 0;
  double worst_score = 0;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    selves_[row] = EquationError(row) + SampledError(row, off);
    worst = std::max(worst, selves_[row]);
    worst_score = std::max(worst_score, selves_[row] / slacks_.own[row]);
  }
  self_error_ = worst;
  score_error_ = worst_score;
}

// Bounds |D~ - D|, in the better of two ways. First, D~(v) - D(v) = -r(v) - c times the mean of E
// over I(v) x I(v), of which one in |I(v)| is on the diagonal, and there E is -r. Second, both D~
// and D satisfy the equation of v, up to its error. Returns the largest.
double DiagonalSolver::JudgeValues(double off) {
  double worst = 0;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    offs_[row] = std::min(EquationError(row) + equations_[row].factors * off,
                          selves_[row] + options_.decay * score_error_ * (1 + ShareOfSelves(row)));
    worst = std::max(worst, offs_[row]);
  }
  return worst;
}

// By how much what was assumed is too small. (S~ - D~)(y, y) is 1 - D~(y) - r(y), and at most
// `ratio` times (S - D)(y, y) = 1 - D(y).
void DiagonalSolver::JudgeAssumptions(double ratio) {
  for (Assumption& assumption : assumptions_) {
    double factor = std::max(1.0, (options_.decay + score_error_ + Rounding()) / assumption.single);
    for (uint32_t row = 0; row < rows_.size(); ++row) {
      const double square = std::min(ratio * (1 - bounds_.low[row]),
                                     1 - values_[row] + std::max(selves_[row], offs_[row]));
      factor = std::max(factor, square / assumption.rows[row]);
    }
    assumption.factor = std::min(assumption.factor, factor);
  }
}

// Bounds the errors of the current D~ by the equations: any bounds imply better ones.
void DiagonalSolver::Judge(double rho) {
  constexpr int kTimes = 30;
  double off = 0;
  double ratio = 1;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    off = std::max(off, bounds_.high[row] - bounds_.low[row] + RoomOf(row, rho));
    ratio = std::max(ratio, values_[row] / bounds_.low[row]);
  }
  score_error_ = self_error_ = off / (1 - options_.decay);
  std::fill(selves_.begin(), selves_.end(), self_error_);
  std::fill(offs_.begin(), offs_.end(), off);
  for (Assumption& assumption : assumptions_)
    assumption.factor = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kTimes; ++i) {
    JudgeAssumptions(ratio);
    JudgeSelves(off);
    off = std::min(off, JudgeValues(off));
  }
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    bounds_.low[row] = std::max(bounds_.low[row], values_[row] - offs_[row]);
    bounds_.high[row] = std::min(bounds_.high[row], values_[row] + offs_[row]);
  }
}

// Rounds to what is stored, including the mark; the residuals are those of the rounded numbers.
Status DiagonalSolver::RoundValues() {
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    values_[row] = Rounded(values_[row], equations_[row].sampled);
  }
  return UpdateResiduals();
}

Diagonal DiagonalSolver::Finish() {
  Diagonal diagonal{.values = {},
                    .score_error = score_error_ + Rounding(),
                    .self_error = self_error_ + Rounding()};
  diagonal.values.reserve(in_.vertices());
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    const uint64_t degree = in_.degree(v);
    diagonal.values.push_back(degree == 0   ? 1
                              : degree == 1 ? Rounded(1 - options_.decay, false)
                                            : static_cast<float>(values_[rows_.of[v]]));
  }
  return diagonal;
}

Result<Diagonal> DiagonalSolver::Solve() {
  if (FixedBytes() > control_.memory) return OverBudget();
  AKIN_TRY(Begin());
  ProgressMeter meter(control_, "solving the diagonal", "vertices", uint64_t{2} * in_.vertices());
  double rho = kCoarse * options_.error;
  for (int round = 0; round < kMostRounds; ++round) {
    Assume(rho);
    AKIN_TRY(MakeEquations(RoundAt(round, rho), rho, meter));
    AKIN_TRY(Iterate(rho));
    if (round > 0) AKIN_TRY(RoundValues());
    Judge(rho);
    const double achieved = score_error_ + Rounding();
    if (round > 0 && achieved <= options_.error) return Finish();
    // The next round must make up for the accuracy that samples lack.
    rho = round == 0 ? options_.error : rho * kStricter * options_.error / achieved;
  }
  return InvalidArgument(
      "epsilon",
      fmt::format("the diagonal of SimRank is known to {:.2g} only, not to {:.2g}; allow "
                  "a larger epsilon",
                  score_error_, options_.error));
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
