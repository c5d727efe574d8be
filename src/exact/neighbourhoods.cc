#include "exact/neighbourhoods.h"

#include <algorithm>
#include <utility>

namespace akin {
namespace {

uint64_t PathsOfTwo(const Adjacency& links, const Adjacency& back, VertexId u) {
  uint64_t paths = 0;
  for (const VertexId a : links[u]) paths += back.degree(a);
  return paths;
}

double WeightOf(NeighbourWeight weight, const Adjacency& back, VertexId a) {
  return weight == nullptr ? 1 : weight(back.degree(a));
}

// A shared neighbour may have weight 0, so sums start below 0.
constexpr double kNotShared = -1;

std::vector<Shared> SumDensely(const Adjacency& links, const Adjacency& back, VertexId u,
                               NeighbourWeight weight) {
  std::vector<double> sums(links.vertices(), kNotShared);
  for (const VertexId a : links[u]) {
    const double of_a = WeightOf(weight, back, a);
    for (const VertexId v : back[a]) sums[v] = std::max(sums[v], 0.0) + of_a;
  }
  std::vector<Shared> shared;
  for (VertexId v = 0; v < links.vertices(); ++v) {
    if (sums[v] != kNotShared) shared.push_back({.vertex = v, .sum = sums[v]});
  }
  return shared;
}

std::vector<Shared> SumBySorting(const Adjacency& links, const Adjacency& back, VertexId u,
                                 NeighbourWeight weight, uint64_t paths) {
  std::vector<std::pair<VertexId, VertexId>> ends;  // a path: where it ends, by which neighbour
  ends.reserve(paths);
  for (const VertexId a : links[u]) {
    for (const VertexId v : back[a]) ends.emplace_back(v, a);
  }
  std::sort(ends.begin(), ends.end());
  std::vector<Shared> shared;
  for (const auto& [v, a] : ends) {
    if (shared.empty() || shared.back().vertex != v) shared.push_back({.vertex = v, .sum = 0});
    shared.back().sum += WeightOf(weight, back, a);
  }
  return shared;
}

}  // namespace

std::vector<Shared> SharedFrom(const Adjacency& links, const Adjacency& back, VertexId u,
                               NeighbourWeight weight) {
  const uint64_t paths = PathsOfTwo(links, back, u);
  return paths < links.vertices() ? SumBySorting(links, back, u, weight, paths)
                                  : SumDensely(links, back, u, weight);
}

std::optional<double> SharedByPair(const Adjacency& links, const Adjacency& back, VertexId u,
                                   VertexId v, NeighbourWeight weight) {
  const std::span<const VertexId> of_u = links[u];
  const std::span<const VertexId> of_v = links[v];
  std::optional<double> sum;
  for (size_t i = 0, j = 0; i < of_u.size() && j < of_v.size();) {
    if (of_u[i] == of_v[j]) sum = sum.value_or(0) + WeightOf(weight, back, of_u[i]);
    const bool step_u = of_u[i] <= of_v[j];
    const bool step_v = of_v[j] <= of_u[i];
    i += step_u ? 1 : 0;
    j += step_v ? 1 : 0;
  }
  return sum;
}

double SharedBytes(const Adjacency& links, const Adjacency& back,
                   std::span<const VertexId> sources) {
  uint64_t most = 0;
  for (const VertexId u : sources) {
    most = std::max(most, std::min<uint64_t>(PathsOfTwo(links, back, u), links.vertices()));
  }
  // While a vector grows, it can take up to three times the memory of its contents.
  return static_cast<double>(most) * (sizeof(double) + 3 * sizeof(Shared));
}

}  // namespace akin
