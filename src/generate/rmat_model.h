// R-MAT: every arc is placed in a matrix that is divided into quarters again and again. It goes to
// the upper left quarter with probability 0.57, to each of the two quarters beside it with 0.19,
// and to the lower right one with 0.05 (Chakrabarti, Zhan, Faloutsos: R-MAT, SDM 2004; the
// probabilities are those of Graph500). Vertices with few bits set have high degrees, in and out.
//
// The matrix has 2^k rows, the least power of two that is enough. If there are fewer vertices, they
// share its rows evenly, one or two each, so any number of vertices is possible. Arcs that are
// drawn twice count once, so there are fewer than degree * vertices arcs; the smaller the graph,
// the fewer.
#ifndef AKIN_SRC_GENERATE_RMAT_MODEL_H_
#define AKIN_SRC_GENERATE_RMAT_MODEL_H_

#include <cstdint>
#include <utility>

#include "akin/types.h"
#include "base/random.h"

namespace akin {

class RmatModel {
 public:
  RmatModel(VertexId vertices, uint32_t degree, uint64_t seed);

  VertexId vertices() const { return vertices_; }
  uint64_t arcs() const { return arcs_; }
  // From and to. Arcs are in no order, and may occur more than once.
  std::pair<VertexId, VertexId> Arc(uint64_t number) const;

 private:
  VertexId vertices_;
  uint64_t arcs_;
  unsigned levels_;
  RandomStream quarters_;
};

}  // namespace akin

#endif  // AKIN_SRC_GENERATE_RMAT_MODEL_H_
