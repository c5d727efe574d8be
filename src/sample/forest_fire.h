// A small part of a graph that looks like the whole: forest fire sampling (Leskovec and Faloutsos,
// Sampling from large graphs, KDD 2006, section 3.3.2; Leskovec, Kleinberg and Faloutsos 2005).
//
// Definition: a fire starts at a random vertex. A burning vertex sets fire to x random vertices
// among those it links to that are not burning yet; x is geometric with mean p / (1 - p), 0
// included. When a fire dies another starts, until enough vertices have burnt.
// Direction: along the given links; both directions of an undirected graph are in them.
// Empty case: if none are wanted, none burn. If more are wanted than there are: all.
//
// Random choices are hashes of the seed and of their purpose, so the sample is a function of the
// graph and the seed. Time: O(links of the burnt vertices, with a logarithm to order them, plus
// vertices, to look for new starts). Memory: a bit per vertex.
#ifndef AKIN_SRC_SAMPLE_FOREST_FIRE_H_
#define AKIN_SRC_SAMPLE_FOREST_FIRE_H_

#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

struct ForestFireOptions {
  VertexId vertices = 0;  // wanted
  double spread = 0.7;    // p, in [0, 1); the authors found 0.7 best
  uint64_t seed = 1;
};

// The vertices in the order in which they burnt.
std::vector<VertexId> ForestFire(const Adjacency& links, const ForestFireOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_FOREST_FIRE_H_
