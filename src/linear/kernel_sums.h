// Cosine SimRank with other kernels: what is compared of two vertices stays, how changes.
//
// Definition (Yu et al., equation 31): S(a, b) = (1 - c) sum over k >= 0 of c^k phi(A^k e_a, A^k
// e_b). A^k e_v counts the walks of k links that end at v, by their first vertex. phi is a kernel:
//   cosine         <x, y> / (||x|| ||y||), as linear/cosine.h has it
//   sets           |X n Y| / sqrt(|X| |Y|), X and Y being the vertices where x and y are not 0:
//   what
//                  equation 32 has, which is equation 30 if no vertex begins two walks of a length
//   bhattacharyya  sum of sqrt(x_w y_w), with x and y scaled to sum 1 (Bhattacharyya 1943)
//   intersection   sum of min(x_w, y_w), scaled likewise (Swain and Ballard 1991)
// The paper takes the cosine and names no other. All are between 0 and 1, and 1 for equal vectors.
// A term is 0 if either vector is 0. S(a, a) = 1.
//
// Direction: walks go back along in-links.
// Empty case: a vertex without in-links scores 0 with all other vertices.
// Error: K terms, k = 0 .. K - 1, leave out at most c^K. Apart from rounding, scores are never too
// high.
//
// Cost: vertices are compared with u seven at a time, and each time eight vectors are spread: K - 1
// times the arcs behind them, so at most K E cells of eight numbers. Memory: that of Powers<8>.
#ifndef AKIN_SRC_LINEAR_KERNEL_SUMS_H_
#define AKIN_SRC_LINEAR_KERNEL_SUMS_H_

#include <cstddef>
#include <span>
#include <stop_token>

#include "akin/exact.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/cosine.h"
#include "linear/powers.h"

namespace akin {

// Writes the scores of u with fewer than L others, in their order. kCancelled: on a stop. For L = 2
// and 8.
template <size_t L>
Status KernelScores(Powers<L>& powers, WalkKernel kernel, const CosineSum& sum, VertexId u,
                    std::span<const VertexId> others, std::span<double> scores,
                    const std::stop_token& stop);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_KERNEL_SUMS_H_
