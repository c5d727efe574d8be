// The step of SimRank (FR 1.3): a random in-neighbour, independently for every vertex.
// sketch/step.h says what a step is.
#ifndef AKIN_SRC_SKETCH_SIMRANK_STEP_H_
#define AKIN_SRC_SKETCH_SIMRANK_STEP_H_

#include <cstdint>

#include "akin/adjacency.h"
#include "akin/measures.h"
#include "akin/types.h"
#include "base/random.h"
#include "sketch/count_common.h"

namespace akin {

class SimRankStep {
 public:
  static constexpr Measure kMeasure = Measure::kSimRank;
  static constexpr bool kMayStay = false;
  static constexpr bool kReadsAll = false;

  SimRankStep(uint64_t seed, uint64_t fingerprint, unsigned step)
      : stream_(seed, fingerprint, step) {}

  struct Plan {
    uint64_t place;
  };
  Plan PlanAt(const Adjacency& in, VertexId v, uint64_t begin, uint64_t degree) const {
    const uint64_t place = begin + stream_.Below(v, degree);
    __builtin_prefetch(in.neighbours.data() + place);
    return {place};
  }
  VertexId Next(const Adjacency& in, const Plan& plan) const { return in.neighbours[plan.place]; }

  static double MeetingProbability(const Adjacency& in, VertexId u, VertexId v) {
    const double pairs = static_cast<double>(in.degree(u)) * static_cast<double>(in.degree(v));
    return pairs == 0 ? 0 : static_cast<double>(CountCommon(in[u], in[v])) / pairs;
  }

 private:
  RandomStream stream_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_SIMRANK_STEP_H_
