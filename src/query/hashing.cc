#include "query/hashing.h"

#include <algorithm>

#include "akin/errors.h"
#include "query/neighbourhood.h"
#include "sketch/minhash.h"

namespace akin {

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
  const Neighbourhood around_a(in, a, parameters.length);
  const Neighbourhood around_b(in, b, parameters.length);
  ScoreSum sums;
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    uint64_t contribution = 0;
    EachEqualHash(around_a, around_b, MinHashPermutation(parameters, f), [&](unsigned k, VertexId) {
      contribution += scoring.Weight(static_cast<uint8_t>(k));
    });
    if (contribution == 0) continue;
    AddTo(sums, {.sum = contribution, .squares = scoring.SquareOf(contribution)});
  }
  return sums;
}

}  // namespace akin
