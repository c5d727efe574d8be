// Exact extended Jaccard coefficient by breadth-first search: one source against all, or one pair.
//
// Definition (Fogaras and Racz, "Scaling link-based similarity search", section 2.3): I_k(v)
// contains the vertices that reach v in at most k arcs, v itself included, and
//   xjac_l(u, v) = sum of c^k (1 - c) * |I_k(u) n I_k(v)| / |I_k(u) u I_k(v)| over k = 1 .. l.
// So xjac_l(v, v) = c (1 - c^l), not 1, and no score is above that. l is the number of iterations;
// unlike for the other measures, it must not be 0.
//
// Direction: the sets grow backwards over the arcs, from a vertex to its in-neighbours. Pass the
// in-adjacency.
//
// Empty case: a vertex without in-links has I_k(v) = {v} for every k, so it is similar to itself
// and to the vertices it reaches, and to no other.
//
// Error: 0 <= xjac - xjac_l <= c^(l+1), Truncation, because that is the sum of all weights
// c^k (1 - c), k > l. xjac_l never falls as l grows, not even in the last bit, and
// xjac_l(u, v) = xjac_l(v, u) to the last bit. The sets are counted exactly, so only weights,
// ratios and their sum are rounded, each by about 1e-16.
//
// Cost of one source, where the graph has V vertices and E arcs: V / 64 searches, each of which
// runs backwards from 64 vertices at once, with one bit for each. A search follows an arc at a
// level if one of its 64 sets gained the arc's head at the level before. So it takes at most l E V
// / 64 word operations, and far fewer where sets stay small or stop growing early; then 2 l V
// log2(V) to read the counts. Memory: 20 V bytes, and 36 V per thread, or 204 V if the budget
// allows: then it searches from 512 vertices at a time, which is about twice as fast. One pair
// costs two searches, 2 E, and 28 V bytes. The result does not depend on threads or memory, and
// pairs equal the entries of rows.
#ifndef AKIN_SRC_EXACT_XJACCARD_H_
#define AKIN_SRC_EXACT_XJACCARD_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/iteration_options.h"

namespace akin {

// The score of the vertex with every vertex, itself included. kInvalidArgument: options out of
// range, or no such vertex. kOutOfBudget: says what would be needed; nothing large has been
// allocated. kCancelled: a stop was requested.
Result<std::vector<double>> XJaccardFrom(const Adjacency& in, VertexId vertex,
                                         const IterationOptions& options, const Control& control);
Result<double> XJaccardOfPair(const Adjacency& in, VertexId a, VertexId b,
                              const IterationOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_XJACCARD_H_
