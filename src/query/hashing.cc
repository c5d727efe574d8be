#include "query/hashing.h"

#include <algorithm>
#include <unordered_set>

#include "akin/errors.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

// The vertices whose shortest path to v has exactly 0, 1, ..., l arcs.
std::vector<std::vector<VertexId>> Rings(const Adjacency& in, VertexId v, unsigned length) {
  std::vector<std::vector<VertexId>> rings = {{v}};
  std::unordered_set<VertexId> seen = {v};
  for (unsigned k = 1; k <= length; ++k) {
    std::vector<VertexId> ring;
    for (const VertexId inner : rings.back()) {
      for (const VertexId u : in[inner]) {
        if (seen.insert(u).second) ring.push_back(u);
      }
    }
    rings.push_back(std::move(ring));
  }
  return rings;
}

}  // namespace

Result<std::vector<ScoreSum>> HashRelated(const Adjacency& in, const WalkParameters& parameters,
                                          const Scoring& scoring, VertexId vertex,
                                          const Control& control) {
  const VertexId vertices = in.vertices();
  std::vector<ScoreSum> sums(vertices);
  std::vector<uint32_t> before(vertices);
  std::vector<uint32_t> after(vertices);
  std::vector<uint64_t> contribution(vertices);
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    const Permutation permutation = MinHashPermutation(parameters, f);
    for (VertexId v = 0; v < vertices; ++v) before[v] = permutation(v);
    std::fill(contribution.begin(), contribution.end(), 0);
    for (unsigned k = 1; k <= parameters.length; ++k) {
      if (control.stop.stop_requested()) return Interrupted();
      for (VertexId v = 0; v < vertices; ++v) {
        uint32_t least = before[v];
        for (const VertexId u : in[v]) least = std::min(least, before[u]);
        after[v] = least;
      }
      std::swap(before, after);
      for (VertexId v = 0; v < vertices; ++v) {
        if (before[v] == before[vertex]) {
          contribution[v] += scoring.Weight(static_cast<uint8_t>(k));
        }
      }
    }
    for (VertexId v = 0; v < vertices; ++v) {
      if (contribution[v] == 0) continue;
      AddTo(sums[v], {.sum = contribution[v], .squares = scoring.SquareOf(contribution[v])});
    }
  }
  return sums;
}

ScoreSum HashPair(const Adjacency& in, const WalkParameters& parameters, const Scoring& scoring,
                  VertexId a, VertexId b) {
  const auto rings_a = Rings(in, a, parameters.length);
  const auto rings_b = Rings(in, b, parameters.length);
  ScoreSum sums;
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    const Permutation permutation = MinHashPermutation(parameters, f);
    uint32_t least_a = permutation(a);
    uint32_t least_b = permutation(b);
    uint64_t contribution = 0;
    for (unsigned k = 1; k <= parameters.length; ++k) {
      for (const VertexId u : rings_a[k]) least_a = std::min(least_a, permutation(u));
      for (const VertexId u : rings_b[k]) least_b = std::min(least_b, permutation(u));
      if (least_a == least_b) contribution += scoring.Weight(static_cast<uint8_t>(k));
    }
    if (contribution == 0) continue;
    AddTo(sums, {.sum = contribution, .squares = scoring.SquareOf(contribution)});
  }
  return sums;
}

}  // namespace akin
