// What lies k links away from a vertex, for k = 0, 1, ..., by classes of vertices: all that
// vertices of two graphs are compared by.
//
// Definition (Yu et al., equations 64 and 65): u_0 = e_a, u_k = A u_{k-1} / ||A u_{k-1}||, of which
// only the sums over classes of vertices are kept. Where the classes are degrees, E can be applied
// to them at once (linkage.h), and u_k' E v_k is the inner product of two such rows of numbers, one
// of which had it applied.
//
// Direction: A e_a is the sum of e_i over the links i of a that are given: in-neighbours give A of
// the paper, out-neighbours its transpose.
// Empty case: once nothing lies k links away, all is zero from there.
// Error: none but rounding.
//
// Cost: eight vertices pass the arcs together, K - 1 times: O(K E) time for the eight, less while
// they reach little. Memory: that of Columns.
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

// Profiles are made and compared by panels of so many vertices: numbers of the same class of the
// same step lie side by side.
inline constexpr size_t kPanel = Columns::kWidth;

// Of the whole u_k. kTwo needs a class for every vertex.
enum class Norm { kOne, kTwo };

struct ProfileOptions {
  Adjacency links;                    // that are followed
  Adjacency reverse;                  // the same the other way round
  std::span<const uint32_t> classes;  // of vertices
  size_t class_count = 0;
  // Degrees of the classes here and of those of the other graph, to apply E; none to leave it out.
  std::span<const double> degrees;
  std::span<const double> other_degrees;
  std::vector<double> weights;  // that the numbers of a step are multiplied by; K of them
  Norm norm = Norm::kOne;

  size_t terms() const { return weights.size(); }
  size_t numbers() const { return other_degrees.empty() ? class_count : other_degrees.size(); }
  // Of a panel.
  size_t panel_size() const { return terms() * numbers() * kPanel; }
};

// Panels, written a vertex and a step at a time: panel[(k * numbers() + i) * kPanel + j] is the
// i-th number of step k of the j-th vertex.
class ProfileWriter {
 public:
  explicit ProfileWriter(const ProfileOptions& options)
      : options_(options), linked_(options.other_degrees.size()) {}

  // Normalises the sums over classes, applies E and weights. Returns their norm; if that is 0
  // nothing is written.
  double Write(std::span<const double> sums, size_t step, size_t lane, std::span<double> panel);

 private:
  const ProfileOptions& options_;
  std::vector<double> linked_;
};

// One per thread.
class StepProfiler {
 public:
  // The options, and what they refer to, must outlive it.
  explicit StepProfiler(const ProfileOptions& options);
  static double BytesAtMost(const ProfileOptions& options);

  // Fills a panel of zeros for kPanel different vertices at most. Returns the number of steps after
  // which all are zero. kCancelled: on a stop.
  Result<size_t> Fill(std::span<const VertexId> vertices, std::span<double> panel,
                      const std::stop_token& stop);

 private:
  void SumClasses();

  const ProfileOptions& options_;
  ProfileWriter writer_;
  Columns columns_;                         // A^k e_a, but for factors
  std::vector<Columns::Cell> column_sums_;  // over classes
  std::vector<double> sums_;                // of one column
};

}  // namespace akin

#endif  // AKIN_SRC_MATCH_PROFILE_H_
