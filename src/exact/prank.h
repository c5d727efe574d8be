// P-Rank ("penetrating rank"): SimRank by in-links and by out-links at once.
//
// Definition (Zhao, Han and Sun 2009, "P-Rank: a comprehensive structural similarity measure over
// information networks"): s(v, v) = 1, and for u != v
//   s(u, v) =      lambda  * C_in  / (|I(u)| |I(v)|) * sum of s(a, b) over I(u) x I(v)
//           + (1 - lambda) * C_out / (|O(u)| |O(v)|) * sum of s(a, b) over O(u) x O(v).
// The paper has one C for both. lambda = 1 is SimRank, and lambda = 0 is SimRank with all arcs
// reversed. S_0 is the identity; S_k is the result of k rounds. Unlike bipartite SimRank there is
// one score, not one per side, and every round uses both kinds of links.
//
// Direction: in- and out-links. Symmetric, up to rounding.
//
// Empty case: a term is 0 if either vertex has no links of its kind; the other term still counts.
//
// Range: 0 to 1.
//
// Error: 0 <= S - S_k <= q^(k+1), q = lambda C_in + (1 - lambda) C_out: no score except s(v, v)
// exceeds q, and a round multiplies what is missing by at most q. S_k never falls as k grows.
//
// Cost, where n vertices have links and there are m arcs: 4 k n m additions, 16 n^2 bytes, and 256
// per vertex and thread. This is so for every question, because what a pair needs spreads over both
// kinds of links. The result does not depend on the number of threads.
#ifndef AKIN_SRC_EXACT_PRANK_H_
#define AKIN_SRC_EXACT_PRANK_H_

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "exact/simrank.h"

namespace akin {

struct PRankOptions {
  double decay_in = 0.6;
  double decay_out = 0.6;
  double lambda = 0.5;  // the weight of the in-links, 0 to 1
  int iterations = 10;
};

// The q of the error bound.
double PRankDecay(const PRankOptions& options);

// kInvalidArgument: options out of range. kOutOfBudget: says what would be needed; nothing large
// has been allocated. kCancelled: a stop was requested.
Result<SimRankMatrix> PRankAllPairs(const Adjacency& in, const Adjacency& out,
                                    const PRankOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_PRANK_H_
