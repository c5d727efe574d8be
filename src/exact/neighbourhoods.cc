#include "exact/neighbourhoods.h"

#include <algorithm>
#include <cmath>

namespace akin {
namespace {

uint64_t PathsOfTwo(const Adjacency& links, const Adjacency& back, VertexId u) {
  uint64_t paths = 0;
  for (const VertexId a : links[u]) paths += back.degree(a);
  return paths;
}

std::vector<Shared> CountDensely(const Adjacency& links, const Adjacency& back, VertexId u) {
  std::vector<uint32_t> counts(links.vertices());
  for (const VertexId a : links[u]) {
    for (const VertexId v : back[a]) ++counts[v];
  }
  std::vector<Shared> shared;
  for (VertexId v = 0; v < links.vertices(); ++v) {
    if (counts[v] > 0) shared.push_back({.vertex = v, .common = counts[v]});
  }
  return shared;
}

std::vector<Shared> CountBySorting(const Adjacency& links, const Adjacency& back, VertexId u,
                                   uint64_t paths) {
  std::vector<VertexId> ends;
  ends.reserve(paths);
  for (const VertexId a : links[u]) ends.insert(ends.end(), back[a].begin(), back[a].end());
  std::sort(ends.begin(), ends.end());
  std::vector<Shared> shared;
  for (const VertexId v : ends) {
    if (shared.empty() || shared.back().vertex != v) shared.push_back({.vertex = v, .common = 0});
    ++shared.back().common;
  }
  return shared;
}

}  // namespace

double OverlapScore(Overlap overlap, uint64_t common, uint64_t of_u, uint64_t of_v) {
  if (common == 0) return 0;
  const auto count = static_cast<double>(common);
  switch (overlap) {
    case Overlap::kJaccard:
      return count / static_cast<double>(of_u + of_v - common);
    case Overlap::kCosine:
      return count / std::sqrt(static_cast<double>(of_u) * static_cast<double>(of_v));
    case Overlap::kCount:
      break;
  }
  return count;
}

std::vector<Shared> SharedFrom(const Adjacency& links, const Adjacency& back, VertexId u) {
  const uint64_t paths = PathsOfTwo(links, back, u);
  return paths < links.vertices() ? CountBySorting(links, back, u, paths)
                                  : CountDensely(links, back, u);
}

uint64_t SharedByPair(const Adjacency& links, VertexId u, VertexId v) {
  const std::span<const VertexId> of_u = links[u];
  const std::span<const VertexId> of_v = links[v];
  uint64_t common = 0;
  for (size_t i = 0, j = 0; i < of_u.size() && j < of_v.size();) {
    if (of_u[i] == of_v[j]) ++common;
    const bool step_u = of_u[i] <= of_v[j];
    const bool step_v = of_v[j] <= of_u[i];
    i += step_u ? 1 : 0;
    j += step_v ? 1 : 0;
  }
  return common;
}

double SharedBytes(const Adjacency& links, const Adjacency& back,
                   std::span<const VertexId> sources) {
  uint64_t most = 0;
  for (const VertexId u : sources) {
    most = std::max(most, std::min<uint64_t>(PathsOfTwo(links, back, u), links.vertices()));
  }
  // A vector that grows holds up to three times what is in it for a moment.
  return static_cast<double>(most) * (sizeof(VertexId) + 3 * sizeof(Shared));
}

}  // namespace akin
