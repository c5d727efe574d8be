// R-MAT: every arc is dropped into a matrix that is quartered again and again, into the upper left
// quarter with probability 0.57, 0.19 each into the two beside it, and 0.05 into the lower right
// one (Chakrabarti, Zhan, Faloutsos: R-MAT, SDM 2004; these chances are those of Graph500).
// Vertices of few bits set have high degrees, in and out.
//
// The matrix has 2^k rows, the least power that is enough. If there are fewer vertices they share
// its rows evenly, one or two each: any number of vertices will do. Arcs that are drawn twice count
// once, so there are fewer than degree * vertices, the more so the smaller the graph.
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
  // From and to; arcs come in no order and more than once.
  std::pair<VertexId, VertexId> Arc(uint64_t number) const;

 private:
  VertexId vertices_;
  uint64_t arcs_;
  unsigned levels_;
  RandomStream quarters_;
};

}  // namespace akin

#endif  // AKIN_SRC_GENERATE_RMAT_MODEL_H_
