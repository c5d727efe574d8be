// The neighbours that vertices have in common, counted or weighted: the basis of closed forms
// (measures/closed_form.h) and evidence (exact/evidence.h).
//
// Direction: pass the links of the kind compared as `links`, and those of the other kind as `back`:
// in-links and out-links to compare what links to two vertices.
//
// Order: every function here adds weights in ascending order of the common neighbours. So sums are
// the same to the last bit, whichever function computes them and from whichever side.
//
// Cost: let T be the sum of |back(a)| over the neighbours a of u, that is, the number of paths of
// two links from u. One source takes T log T comparisons, or T additions if T is not below the
// number of vertices, and 8 min(T, V) bytes plus 16 for each vertex found. One pair:
// |N(u)| + |N(v)|.
#ifndef AKIN_SRC_EXACT_NEIGHBOURHOODS_H_
#define AKIN_SRC_EXACT_NEIGHBOURHOODS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

// The weight of a common neighbour, given the number of vertices it is a neighbour of; null: 1.
using NeighbourWeight = double (*)(uint64_t degree);

struct Shared {
  VertexId vertex;
  double sum;  // of the weights of the shared neighbours, of which there is at least one
};

// Every vertex that shares a neighbour with u, itself included, ascending.
std::vector<Shared> SharedFrom(const Adjacency& links, const Adjacency& back, VertexId u,
                               NeighbourWeight weight = nullptr);
// nullopt if they share no neighbour.
std::optional<double> SharedByPair(const Adjacency& links, const Adjacency& back, VertexId u,
                                   VertexId v, NeighbourWeight weight = nullptr);

// An upper bound on the bytes SharedFrom takes for any of `sources`. Reads their neighbour lists.
double SharedBytes(const Adjacency& links, const Adjacency& back,
                   std::span<const VertexId> sources);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_NEIGHBOURHOODS_H_
