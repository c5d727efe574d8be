// Profiles (profile.h) through a Krylov space: a few steps through the graph, and the others
// through a matrix of a few rows.
//
// Definition (Yu et al., section 4.1 as section 6.3 uses it for two graphs: AGSR#): m - 1 steps
// give an orthonormal basis Q of what they reach from a, and H = Q'AQ (linear/arnoldi.h). A^k e_a
// is approximated by Q H^k e_1, so the sums over classes of all K steps are those of the columns of
// Q times H^k e_1. No entry of A^k e_a is negative, so its L1 norm is the sum of these.
//
// Direction and empty case: as there. A^k e_a counts walks, so it is zero or sums to at least 1.
// When H^k e_1 sums to less than a half, or only to the rounding error of H^(k-1) e_1, it is taken
// as zero.
//
// Error: none for k < m, and none at all where the space is closed under A, which it is when the
// basis ends early. For larger k the sums are those of a projection: negative ones are cut off and
// the others normalised again, so that u_k' E v_k keeps its true range: between 1/2 and 1, or 0 if
// either is zero. (1 - c) c^k times that differs by at most (1 - c) c^k, and a whole score by at
// most c^m.
//
// Cost: O(m E + m^2 V + K m (m + classes)) time per vertex, where E and V are what m steps reach.
// Memory: that of Arnoldi, and 8 m bytes per class.
#ifndef AKIN_SRC_MATCH_KRYLOV_PROFILE_H_
#define AKIN_SRC_MATCH_KRYLOV_PROFILE_H_

#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

#include "linear/arnoldi.h"
#include "match/profile.h"

namespace akin {

// One object per thread.
class KrylovProfiler {
 public:
  // The options, and what they refer to, must outlive the object; their norm is kOne. m >= 1.
  KrylovProfiler(const ProfileOptions& options, size_t m);
  static double BytesAtMost(const ProfileOptions& options, size_t m);

  struct Filled {
    size_t terms = 0;       // steps after which all is zero
    bool complete = false;  // exact for all k
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
  std::vector<double> now_;          // H^k e_1 up to a factor
  std::vector<double> next_;
  std::vector<double> sums_;  // of Q times now_, over classes
};

}  // namespace akin

#endif  // AKIN_SRC_MATCH_KRYLOV_PROFILE_H_
