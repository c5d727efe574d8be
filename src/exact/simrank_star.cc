#include "exact/simrank_star.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "akin/errors.h"

namespace akin {
namespace {

double HalfOver(double decay, size_t divisor) { return decay / 2 / static_cast<double>(divisor); }

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

void SimRankStar::Weight::Multiply(double factor) {
  int more = 0;
  mantissa = std::frexp(mantissa * factor, &more);
  exponent += more;
}

// t(a, 0) = c/2 t(a-1, 0); exponential: also over a.
SimRankStar::SimRankStar(StarForm form, const Adjacency& in, const IterationOptions& options)
    : in_(in), form_(form), decay_(options.decay) {
  const bool geometric = form == StarForm::kGeometric;
  Weight first{.mantissa = geometric ? 1 - decay_ : std::exp(-decay_)};
  for (int a = 0; a <= options.iterations; ++a) {
    if (a > 0) first.Multiply(HalfOver(decay_, geometric ? 1 : static_cast<size_t>(a)));
    first_.push_back(first);
  }
}

// t(a, b) = c/2 (a+b)/b t(a, b-1); exponential: c/2 1/b t(a, b-1).
double SimRankStar::Step(size_t a, size_t b) const {
  const double ways = form_ == StarForm::kGeometric ? static_cast<double>(a + b) : 1.0;
  return HalfOver(decay_, b) * ways;
}

double SimRankStar::FixedBytes(const IterationOptions& options) {
  return 2 * sizeof(Weight) * (options.iterations + 1.0);
}

double SimRankStar::RowBytes(VertexId vertices, const IterationOptions& options) {
  return static_cast<double>(vertices) * sizeof(double) * (options.iterations + 3.0);
}

Status SimRankStar::From(VertexId source, std::span<double> row,
                         const std::stop_token& stop) const {
  std::vector<std::vector<double>> levels;  // Q'^b e_u, up to the last that is not zero
  std::vector<double> level(in_.vertices());
  level[source] = 1;
  for (bool any = true; any && levels.size() < first_.size();) {
    if (stop.stop_requested()) return Interrupted();
    std::vector<double> next(in_.vertices());
    any = SpreadBack(in_, level, next);
    levels.push_back(std::exchange(level, std::move(next)));
  }
  std::vector<double> mean(in_.vertices());
  std::fill(row.begin(), row.end(), 0.0);
  for (size_t a = first_.size(); a-- > 0;) {
    if (stop.stop_requested()) return Interrupted();
    MeanOver(in_, row, mean);
    std::copy(mean.begin(), mean.end(), row.begin());
    const size_t terms = std::min(levels.size(), first_.size() - a);
    Weight weight = first_[a];
    for (size_t b = 0; b < terms; ++b) {
      if (b > 0) weight.Multiply(Step(a, b));
      const double value = weight.value();
      if (value == 0) continue;
      for (VertexId v = 0; v < in_.vertices(); ++v) row[v] += value * levels[b][v];
    }
  }
  return {};
}

}  // namespace akin
