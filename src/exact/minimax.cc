// One iteration, S_l to S_{l+1}, has three stages:
//   1. T(i, B) = the largest S_l(i, j) over j in O(B),
//   2. Y(A, B) = mean of T(i, B) over i in O(A),
//   3. S_{l+1}(A, B) = C * min(Y(A, B), Y(B, A)), then 1 on the diagonal, and the priors.
// Stage 1 works on a group of 16 rows at a time, stage 2 on a block of 16 columns, both through a
// tile as in simrank.cc; stage 3 works on a group of rows and the columns above them. Rows of the
// identity are not stored: stage 2 adds their T, which is 1 where i is in O(B).
#include "exact/minimax.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/lanes.h"
#include "exact/needed.h"

namespace akin {
namespace {

constexpr std::string_view kInstead = "set a radius to keep only near pairs, ask for one pair";

class Iteration {
 public:
  Iteration(const Recurrence& recurrence, Needed needed)
      : recurrence_(recurrence), needed_(std::move(needed)) {}

  Status Run(const Control& control);
  SimRankMatrix Take() {
    const std::span<const VertexId> stored = needed_.At(recurrence_.iterations);
    return {recurrence_.vertices(), stored, stored, std::move(matrix_)};
  }

 private:
  Status Allocate(const Control& control);
  void BestOfColumns(int level, size_t group, Lanes* tile);
  void MeanOfRows(int level, size_t block, Lanes* tile);
  void LesserOfBoth(int level, size_t group, Lanes* tile);
  void SetUnitRows(int level, size_t block, double value, Lanes* tile) const;
  void StoreFixed(int level);
  void Unload(int level, Lanes* tile) const;

