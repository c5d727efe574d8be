// One step of a reversed walk: where does a walk at v step to, at step t of fingerprint i?
//
// The answer is a function of (seed, i, t, v) and the in-neighbours of v, so all walks that are at
// v at time t step together: they have met and stay together (coalescing walks, FR section 2.1). A
// vertex without in-neighbours ends the walk.
//
// The measures that walk differ in their step alone. A step is a class, made from seed, fingerprint
// and number of the step. It chooses in two parts, so that memory can be asked for what the second
// part reads: PlanAt once it is known where the in-neighbours of v are (v has `degree` > 0 of
// them), then Next. kMayStay tells that the next place may be v itself without an arc from v to v.
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

// The steps of all measures that walk.
using WalkSteps = std::tuple<SimRankStep, PSimRankStep, LazyStep>;

// kNoVertex where the walk ends.
template <class Step>
VertexId NextVertex(const Adjacency& in, const Step& step, VertexId v) {
  const uint64_t degree = in.degree(v);
  if (degree == 0) return kNoVertex;
  return step.Next(in, step.PlanAt(in, v, in.offsets[v], degree));
}

// Calls visit(Step type) for the measure, which must be that of one of WalkSteps; the last one is
// taken without looking.
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
