// The best one-to-one matching of rows and columns: the assignment problem.
//
// Definition: among all sets of pairs in which no row and no column occurs twice, one whose weights
// have the largest sum. Only given pairs count; a row or column may stay unmatched, for 0.
// Empty case: no pairs, no matching.
//
// Algorithm: shortest augmenting paths with duals (Jonker and Volgenant 1987, after Kuhn's
// Hungarian method), over sparse rows and without the artificial columns of a square problem. Duals
// u, v >= 0 satisfy u_i + v_j >= w_ij. Rows enter one by one, each along the path of least slack,
// found by Dijkstra's algorithm, to a free column or to a row that is better left unmatched. The
// sum of the duals then equals the sum of the matched weights, which proves that the matching is
// optimal, up to rounding. Ties: among equally short paths, the one to the column with the lowest
// number, and rows enter in order; so the matching is a function of the weights.
//
// Cost: O(min(rows, columns) * pairs * log) time in the worst case, since a path passes a matched
// row once; that is min^2 max log if all pairs are given. In practice far less. Memory: 12 bytes
// per pair and about 50 per row and per column.
#ifndef AKIN_SRC_MATCH_ASSIGNMENT_H_
#define AKIN_SRC_MATCH_ASSIGNMENT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"

namespace akin {

// Pairs by rows: those of row i are offsets[i] .. offsets[i + 1]. No column occurs twice in a row.
struct WeightedPairs {
  std::span<const uint64_t> offsets;  // rows + 1 of them
  std::span<const uint32_t> columns;
  std::span<const double> weights;  // above 0
  size_t column_count = 0;

  size_t rows() const { return offsets.size() - 1; }
};

inline constexpr double kAssignmentBytesPerPair = sizeof(uint32_t) + sizeof(double);
double AssignmentBytes(size_t rows, size_t columns);  // in addition to the pairs

// For each row, the index of its pair in `columns`; kUnpaired if it has none.
inline constexpr uint64_t kUnpaired = UINT64_MAX;
Result<std::vector<uint64_t>> BestMatching(const WeightedPairs& pairs, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_MATCH_ASSIGNMENT_H_
