#include "match/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace akin {
namespace {

using Weights = std::vector<std::vector<double>>;  // 0: not a pair

struct Rows {
  explicit Rows(const Weights& matrix, size_t column_count) : columns_of(column_count) {
    for (const auto& row : matrix) {
      for (size_t j = 0; j < row.size(); ++j) {
        if (row[j] == 0) continue;
        columns.push_back(static_cast<uint32_t>(j));
        weights.push_back(row[j]);
      }
      offsets.push_back(columns.size());
    }
  }
  WeightedPairs pairs() const {
    return {.offsets = offsets, .columns = columns, .weights = weights, .column_count = columns_of};
  }
  std::vector<uint64_t> offsets = {0};
  std::vector<uint32_t> columns;
  std::vector<double> weights;
  size_t columns_of;
};

// Tries every way of giving the rows from `row` on different columns or none.
double BestByTrying(const Weights& matrix, size_t row, std::vector<bool>& taken) {
  if (row == matrix.size()) return 0;
  double best = BestByTrying(matrix, row + 1, taken);
  for (size_t j = 0; j < taken.size(); ++j) {
    if (taken[j] || matrix[row][j] == 0) continue;
    taken[j] = true;
    best = std::max(best, matrix[row][j] + BestByTrying(matrix, row + 1, taken));
    taken[j] = false;
  }
  return best;
}

// The sum of a matching found, after checking that it is a matching. Weights are multiples of 1/64,
// so sums are exact.
double SumOf(const Weights& matrix, size_t columns) {
  const Rows rows(matrix, columns);
  const auto best = BestMatching(rows.pairs(), {});
  EXPECT_TRUE(best.ok());
  EXPECT_EQ(best->size(), matrix.size());
  std::set<uint32_t> used;
  double sum = 0;
  for (size_t i = 0; i < best->size(); ++i) {
    const uint64_t pair = (*best)[i];
    if (pair == kUnpaired) continue;
    EXPECT_GE(pair, rows.offsets[i]);
    EXPECT_LT(pair, rows.offsets[i + 1]);
    EXPECT_TRUE(used.insert(rows.columns[pair]).second) << "a column twice";
    sum += rows.weights[pair];
  }
  return sum;
}

double BestSum(const Weights& matrix, size_t columns) {
  std::vector<bool> taken(columns);
  return BestByTrying(matrix, 0, taken);
}

TEST(Assignment, AllSmallMatricesOfFewWeights) {
  // All matrices of 1x1 to 3x3 with weights 0 (no pair) to 3; for 3x3 only 0 to 2.
  for (size_t rows = 1; rows <= 3; ++rows) {
    for (size_t columns = 1; columns <= 3; ++columns) {
      const size_t values = rows * columns == 9 ? 3 : 4;
      size_t count = 1;
      for (size_t i = 0; i < rows * columns; ++i) count *= values;
      for (size_t code = 0; code < count; ++code) {
        Weights matrix(rows, std::vector<double>(columns));
        size_t rest = code;
        for (auto& row : matrix) {
          for (double& weight : row) {
            weight = static_cast<double>(rest % values);
            rest /= values;
          }
        }
        ASSERT_EQ(SumOf(matrix, columns), BestSum(matrix, columns))
            << rows << 'x' << columns << " number " << code;
      }
    }
  }
}

// Few values make many ties; `gaps` of every ten entries are not pairs.
Weights RandomMatrix(size_t rows, size_t columns, int values, int gaps, uint32_t seed) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> weight(1, values);
  std::uniform_int_distribution<int> place(0, 9);
  Weights matrix(rows, std::vector<double>(columns));
  for (auto& row : matrix) {
    for (double& entry : row) entry = place(generator) < gaps ? 0 : weight(generator) / 64.0;
  }
  return matrix;
}

TEST(Assignment, IsTheBestOfAll) {
  uint32_t seed = 0;
  for (const size_t rows : {0, 1, 3, 6, 7}) {
    for (const size_t columns : {0, 1, 4, 6, 7}) {
      for (const int values : {1, 3, 1000}) {
        for (const int gaps : {0, 3, 7}) {
          for (int round = 0; round < 4; ++round) {
            const Weights matrix = RandomMatrix(rows, columns, values, gaps, ++seed);
            ASSERT_EQ(SumOf(matrix, columns), BestSum(matrix, columns)) << "seed " << seed;
          }
        }
      }
    }
  }
}

TEST(Assignment, RowsAndColumnsMayChangePlaces) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const size_t columns = 20 + seed;
    const Weights matrix = RandomMatrix(40, columns, seed % 2 == 0 ? 5 : 5000, seed % 10, seed);
    Weights turned(columns, std::vector<double>(40));
    for (size_t i = 0; i < 40; ++i) {
      for (size_t j = 0; j < columns; ++j) turned[j][i] = matrix[i][j];
    }
    EXPECT_EQ(SumOf(matrix, columns), SumOf(turned, 40));
  }
}

TEST(Assignment, PrefersTheSumToTheLargestPair) {
  EXPECT_EQ(SumOf({{8, 7}, {7, 1}}, 2), 14);
  EXPECT_EQ(SumOf({{5, 0}, {4, 0}, {0, 0}}, 2), 5);
}

TEST(Assignment, TiesAreSettledByOrder) {
  const Rows rows({{1, 1, 1}, {1, 1, 1}}, 3);
  const auto best = BestMatching(rows.pairs(), {});
  ASSERT_TRUE(best.ok());
  EXPECT_EQ(*best, (std::vector<uint64_t>{0, 4}));
}

TEST(Assignment, StopsWhenTold) {
  const Rows rows({{1}}, 1);
  std::stop_source stop;
  stop.request_stop();
  const auto best = BestMatching(rows.pairs(), {.stop = stop.get_token()});
  ASSERT_FALSE(best.ok());
  EXPECT_EQ(best.status().code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
