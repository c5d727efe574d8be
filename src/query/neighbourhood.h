// The vertices behind a vertex, by distance, and where two of them have the same min-hash.
//
// Cost: the in-links of all vertices nearer than the length; 16 bytes and more per vertex found.
#ifndef AKIN_SRC_QUERY_NEIGHBOURHOOD_H_
#define AKIN_SRC_QUERY_NEIGHBOURHOOD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "sketch/minhash.h"

namespace akin {

struct Neighbourhood {
  // The vertices whose shortest path to the vertex has exactly 0, 1, ..., l arcs.
  std::vector<std::vector<VertexId>> rings;
  // For each of them, the next vertex on a shortest path to the vertex; for the vertex, itself.
  std::unordered_map<VertexId, VertexId> nearer;

  explicit Neighbourhood(VertexId vertex) : rings({{vertex}}), nearer({{vertex, vertex}}) {}
  Neighbourhood(const Adjacency& in, VertexId vertex, unsigned length) : Neighbourhood(vertex) {
    while (rings.size() <= length) AddRing(in, SIZE_MAX);
  }

  // The next ring. False if there would be more vertices than that in all.
  bool AddRing(const Adjacency& in, size_t most) {
    std::vector<VertexId> ring;
    for (const VertexId inner : rings.back()) {
      for (const VertexId u : in[inner]) {
        if (nearer.emplace(u, inner).second) ring.push_back(u);
      }
      if (nearer.size() > most) return false;
    }
    rings.push_back(std::move(ring));
    return true;
  }

  VertexId vertex() const { return rings.front().front(); }
};

// Calls visit(distance, vertex) for every distance, from 1 on, at which two vertices have the same
// min-hash in a fingerprint: that of this vertex (sketch/minhash.h).
template <class Visit>
void EachEqualHash(const Neighbourhood& a, const Neighbourhood& b, const Permutation& permutation,
                   const Visit& visit) {
  uint32_t least_a = permutation(a.vertex());
  uint32_t least_b = permutation(b.vertex());
  for (unsigned k = 1; k < a.rings.size(); ++k) {
    for (const VertexId u : a.rings[k]) least_a = std::min(least_a, permutation(u));
    for (const VertexId u : b.rings[k]) least_b = std::min(least_b, permutation(u));
    if (least_a == least_b) visit(k, permutation.Inverse(least_a));
  }
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_NEIGHBOURHOOD_H_
