// Measures of direct neighbours alone: how many two vertices have in common, as a number or as a
// share.
//
// Definition: with N the set of neighbours of a vertex,
//   cocitation  |N(u) n N(v)|, N = I      Small 1973, "Co-citation in the scientific literature"
//   coupling    |N(u) n N(v)|, N = O      Kessler 1963, "Bibliographic coupling between papers"
//   jaccard     |N(u) n N(v)| / |N(u) u N(v)|, N = I                                  Jaccard 1901
//   cosine      |N(u) n N(v)| / sqrt(|N(u)| |N(v)|), N = I   Salton and McGill 1983: of the vectors
//               that have a 1 for every neighbour
// The two counts are not normalised: jaccard and cosine are what normalising them gives.
//
// Direction: in-neighbours, those that link to both; coupling takes out-neighbours, those that both
// link to. Pass the links of the kind compared as `links`, and those of the other kind as `back`.
//
// Empty case: a vertex without such neighbours scores 0, with itself too. Any other scores 1 with
// itself, or the number of its neighbours.
//
// Error: none; counts are exact, shares are rounded once or twice. Scores are symmetric to the last
// bit.
//
// Cost: with T the sum of |back(a)| over the neighbours a of u, that is the paths of two links from
// u, one source takes T log T comparisons, or T additions if T is not below the number of vertices;
// and 4 min(T, V) bytes, beside 8 for each vertex found. One pair: |N(u)| + |N(v)|.
#ifndef AKIN_SRC_EXACT_NEIGHBOURHOODS_H_
#define AKIN_SRC_EXACT_NEIGHBOURHOODS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "akin/types.h"
#include "graph/adjacency.h"

namespace akin {

enum class Overlap { kCount, kJaccard, kCosine };

// Of `common` neighbours out of `of_u` and `of_v`, of which there are as many at least.
double OverlapScore(Overlap overlap, uint64_t common, uint64_t of_u, uint64_t of_v);

struct Shared {
  VertexId vertex;
  uint32_t common;  // neighbours shared with it, 1 or more
};

// Every vertex that shares a neighbour with u, itself included, ascending.
std::vector<Shared> SharedFrom(const Adjacency& links, const Adjacency& back, VertexId u);
uint64_t SharedByPair(const Adjacency& links, VertexId u, VertexId v);

// What SharedFrom takes at most for any of `sources`, in bytes. Costs a look at their neighbours.
double SharedBytes(const Adjacency& links, const Adjacency& back,
                   std::span<const VertexId> sources);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_NEIGHBOURHOODS_H_
