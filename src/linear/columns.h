// Q^l e_v for eight vertices v at a time, without pruning. Q = sqrt(c) P divides the value of a
// vertex evenly among its in-neighbours. Without a decay, each in-neighbour gets the whole value:
// A^l e_v, which counts walks. Compilers vectorise a loop over eight numbers, and one read of an
// arc serves all eight.
//
// While the vertices reached have few in-links in total, only their arcs are read. Afterwards every
// vertex gathers from its out-neighbours, which writes each number once.
#ifndef AKIN_SRC_LINEAR_COLUMNS_H_
#define AKIN_SRC_LINEAR_COLUMNS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

class Columns {
 public:
  static constexpr size_t kWidth = 8;
  using Numbers = std::array<double, kWidth>;

  struct alignas(64) Cell {
    double lane[kWidth];
  };

  // Powers of Q, or of A without a decay. The adjacencies must outlive this object.
  Columns(const Adjacency& in, const Adjacency& out, double decay);
  Columns(const Adjacency& in, const Adjacency& out);
  static uint64_t BytesPerVertex() { return 2 * sizeof(Cell) + 2 * sizeof(VertexId) + 1; }

  // Starts with the unit vectors of at most eight vertices.
  void Begin(std::span<const VertexId> sources);
  // From Q^l to Q^(l+1).
  void Step();
  // Multiplies each column.
  void Scale(const Numbers& factors);
  // All columns are 0.
  bool empty() const { return !dense_ && reached_.empty(); }
  // <h o h, weights> for each column h.
  Numbers Squares(std::span<const double> weights) const;
  // Adds h o h for one column h.
  void AddSquares(size_t column, std::span<double> sums) const;

  // Calls visit(v, cell) for every vertex where a column is not 0, and perhaps for others.
  template <class Visit>
  void ForReached(const Visit& visit) const {
    if (dense_) {
      for (VertexId v = 0; v < now_.size(); ++v) visit(v, now_[v]);
    } else {
      for (const VertexId v : reached_) visit(v, now_[v]);
    }
  }

 private:
  bool FewArcs() const;
  void Scatter();
  void Gather();
  void Clear();
  // The share of v's value that each in-neighbour of v gets.
  double Share(VertexId v) const {
    return shared_ ? root_ / static_cast<double>(in_.degree(v)) : 1.0;
  }

  const Adjacency& in_;
  const Adjacency& out_;
  bool shared_;  // powers of Q, not of A
  double root_ = 1;
  std::vector<Cell> now_;
  std::vector<Cell> next_;         // all zero between steps
  std::vector<VertexId> reached_;  // vertices where now_ is not zero, unless dense_
  std::vector<VertexId> found_;
  std::vector<uint8_t> seen_;
  bool dense_ = false;
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_COLUMNS_H_
