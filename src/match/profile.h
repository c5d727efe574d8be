// The vertices k links away from a vertex, for k = 0, 1, ..., summed by classes of vertices: all
// that the vertices of two graphs are compared by.
//
// Definition (Yu et al., equations 64 and 65): u_0 = e_a, u_k = A u_{k-1} / ||A u_{k-1}||, of which
// only the sums over classes of vertices are kept. Where the classes are degrees, E can be applied
// to them at once (linkage.h), and u_k' E v_k is the inner product of two such rows of numbers,
// where E has been applied to one of them.
//
// Direction: A e_a is the sum of e_i over the given links i of a: in-neighbours give A of the
// paper, out-neighbours its transpose.
// Empty case: once there are no vertices k links away, all is zero from there on.
// Error: none but rounding.
//
// Cost: eight vertices are followed over the arcs together, K - 1 times: O(K E) time for the eight,
// less while they reach little. Memory: that of Columns.
#ifndef AKIN_SRC_MATCH_PROFILE_H_
#define AKIN_SRC_MATCH_PROFILE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/adjacency.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/columns.h"

namespace akin {

// Profiles are computed and compared in panels of that many vertices: numbers of the same class and
// step are contiguous.
inline constexpr size_t kPanel = Columns::kWidth;

// The norm of the whole u_k. kTwo needs a class for every vertex.
enum class Norm { kOne, kTwo };

struct ProfileOptions {
  Adjacency links;                    // to follow
  Adjacency reverse;                  // the same links reversed
  std::span<const uint32_t> classes;  // of the vertices
  size_t class_count = 0;
  // Degrees of the classes here and of those of the other graph, to apply E; empty: E is not
  // applied.
  std::span<const double> degrees;
  std::span<const double> other_degrees;
  std::vector<double> weights;  // K factors, one for the numbers of each step
  Norm norm = Norm::kOne;

  size_t terms() const { return weights.size(); }
  size_t numbers() const { return other_degrees.empty() ? class_count : other_degrees.size(); }
  // In numbers.
  size_t panel_size() const { return terms() * numbers() * kPanel; }
};

// Writes panels, one vertex and step at a time: panel[(k * numbers() + i) * kPanel + j] is the i-th
// number of step k of the j-th vertex.
class ProfileWriter {
 public:
  explicit ProfileWriter(const ProfileOptions& options)
      : options_(options), linked_(options.other_degrees.size()) {}

  // Normalises the sums over classes, applies E and the weights. Returns their norm; if that is 0,
  // nothing is written.
  double Write(std::span<const double> sums, size_t step, size_t lane, std::span<double> panel);

 private:
  const ProfileOptions& options_;
  std::vector<double> linked_;
};

// One object per thread.
class StepProfiler {
 public:
  // The options, and what they refer to, must outlive the object.
  explicit StepProfiler(const ProfileOptions& options);
  static double BytesAtMost(const ProfileOptions& options);

  // Fills a panel of zeros for at most kPanel different vertices. Returns the number of steps after
  // which all are zero. kCancelled: a stop was requested.
  Result<size_t> Fill(std::span<const VertexId> vertices, std::span<double> panel,
                      const std::stop_token& stop);

 private:
  void SumClasses();

  const ProfileOptions& options_;
  ProfileWriter writer_;
  Columns columns_;                         // A^k e_a, up to factors
  std::vector<Columns::Cell> column_sums_;  // over classes
  std::vector<double> sums_;                // of one column
};

}  // namespace akin

#endif  // AKIN_SRC_MATCH_PROFILE_H_
