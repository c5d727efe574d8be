#include "linear/li.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "linear/columns.h"

namespace akin {
namespace {

Status CheckConversion(const Adjacency& in, double decay, int iterations, const Control& control) {
  if (!(decay > 0 && decay < 1)) {
    return InvalidArgument("decay", fmt::format("decay {} is not between 0 and 1", decay));
  }
  if (iterations < 0) {
    return InvalidArgument("iterations", fmt::format("{} iterations make no sense", iterations));
  }
  const double need = 8.0 * in.vertices() * in.vertices();
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
  std::vector<double> short_of(vertices);     // 1 - (I + M)(1 - w)
  for (int i = 0; i < steps; ++i) {
    AKIN_TRY(pool.Run(vertices, control.stop, [&](uint64_t v, unsigned) -> Status {
      double sum = diagonal[v];
      for (VertexId y = 0; y < vertices; ++y) sum += squares[v][y] * diagonal[y];
      short_of[v] = 1 - sum;
      return {};
    }));
    double worst = 0;
    for (VertexId v = 0; v < vertices; ++v) {
      diagonal[v] += step * short_of[v];
      worst = std::max(worst, std::abs(short_of[v]));
    }
    if (worst < kSolved) break;
  }
  return diagonal;
}

}  // namespace akin
