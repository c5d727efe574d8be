// A^k e_v for a few vertices v side by side, without pruning. A e_v is the sum of e_a over the
// in-neighbours a of v, so A^k e_v counts the walks of k links that end in v, by their first
// vertex. Numbers of walks grow without bound, so each vector is scaled to length 1 before every
// step, and the growth is stored.
//
// Empty case: a vector that has become 0 stays 0, and its growth is 0 from then on.
//
// Cost: every step reads the arcs behind the vertices once for all of them, and as many cells of L
// numbers. Memory: LocalGraph, and 16 L bytes per vertex found.
#ifndef AKIN_SRC_LINEAR_POWERS_H_
#define AKIN_SRC_LINEAR_POWERS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "linear/local_graph.h"
#include "linear/spread.h"

namespace akin {

// For each of the L columns of the cells, the sum of its squares.
template <size_t L>
std::array<double, L> SquaredLengths(std::span<const double> cells) {
  std::array<double, L> sums{};
  for (size_t i = 0; i < cells.size(); i += L) {
    for (size_t lane = 0; lane < L; ++lane) sums[lane] += cells[i + lane] * cells[i + lane];
  }
  return sums;
}

// Scales columns with these lengths to length 1; zero columns stay 0.
template <size_t L>
void ScaleToOne(const std::array<double, L>& lengths, std::span<double> cells) {
  std::array<double, L> factors;
  for (size_t lane = 0; lane < L; ++lane) factors[lane] = lengths[lane] > 0 ? 1 / lengths[lane] : 0;
  for (size_t i = 0; i < cells.size(); i += L) {
    for (size_t lane = 0; lane < L; ++lane) cells[i + lane] *= factors[lane];
  }
}

// L vertices at a time. One object per thread, for many sets of vertices one after the other.
template <size_t L>
class Powers {
 public:
  // The arrays of `in` must outlive this object.
  explicit Powers(const Adjacency& in) : graph_(in) {}

  // Starts with the unit vectors of at most L vertices.
  void Begin(std::span<const VertexId> vertices) {
    graph_.Clear();
    lengths_.fill(0);
    for (const VertexId v : vertices) graph_.Number(v);
    now_.assign(graph_.size() * L, 0);
    for (size_t lane = 0; lane < vertices.size(); ++lane) {
      now_[graph_.Number(vertices[lane]) * L + lane] = 1;
      lengths_[lane] = 1;
    }
  }

  // From k to k + 1.
  void Step() {
    ScaleToOne<L>(lengths_, now_);
    graph_.Expand(now_.size() / L, LocalGraph::Unknown::kFind);
    next_.assign(graph_.size() * L, 0);
    work_ = static_cast<double>(graph_.arcs() * L);
    Spread(graph_, L, now_, next_);
    now_.swap(next_);
    lengths_ = SquaredLengths<L>(now_);
    for (double& length : lengths_) length = std::sqrt(length);
  }

  // Replaces every number above 0 by 1: what is left is where walks begin, not how many. Done after
  // every step, this finds all of these vertices, although a share of the walks may be too small
  // for a number.
  void ForgetCounts() {
    for (double& value : now_) value = value > 0 ? 1 : 0;
    lengths_ = SquaredLengths<L>(now_);
    for (double& length : lengths_) length = std::sqrt(length);
  }

  // All vectors have become 0.
  bool empty() const {
    return std::all_of(lengths_.begin(), lengths_.end(), [](double length) { return length == 0; });
  }
  // |A^k e_v|| / ||A^(k-1) e_v|| for each v; 0 if A^k e_v is 0.
  const std::array<double, L>& growth() const { return lengths_; }
  // L numbers for each of the vertices found: vectors with these lengths.
  std::span<const double> cells() const { return now_; }
  const std::vector<VertexId>& vertices() const { return graph_.vertices(); }
  // An upper bound on the additions of the last step.
  double work() const { return work_; }

  static double BytesAtMost(const Adjacency& in) {
    return LocalGraph::BytesAtMost(in) + 16.0 * static_cast<double>(L) * in.vertices();
  }

 private:
  LocalGraph graph_;
  Cells now_;
  Cells next_;
  std::array<double, L> lengths_{};
  double work_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_POWERS_H_
