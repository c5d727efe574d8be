// The neighbours that vertices have in common, counted or weighed: what closed forms
// (measures/closed_form.h) and evidence (exact/evidence.h) are made of.
//
// Direction: pass the links of the kind compared as `links`, and those of the other kind as `back`:
// in-links and out-links to compare what links to two vertices.
//
// Order: weights are added in ascending order of the common neighbours, by every function here, so
// that sums are the same to the last bit, whoever asks and from whichever side.
//
// Cost: with T the sum of |back(a)| over the neighbours a of u, that is the paths of two links from
// u, one source takes T log T comparisons, or T additions if T is not below the number of vertices;
// and 8 min(T, V) bytes, beside 16 for each vertex found. One pair: |N(u)| + |N(v)|.
#ifndef AKIN_SRC_EXACT_NEIGHBOURHOODS_H_
#define AKIN_SRC_EXACT_NEIGHBOURHOODS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

// What a common neighbour counts by the number of vertices it is a neighbour of; null: 1.
using NeighbourWeight = double (*)(uint64_t degree);

struct Shared {
  VertexId vertex;
  double sum;  // of the weights of the neighbours shared with it, one at least
};

// Every vertex that shares a neighbour with u, itself included, ascending.
std::vector<Shared> SharedFrom(const Adjacency& links, const Adjacency& back, VertexId u,
                               NeighbourWeight weight = nullptr);
// None if they share no neighbour.
std::optional<double> SharedByPair(const Adjacency& links, const Adjacency& back, VertexId u,
                                   VertexId v, NeighbourWeight weight = nullptr);

// What SharedFrom takes at most for any of `sources`, in bytes. Costs a look at their neighbours.
double SharedBytes(const Adjacency& links, const Adjacency& back,
                   std::span<const VertexId> sources);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_NEIGHBOURHOODS_H_
