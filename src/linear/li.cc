#include "linear/li.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/rounding.h"
#include "base/threads.h"
#include "linear/columns.h"

namespace akin {
namespace {

// ---- when the alternating sum ends ----

constexpr double kVanished = 1e-17;
constexpr double kTooLarge = 1e6;  // of which 1e-10 is rounding
constexpr int kMostSummed = 10'000;
// No term is more than c/(1-c) times the one before, and (0.499/0.501)^10001 is below kVanished.
constexpr double kConvergesInTime = 0.499;

Status CheckConversion(const Adjacency& in, double decay, int iterations, const Control& control) {
  if (!(decay > 0 && decay < 1)) {
    return InvalidArgument("decay", fmt::format("decay {} is not between 0 and 1", decay));
  }
  if (iterations < 0) {
    return InvalidArgument("iterations", fmt::format("{} iterations make no sense", iterations));
  }
  const double need = 8.0 * in.vertices() * (static_cast<double>(in.vertices()) + 2) +
                      static_cast<double>(Columns::BytesPerVertex()) * in.vertices() *
                          ThreadsOrAll(control.threads);
  const auto limit = static_cast<double>(control.memory);
  if (need <= limit) return {};
  return OutOfMemory("converting SimRank of Li et al.", need, limit, "solve SimRank itself");
}

using Rows = std::vector<std::vector<double>>;

// Computes M.
Result<Rows> MeetingSquares(const Adjacency& in, const Adjacency& out, double decay, int iterations,
                            ThreadPool& pool, const Control& control) {
  const VertexId vertices = in.vertices();
  Rows rows(vertices);
  std::vector<std::unique_ptr<Columns>> columns(pool.size());
  ProgressMeter meter(control, "converting", "vertices", vertices);
  AKIN_TRY(pool.Run(vertices, control.stop, [&](uint64_t piece, unsigned worker) -> Status {
    if (columns[worker] == nullptr) columns[worker] = std::make_unique<Columns>(in, out, decay);
    const auto v = static_cast<VertexId>(piece);
    rows[v].resize(vertices);
    columns[worker]->Begin({&v, 1});
    for (int level = 1; level <= iterations && !columns[worker]->empty(); ++level) {
      columns[worker]->Step();
      columns[worker]->AddSquares(0, rows[v]);
    }
    meter.Advance(1);
    return {};
  }));
  return rows;
}

Result<std::vector<double>> Times(const Rows& squares, const std::vector<double>& x,
                                  ThreadPool& pool, const Control& control) {
  std::vector<double> product(x.size());
  AKIN_TRY(pool.Run(x.size(), control.stop, [&](uint64_t v, unsigned) {
    product[v] = std::inner_product(x.begin(), x.end(), squares[v].begin(), 0.0);
    return Status();
  }));
  return product;
}

double LargestOf(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

// The operations that make an entry of M, at most.
double OperationsOfSquares(const Adjacency& in, const Adjacency& out, int iterations) {
  uint64_t most = 0;
  for (VertexId v = 0; v < in.vertices(); ++v) {
    most = std::max({most, in.degree(v), out.degree(v)});
  }
  return 2.0 * iterations * (static_cast<double>(most) + 2) + iterations + 1.0;
}

// Why the sum ends without a result. `sizes` are the largest entries of the terms that were summed,
// and of one more.
Status NoConvergence(double decay, const std::vector<double>& sizes) {
  const size_t summed = sizes.size() - 1;
  const double last = sizes.back();
  // Over many terms, because a graph may have large and small ones by turns.
  const size_t middle = sizes.size() / 2;
  const double shrunk = last / sizes[middle];
  const double steps = std::max(1.0, static_cast<double>(summed) - static_cast<double>(middle));
  constexpr double kShrinks = 0.99;  // so little is not rounding
  std::string verdict =
      fmt::format("does not converge here with decay {} in {} terms", decay, kMostSummed);
  std::string left;
  if (last > kTooLarge) {
    verdict = fmt::format(
        "does not converge here with decay {} before its terms are so large that they cancel to "
        "rounding alone",
        decay);
  } else if (shrunk < kShrinks) {
    verdict = fmt::format("converges too slowly here with decay {}", decay);
    left = fmt::format(", the most, where no more than {:.0e} may be left", kVanished);
  }
  return InvalidArgument(
      "decay",
      fmt::format(
          "the alternating sum of theorem 10 {}: its largest entry is multiplied by {:.4g} "
          "from term to term, from {:.4g} to {:.4g} after {} terms{}; a decay of {} or less "
          "always converges in time, and simrank or simrank-varied-d need no conversion",
          verdict, std::pow(shrunk, 1 / steps), sizes.front(), last, summed, left,
          kConvergesInTime));
}

}  // namespace

VariedDiagonals SameDiagonals(double decay, int iterations, const std::vector<double>& diagonal) {
  return {.decay = decay, .values = {static_cast<size_t>(iterations) + 1, diagonal}};
}

VariedDiagonals LiDiagonals(VertexId vertices, double decay, int iterations) {
  return SameDiagonals(decay, iterations, std::vector<double>(vertices, 1 - decay));
}

Result<std::vector<double>> ConvertLi(const Adjacency& in, const Adjacency& out, double decay,
                                      int iterations, const Control& control) {
  AKIN_TRY(CheckConversion(in, decay, iterations, control));
  constexpr double kSolved = 1e-15;
  ThreadPool pool(ThreadsOrAll(control.threads));
  AKIN_TRY_ASSIGN(const Rows squares, MeetingSquares(in, out, decay, iterations, pool, control));
  const VertexId vertices = in.vertices();
  const auto steps = static_cast<int>(4 * std::log(kSolved) / std::log(decay)) + 10;
  const double step = 1 - decay * decay;
  std::vector<double> diagonal(vertices, 1);  // 1 - w
  for (int i = 0; i < steps; ++i) {
    AKIN_TRY_ASSIGN(const std::vector<double> product, Times(squares, diagonal, pool, control));
    double worst = 0;
    for (VertexId v = 0; v < vertices; ++v) {
      const double short_of = 1 - diagonal[v] - product[v];  // 1 - (I + M)(1 - w)
      diagonal[v] += step * short_of;
      worst = std::max(worst, std::abs(short_of));
    }
    if (worst < kSolved) break;
  }
  return diagonal;
}

Result<LiConversion> SumConversion(const Adjacency& in, const Adjacency& out, double decay,
                                   int iterations, const Control& control) {
  AKIN_TRY(CheckConversion(in, decay, iterations, control));
  ThreadPool pool(ThreadsOrAll(control.threads));
  AKIN_TRY_ASSIGN(const Rows squares, MeetingSquares(in, out, decay, iterations, pool, control));
  LiConversion result{.diagonal = std::vector<double>(in.vertices(), 1)};
  // v_0 = diag(S~)/(1-c) - 1 = M 1.
  AKIN_TRY_ASSIGN(std::vector<double> term, Times(squares, result.diagonal, pool, control));
  std::vector<double> sizes;  // the largest entries of all terms, which may cancel each other
  double sign = -1;
  for (double largest = LargestOf(term); largest > kVanished; largest = LargestOf(term)) {
    sizes.push_back(largest);
    if (largest > kTooLarge || result.terms == kMostSummed) return NoConvergence(decay, sizes);
    for (size_t v = 0; v < term.size(); ++v) result.diagonal[v] += sign * term[v];
    sign = -sign;
    AKIN_TRY_ASSIGN(term, Times(squares, term, pool, control));
    ++result.terms;
  }
  const double each = in.vertices() + OperationsOfSquares(in, out, iterations);
  for (size_t j = 0; j < sizes.size(); ++j) {
    const double operations = static_cast<double>(j + 1) * each + result.terms;
    result.rounding += sizes[j] * (RoundingOf(operations) + kVanished);
  }
  result.rounding += RoundingOf(result.terms) + kVanished;  // of the 1 that it begins with
  result.largest = LargestOf(result.diagonal) + result.rounding;
  result.error = (std::pow(decay, iterations + 1) * result.largest + result.rounding) / (1 - decay);
  return result;
}

}  // namespace akin
