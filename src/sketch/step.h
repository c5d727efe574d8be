// One step of a reversed walk: where does a walk at v move in step t of fingerprint i?
//
// The answer is a function of (seed, i, t, v) and the in-neighbours of v, so all walks that are at
// v at time t step together: they have met and stay together (coalescing walks, FR section 2.1).
// The walk ends at a vertex without in-neighbours.
//
// Walking measures differ only in their step. A step is a class that is constructed from the seed,
// the fingerprint and the number of the step. It chooses in two parts, so that what the second part
// reads can be prefetched: PlanAt, when the position of v's in-neighbours is known (without a look
// at them, for it is called also if `degree` is 0 and there are none), then Next, if there are any.
// kMayStay: a walk may stay at v without an arc from v to v. kReadsAll: a step reads all
// in-neighbours of v, not one. MeetingProbability: that walks from two different vertices meet in
// their first step.
#ifndef AKIN_SRC_SKETCH_STEP_H_
#define AKIN_SRC_SKETCH_STEP_H_

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "akin/adjacency.h"
#include "akin/measures.h"
#include "akin/types.h"
#include "sketch/lazy_step.h"
#include "sketch/psimrank_step.h"
#include "sketch/simrank_step.h"

namespace akin {

// The steps of all walking measures.
using WalkSteps = std::tuple<SimRankStep, PSimRankStep, LazyStep>;

// kNoVertex if the walk ends.
template <class Step>
VertexId NextVertex(const Adjacency& in, const Step& step, VertexId v) {
  const uint64_t degree = in.degree(v);
  if (degree == 0) return kNoVertex;
  return step.Next(in, step.PlanAt(in, v, in.offsets[v], degree));
}

// Calls visit(Step type) for the measure, which must have a step in WalkSteps. The last one is
// chosen without a check.
template <size_t i = 0, class Visit>
auto WithStepOf(Measure measure, const Visit& visit) {
  using Step = std::tuple_element_t<i, WalkSteps>;
  if constexpr (i + 1 < std::tuple_size_v<WalkSteps>) {
    if (measure != Step::kMeasure) return WithStepOf<i + 1>(measure, visit);
  }
  return visit.template operator()<Step>();
}

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_STEP_H_
