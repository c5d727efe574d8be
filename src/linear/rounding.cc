#include "linear/rounding.h"

#include <algorithm>

#include "base/rounding.h"

namespace akin {
namespace {

// In the mean over all terms, by their weights.
double StepsOfRounds(double decay, int iterations) {
  return std::min<double>(iterations, 1 / ((1 - decay) * (1 - decay)));
}

}  // namespace

double MostNeighbours(const Adjacency& links) {
  uint64_t most = 0;
  for (VertexId v = 0; v < links.vertices(); ++v) most = std::max(most, links.degree(v));
  return static_cast<double>(most);
}

GraphSize SizeOf(const Adjacency& in, const Adjacency& out) {
  return {.vertices = static_cast<double>(in.vertices()),
          .most_in = MostNeighbours(in),
          .most_out = MostNeighbours(out)};
}

double VariedRounding(const GraphSize& size, double decay, int iterations) {
  const double step = 2 * std::max(size.most_in, size.most_out) + 8;
  const double sums =
      RoundingOf((iterations + 1.0) * size.vertices + StepsOfRounds(decay, iterations) * step + 4);
  return sums + DiagonalRounding(size, decay, iterations) / 2;
}

double DiagonalRounding(const GraphSize& size, double decay, int iterations) {
  return 2 * RoundingOf(size.vertices + iterations + 8 +
                        2 * StepsOfRounds(decay, iterations) * (size.most_out + 4));
}

double CosineRounding(const GraphSize& size, const CosineSum& sum) {
  const double terms = sum.terms;
  const double steps = std::min(terms, 1 / (1 - sum.decay));
  return RoundingOf(2 * size.vertices + terms + 16 +
                    steps * (4 * size.most_out + size.most_in + 16));
}

}  // namespace akin
