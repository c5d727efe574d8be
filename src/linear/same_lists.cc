#include "linear/same_lists.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace akin {

ListRows FindSameLists(const Adjacency& graph, uint64_t least) {
  std::vector<std::pair<uint64_t, VertexId>> hashes;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    if (graph.degree(v) < least) continue;
    uint64_t hash = 0;
    for (const VertexId to : graph[v]) hash = Mix64(hash + to + kWeyl);
    hashes.emplace_back(hash, v);
  }
  std::sort(hashes.begin(), hashes.end());

  std::vector<VertexId> first_of(graph.vertices(), kNoVertex);
  std::vector<VertexId> different;  // among those with one hash: the first of each list
  for (size_t i = 0; i < hashes.size(); ++i) {
    const auto [hash, v] = hashes[i];
    if (i == 0 || hash != hashes[i - 1].first) different.clear();
    const auto found = std::find_if(different.begin(), different.end(), [&](VertexId other) {
      return std::ranges::equal(graph[v], graph[other]);
    });
    first_of[v] = found == different.end() ? v : *found;
    if (found == different.end()) different.push_back(v);
  }

  ListRows rows{.first = {}, .of = std::vector<uint32_t>(graph.vertices(), ListRows::kNone)};
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    if (first_of[v] == kNoVertex) continue;
    if (first_of[v] == v) {
      rows.of[v] = static_cast<uint32_t>(rows.first.size());
      rows.first.push_back(v);
    } else {
      rows.of[v] = rows.of[first_of[v]];
    }
  }
  return rows;
}

}  // namespace akin
