// One iteration, S_l to S_{l+1}, has two stages, each of which sums over one side of the pair:
//   1. T(u, y) = sum of S_l(a, y) over a in I(u),
//   2. S_{l+1}(u, v) = c / (|I(u)| |I(v)|) * sum of T(u, b) over b in I(v), then 1 on the diagonal.
// Stage 1 works on one block of 16 columns at a time, stage 2 on one group of 16 rows. Each first
// copies its block, or its group transposed, into a tile of 16 numbers per vertex; then every sum
// over an in-list is a sequence of 16-wide additions from the tile. Because of the copy the result
// can overwrite the input: one matrix is enough, each stage reads and writes it once, and blocks
// (groups) do not depend on one another.
//
// Rows of the identity are never stored: stage 2 adds their single 1.
#include "exact/simrank.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/needed.h"

namespace akin {
namespace {

class SimRankIteration {
 public:
  // With a rule, rows and columns must be those of Needed::Everything.
  SimRankIteration(const Recurrence& recurrence, Needed rows, Needed columns,
                   std::optional<SettleRule> rule = {})
      : recurrence_(recurrence),
        rows_(std::move(rows)),
        columns_(std::move(columns)),
        rule_(rule) {}

  Status Run(std::string_view instead, const Control& control);

  // After Run.
  int done() const { return done_; }
  bool settled() const { return settled_; }
  SimRankMatrix Take() {
    return {recurrence_.vertices(), rows_.At(recurrence_.iterations),
            columns_.At(recurrence_.iterations), std::move(matrix_)};
  }

 private:
  Result<unsigned> Threads(std::string_view instead, const Control& control) const;
  Status Allocate(unsigned threads);
  uint64_t Pieces() const;
  Status KeepScores(ThreadPool& pool, const Control& control);
  Status CompareScores(ThreadPool& pool, const Control& control);
  void SumRows(int level, size_t block, Lanes* tile);
  void SumColumns(int level, size_t group, Lanes* tile);
  void SetUnitRows(int level, std::span<const VertexId> group, double value, Lanes* tile) const;
  void StoreBlock(int level, size_t block, size_t group, const double* scales, const Lanes* tile);
  void StoreFixed(int level, size_t group);
  void Unload(std::span<const VertexId> loaded, Lanes* tile) const;

  // The vertices of a group of rows, which begins at row 16 `group`.
  std::span<const VertexId> Group(int level, size_t group) const {
    const std::span<const VertexId> all = rows_.At(level);
    const size_t first = group * kLanes;
    return all.subspan(first, std::min(kLanes, all.size() - first));
  }

  const Recurrence& recurrence_;
  const Needed rows_;
  const Needed columns_;
  const std::optional<SettleRule> rule_;
  LaneMatrix matrix_;
  LaneMatrix before_;  // with a rule: that of the iteration before
  int done_ = 0;
  bool settled_ = false;
  // A tile per thread, with one entry per vertex. Between stages the entry of a vertex whose row
  // (or column) is not stored at the current level is zero; any other entry is read only after it
  // has been loaded.
  std::vector<std::unique_ptr<Lanes[]>> tiles_;
};

Status SimRankIteration::Run(std::string_view instead, const Control& control) {
  AKIN_TRY_ASSIGN(const unsigned threads, Threads(instead, control));
  AKIN_TRY(Allocate(threads));
  for (size_t group = 0; group < rows_.BlocksAt(0); ++group) StoreFixed(0, group);
  ThreadPool pool(threads);
  ProgressMeter progress(control, fmt::format("iterating {}", recurrence_.measure), "blocks",
                         Pieces());
  for (int level = 1; level <= recurrence_.iterations && !settled_; ++level) {
    if (rule_) AKIN_TRY(KeepScores(pool, control));
    AKIN_TRY(pool.Run(columns_.BlocksAt(level - 1), control.stop, [&](uint64_t b, unsigned worker) {
      SumRows(level, b, tiles_[worker].get());
      progress.Advance(1);
      return Status();
    }));
    AKIN_TRY(pool.Run(rows_.BlocksAt(level), control.stop, [&](uint64_t g, unsigned worker) {
      SumColumns(level, g, tiles_[worker].get());
      progress.Advance(1);
      return Status();
    }));
    done_ = level;
    if (rule_) AKIN_TRY(CompareScores(pool, control));
  }
  tiles_.clear();
  return {};
}

Result<unsigned> SimRankIteration::Threads(std::string_view instead, const Control& control) const {
  const auto vertices = static_cast<double>(recurrence_.vertices());
  const double matrices = rule_ ? 2 : 1;
  const MemoryNeed need{
      .fixed = matrices * LaneMatrix::BytesFor(rows_.widest(), columns_.widest()) +
               static_cast<double>(rows_.bytes() + columns_.bytes()) +
               2 * vertices * sizeof(VertexId),
      .per_thread = vertices * sizeof(Lanes)};
  const size_t busy = std::max(BlocksFor(rows_.widest()), BlocksFor(columns_.widest()));
  return ThreadsWithin(recurrence_.measure, need, busy, instead, control);
}

Status SimRankIteration::Allocate(unsigned threads) {
  matrix_ = LaneMatrix(rows_.widest(), columns_.widest());
  if (rule_) before_ = LaneMatrix(rows_.widest(), columns_.widest());
  bool refused = !matrix_.ok() || (rule_ && !before_.ok());
  for (unsigned i = 0; i < threads; ++i) {
    tiles_.emplace_back(new (std::nothrow) Lanes[recurrence_.vertices()]());
    refused |= tiles_.back() == nullptr;
  }
  if (!refused) return {};
  return SystemRefused(recurrence_.measure,
                       LaneMatrix::BytesFor(rows_.widest(), columns_.widest()));
}

uint64_t SimRankIteration::Pieces() const {
  if (rule_) return 0;  // unknown
  uint64_t pieces = 0;
  for (int level = 1; level <= recurrence_.iterations; ++level) {
    pieces += columns_.BlocksAt(level - 1) + rows_.BlocksAt(level);
  }
  return pieces;
}

Status SimRankIteration::KeepScores(ThreadPool& pool, const Control& control) {
  AKIN_TRY(pool.Run(columns_.BlocksAt(1), control.stop, [&](uint64_t block, unsigned) {
    std::copy_n(matrix_.Block(block), rows_.widest(), before_.Block(block));
    return Status();
  }));
  if (done_ > 0) return {};
  for (size_t i = 0; i < rows_.widest(); ++i) before_.At(i, i) = 1;  // S_0, which is not stored
  return {};
}

Status SimRankIteration::CompareScores(ThreadPool& pool, const Control& control) {
  std::atomic<bool> changed = false;
  AKIN_TRY(pool.Run(columns_.BlocksAt(1), control.stop, [&](uint64_t block, unsigned) {
    for (size_t i = 0; i < rows_.widest() && !changed; ++i) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        const double now = matrix_.Block(block)[i].lane[lane];
        const double change = std::abs(now - before_.Block(block)[i].lane[lane]);
        if (change > rule_->absolute + rule_->relative * now) changed = true;
      }
    }
    return Status();
  }));
  settled_ = !changed;
  return {};
}

