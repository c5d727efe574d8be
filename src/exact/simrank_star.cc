#include "exact/simrank_star.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "akin/errors.h"

namespace akin {
namespace {

// t(a, b) from its neighbours, which cannot overflow: Pascal's triangle for the geometric form,
// t(a, b) = c/2 (t(a-1, b) + t(a, b-1)); for the exponential one t(a, b) = c/2 t(a-1, b) / a.
double NextWeight(StarForm form, double decay, size_t a, size_t b, double above, double before) {
  const bool geometric = form == StarForm::kGeometric;
  if (a + b == 0) return geometric ? 1 - decay : std::exp(-decay);
  if (geometric) return decay / 2 * (above + before);
  return decay / 2 * (a > 0 ? above / static_cast<double>(a) : before / static_cast<double>(b));
}

std::vector<std::vector<double>> Weights(StarForm form, const IterationOptions& options) {
  const auto k = static_cast<size_t>(options.iterations);
  std::vector<std::vector<double>> weights(k + 1);
  for (size_t a = 0; a <= k; ++a) {
    for (size_t b = 0; a + b <= k; ++b) {
      const double above = a > 0 ? weights[a - 1][b] : 0;
      const double before = b > 0 ? weights[a][b - 1] : 0;
      weights[a].push_back(NextWeight(form, options.decay, a, b, above, before));
    }
  }
  return weights;
}

// Computes Q' x. False if the result is zero.
bool SpreadBack(const Adjacency& in, std::span<const double> x, std::span<double> result) {
  bool any = false;
  for (VertexId v = 0; v < in.vertices(); ++v) {
    if (x[v] == 0 || in.degree(v) == 0) continue;
    any = true;
    const double share = x[v] / static_cast<double>(in.degree(v));
    for (const VertexId a : in[v]) result[a] += share;
  }
  return any;
}

// Computes Q x.
void MeanOver(const Adjacency& in, std::span<const double> x, std::span<double> result) {
  for (VertexId v = 0; v < in.vertices(); ++v) {
    double sum = 0;
    for (const VertexId a : in[v]) sum += x[a];
    result[v] = sum / static_cast<double>(std::max<uint64_t>(in.degree(v), 1));
  }
}

}  // namespace

double StarTruncation(StarForm form, const IterationOptions& options) {
  if (form == StarForm::kGeometric) return Truncation(options);
  double left = 1;  // not by powers and factorials, which overflow
  for (int l = 1; l <= options.iterations + 1; ++l) left *= options.decay / l;
  return left;
}

SimRankStar::SimRankStar(StarForm form, const Adjacency& in, const IterationOptions& options)
    : in_(in), weights_(Weights(form, options)) {}

double SimRankStar::FixedBytes(const IterationOptions& options) {
  const double k = options.iterations;
  return (k + 1) * ((k + 2) * sizeof(double) + sizeof(std::vector<double>));
}

double SimRankStar::RowBytes(VertexId vertices, const IterationOptions& options) {
  return static_cast<double>(vertices) * sizeof(double) * (options.iterations + 3.0);
}

Status SimRankStar::From(VertexId source, std::span<double> row,
                         const std::stop_token& stop) const {
  std::vector<std::vector<double>> levels;  // Q'^b e_u, up to the last that is not zero
  std::vector<double> level(in_.vertices());
  level[source] = 1;
  for (bool any = true; any && levels.size() < weights_.size();) {
    if (stop.stop_requested()) return Interrupted();
    std::vector<double> next(in_.vertices());
    any = SpreadBack(in_, level, next);
    levels.push_back(std::exchange(level, std::move(next)));
  }
  std::vector<double> mean(in_.vertices());
  std::fill(row.begin(), row.end(), 0.0);
  for (size_t a = weights_.size(); a-- > 0;) {
    if (stop.stop_requested()) return Interrupted();
    MeanOver(in_, row, mean);
    std::copy(mean.begin(), mean.end(), row.begin());
    const size_t terms = std::min(levels.size(), weights_[a].size());
    for (size_t b = 0; b < terms; ++b) {
      for (VertexId v = 0; v < in_.vertices(); ++v) row[v] += weights_[a][b] * levels[b][v];
    }
  }
  return {};
}

}  // namespace akin
