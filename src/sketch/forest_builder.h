// Walks all vertices of a graph in memory at once.
//
// Time: per group of walks and step what sketch/arrivals.h says, and a read of the offsets and of
// the in-links of its vertex, in ascending order and ahead of use. On web graphs, where most walks
// meet soon, that is 2 to 4 steps per vertex; at worst l steps. Memory: 32 bytes per vertex.
#ifndef AKIN_SRC_SKETCH_FOREST_BUILDER_H_
#define AKIN_SRC_SKETCH_FOREST_BUILDER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "akin/adjacency.h"
#include "akin/status.h"
#include "sketch/coalescence.h"
#include "sketch/forest.h"

namespace akin {

class ForestBuilder {
 public:
  // `in` must outlive the builder. `range_bits`: see Arrivals.
  static Result<std::unique_ptr<ForestBuilder>> Create(const Adjacency& in,
                                                       const WalkParameters& parameters,
                                                       unsigned range_bits = Arrivals::kRangeBits);
  static uint64_t MemoryFor(VertexId vertices) { return Coalescence::MemoryFor(vertices, false); }

  // The forest of all vertices, or of those in `only`, ascending. Valid until the next Build.
  Status Build(uint64_t fingerprint, const std::stop_token& stop, Forest& forest,
               std::span<const VertexId> only = {});
  uint64_t steps() const { return walks_->steps(); }

 private:
  ForestBuilder(const Adjacency& in, const WalkParameters& parameters,
                std::unique_ptr<Coalescence> walks)
      : in_(in), parameters_(parameters), walks_(std::move(walks)) {}

  Adjacency in_;
  WalkParameters parameters_;
  std::unique_ptr<Coalescence> walks_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_FOREST_BUILDER_H_
