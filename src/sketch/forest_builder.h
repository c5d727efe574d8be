// Walks all vertices of a graph in memory at once.
//
// Time: one random read of the in-links and one of an entry per vertex (sketch/coalescence.h) per
// group of walks and step; they are issued in batches ahead of use. 2 to 4 steps per vertex on web
// graphs, where most walks meet soon; l steps at worst. Memory: 36 bytes per vertex for SimRank on
// fewer than 2^32 arcs, else 40.
#ifndef AKIN_SRC_SKETCH_FOREST_BUILDER_H_
#define AKIN_SRC_SKETCH_FOREST_BUILDER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <variant>

#include "akin/status.h"
#include "graph/adjacency.h"
#include "sketch/coalescence.h"
#include "sketch/forest.h"
#include "sketch/in_link_range.h"

namespace akin {

class ForestBuilder {
 public:
  // The neighbours, but not the offsets, of `in` must outlive the builder. kOutOfBudget for graphs
  // past the limits of InLinkRange. `index_bits`: see Coalescence.
  static Result<std::unique_ptr<ForestBuilder>> Create(const Adjacency& in,
                                                       const WalkParameters& parameters,
                                                       unsigned index_bits = 0);
  static uint64_t MemoryFor(VertexId vertices, uint64_t arcs, Measure measure);

  // The forest of all vertices, or of `only` these, ascending. It lives until the next Build.
  Status Build(uint64_t fingerprint, const std::stop_token& stop, Forest& forest,
               std::span<const VertexId> only = {});
  uint64_t steps() const {
    return std::visit([](const auto& walks) { return walks->steps(); }, walks_);
  }

 private:
  // A place in the in-links in 32 or 64 bits; or, for PSimRank, all in-links of a vertex.
  using ShortWalks = Coalescence<InLinkRange, uint32_t>;
  using LongWalks = Coalescence<InLinkRange, uint64_t>;
  using Walks = std::variant<std::unique_ptr<ShortWalks>, std::unique_ptr<LongWalks>>;

  ForestBuilder(std::span<const VertexId> neighbours, const WalkParameters& parameters, Walks walks)
      : neighbours_(neighbours), parameters_(parameters), walks_(std::move(walks)) {}
  static bool PlacesAreShort(uint64_t arcs, Measure measure) {
    return measure == Measure::kSimRank && arcs < UINT32_MAX;
  }

  std::span<const VertexId> neighbours_;
  WalkParameters parameters_;
  Walks walks_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_FOREST_BUILDER_H_
