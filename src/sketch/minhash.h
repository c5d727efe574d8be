// XJaccard by min-hashing (FR section 2.3), and what its two builders have in common.
//
// Let I_k(v) be the vertices that reach v by at most k arcs, including v. A fingerprint is a random
// permutation sigma of the vertices; the value of v at distance k is the smallest sigma in I_k(v):
//   h_0(v) = sigma(v),  h_k(v) = min of h_(k-1)(v) and h_(k-1)(u) over the in-neighbours u of v.
// Two vertices have the same value with probability |I_k(u) n I_k(v)| / |I_k(u) u I_k(v)|, so
// sum over k of c^k (1 - c) [h_k(u) = h_k(v)] has the mean xjac(u, v).
//
// For every k the vertices with the same value form a class. An index stores the classes as forests
// of depth one: members by class, classes in the order of their smallest members, members
// ascending. The first member of a class has the label kNewTree, the others kSameClass. A vertex
// that is alone in its class is left out; a vertex without in-links always is.
#ifndef AKIN_SRC_SKETCH_MINHASH_H_
#define AKIN_SRC_SKETCH_MINHASH_H_

#include <cstdint>

#include "base/permutation.h"
#include "base/random.h"
#include "sketch/forest.h"

namespace akin {

inline constexpr uint8_t kSameClass = 1;
inline constexpr unsigned kLongestDistance = 16;

inline Permutation MinHashPermutation(const WalkParameters& parameters, uint64_t fingerprint) {
  return Permutation(RandomStream(parameters.seed, fingerprint, 0));
}

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_MINHASH_H_
