// A small part of a graph that looks like the whole: forest fire sampling (Leskovec and Faloutsos,
// Sampling from large graphs, KDD 2006, section 3.3.2; Leskovec, Kleinberg and Faloutsos 2005).
//
// Definition: a fire starts at a random vertex. A vertex that burns sets fire to x of the vertices
// it links to that do not burn yet, at random; x is geometric with mean p / (1 - p), 0 included.
// When a fire dies another starts, until enough have burnt.
// Direction: along the links given; both directions of an undirected graph are in them.
// Empty case: none wanted, none burnt. More than there are: all.
//
// Random choices are hashes of the seed and of what they are for, so the sample is a function of
// the graph and the seed. Time: O(links of the vertices burnt, with a logarithm to order them, and
// vertices to look for new starts). Memory: a bit a vertex.
#ifndef AKIN_SRC_SAMPLE_FOREST_FIRE_H_
#define AKIN_SRC_SAMPLE_FOREST_FIRE_H_

#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

struct ForestFireOptions {
  VertexId vertices = 0;  // wanted
  double spread = 0.7;    // p, in [0, 1); 0.7 is what the authors found best
  uint64_t seed = 1;
};

// In the order in which they burnt.
std::vector<VertexId> ForestFire(const Adjacency& links, const ForestFireOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_FOREST_FIRE_H_
