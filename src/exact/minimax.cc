// One iteration, S_l to S_{l+1}, has three stages:
//   1. T(i, B) = the largest S_l(i, j) over j in O(B); their mean, if the side takes means,
//   2. Y(A, B) = mean of T(i, B) over i in O(A),
//   3. S_{l+1}(A, B) = C * min(Y(A, B), Y(B, A)), then 1 on the diagonal, and the priors. Of means
//      both differ by rounding only; the lesser keeps S symmetric to the last bit.
// Stage 1 works on a group of 16 rows at a time, stage 2 on a block of 16 columns, both through a
// tile as in simrank.cc; stage 3 works on a group of rows and the columns above them. Rows of the
// identity are not stored: stage 2 adds their T, which is 1, or of a mean 1 / |O(B)|, where i is in
// O(B).
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

void MeansOfLists(const Adjacency& lists, std::span<const VertexId> vertices, const Lanes* tile,
                  Lanes* out) {
  SumOver(lists, vertices, tile, out);
  for (size_t i = 0; i < vertices.size(); ++i) {
    const auto count = static_cast<double>(std::max<uint64_t>(lists.degree(vertices[i]), 1));
    for (double& lane : out[i].lane) lane /= count;
  }
}

class Iteration {
 public:
  Iteration(const Recurrence& recurrence, Needed needed)
      : recurrence_(recurrence), needed_(std::move(needed)) {}

  // `instead`: what to do if memory is short.
  Status Run(std::string_view instead, const Control& control);
  SimRankMatrix Take() {
    const std::span<const VertexId> stored = needed_.At(recurrence_.iterations);
    return {recurrence_.vertices(), stored, stored, std::move(matrix_)};
  }

 private:
  Status Allocate(std::string_view instead, const Control& control);
  void OneOfColumns(int level, size_t group, Lanes* tile);
  void MeanOfRows(int level, size_t block, Lanes* tile);
  void LesserOfBoth(int level, size_t group, Lanes* tile);
  void SetUnitRows(int level, size_t block, Lanes* tile) const;
  void ClearUnitRows(int level, size_t block, Lanes* tile) const;
  template <class Set>
  void ForUnitRows(int level, size_t block, const Set& set) const;
  void StoreFixed(int level);
  void Unload(int level, Lanes* tile) const;

  const Recurrence& recurrence_;
  const Needed needed_;
  LaneMatrix matrix_;
  std::vector<std::unique_ptr<Lanes[]>> tiles_;  // one per thread, all zero between stages
};

Status Iteration::Run(std::string_view instead, const Control& control) {
  AKIN_TRY(Allocate(instead, control));
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
    AKIN_TRY(run(needed_.BlocksAt(level - 1), &Iteration::OneOfColumns));
    AKIN_TRY(run(needed_.BlocksAt(level), &Iteration::MeanOfRows));
    AKIN_TRY(run(needed_.BlocksAt(level), &Iteration::LesserOfBoth));
    StoreFixed(level);
  }
  tiles_.clear();
  return {};
}

Status Iteration::Allocate(std::string_view instead, const Control& control) {
  const auto vertices = static_cast<double>(recurrence_.vertices());
  const double matrix = LaneMatrix::BytesFor(needed_.widest(), needed_.widest());
  const MemoryNeed need{
      .fixed = matrix + static_cast<double>(needed_.bytes()) + 2 * vertices * sizeof(VertexId),
      .per_thread = vertices * sizeof(Lanes)};
  AKIN_TRY_ASSIGN(
      const unsigned threads,
      ThreadsWithin(recurrence_.measure, need, BlocksFor(needed_.widest()), instead, control));
  matrix_ = LaneMatrix(needed_.widest(), needed_.widest());
  bool refused = !matrix_.ok();
  for (unsigned i = 0; i < threads; ++i) {
    tiles_.emplace_back(new (std::nothrow) Lanes[recurrence_.vertices()]());
    refused |= tiles_.back() == nullptr;
  }
  return refused ? SystemRefused(recurrence_.measure, matrix) : Status();
}

// Stage 1 for one group of rows, transposed.
void Iteration::OneOfColumns(int level, size_t group, Lanes* tile) {
  const auto& [neighbours, decay, combine] = recurrence_.At(level);
  const std::span<const VertexId> to = needed_.At(level);
  matrix_.LoadGroup(group, needed_.At(level - 1), tile);
  for (size_t block = 0; block < BlocksFor(to.size()); ++block) {
    const size_t first = block * kLanes;
    const std::span<const VertexId> some = to.subspan(first, std::min(kLanes, to.size() - first));
    Lanes one[kLanes] = {};
    if (combine == Combine::kMinimax) {
      MaxOver(neighbours, some, tile, one);
    } else {
      MeansOfLists(neighbours, some, tile, one);
    }
    Transpose(one, matrix_.Block(block) + group * kLanes);
  }
  Unload(level - 1, tile);
}

// Stage 2 for one block of columns.
void Iteration::MeanOfRows(int level, size_t block, Lanes* tile) {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  Lanes* const column = matrix_.Block(block);
  const std::span<const VertexId> from = needed_.At(level - 1);
  for (size_t i = 0; i < from.size(); ++i) tile[from[i]] = column[i];
  SetUnitRows(level, block, tile);
  MeansOfLists(neighbours, needed_.At(level), tile, column);
  ClearUnitRows(level, block, tile);
  Unload(level - 1, tile);
}

// Calls set(i, j, count) for the neighbours i of column j of the block whose rows are those of the
// identity; `count` is the number of neighbours of the column.
template <class Set>
void Iteration::ForUnitRows(int level, size_t block, const Set& set) const {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  const std::span<const VertexId> columns = needed_.At(level);
  const size_t first = block * kLanes;
  for (size_t j = 0; j < std::min(kLanes, columns.size() - first); ++j) {
    const std::span<const VertexId> list = neighbours[columns[first + j]];
    for (const VertexId i : list) {
      if (!recurrence_.IsStored(level - 1, i)) set(i, j, list.size());
    }
  }
}

void Iteration::SetUnitRows(int level, size_t block, Lanes* tile) const {
  const bool best = recurrence_.At(level).combine == Combine::kMinimax;
  ForUnitRows(level, block, [&](VertexId i, size_t j, size_t count) {
    tile[i].lane[j] = best ? 1.0 : 1.0 / static_cast<double>(count);
  });
}

void Iteration::ClearUnitRows(int level, size_t block, Lanes* tile) const {
  ForUnitRows(level, block, [&](VertexId i, size_t j, size_t) { tile[i].lane[j] = 0.0; });
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
  const bool pair = vertices.size() <= 2;
  const std::string instead =
      InsteadOf(recurrence, pair ? 1 : vertices.size(), vertices.size() - 1);
  AKIN_TRY_ASSIGN(Needed needed, Needed::Behind(recurrence, vertices, instead, control));
  Iteration iteration(recurrence, std::move(needed));
  AKIN_TRY(iteration.Run(instead, control));
  return iteration.Take();
}

}  // namespace akin
