#include "linear/kernel_sums.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "akin/errors.h"

namespace akin {
namespace {

template <size_t L>
std::array<double, L> SumsOfLanes(std::span<const double> cells) {
  std::array<double, L> sums{};
  for (size_t i = 0; i < cells.size(); i += L) {
    for (size_t lane = 0; lane < L; ++lane) sums[lane] += cells[i + lane];
  }
  return sums;
}

// Sums common(x, y) over all vertices, x being of the first vector and y of each other one, after
// each was divided by its scale. A vector of zeros has scale 0, and nothing in common.
template <size_t L, class Common>
std::array<double, L> InCommon(std::span<const double> cells, const std::array<double, L>& scales,
                               const Common& common) {
  std::array<double, L> factors;
  for (size_t lane = 0; lane < L; ++lane) factors[lane] = scales[lane] > 0 ? 1 / scales[lane] : 0;
  std::array<double, L> sums{};
  for (size_t i = 0; i < cells.size(); i += L) {
    if (cells[i] == 0) continue;
    const double own = cells[i] * factors[0];
    for (size_t lane = 1; lane < L; ++lane) {
      sums[lane] += common(own, cells[i + lane] * factors[lane]);
    }
  }
  return sums;
}

// The kernel of the first vector with each of the others.
template <size_t L>
std::array<double, L> KernelsOf(WalkKernel kernel, const Powers<L>& powers) {
  const auto cells = powers.cells();
  switch (kernel) {
    case WalkKernel::kBhattacharyya:
      return InCommon<L>(cells, SumsOfLanes<L>(cells),
                         [](double x, double y) { return std::sqrt(x * y); });
    case WalkKernel::kIntersection:
      return InCommon<L>(cells, SumsOfLanes<L>(cells),
                         [](double x, double y) { return std::min(x, y); });
    default:  // of sets too: it is the cosine of vectors of zeros and ones
      return InCommon<L>(cells, powers.growth(), [](double x, double y) { return x * y; });
  }
}

}  // namespace

template <size_t L>
Status KernelScores(Powers<L>& powers, WalkKernel kernel, const CosineSum& sum, VertexId u,
                    std::span<const VertexId> others, std::span<double> scores,
                    const std::stop_token& stop) {
  std::array<VertexId, L> vertices;
  vertices[0] = u;
  std::copy(others.begin(), others.end(), vertices.begin() + 1);
  std::fill_n(scores.begin(), others.size(), 0.0);
  powers.Begin(std::span(vertices).first(others.size() + 1));
  double weight = 1 - sum.decay;
  for (unsigned k = 1; k < sum.terms; ++k) {
    if (stop.stop_requested()) return Interrupted();
    powers.Step();
    if (kernel == WalkKernel::kSets) powers.ForgetCounts();
    const auto& growth = powers.growth();
    const bool others_ended =
        std::all_of(growth.begin() + 1, growth.end(), [](double length) { return length == 0; });
    if (growth[0] == 0 || others_ended) break;  // all later terms are 0
    weight *= sum.decay;
    const std::array<double, L> kernels = KernelsOf<L>(kernel, powers);
    for (size_t i = 0; i < others.size(); ++i) scores[i] += weight * kernels[i + 1];
  }
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i] == u) scores[i] = 1;
  }
  return {};
}

template Status KernelScores<2>(Powers<2>&, WalkKernel, const CosineSum&, VertexId,
                                std::span<const VertexId>, std::span<double>,
                                const std::stop_token&);
template Status KernelScores<8>(Powers<8>&, WalkKernel, const CosineSum&, VertexId,
                                std::span<const VertexId>, std::span<double>,
                                const std::stop_token&);

}  // namespace akin
