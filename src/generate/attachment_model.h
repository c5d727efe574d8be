// Preferential attachment (Barabasi and Albert, Emergence of scaling in random networks, Science
// 1999): vertices come one by one, and each links to `degree` earlier ones, chosen in proportion to
// their number of links in both directions. In-degrees fall as degree^-3.
//
// This is the same as choosing an end of an earlier arc (Batagelj and Brandes 2005). The source of
// an arc follows from its number. Its target is found by making the same choice for that arc, which
// takes two steps on average and no memory (Sanders and Schulz 2016). The first vertex counts as if
// it linked to itself, so that there is an arc to begin with; those arcs are not in the graph.
#ifndef AKIN_SRC_GENERATE_ATTACHMENT_MODEL_H_
#define AKIN_SRC_GENERATE_ATTACHMENT_MODEL_H_

#include <cstdint>
#include <vector>

#include "akin/types.h"
#include "base/random.h"

namespace akin {

class AttachmentModel {
 public:
  AttachmentModel(VertexId vertices, uint32_t degree, uint64_t seed);

  VertexId vertices() const { return vertices_; }
  // Sets `targets` to the targets of a vertex: ascending, distinct, all smaller than the vertex.
  void Links(VertexId vertex, std::vector<VertexId>& targets) const;

 private:
  VertexId Target(uint64_t arc) const;

  VertexId vertices_;
  uint32_t degree_;
  RandomStream ends_;
};

}  // namespace akin

#endif  // AKIN_SRC_GENERATE_ATTACHMENT_MODEL_H_
