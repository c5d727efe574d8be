// Signatures of the bags of vertices, as they are read.
#ifndef AKIN_SRC_SKETCH_BAG_SAMPLES_H_
#define AKIN_SRC_SKETCH_BAG_SAMPLES_H_

#include <fmt/format.h>

#include <vector>

#include "akin/errors.h"
#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "sketch/weighted_minhash.h"
#include "text/bags_file.h"

namespace akin {

// Reads the bag into `bag`, whose memory is reused, and samples it.
inline Status SampleVertex(const BagsFile& bags, const WeightedMinHash& hash, VertexId vertex,
                           std::vector<BagTerm>& bag, SampleBlock& samples) {
  AKIN_TRY(bags.Read(vertex, bag));
  if (hash.Sample(bag, samples)) return {};
  return Damaged(bags.container().path(),
                 fmt::format("the weights of bag {} sum to less than 1/2, not to 1", vertex));
}

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_BAG_SAMPLES_H_
