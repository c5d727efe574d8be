// The step of PSimRank (FR 2.2): the in-neighbour that comes first in a random permutation, which
// is the same for all vertices. So walks at u and v step to the same vertex with probability |I(u)
// n I(v)| / |I(u) u I(v)|. sketch/step.h says what a step is.
#ifndef AKIN_SRC_SKETCH_PSIMRANK_STEP_H_
#define AKIN_SRC_SKETCH_PSIMRANK_STEP_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "akin/adjacency.h"
#include "akin/measures.h"
#include "akin/types.h"
#include "base/permutation.h"
#include "base/random.h"
#include "sketch/count_common.h"

namespace akin {

class PSimRankStep {
 public:
  static constexpr Measure kMeasure = Measure::kPSimRank;
  static constexpr bool kMayStay = false;
  static constexpr bool kReadsAll = true;

  PSimRankStep(uint64_t seed, uint64_t fingerprint, unsigned step)
      : permutation_(RandomStream(seed, fingerprint, step)) {}

  using Plan = Permutation::Part;  // the in-neighbours
  Plan PlanAt(const Adjacency& in, VertexId v, uint64_t begin, uint64_t degree) const {
    (void)v;
    // The processor prefetches the rest of a long list by itself.
    const VertexId* list = in.neighbours.data() + begin;
    __builtin_prefetch(list);
    if (degree > 16) __builtin_prefetch(list + 16);
    if (degree > 32) __builtin_prefetch(list + 32);
    return {begin, degree};
  }
  VertexId Next(const Adjacency& in, const Plan& plan) const {
    const auto list = in.neighbours.subspan(plan.begin, plan.count);
    return plan.count == 1 ? list[0] : permutation_.Inverse(permutation_.LeastOf(list));
  }
  void NextOfEach(const Adjacency& in, std::span<const Plan> plans, VertexId* next) const {
    permutation_.LeastOfEach(in.neighbours.data(), plans, next);
    for (size_t i = 0; i < plans.size(); ++i) next[i] = permutation_.Inverse(next[i]);
  }

  static double MeetingProbability(const Adjacency& in, VertexId u, VertexId v) {
    const uint64_t common = CountCommon(in[u], in[v]);
    if (common == 0) return 0;
    return static_cast<double>(common) / static_cast<double>(in.degree(u) + in.degree(v) - common);
  }

 private:
  Permutation permutation_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_PSIMRANK_STEP_H_
