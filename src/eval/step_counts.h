// How often one vertex met each other vertex, by step. From this follow the scores for any decay,
// and for all shorter walks and smaller numbers of fingerprints.
//
// Memory: 8 bytes per vertex of the graph, and 4 per vertex met and step.
#ifndef AKIN_SRC_EVAL_STEP_COUNTS_H_
#define AKIN_SRC_EVAL_STEP_COUNTS_H_

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "akin/corpus.h"
#include "akin/types.h"

namespace akin {

class StepCounts {
 public:
  StepCounts(VertexId vertices, unsigned length) : place_(vertices, kNowhere), counts_(length) {}

  void Clear();
  void Add(std::span<const Meeting> met);

  std::span<const VertexId> vertices() const { return met_; }
  // The number of meetings at this step (from 1) with each of vertices().
  std::span<const uint32_t> At(unsigned step) const { return counts_[step - 1]; }

 private:
  static constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();

  std::vector<uint32_t> place_;  // the index of each vertex in met_
  std::vector<VertexId> met_;
  std::vector<std::vector<uint32_t>> counts_;  // by step
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_STEP_COUNTS_H_
