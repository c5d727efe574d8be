// Scores are stored and summed sixteen columns at a time: SIMD vectors that fill two cache lines.
// One line would be enough for the vectors, but then reading the lists of what to add would cost as
// much as the additions.
#ifndef AKIN_SRC_EXACT_LANES_H_
#define AKIN_SRC_EXACT_LANES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "base/mapped_array.h"

namespace akin {

inline constexpr size_t kLanes = 16;

struct alignas(64) Lanes {
  double lane[kLanes];
};

constexpr size_t BlocksFor(size_t count) { return (count + kLanes - 1) / kLanes; }

// For each vertex, the sum over its list of the tile's entries, in the order of the list, lane by
// lane.
void SumOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out);
// The same with the maximum; 0 for an empty list. Nothing in the tile is below 0.
void MaxOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out);

// Transposes 16 rows of 16. Not in place.
void Transpose(const Lanes* from, Lanes* to);
// The same, and multiplies each number by the share of its row and then by the scale of its new
// row.
void TransposeAndScale(const Lanes* from, const double* shares, const double* scales, Lanes* to);

// A matrix stored in blocks of 16 columns; the rows of a block are contiguous. So a pass over a
// block of columns is one sequential read, and a pass over a group of 16 rows consists of reads of
// 2 KiB. Rounded up to whole blocks and groups; all zero at first.
class LaneMatrix {
 public:
  LaneMatrix() = default;
  // Check ok() afterwards.
  LaneMatrix(size_t rows, size_t columns)
      : rows_(BlocksFor(rows) * kLanes), cells_(rows_ * BlocksFor(columns)) {}

  // In floating point, because the size of a matrix of 2^32 rows overflows 64 bits.
  static double BytesFor(size_t rows, size_t columns) {
    return static_cast<double>(BlocksFor(rows) * kLanes) *
           static_cast<double>(BlocksFor(columns) * sizeof(Lanes));
  }

  bool ok() const { return cells_.ok(); }
  double bytes() const { return static_cast<double>(cells_.size()) * sizeof(Lanes); }
  // The rows of a block of columns, one after another.
  Lanes* Block(size_t block) { return cells_.data() + block * rows_; }
  const Lanes* Block(size_t block) const { return cells_.data() + block * rows_; }
  double& At(size_t i, size_t j) { return Block(j / kLanes)[i].lane[j % kLanes]; }
  double At(size_t i, size_t j) const { return Block(j / kLanes)[i].lane[j % kLanes]; }

  // Writes the 16 scores that each column has in a group of rows to the column's entry in the tile,
  // at the index that `columns` gives.
  void LoadGroup(size_t group, std::span<const VertexId> columns, Lanes* tile) const {
    for (size_t block = 0; block < BlocksFor(columns.size()); ++block) {
      Lanes turned[kLanes];
      Transpose(Block(block) + group * kLanes, turned);
      const size_t first = block * kLanes;
      const size_t width = std::min(kLanes, columns.size() - first);
      for (size_t j = 0; j < width; ++j) tile[columns[first + j]] = turned[j];
    }
  }

 private:
  size_t rows_ = 0;
  HugeArray<Lanes> cells_;
};

}  // namespace akin

#endif  // AKIN_SRC_EXACT_LANES_H_