// Stage 1 for one block of columns, without the unit rows.
void SimRankIteration::SumRows(int level, size_t block, Lanes* tile) {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  Lanes* const column = matrix_.Block(block);
  const std::span<const VertexId> from = rows_.At(level - 1);
  for (size_t i = 0; i < from.size(); ++i) tile[from[i]] = column[i];
  SumOver(neighbours, rows_.At(level), tile, column);
  Unload(from, tile);
}

// Stage 2 for one group of rows. Lane i of a tile's entry of y is T(group[i], y).
void SimRankIteration::SumColumns(int level, size_t group, Lanes* tile) {
  const std::span<const VertexId> rows = Group(level, group);
  matrix_.LoadGroup(group, columns_.At(level - 1), tile);
  SetUnitRows(level, rows, 1.0, tile);
  const Recurrence::Side& side = recurrence_.At(level);
  double scales[kLanes] = {};
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint64_t degree = side.neighbours.degree(rows[i]);
    scales[i] = side.decay / static_cast<double>(std::max<uint64_t>(degree, 1));
  }
  for (size_t block = 0; block < columns_.BlocksAt(level); ++block) {
    StoreBlock(level, block, group, scales, tile);
  }
  StoreFixed(level, group);
  SetUnitRows(level, rows, 0.0, tile);
  Unload(columns_.At(level - 1), tile);
}

// The neighbours whose rows below `level` are unit rows: what stage 1 left out of T.
void SimRankIteration::SetUnitRows(int level, std::span<const VertexId> group, double value,
                                   Lanes* tile) const {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  for (size_t i = 0; i < group.size(); ++i) {
    for (const VertexId a : neighbours[group[i]]) {
      if (!recurrence_.IsStored(level - 1, a)) tile[a].lane[i] = value;
    }
  }
}

// The scores of the group with one block of columns, transposed back. Lanes past the last column
// become zero, so that stage 1 can use whole blocks.
void SimRankIteration::StoreBlock(int level, size_t block, size_t group, const double* scales,
                                  const Lanes* tile) {
  const Adjacency& neighbours = recurrence_.At(level).neighbours;
  const std::span<const VertexId> columns = columns_.At(level);
  const size_t first = block * kLanes;
  const std::span<const VertexId> some =
      columns.subspan(first, std::min(kLanes, columns.size() - first));
  Lanes sums[kLanes];
  double shares[kLanes] = {};
  SumOver(neighbours, some, tile, sums);
  for (size_t j = 0; j < some.size(); ++j) {
    shares[j] = 1.0 / static_cast<double>(std::max<uint64_t>(neighbours.degree(some[j]), 1));
  }
  for (size_t j = some.size(); j < kLanes; ++j) sums[j] = Lanes{};
  TransposeAndScale(sums, shares, scales, matrix_.Block(block) + group * kLanes);
}

