// Pairs of random walks that start at random entries of a vector h, to estimate <h, (S - D) h> of
// SimRank (linear/level.h).
//
// (S - D)(y, z) is E c^t, where t >= 1 is the step at which walks from y and z, backwards along the
// arcs, meet for the first time. Instead of being worth c^t, a pair survives every step but the
// first with probability c, and counts as met if it meets while it lives. Then
//   <h, (S - D) h> = c mass^2 P(met),   mass = the sum of h where there are in-links,
// so that there is one probability to estimate (linear/chance_bounds.h), and a walk has 1 / (1 - c)
// steps instead of as many as it takes until c^t is small.
//
// Cost: an estimate is prepared in time proportional to the entries of h. A few pairs are followed
// at a time, each waiting for memory while the others are.
#ifndef AKIN_SRC_LINEAR_WALK_PAIRS_H_
#define AKIN_SRC_LINEAR_WALK_PAIRS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "linear/sparse.h"

namespace akin {

class WalkPairs {
 public:
  WalkPairs(const Adjacency& in, double decay);

  // Sets h. At least one of the entries must have in-links.
  void Begin(std::span<const Entry> entries);
  double mass() const { return upto_.back(); }

  // How many of the pairs with these numbers meet. `key` and the number determine a pair.
  uint64_t CountMet(uint64_t key, uint64_t begin, uint64_t end) const;

 private:
  VertexId Draw(uint64_t random) const;

  Adjacency in_;
  uint64_t survives_;  // a random number below this lets a pair live for another step
  std::vector<VertexId> starts_;
  std::vector<double> upto_;     // cumulative sums of h
  std::vector<uint32_t> guide_;  // where to begin in upto_, for equal parts of the mass
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_WALK_PAIRS_H_