  const Recurrence& recurrence_;
  const Needed needed_;
  LaneMatrix matrix_;
  std::vector<std::unique_ptr<Lanes[]>> tiles_;  // one per thread, all zero between stages
};

Status Iteration::Run(const Control& control) {
  AKIN_TRY(Allocate(control));
  StoreFixed(0);
  ThreadPool pool(static_cast<unsigned>(tiles_.size()));
  uint64_t pieces = 0;
  for (int level = 1; level <= recurrence_.iterations; ++level) {
    pieces += needed_.BlocksAt(level - 1) + 2 * needed_.BlocksAt(level);
  }
  ProgressMeter progress(control, fmt::format("iterating {}", recurrence_.measure), "blocks",
                         pieces);
  for (int level = 1; level <= recurrence_.iterations; ++level) {
    const auto run = [&](size_t count, void (Iteration::*stage)(int, size_t, Lanes*)) {
      return pool.Run(count, control.stop, [&](uint64_t piece, unsigned worker) {
        (this->*stage)(level, piece, tiles_[worker].get());
        progress.Advance(1);
        return Status();
      });
    };
    AKIN_TRY(run(needed_.BlocksAt(level - 1), &Iteration::BestOfColumns));
    AKIN_TRY(run(needed_.BlocksAt(level), &Iteration::MeanOfRows));
    AKIN_TRY(run(needed_.BlocksAt(level), &Iteration::LesserOfBoth));
    StoreFixed(level);
  }
  tiles_.clear();
  return {};
}

Status Iteration::Allocate(const Control& control) {
  const auto vertices = static_cast<double>(recurrence_.vertices());
  const double matrix = LaneMatrix::BytesFor(needed_.widest(), needed_.widest());
  const MemoryNeed need{
      .fixed = matrix + static_cast<double>(needed_.bytes()) + 2 * vertices * sizeof(VertexId),
      .per_thread = vertices * sizeof(Lanes)};
  AKIN_TRY_ASSIGN(
      const unsigned threads,
      ThreadsWithin(recurrence_.measure, need, BlocksFor(needed_.widest()), kInstead, control));
  matrix_ = LaneMatrix(needed_.widest(), needed_.widest());
  bool refused = !matrix_.ok();
  for (unsigned i = 0; i < threads; ++i) {
    tiles_.emplace_back(new (std::nothrow) Lanes[recurrence_.vertices()]());
    refused |= tiles_.back() == nullptr;
  }
  return refused ? SystemRefused(recurrence_.measure, matrix) : Status();
}

// Stage 1 for one group of rows, transposed.
void Iteration::BestOfColumns(int level, size_t group, Lanes* tile) {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  const std::span<const VertexId> to = needed_.At(level);
  matrix_.LoadGroup(group, needed_.At(level - 1), tile);
  for (size_t block = 0; block < BlocksFor(to.size()); ++block) {
    const size_t first = block * kLanes;
    Lanes best[kLanes] = {};
    MaxOver(neighbours, to.subspan(first, std::min(kLanes, to.size() - first)), tile, best);
    Transpose(best, matrix_.Block(block) + group * kLanes);
  }
  Unload(level - 1, tile);
}

// Stage 2 for one block of columns.
void Iteration::MeanOfRows(int level, size_t block, Lanes* tile) {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  Lanes* const column = matrix_.Block(block);
  const std::span<const VertexId> from = needed_.At(level - 1);
  for (size_t i = 0; i < from.size(); ++i) tile[from[i]] = column[i];
  SetUnitRows(level, block, 1.0, tile);
  const std::span<const VertexId> to = needed_.At(level);
  SumOver(neighbours, to, tile, column);
  for (size_t i = 0; i < to.size(); ++i) {
    const auto count = static_cast<double>(std::max<uint64_t>(neighbours.degree(to[i]), 1));
    for (double& lane : column[i].lane) lane /= count;
  }
  SetUnitRows(level, block, 0.0, tile);
  Unload(level - 1, tile);
}

void Iteration::SetUnitRows(int level, size_t block, double value, Lanes* tile) const {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  const std::span<const VertexId> columns = needed_.At(level);
  const size_t first = block * kLanes;
  for (size_t j = 0; j < std::min(kLanes, columns.size() - first); ++j) {
    for (const VertexId i : neighbours[columns[first + j]]) {
      if (!recurrence_.IsStored(level - 1, i)) tile[i].lane[j] = value;
    }
  }
}

// Stage 3 for the pairs whose lower vertex is in one group: groups share no cells.
void Iteration::LesserOfBoth(int level, size_t group, Lanes* /*tile*/) {
  const double decay = recurrence_.At(level).decay;
  const size_t count = needed_.At(level).size();
  const size_t first = group * kLanes;
  const size_t end = std::min(first + kLanes, count);
  for (size_t j = first + 1; j < count; ++j) {
    for (size_t i = first; i < std::min(end, j); ++i) {
      double& upper = matrix_.At(i, j);
      double& lower = matrix_.At(j, i);
      upper = lower = decay * std::min(upper, lower);
    }
  }
}

// The diagonal and the priors.
void Iteration::StoreFixed(int level) {
  const std::span<const VertexId> stored = needed_.At(level);
  for (size_t i = 0; i < stored.size(); ++i) {
    matrix_.At(i, i) = 1.0;
    for (const Priors::Partner& prior : recurrence_.priors.Of(stored[i])) {
      const auto found = std::lower_bound(stored.begin(), stored.end(), prior.vertex);
      if (found == stored.end() || *found != prior.vertex) continue;
      matrix_.At(i, static_cast<size_t>(found - stored.begin())) = prior.score;
    }
  }
}

void Iteration::Unload(int level, Lanes* tile) const {
  for (const VertexId v : needed_.At(level)) tile[v] = Lanes{};
}

}  // namespace

Result<SimRankMatrix> MinimaxAmong(const Recurrence& recurrence, std::span<const VertexId> vertices,
                                   const Control& control) {
  AKIN_TRY(CheckRecurrence(recurrence));
  AKIN_TRY_ASSIGN(Needed needed, Needed::Behind(recurrence, vertices, kInstead, control));
  Iteration iteration(recurrence, std::move(needed));
  AKIN_TRY(iteration.Run(control));
  return iteration.Take();
}

}  // namespace akin