// The diagonal and the priors.
void SimRankIteration::StoreFixed(int level, size_t group) {
  const std::span<const VertexId> rows = Group(level, group);
  const std::span<const VertexId> columns = columns_.At(level);
  const auto store = [&](size_t i, VertexId v, double score) {
    const auto found = std::lower_bound(columns.begin(), columns.end(), v);
    if (found == columns.end() || *found != v) return;
    matrix_.At(group * kLanes + i, static_cast<size_t>(found - columns.begin())) = score;
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    store(i, rows[i], 1.0);
    for (const Priors::Partner& prior : recurrence_.priors.Of(rows[i])) {
      store(i, prior.vertex, prior.score);
    }
  }
}

// What is stored at one level is stored at the next, unless the sides alternate.
void SimRankIteration::Unload(std::span<const VertexId> loaded, Lanes* tile) const {
  if (!recurrence_.alternates()) return;
  for (const VertexId v : loaded) tile[v] = Lanes{};
}

Status CheckVertices(const Recurrence& recurrence, std::span<const VertexId> vertices) {
  for (const VertexId v : vertices) {
    if (v >= recurrence.vertices()) return NoVertex(v);
  }
  return {};
}

std::vector<VertexId> AllVertices(const Adjacency& in) {
  std::vector<VertexId> all(in.vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  return all;
}

std::vector<VertexId> Places(VertexId vertices, std::span<const VertexId> stored) {
  std::vector<VertexId> places(vertices, kNoVertex);
  for (size_t i = 0; i < stored.size(); ++i) places[stored[i]] = static_cast<VertexId>(i);
  return places;
}

}  // namespace

SimRankMatrix::SimRankMatrix(VertexId vertices, std::span<const VertexId> rows,
                             std::span<const VertexId> columns, LaneMatrix scores)
    : row_of_(Places(vertices, rows)),
      column_of_(Places(vertices, columns)),
      scores_(std::move(scores)) {}

double SimRankMatrix::operator()(VertexId u, VertexId v) const {
  const VertexId i = row_of_[u];
  const VertexId j = column_of_[v];
  if (i == kNoVertex || j == kNoVertex) return u == v ? 1.0 : 0.0;
  return scores_.At(i, j);
}

void SimRankMatrix::CopyRow(VertexId u, std::span<double> row) const {
  for (VertexId v = 0; v < vertices(); ++v) row[v] = (*this)(u, v);
}

Result<SimRankMatrix> SimRankBetween(const Recurrence& recurrence, std::span<const VertexId> left,
                                     std::span<const VertexId> right, const Control& control) {
  AKIN_TRY(CheckRecurrence(recurrence));
  AKIN_TRY(CheckVertices(recurrence, left));
  AKIN_TRY(CheckVertices(recurrence, right));
  const std::string instead = InsteadOf(recurrence, left.size(), right.size());
  AKIN_TRY_ASSIGN(Needed rows, Needed::Behind(recurrence, left, instead, control));
  AKIN_TRY_ASSIGN(Needed columns, Needed::Behind(recurrence, right, instead, control));
  SimRankIteration iteration(recurrence, std::move(rows), std::move(columns));
  AKIN_TRY(iteration.Run(instead, control));
  return iteration.Take();
}

Result<SettledSimRank> SimRankSettled(const Adjacency& in, const IterationOptions& options,
                                      const SettleRule& rule, const Control& control) {
  const Recurrence recurrence = SimRankRecurrence(in, options);
  AKIN_TRY(CheckRecurrence(recurrence));
  SimRankIteration iteration(recurrence, Needed::Everything(recurrence),
                             Needed::Everything(recurrence), rule);
  AKIN_TRY(iteration.Run(InsteadOf(recurrence, in.vertices(), in.vertices()), control));
  return SettledSimRank{
      .scores = iteration.Take(), .iterations = iteration.done(), .settled = iteration.settled()};
}

Result<SimRankMatrix> SimRankAllPairs(const Adjacency& in, const IterationOptions& options,
                                      const Control& control) {
  const std::vector<VertexId> all = AllVertices(in);
  return SimRankBetween(SimRankRecurrence(in, options), all, all, control);
}

Result<std::vector<double>> SimRankFrom(const Adjacency& in, VertexId source,
                                        const IterationOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(
      const SimRankMatrix matrix,
      SimRankBetween(SimRankRecurrence(in, options), {&source, 1}, AllVertices(in), control));
  std::vector<double> scores(in.vertices());
  matrix.CopyRow(source, scores);
  return scores;
}

Result<double> SimRankOfPair(const Adjacency& in, VertexId u, VertexId v,
                             const IterationOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(const SimRankMatrix matrix,
                  SimRankBetween(SimRankRecurrence(in, options), {&u, 1}, {&v, 1}, control));
  return matrix(u, v);
}

}  // namespace akin
