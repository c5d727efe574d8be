// The step of lazy SimRank: with probability 1/2 a walk stays at its vertex, else it goes to a
// random in-neighbour, independently for every vertex. sketch/step.h says what a step is.
#ifndef AKIN_SRC_SKETCH_LAZY_STEP_H_
#define AKIN_SRC_SKETCH_LAZY_STEP_H_

#include <algorithm>
#include <cstdint>

#include "akin/adjacency.h"
#include "akin/measures.h"
#include "akin/types.h"
#include "base/random.h"
#include "sketch/count_common.h"

namespace akin {

class LazyStep {
 public:
  static constexpr Measure kMeasure = Measure::kLazySimRank;
  static constexpr bool kMayStay = true;
  static constexpr bool kReadsAll = false;

  LazyStep(uint64_t seed, uint64_t fingerprint, unsigned step) : stream_(seed, fingerprint, step) {}

  struct Plan {
    uint64_t place;  // of the in-neighbour, if the walk moves
    VertexId stays;  // the vertex at which it stays; kNoVertex: it moves
  };
  // One draw decides both: the lower half of the numbers are the in-neighbours.
  Plan PlanAt(const Adjacency& in, VertexId v, uint64_t begin, uint64_t degree) const {
    const uint64_t drawn = stream_.Below(v, 2 * degree);
    if (drawn >= degree) return {begin, v};
    __builtin_prefetch(&in.neighbours[begin + drawn]);
    return {begin + drawn, kNoVertex};
  }
  VertexId Next(const Adjacency& in, const Plan& plan) const {
    return plan.stays != kNoVertex ? plan.stays : in.neighbours[plan.place];
  }

  // Both move to a common in-neighbour, or one stays and the other moves to it.
  static double MeetingProbability(const Adjacency& in, VertexId u, VertexId v) {
    const auto of_u = static_cast<double>(in.degree(u));
    const auto of_v = static_cast<double>(in.degree(v));
    if (of_u == 0 || of_v == 0) return 0;
    const auto links = [&](VertexId from, VertexId to) {
      return std::binary_search(in[to].begin(), in[to].end(), from) ? 1.0 : 0.0;
    };
    const auto common = static_cast<double>(CountCommon(in[u], in[v]));
    return (common / (of_u * of_v) + links(u, v) / of_v + links(v, u) / of_u) / 4;
  }

 private:
  RandomStream stream_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_LAZY_STEP_H_
