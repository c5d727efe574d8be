#include "linear/diagonal_bounds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace akin {
namespace {

constexpr double kMostSlack = 16;  // S~(v, v) may be off by at most this times rho

}  // namespace

Result<DiagonalBounds> BoundDiagonalBeforehand(const Adjacency& in, const ListRows& rows,
                                               double decay, ThreadPool& pool,
                                               const Control& control) {
  constexpr int kPasses = 8;
  DiagonalBounds bounds{.low = std::vector<double>(rows.size()),
                        .high = std::vector<double>(rows.size())};
  std::vector<double> g(in.vertices(), std::sqrt(decay));
  for (VertexId v = 0; v < in.vertices(); ++v) {
    if (in.degree(v) == 0) g[v] = 0;
  }
  for (int pass = 0; pass < kPasses; ++pass) {
    AKIN_TRY(ForAllInPieces(rows.size(), pool, control, [&](uint64_t row, unsigned) -> Status {
      const auto list = in[rows.first[row]];
      double sum = 0;
      double squares = 0;
      for (const VertexId a : list) {
        sum += g[a];
        squares += g[a] * g[a];
      }
      const auto degree = static_cast<double>(list.size());
      const double apart = std::min(sum * sum - squares, decay * degree * (degree - 1));
      bounds.low[row] = 1 - decay * (degree + std::max(apart, 0.0)) / (degree * degree);
      bounds.high[row] = 1 - decay / degree;
      return {};
    }));
    for (VertexId v = 0; v < in.vertices(); ++v) {
      if (rows.of[v] != ListRows::kNone) g[v] = std::sqrt(1 - bounds.low[rows.of[v]]);
    }
  }
  return bounds;
}

// 1 + m(v) (1-c)/c. Where no two walks meet, |r| does not matter, with one exception:
// S~(u, u) = 1 - c + c S~(v, v) if v is the only in-neighbour of u. So it is 1/c wherever m(v) = 1.
// r is the same for all vertices of a row, so the least counts.
DiagonalSlacks FindDiagonalSlacks(const Adjacency& in, const Adjacency& out, const ListRows& rows,
                                  double decay) {
  DiagonalSlacks slacks{.own = std::vector<float>(rows.size(), kMostSlack), .before = {}};
  for (VertexId v = 0; v < in.vertices(); ++v) {
    if (rows.of[v] == ListRows::kNone) continue;
    uint64_t least = UINT64_MAX;
    for (const VertexId to : out[v]) least = std::min(least, in.degree(to));
    if (out.degree(v) < 2 && least != 1) continue;
    float& slack = slacks.own[rows.of[v]];
    slack =
        std::min(slack, static_cast<float>(1 + static_cast<double>(least) * (1 - decay) / decay));
  }
  for (const VertexId v : rows.first) {
    double sum = 0;
    for (const VertexId a : in[v])
      sum += rows.of[a] == ListRows::kNone ? 1 : slacks.own[rows.of[a]];
    slacks.before.push_back(static_cast<float>(sum / static_cast<double>(in.degree(v))));
  }
  return slacks;
}

}  // namespace akin
