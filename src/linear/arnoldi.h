// An orthonormal basis of the space that a few vertices reach in m - 1 steps, and the graph
// projected onto it: the block Arnoldi-Ruhe process.
//
// Definition (Yu et al., section 4.1, procedure 2): A e_v is the sum of e_a over the links a of v.
// From unit vectors e_1, e_2, ... the columns of Q span all A^k e_s, k < m, and H = Q'AQ, so that
//   A^k e_s = Q H^k c_s   for k < m,   c_s being the coordinates of e_s.
// So lengths and angles of A^k e_s are those of H^k c_s. For k >= m the right side is a projection.
// Columns are numbered as they are found: w = A q_t is made orthogonal to all earlier columns, and
// the remainder, brought to length 1, is the next column. H is block upper Hessenberg. It has at
// most m rows per start vector.
//
// Direction: that of the given links. In-neighbours give the A of the measures, out-neighbours give
// A'.
//
// Empty case, breakdown: if no remainder of w is left, there is no new column, and the process
// continues with the next one. If there is no next one, it ends early, and then A^k e_s = Q H^k c_s
// for all k. A vertex that is given twice has one column.
//
// Error: rounding. w is made orthogonal twice if it loses more than three tenths of its length
// (Daniel et al. 1976), and counts as zero if it is shorter than 1e-12 of its length before.
//
// Cost: the columns of one level, those of A^k for one k, are multiplied together. Only arcs within
// reach are read; the last level finds no new vertices. The products read at most m E arcs. A
// column is as long as the number of vertices found by then, so n columns take at most 2 n^2 V
// multiplications, or half of that without second passes. Memory: 8 n V bytes for columns, and
// LocalGraph.
#ifndef AKIN_SRC_LINEAR_ARNOLDI_H_
#define AKIN_SRC_LINEAR_ARNOLDI_H_

#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/adjacency.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/local_graph.h"
#include "linear/spread.h"

namespace akin {

// Can be used for many sets of vertices, one after the other. One per thread.
class Arnoldi {
 public:
  // The arrays of `links` must outlive this object.
  explicit Arnoldi(const Adjacency& links) : graph_(links) {}

  // Starts anew from the unit vectors of these vertices, m >= 1. kCancelled: on a stop.
  Status Run(std::span<const VertexId> starts, size_t m, const std::stop_token& stop = {});

  // The number of columns of Q, and of rows and columns of H.
  size_t size() const { return columns_.size(); }
  double h(size_t row, size_t column) const { return h_[column][row]; }
  // The column of e_s, for the s-th given vertex.
  size_t start(size_t s) const { return start_columns_[s]; }
  // The number of steps that lead to this column.
  size_t level(size_t column) const { return levels_[column]; }
  // Q(vertices()[i], column) for i below the size of the span; the entries beyond it are 0.
  std::span<const double> column(size_t column) const { return columns_[column]; }
  const std::vector<VertexId>& vertices() const { return graph_.vertices(); }
  const LocalGraph& graph() const { return graph_; }

  // to = H from; both have size() entries.
  void Apply(std::span<const double> from, std::span<double> to) const;

  // Additions and multiplications of the last run.
  double work() const { return work_; }

  static double BytesAtMost(const Adjacency& links, size_t starts, size_t m);

 private:
  void Begin(std::span<const VertexId> starts);
  // Multiplies A with the columns from `first` up to, not including, `end`: at most two of them.
  template <size_t L>
  void MultiplyLanes(size_t first);
  void Multiply(size_t first, size_t end);
  template <class Visit>
  void ForBlocks(std::vector<double>& w, const Visit& visit) const;
  std::vector<double> Along(std::vector<double>& w) const;  // Q'w
  void Subtract(std::vector<double>& w, const std::vector<double>& along) const;
  void Append(std::vector<double>& w, size_t level);

  LocalGraph graph_;
  std::vector<std::vector<double>> columns_;
  std::vector<std::vector<double>> h_;  // by columns; zeros at the end are added when the run ends
  std::vector<size_t> levels_;
  std::vector<size_t> start_columns_;
  Cells from_;  // of a product
  Cells to_;
  std::vector<double> products_[2];
  mutable double work_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_ARNOLDI_H_
