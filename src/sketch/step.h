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

class SimRankStep {
 public:
  SimRankStep(uint64_t seed, uint64_t fingerprint, unsigned step)
      : stream_(seed, fingerprint, step) {}

  // Where among the neighbours of the whole graph the choice lies; v has `degree` > 0 of them.
  uint64_t Choose(const Adjacency& in, VertexId v, uint64_t begin, uint64_t degree) const {
    (void)in;
    return begin + stream_.Below(v, degree);
  }

 private:
  RandomStream stream_;
};

class PSimRankStep {
 public:
  PSimRankStep(uint64_t seed, uint64_t fingerprint, unsigned step)
      : permutation_(RandomStream(seed, fingerprint, step)) {}

  uint64_t Choose(const Adjacency& in, VertexId v, uint64_t begin, uint64_t degree) const {
    (void)v;
    uint64_t best = begin;
    uint32_t least = permutation_(in.neighbours[begin]);
    for (uint64_t i = begin + 1; i < begin + degree; ++i) {
      const uint32_t value = permutation_(in.neighbours[i]);
      best = value < least ? i : best;
      least = value < least ? value : least;
    }
    return best;
  }

 private:
  Permutation permutation_;
};

// kNoVertex where the walk ends.
template <class Step>
VertexId NextVertex(const Adjacency& in, const Step& step, VertexId v) {
  const uint64_t degree = in.degree(v);
  if (degree == 0) return kNoVertex;
  return in.neighbours[step.Choose(in, v, in.offsets[v], degree)];
}

// Calls visit(Step type) for the measure: the one switch over measures that walk.
template <class Visit>
auto WithStepOf(Measure measure, Visit&& visit) {
  switch (measure) {
    case Measure::kPSimRank:
      return visit.template operator()<PSimRankStep>();
    case Measure::kSimRank:
      break;
  }
  return visit.template operator()<SimRankStep>();
}

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_STEP_H_
