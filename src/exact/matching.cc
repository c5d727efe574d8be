#include "exact/matching.h"

#include <algorithm>
#include <limits>

namespace akin {

double HeaviestMatching::Of(size_t rows, size_t columns, std::span<const double> weights) {
  row_potential_.assign(rows + 1, 0);
  column_potential_.assign(columns + 1, 0);
  row_of_.assign(columns + 1, 0);
  before_.assign(columns + 1, 0);
  for (size_t row = 1; row <= rows; ++row) Match(row, columns, weights);
  double sum = 0;
  for (size_t j = 1; j <= columns; ++j) {
    if (row_of_[j] > 0) sum += weights[(row_of_[j] - 1) * columns + j - 1];
  }
  return sum;
}

// Dijkstra's search over columns, by reduced costs (a pair costs minus its weight, less its
// potentials), until it reaches a column without a row. Then every row on the path moves on by one
// column.
void HeaviestMatching::Match(size_t row, size_t columns, std::span<const double> weights) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  distance_.assign(columns + 1, kFar);
  on_path_.assign(columns + 1, false);
  row_of_[0] = row;
  size_t at = 0;
  do {
    on_path_[at] = true;
    const size_t i = row_of_[at];
    const double* const of_row = weights.data() + (i - 1) * columns;
    size_t nearest = 0;
    double least = kFar;
    for (size_t j = 1; j <= columns; ++j) {
      if (on_path_[j]) continue;
      const double more = -of_row[j - 1] - row_potential_[i] - column_potential_[j];
      if (more < distance_[j]) {
        distance_[j] = more;
        before_[j] = at;
      }
      if (distance_[j] < least) {
        least = distance_[j];
        nearest = j;
      }
    }
    for (size_t j = 0; j <= columns; ++j) {
      if (on_path_[j]) {
        row_potential_[row_of_[j]] += least;
        column_potential_[j] -= least;
      } else {
        distance_[j] -= least;
      }
    }
    at = nearest;
  } while (row_of_[at] != 0);
  for (; at != 0; at = before_[at]) row_of_[at] = row_of_[before_[at]];
}

}  // namespace akin
