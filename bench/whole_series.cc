#include "whole_series.h"

#include <cmath>
#include <cstddef>

namespace akin {

std::vector<double> WholeSeries(const Adjacency& in, std::span<const float> diagonal, double decay,
                                VertexId u) {
  constexpr size_t kTerms = 40;
  const double root = std::sqrt(decay);
  std::vector<std::vector<double>> levels(1, std::vector<double>(in.vertices()));
  levels[0][u] = 1;
  while (levels.size() < kTerms) {
    std::vector<double> next(in.vertices());
    for (VertexId v = 0; v < in.vertices(); ++v) {
      if (levels.back()[v] == 0) continue;
      const double share = root * levels.back()[v] / static_cast<double>(in.degree(v));
      for (const VertexId a : in[v]) next[a] += share;
    }
    levels.push_back(std::move(next));
  }
  std::vector<double> x(in.vertices());
  for (size_t l = kTerms; l-- > 0;) {
    std::vector<double> next(in.vertices());
    for (VertexId v = 0; v < in.vertices(); ++v) {
      double sum = 0;
      for (const VertexId a : in[v]) sum += x[a];
      next[v] = diagonal[v] * levels[l][v];
      if (in.degree(v) > 0) next[v] += root * sum / static_cast<double>(in.degree(v));
    }
    x = std::move(next);
  }
  return x;
}

}  // namespace akin
