// One iteration, p_l to p_{l+1}, has three stages:
//   1. W(a, v) = 0 if a is in I(v), else the mean of p_l(a, b) over b in I(v),
//   2. Y(u, v) = sum of W(a, v) over a in I(u),
//   3. p_{l+1}(u, v) = c * (|I(u) n I(v)| + Y(u, v) + Y(v, u)) / |I(u) u I(v)|.
// The differences I(u) \ I(v) need not be computed, because W leaves out what is in I(v). Nor need
// we look up whether a is in I(v). Between iterations the diagonal contains minus infinity, as the
// recurrence never reads p(a, a); so the sum of stage 1 is negative exactly when it includes a
// itself.
//
// Stages 1 and 3 work on one group of 16 rows at a time, stage 2 on one block of 16 columns. Each
// sums over in-lists by 16-wide additions from a tile of 16 numbers per vertex. The tile contains
// the transposed group, the block, or the in-lists of the group as zeros and ones, whose sum over
// I(v) counts the in-neighbours shared with v. Because of the tile the result can overwrite the
// input, so one matrix is enough. A pair belongs to stage 3 of its lower vertex, so groups share no
// cells.
//
// A vertex without in-links has only zeros off the diagonal, in p and in W. So these vertices have
// no row and no column until the scores are spread out at the end.
#include "exact/psimrank.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <span>
#include <utility>

#include "akin/try.h"
#include "akin/types.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/lanes.h"

namespace akin {
namespace {

constexpr double kSelf = -std::numeric_limits<double>::infinity();

class PSimRankIteration {
 public:
  PSimRankIteration(const Adjacency& in, double decay) : in_(in), decay_(decay) {}

  Result<std::vector<double>> Run(int iterations, const Control& control);

 private:
  Result<unsigned> Threads(const Control& control) const;
  Status Allocate(unsigned threads);
  void AverageColumns(size_t group, Lanes* tile);
  void SumRows(size_t block, Lanes* tile);
  void JoinTriangles(size_t group, Lanes* tile);
  void SpreadOut();

  // The sum over the in-list of v.
  Lanes SumOf(VertexId v, const Lanes* tile) const {
    Lanes sum;
    SumOver(in_, {&v, 1}, tile, &sum);
    return sum;
  }
  double& At(size_t i, size_t j) { return matrix_[i * linked_.size() + j]; }
  size_t Blocks() const { return BlocksFor(linked_.size()); }
  // The size of the group of rows, or block of columns, that begins at `first`.
  size_t Width(size_t first) const { return std::min(kLanes, linked_.size() - first); }

