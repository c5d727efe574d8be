// Signatures of the bags of vertices, as they are read.
#ifndef AKIN_SRC_SKETCH_BAG_SAMPLES_H_
#define AKIN_SRC_SKETCH_BAG_SAMPLES_H_

#include <fmt/format.h>

#include <span>
#include <vector>

#include "akin/errors.h"
#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "sketch/weighted_minhash.h"
#include "text/bags_file.h"

namespace akin {

// Samples the bag of a vertex, which has been read.
inline Status SampleBag(const BagsFile& bags, const WeightedMinHash& hash, VertexId vertex,
                        std::span<const BagTerm> bag, SampleBlock& samples,
                        SampledTerms* terms = nullptr) {
  if (hash.Sample(bag, samples, terms)) return {};
  return Damaged(bags.container().path(),
                 fmt::format("the weights of bag {} sum to less than 1/2, not to 1", vertex));
}

// Reads the bag into `bag`, whose memory is reused, and samples it.
inline Status SampleVertex(const BagsFile& bags, const WeightedMinHash& hash, VertexId vertex,
                           std::vector<BagTerm>& bag, SampleBlock& samples) {
  AKIN_TRY(bags.Read(vertex, bag));
  return SampleBag(bags, hash, vertex, bag, samples);
}

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_BAG_SAMPLES_H_
