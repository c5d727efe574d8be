// One step of a reversed walk: which in-neighbour does a walk at v step to, at step t of
// fingerprint i?
//
// The answer is a function of (seed, i, t, v) and the in-neighbours of v, so all walks that are at
// v at time t step together: they have met and stay together (coalescing walks, FR section 2.1). A
// vertex without in-neighbours ends the walk.
//
// SimRank (FR 1.3): an in-neighbour at random, independently for every vertex.
// PSimRank (FR 2.2): the in-neighbour that comes first in a random permutation, one permutation for
// all vertices, so walks at u and v step to one vertex with probability |I(u) n I(v)| / |I(u) u
// I(v)|.
#ifndef AKIN_SRC_SKETCH_STEP_H_
#define AKIN_SRC_SKETCH_STEP_H_

#include <cstdint>

#include "akin/build.h"
#include "akin/types.h"
#include "base/permutation.h"
#include "base/random.h"
#include "graph/adjacency.h"

namespace akin {

// A choice is made in two parts, so that memory can be asked for what the second part reads: Plan
// once it is known where the in-neighbours of v are (v has `degree` > 0 of them), then Next.
class SimRankStep {
 public:
  SimRankStep(uint64_t seed, uint64_t fingerprint, unsigned step)
      : stream_(seed, fingerprint, step) {}

  struct Plan {
    uint64_t place;
  };
  Plan PlanAt(const Adjacency& in, VertexId v, uint64_t begin, uint64_t degree) const {
    const uint64_t place = begin + stream_.Below(v, degree);
    __builtin_prefetch(&in.neighbours[place]);
    return {place};
  }
  VertexId Next(const Adjacency& in, const Plan& plan) const { return in.neighbours[plan.place]; }

 private:
  RandomStream stream_;
};

class PSimRankStep {
 public:
  PSimRankStep(uint64_t seed, uint64_t fingerprint, unsigned step)
      : permutation_(RandomStream(seed, fingerprint, step)) {}

  struct Plan {
    uint64_t begin;
    uint64_t degree;
  };
  Plan PlanAt(const Adjacency& in, VertexId v, uint64_t begin, uint64_t degree) const {
    (void)v;
    // The processor finds the rest of a long list by itself.
    const VertexId* list = &in.neighbours[begin];
    __builtin_prefetch(list);
    if (degree > 16) __builtin_prefetch(list + 16);
    if (degree > 32) __builtin_prefetch(list + 32);
    return {begin, degree};
  }
  VertexId Next(const Adjacency& in, const Plan& plan) const {
    const auto list = in.neighbours.subspan(plan.begin, plan.degree);
    return plan.degree == 1 ? list[0] : permutation_.Inverse(permutation_.LeastOf(list));
  }

 private:
  Permutation permutation_;
};

// kNoVertex where the walk ends.
template <class Step>
VertexId NextVertex(const Adjacency& in, const Step& step, VertexId v) {
  const uint64_t degree = in.degree(v);
  if (degree == 0) return kNoVertex;
  return step.Next(in, step.PlanAt(in, v, in.offsets[v], degree));
}

// Calls visit(Step type) for the measure: the one switch over measures that walk.
template <class Visit>
auto WithStepOf(Measure measure, Visit&& visit) {
  switch (measure) {
    case Measure::kPSimRank:
      return visit.template operator()<PSimRankStep>();
    case Measure::kSimRank:
    case Measure::kXJaccard:  // these do not walk; callers see to it
    case Measure::kCosineSimRank:
    case Measure::kText:
      break;
  }
  return visit.template operator()<SimRankStep>();
}

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_STEP_H_
