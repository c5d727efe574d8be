// Scores are stored, and summed, sixteen columns at a time: vectors, over two lines of the cache.
// One line would do for the vectors, but then the lists that say what to add cost as much as the
// adding.
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

// Of the list of each vertex, the sum of the tile's entries, in the order of the list, lane by
// lane.
void SumOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out);
// The largest likewise; 0 for an empty list, and nothing in the tile is below that.
void MaxOver(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
             Lanes* out);

// 16 rows of 16 become 16 columns. Not in place.
void TurnOnSide(const Lanes* from, Lanes* to);
// The same, each number times the share of its row and then the scale of its new row.
void TurnAndScale(const Lanes* from, const double* shares, const double* scales, Lanes* to);

// A matrix stored by blocks of 16 columns, in each of which the rows follow one another. So a pass
// over a block of columns is one run through memory, and a pass over a group of 16 rows is made of
// runs of 2 KiB. It has room for whole blocks and groups; all is zero at first.
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

  // Of every column the 16 scores of a group of rows, to the entries of the tile that `columns`
  // name.
  void LoadGroup(size_t group, std::span<const VertexId> columns, Lanes* tile) const {
    for (size_t block = 0; block < BlocksFor(columns.size()); ++block) {
      Lanes turned[kLanes];
      TurnOnSide(Block(block) + group * kLanes, turned);
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