  const Adjacency& in_;
  const double decay_;
  std::vector<VertexId> linked_;  // with in-links; rows and columns are theirs, in this order
  std::vector<double> matrix_;    // allocated for all pairs from the start
  // A tile per thread, one entry per vertex. The entry of a vertex without in-links is zero between
  // stages; any other is written by a stage before it is read.
  std::vector<std::vector<Lanes>> tiles_;
};

Result<std::vector<double>> PSimRankIteration::Run(int iterations, const Control& control) {
  AKIN_TRY_ASSIGN(const unsigned threads, Threads(control));
  AKIN_TRY(Allocate(threads));
  for (size_t i = 0; i < linked_.size(); ++i) At(i, i) = kSelf;
  ThreadPool pool(threads);
  ProgressMeter progress(control, "iterating PSimRank", "blocks",
                         3 * Blocks() * static_cast<uint64_t>(iterations));
  for (int i = 0; i < iterations; ++i) {
    for (const auto stage : {&PSimRankIteration::AverageColumns, &PSimRankIteration::SumRows,
                             &PSimRankIteration::JoinTriangles}) {
      AKIN_TRY(pool.Run(Blocks(), control.stop, [&](uint64_t piece, unsigned worker) {
        (this->*stage)(piece, tiles_[worker].data());
        progress.Advance(1);
        return Status();
      }));
    }
  }
  SpreadOut();
  return std::move(matrix_);
}

Result<unsigned> PSimRankIteration::Threads(const Control& control) const {
  // In floating point, because the size of a matrix of 2^32 rows overflows 64 bits.
  const auto n = static_cast<double>(in_.vertices());
  const MemoryNeed need{.fixed = n * n * sizeof(double) + n * sizeof(VertexId),
                        .per_thread = n * sizeof(Lanes)};
  return ThreadsWithin("PSimRank", need, BlocksFor(in_.vertices()), "query a fingerprint index",
                       control);
}

Status PSimRankIteration::Allocate(unsigned threads) {
  const size_t n = in_.vertices();
  try {
    linked_.reserve(n);
    matrix_.resize(n * n);
    for (unsigned i = 0; i < threads; ++i) tiles_.emplace_back(n);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return SystemRefused("PSimRank", static_cast<double>(n) * static_cast<double>(n) * 8);
  }
  for (VertexId v = 0; v < n; ++v) {
    if (in_.degree(v) > 0) linked_.push_back(v);
  }
  return {};
}

// Stage 1 for one group of rows.
void PSimRankIteration::AverageColumns(size_t group, Lanes* tile) {
  const size_t first = group * kLanes;
  const size_t width = Width(first);
  for (size_t i = 0; i < width; ++i) {
    for (size_t j = 0; j < linked_.size(); ++j) tile[linked_[j]].lane[i] = At(first + i, j);
  }
  for (size_t j = 0; j < linked_.size(); ++j) {
    const std::span<const VertexId> list = in_[linked_[j]];
    const Lanes sum = SumOf(linked_[j], tile);
    const double share = 1.0 / static_cast<double>(list.size());
    for (size_t i = 0; i < width; ++i) At(first + i, j) = std::max(sum.lane[i], 0.0) * share;
  }
}

// Stage 2 for one block of columns.
void PSimRankIteration::SumRows(size_t block, Lanes* tile) {
  const size_t first = block * kLanes;
  const size_t width = Width(first);
  for (size_t i = 0; i < linked_.size(); ++i) {
    std::copy_n(&At(i, first), width, tile[linked_[i]].lane);
  }
  for (size_t i = 0; i < linked_.size(); ++i) {
    std::copy_n(SumOf(linked_[i], tile).lane, width, &At(i, first));
  }
}

// Stage 3 for the pairs whose lower vertex is in one group of rows.
void PSimRankIteration::JoinTriangles(size_t group, Lanes* tile) {
  const size_t first = group * kLanes;
  const size_t width = Width(first);
  std::fill_n(tile, in_.vertices(), Lanes{});
  for (size_t i = 0; i < width; ++i) {
    for (const VertexId a : in_[linked_[first + i]]) tile[a].lane[i] = 1.0;
    At(first + i, first + i) = kSelf;
  }
  for (size_t j = first + 1; j < linked_.size(); ++j) {
    const std::span<const VertexId> list = in_[linked_[j]];
    const Lanes shared = SumOf(linked_[j], tile);
    const size_t lower = std::min(width, j - first);
    for (size_t i = 0; i < lower; ++i) {
      const uint64_t listed = list.size() + in_.degree(linked_[first + i]);
      const double united = static_cast<double>(listed) - shared.lane[i];
      double& right = At(first + i, j);
      double& left = At(j, first + i);
      // The ratio is computed first so that equal lists give exactly c.
      right = left = decay_ * ((shared.lane[i] + (right + left)) / united);
    }
  }
  for (size_t i = 0; i < width; ++i) {
    for (const VertexId a : in_[linked_[first + i]]) tile[a] = Lanes{};
  }
}

// Gives every vertex its row and column. Goes backwards, because no score moves to a lower place.
void PSimRankIteration::SpreadOut() {
  const size_t n = in_.vertices();
  for (size_t i = linked_.size(); i-- > 0;) {
    for (size_t j = linked_.size(); j-- > 0;) {
      const double score = std::exchange(At(i, j), 0.0);
      matrix_[linked_[i] * n + linked_[j]] = score;
    }
  }
  for (size_t v = 0; v < n; ++v) matrix_[v * n + v] = 1.0;
}

}  // namespace

Result<std::vector<double>> PSimRankAllPairs(const Adjacency& in, const IterationOptions& options,
                                             const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, "PSimRank"));
  return PSimRankIteration(in, options.decay).Run(options.iterations, control);
}

}  // namespace akin
