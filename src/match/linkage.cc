#include "match/linkage.h"

#include <algorithm>
#include <numeric>

namespace akin {

DegreeClasses ClassesByDegree(const Adjacency& links) {
  std::vector<uint64_t> degrees(links.vertices());
  for (VertexId v = 0; v < links.vertices(); ++v) degrees[v] = links.degree(v);
  std::sort(degrees.begin(), degrees.end());
  degrees.erase(std::unique(degrees.begin(), degrees.end()), degrees.end());
  DegreeClasses classes{.of = std::vector<uint32_t>(links.vertices()),
                        .degrees = {degrees.begin(), degrees.end()}};
  for (VertexId v = 0; v < links.vertices(); ++v) {
    const auto found = std::lower_bound(degrees.begin(), degrees.end(), links.degree(v));
    classes.of[v] = static_cast<uint32_t>(found - degrees.begin());
  }
  return classes;
}

void Link(std::span<const double> from, std::span<const double> mass, std::span<const double> to,
          std::span<double> linked) {
  const double total = std::accumulate(mass.begin(), mass.end(), 0.0);
  double below = 0;  // sum of y mass[y] over y <= x
  size_t y = 0;
  for (size_t x = 0; x < to.size(); ++x) {
    for (; y < from.size() && from[y] <= to[x]; ++y) below += from[y] * mass[y];
    linked[x] = total + (to[x] > 0 ? below / to[x] : 0);
  }
  double above = 0;  // sum of mass[y] / y over y > x
  y = from.size();
  for (size_t x = to.size(); x-- > 0;) {
    for (; y > 0 && from[y - 1] > to[x]; --y) above += mass[y - 1] / from[y - 1];
    linked[x] = (linked[x] + to[x] * above) / 2;
  }
  const bool both_have_none = !from.empty() && !to.empty() && from[0] == 0 && to[0] == 0;
  if (both_have_none) linked[0] += mass[0] / 2;
}

}  // namespace akin
