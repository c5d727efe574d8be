// The heaviest matching of two small sets in which every element of the smaller set is matched.
//
// The Hungarian method (Kuhn 1955) with shortest augmenting paths and potentials (Jonker and
// Volgenant 1987), as in assignment.h. But this one is for complete matrices of a few rows,
// millions of times over: it reuses plain arrays and does not check for a stop. Rows are matched
// one after another, each by the cheapest path through the matching so far. For r rows and c
// columns, r <= c, it takes r^2 c steps and 8 (r + 3 c) bytes.
#ifndef AKIN_SRC_EXACT_MATCHING_H_
#define AKIN_SRC_EXACT_MATCHING_H_

#include <cstddef>
#include <span>
#include <vector>

namespace akin {

// Memory for one matching at a time, reused for the next. For one thread.
class HeaviestMatching {
 public:
  // The sum of the weights of the heaviest matching. Weights are finite and stored row by row; rows
  // <= columns.
  double Of(size_t rows, size_t columns, std::span<const double> weights);

 private:
  void Match(size_t row, size_t columns, std::span<const double> weights);

  // Rows and columns count from 1 here; column 0 is where a path begins.
  std::vector<double> row_potential_;
  std::vector<double> column_potential_;
  std::vector<double> distance_;  // of columns from the path so far
  std::vector<size_t> row_of_;    // matched with a column; 0: none
  std::vector<size_t> before_;    // the column before it on the shortest path
  std::vector<bool> on_path_;
};

}  // namespace akin

#endif  // AKIN_SRC_EXACT_MATCHING_H_
