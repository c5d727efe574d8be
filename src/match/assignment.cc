#include "match/assignment.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "akin/errors.h"
#include "base/progress.h"

namespace akin {
namespace {

constexpr uint32_t kNoRow = UINT32_MAX;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

class Assignment {
 public:
  explicit Assignment(const WeightedPairs& pairs)
      : pairs_(pairs),
        pair_of_row_(pairs.rows(), kUnpaired),
        row_dual_(pairs.rows()),
        columns_(pairs.column_count) {}

  // Matches a row; other rows may be rematched for it.
  void Enter(uint32_t row) {
    Begin(row);
    while (!heap_.empty()) {
      const auto [distance, column] = heap_.front();
      if (distance > end_.distance) break;
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
      if (distance > columns_[column].distance) continue;  // a shorter path was found since
      if (columns_[column].row == kNoRow) {
        end_ = {.distance = distance, .row = kNoRow, .column = column};
        break;
      }
      reached_columns_.push_back(column);
      Visit(columns_[column].row, distance);
    }
    UpdateDuals();
    Augment(row);
  }

  std::vector<uint64_t> Take() { return std::move(pair_of_row_); }

 private:
  struct Column {
    uint32_t row = kNoRow;  // matched with this column
    double dual = 0;
    double distance = kInfinite;  // from the entering row
    uint64_t from_pair = 0;       // the last pair of the path there
    uint32_t from_row = kNoRow;   // and its row
  };
  struct Reached {
    uint32_t row;
    double distance;
  };
  // The shortest path so far: to a free column, or to a row that is then left unmatched.
  struct End {
    double distance = kInfinite;
    uint32_t row = kNoRow;
    uint32_t column = 0;
  };

  void Begin(uint32_t row) {
    for (const uint32_t column : touched_) columns_[column].distance = kInfinite;
    touched_.clear();
    reached_columns_.clear();
    reached_rows_.clear();
    heap_.clear();
    end_ = {};
    double dual = 0;
    for (uint64_t i = pairs_.offsets[row]; i < pairs_.offsets[row + 1]; ++i) {
      dual = std::max(dual, pairs_.weights[i] - columns_[pairs_.columns[i]].dual);
    }
    row_dual_[row] = dual;
    Visit(row, 0);
  }

  // Extends a path that ends at this row: to its columns, or it ends here.
  void Visit(uint32_t row, double distance) {
    reached_rows_.push_back({row, distance});
    if (distance + row_dual_[row] < end_.distance) {
      end_ = {.distance = distance + row_dual_[row], .row = row};
    }
    for (uint64_t i = pairs_.offsets[row]; i < pairs_.offsets[row + 1]; ++i) {
      const uint32_t number = pairs_.columns[i];
      Column& column = columns_[number];
      const double slack = std::max(row_dual_[row] + column.dual - pairs_.weights[i], 0.0);
      const double there = distance + slack;
      if (there >= column.distance || there > end_.distance) continue;
      if (column.distance == kInfinite) touched_.push_back(number);
      column.distance = there;
      column.from_pair = i;
      column.from_row = row;
      heap_.emplace_back(there, number);
      std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }
  }

  // Keeps all slacks from falling below 0 and makes those on the path 0.
  void UpdateDuals() {
    for (const auto& [row, distance] : reached_rows_) {
      row_dual_[row] = std::max(row_dual_[row] - (end_.distance - distance), 0.0);
    }
    for (const uint32_t column : reached_columns_) {
      columns_[column].dual += end_.distance - columns_[column].distance;
    }
  }

  // Goes back along the path: every column on it is matched with the row before it.
  void Augment(uint32_t entering) {
    uint64_t free_pair = kUnpaired;  // of the current row, given up to the one before
    uint32_t column = end_.column;
    if (end_.row != kNoRow) {
      free_pair = std::exchange(pair_of_row_[end_.row], kUnpaired);
      if (end_.row == entering) return;
      column = pairs_.columns[free_pair];
    }
    for (;;) {
      Column& here = columns_[column];
      const uint32_t row = here.from_row;
      here.row = row;
      free_pair = std::exchange(pair_of_row_[row], here.from_pair);
      if (row == entering) return;
      column = pairs_.columns[free_pair];
    }
  }

  const WeightedPairs& pairs_;
  std::vector<uint64_t> pair_of_row_;
  std::vector<double> row_dual_;
  std::vector<Column> columns_;
  std::vector<std::pair<double, uint32_t>> heap_;  // nearest column first
  std::vector<uint32_t> touched_;                  // columns of finite distance
  std::vector<uint32_t> reached_columns_;          // matched ones nearer than the end of the path
  std::vector<Reached> reached_rows_;
  End end_;
};

}  // namespace

double AssignmentBytes(size_t rows, size_t columns) {
  // Offsets, results, duals and rows reached; columns, those touched and reached, and the heap,
  // which contains a column again only when its distance was reduced.
  return static_cast<double>(rows) * 40 + static_cast<double>(columns) * (40 + 8 + 64);
}

Result<std::vector<uint64_t>> BestMatching(const WeightedPairs& pairs, const Control& control) {
  Assignment assignment(pairs);
  ProgressMeter progress(control, "assigning", "rows", pairs.rows());
  for (size_t row = 0; row < pairs.rows(); ++row) {
    if (control.stop.stop_requested()) return Interrupted();
    assignment.Enter(static_cast<uint32_t>(row));
    progress.Advance(1);
  }
  return assignment.Take();
}

}  // namespace akin
