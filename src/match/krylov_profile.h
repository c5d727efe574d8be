// Profiles (profile.h) through a Krylov space: few steps through the graph, the others through a
// matrix of a few rows.
//
// Definition (Yu et al., section 4.1 as section 6.3 has it used for two graphs: AGSR#): m - 1 steps
// lead to an orthonormal basis Q of what they reach from a, and to H = Q'AQ (linear/arnoldi.h).
// A^k e_a is taken to be Q H^k e_1, so the sums over classes of all K steps are those of the
// columns of Q times H^k e_1. Nothing in A^k e_a is negative, so its L1 norm is the sum of these.
//
// Direction and empty case: as there. A^k e_a counts walks and is zero or sums to 1 at least: when
// H^k e_1 sums to less than a half, or to nothing but rounding beside H^(k-1) e_1, it is zero.
//
// Error: none for k < m, and none at all where the space is closed under A, which it is when the
// basis ends early. Beyond, sums are those of a projection: where they are negative they are cut
// off, and the others normalised again, so that u_k' E v_k stays what it is in truth: between 1/2
// and 1, or 0 if either is zero. (1 - c) c^k times that differs by (1 - c) c^k at most, and a whole
// score by c^m.
//
// Cost: O(m E + m^2 V + K m (m + classes)) time a vertex, where E and V are what m steps reach.
// Memory: that of Arnoldi, and 8 m bytes a class.
#ifndef AKIN_SRC_MATCH_KRYLOV_PROFILE_H_
#define AKIN_SRC_MATCH_KRYLOV_PROFILE_H_

#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

#include "linear/arnoldi.h"
#include "match/profile.h"

namespace akin {

// One per thread.
class KrylovProfiler {
 public:
  // The options, and what they refer to, must outlive it; their norm is kOne. m >= 1.
  KrylovProfiler(const ProfileOptions& options, size_t m);
  static double BytesAtMost(const ProfileOptions& options, size_t m);

  struct Filled {
    size_t terms = 0;       // steps after which all is zero
    bool complete = false;  // without error for all k
  };
  // Fills one lane of a panel of zeros.
  Result<Filled> Fill(VertexId vertex, size_t lane, std::span<double> panel,
                      const std::stop_token& stop);

 private:
  void SumColumns();
  double Sum();

  const ProfileOptions& options_;
  size_t m_;
  ProfileWriter writer_;
  Arnoldi arnoldi_;
  std::vector<double> column_sums_;  // over classes: row by row, a column each
  std::vector<double> now_;          // H^k e_1 but for a factor
  std::vector<double> next_;
  std::vector<double> sums_;  // of Q times that over classes
};

}  // namespace akin

#endif  // AKIN_SRC_MATCH_KRYLOV_PROFILE_H_
