// Random walk with restart, also called personalised PageRank: how often a walk from u is at v.
//
// Definition (Haveliwala 2002, "Topic-sensitive PageRank"; Pan et al. 2004, "Automatic multimedia
// cross-modal correlation discovery"): the walk begins at u. At every step, with probability c, it
// follows one of the out-links of its vertex, all equally likely; otherwise it returns to u. r(u,
// v) is the share of its time that it spends at v:
//   r_u = (1 - c) e_u + c M r_u = (1 - c) * sum of c^j M^j e_u over j >= 0,
// where column a of M has 1/|O(a)| for each of O(a). The sum up to j = k is computed.
//
// Direction: out-links, from u to v: it says what u leads to, and r(u, v) is not r(v, u).
//
// Empty case: a walk at a vertex without out-links returns to u, so column a of M is then e_u. That
// is the usual convention of networkx.pagerank(G, alpha=c, personalization={u: 1}), with which the
// scores agree. A vertex without out-links has r(u, u) = 1.
//
// Range: 0 to 1; the limits of a row sum to 1. r(u, u) is at least 1 - c.
//
// Error: the probabilities left out sum to c^(k+1) over all v. So no score is too high, and none,
// including that of u with itself, is too low by more than c^(k+1), Truncation.
//
// Cost of one source, or of one pair: the out-links of the vertices reached at each of k steps, at
// most k m, and 24 V bytes in addition to the row.
#ifndef AKIN_SRC_EXACT_RESTART_H_
#define AKIN_SRC_EXACT_RESTART_H_

#include <span>
#include <stop_token>

#include "akin/adjacency.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/iteration_options.h"

namespace akin {

// Writes r(source, v) for every v; `row` has a place for each. kCancelled: a stop was requested.
Status RestartFrom(const Adjacency& out, VertexId source, const IterationOptions& options,
                   std::span<double> row, const std::stop_token& stop);
// In addition to the row.
inline constexpr double kRestartBytesPerVertex = 2 * (sizeof(double) + sizeof(VertexId));

}  // namespace akin

#endif  // AKIN_SRC_EXACT_RESTART_H_
