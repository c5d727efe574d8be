// One iteration, S_k to S_{k+1}, is two stages that each sum over one side of the pair:
//   1. T(u, y) = sum of S_k(a, y) over a in I(u),
//   2. S_{k+1}(u, v) = c / (|I(u)| |I(v)|) * sum of T(u, b) over b in I(v), then 1 on the diagonal.
// Stage 1 works on one block of 8 columns at a time, stage 2 on one group of 8 rows. Either first
// copies its block, or its group turned on its side, into a tile that holds 8 numbers per vertex;
// then every sum over an in-list is a run of 8-wide additions from the tile, which stays in the L2
// cache as long as 64 bytes per vertex fit there. The copy is also why the result can be written
// over the input: one matrix is enough, each stage reads and writes it once, and blocks (groups) do
// not depend on one another.
//
// Row u of S_{k+1} needs the rows I(u) of S_k and no others, and likewise for columns. So for one
// source or one pair the vertices needed are found level by level, backwards from the last
// iteration, and only those are stored. All pairs is the case in which every vertex is needed at
// every level.
//
// The row of a vertex without in-links is a row of the identity at every level, and so is every row
// of S_0. These unit rows are never stored: stage 2 adds their single 1.
#include "exact/simrank.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <string_view>
#include <utility>

#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"

namespace akin {
namespace {

constexpr size_t BlocksFor(size_t count) { return (count + kLanes - 1) / kLanes; }

// The vertices whose rows (or columns) of S_1 .. S_k have to be computed, each list ascending.
class Needed {
 public:
  explicit Needed(int iterations) : iterations_(iterations) {}

  // The next level down; the last list added holds for all levels below it.
  void Add(std::vector<VertexId> vertices) {
    widest_ = std::max(widest_, vertices.size());
    bytes_ += sizeof(std::vector<VertexId>) + vertices.size() * sizeof(VertexId);
    lists_.push_back(std::move(vertices));
  }

  std::span<const VertexId> At(int level) const {
    if (level == 0) return {};  // every row of S_0 is a unit row
    const auto down = static_cast<size_t>(iterations_ - level);
    return lists_[std::min(down, lists_.size() - 1)];
  }
  size_t BlocksAt(int level) const { return BlocksFor(At(level).size()); }
  size_t widest() const { return widest_; }
  uint64_t bytes() const { return bytes_; }

 private:
  int iterations_;
  std::vector<std::vector<VertexId>> lists_;
  size_t widest_ = 0;
  uint64_t bytes_ = 0;
};

std::vector<VertexId> WithInLinks(const Adjacency& in) {
  std::vector<VertexId> linked;
  for (VertexId v = 0; v < in.vertices(); ++v) {
    if (in.degree(v) > 0) linked.push_back(v);
  }
  return linked;
}

Needed Everywhere(const Adjacency& in, int iterations) {
  Needed needed(iterations);
  needed.Add(WithInLinks(in));
  return needed;
}

Status OverBudget(double need, const Control& control, std::string_view instead) {
  constexpr double kMiB = 1 << 20;
  return {Code::kOutOfBudget,
          fmt::format("exact SimRank needs {:.0f} MiB here and {:.0f} MiB are granted: {}, query a "
                      "fingerprint index, or grant more (--memory)",
                      std::ceil(need / kMiB),
                      std::floor(static_cast<double>(control.memory) / kMiB), instead)};
}

constexpr std::string_view kInsteadOfAllPairs = "ask for one source or one pair";
constexpr std::string_view kInsteadOfOne = "iterate less often";

// Ascending, each once. `seen` is all zero before and after.
std::vector<VertexId> InNeighboursOf(std::span<const VertexId> vertices, const Adjacency& in,
                                     std::vector<uint8_t>& seen) {
  std::vector<VertexId> found;
  for (const VertexId v : vertices) {
    for (const VertexId a : in[v]) {
      if (seen[a] != 0 || in.degree(a) == 0) continue;
      seen[a] = 1;
      found.push_back(a);
    }
  }
  std::sort(found.begin(), found.end());
  for (const VertexId a : found) seen[a] = 0;
  return found;
}

// For the row (column) of one vertex at the last level.
Result<Needed> Behind(const Adjacency& in, VertexId vertex, int iterations,
                      const Control& control) {
  Needed needed(iterations);
  std::vector<uint8_t> seen(in.vertices());
  std::vector<VertexId> level;
  if (in.degree(vertex) > 0) level.push_back(vertex);
  for (int i = 1; i < iterations; ++i) {
    if (control.stop.stop_requested()) return Status(Code::kCancelled, "interrupted");
    std::vector<VertexId> below = InNeighboursOf(level, in, seen);
    if (below == level) break;  // and so it stays
    needed.Add(std::exchange(level, std::move(below)));
    if (needed.bytes() > control.memory) {
      return OverBudget(static_cast<double>(needed.bytes()), control, kInsteadOfOne);
    }
  }
  needed.Add(std::move(level));
  return needed;
}

class Iteration {
 public:
  Iteration(const Adjacency& in, const IterationOptions& options, Needed rows, Needed columns)
      : in_(in),
        options_(options),
        rows_(std::move(rows)),
        columns_(std::move(columns)),
        stride_(BlocksFor(columns_.widest())) {}

  // All iterations. `extra` bytes are held by the caller; `instead` is advice for when it cannot be
  // done.
  Status Run(uint64_t extra, std::string_view instead, const Control& control);

  // S_k after Run, for the i-th row and j-th column that are needed at the last level.
  double Score(size_t i, size_t j) const {
    return matrix_[i * stride_ + j / kLanes].lane[j % kLanes];
  }
  std::span<const VertexId> rows() const { return rows_.At(options_.iterations); }
  std::span<const VertexId> columns() const { return columns_.At(options_.iterations); }
  std::unique_ptr<Lanes[]> TakeScores() { return std::move(matrix_); }

 private:
  Result<unsigned> ThreadsWithin(uint64_t extra, std::string_view instead,
                                 const Control& control) const;
  Status Allocate(unsigned threads);
  uint64_t Pieces() const;
  void SumRows(int level, size_t block, Lanes* tile);
  void SumColumns(int level, size_t group, Lanes* tile);
  void LoadOnSide(int level, size_t first, std::span<const VertexId> group, Lanes* tile) const;
  void SetUnitRows(int level, std::span<const VertexId> group, double value, Lanes* tile) const;
  void StoreBlock(int level, size_t block, size_t first, std::span<const VertexId> group,
                  const Lanes* tile);
  void StoreDiagonal(int level, size_t first, std::span<const VertexId> group);

  size_t matrix_size() const { return rows_.widest() * stride_; }

  const Adjacency& in_;
  const IterationOptions options_;
  const Needed rows_;
  const Needed columns_;
  const size_t stride_;  // blocks per row
  std::unique_ptr<Lanes[]> matrix_;
  // A tile per thread, one entry per vertex. The entry of a vertex without in-links is zero
  // whenever no stage is at work; any other is read only after it has been loaded for the block or
  // group at hand.
  std::vector<std::unique_ptr<Lanes[]>> tiles_;
};

Status Iteration::Run(uint64_t extra, std::string_view instead, const Control& control) {
  AKIN_TRY_ASSIGN(const unsigned threads, ThreadsWithin(extra, instead, control));
  AKIN_TRY(Allocate(threads));
  ThreadPool pool(threads);
  ProgressMeter progress(control, "iterating SimRank", "blocks", Pieces());
  for (int level = 1; level <= options_.iterations; ++level) {
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
  }
  tiles_.clear();
  return {};
}

// As many as were asked for, or fewer if their tiles would not fit.
Result<unsigned> Iteration::ThreadsWithin(uint64_t extra, std::string_view instead,
                                          const Control& control) const {
  // In floating point, because the size of a matrix of 2^32 rows overflows 64 bits.
  const double matrix = static_cast<double>(rows_.widest()) * static_cast<double>(stride_);
  const double fixed =
      matrix * sizeof(Lanes) + static_cast<double>(rows_.bytes() + columns_.bytes() + extra);
  const double tile = static_cast<double>(in_.vertices()) * sizeof(Lanes);
  const auto budget = static_cast<double>(control.memory);
  if (fixed + tile > budget) return OverBudget(fixed + tile, control, instead);
  const size_t busy = std::max({size_t{1}, BlocksFor(rows_.widest()), stride_});
  const double wanted =
      std::min(static_cast<double>(ThreadsOrAll(control.threads)), static_cast<double>(busy));
  return static_cast<unsigned>(std::min(wanted, (budget - fixed) / std::max(tile, 1.0)));
}

Status Iteration::Allocate(unsigned threads) {
  matrix_.reset(new (std::nothrow) Lanes[matrix_size()]);
  bool refused = matrix_ == nullptr;
  for (unsigned i = 0; i < threads; ++i) {
    tiles_.emplace_back(new (std::nothrow) Lanes[in_.vertices()]());
    refused |= tiles_.back() == nullptr;
  }
  if (!refused) return {};
  return {Code::kOutOfBudget, fmt::format("the system refused {} MiB of memory for exact SimRank",
                                          (matrix_size() * sizeof(Lanes)) >> 20)};
}

uint64_t Iteration::Pieces() const {
  uint64_t pieces = 0;
  for (int level = 1; level <= options_.iterations; ++level) {
    pieces += columns_.BlocksAt(level - 1) + rows_.BlocksAt(level);
  }
  return pieces;
}

// Stage 1 for one block of columns, without the unit rows.
void Iteration::SumRows(int level, size_t block, Lanes* tile) {
  Lanes* const column = matrix_.get() + block;
  const std::span<const VertexId> from = rows_.At(level - 1);
  for (size_t i = 0; i < from.size(); ++i) tile[from[i]] = column[i * stride_];
  const std::span<const VertexId> to = rows_.At(level);
  for (size_t i = 0; i < to.size(); ++i) column[i * stride_] = SumOver(in_[to[i]], tile);
}

// Stage 2 for one group of rows.
void Iteration::SumColumns(int level, size_t group, Lanes* tile) {
  const std::span<const VertexId> all = rows_.At(level);
  const size_t first = group * kLanes;
  const std::span<const VertexId> rows = all.subspan(first, std::min(kLanes, all.size() - first));
  LoadOnSide(level - 1, first, rows, tile);
  SetUnitRows(level - 1, rows, 1.0, tile);
  for (size_t block = 0; block < columns_.BlocksAt(level); ++block) {
    StoreBlock(level, block, first, rows, tile);
  }
  StoreDiagonal(level, first, rows);
  SetUnitRows(level - 1, rows, 0.0, tile);
}

// Lane i of the entry of y becomes T(group[i], y).
void Iteration::LoadOnSide(int level, size_t first, std::span<const VertexId> group,
                           Lanes* tile) const {
  const std::span<const VertexId> columns = columns_.At(level);
  for (size_t i = 0; i < group.size(); ++i) {
    const Lanes* const row = matrix_.get() + (first + i) * stride_;
    for (size_t j = 0; j < columns.size(); ++j) {
      tile[columns[j]].lane[i] = row[j / kLanes].lane[j % kLanes];
    }
  }
}

// The in-neighbours whose rows at `level` are unit rows: what stage 1 left out of T.
void Iteration::SetUnitRows(int level, std::span<const VertexId> group, double value,
                            Lanes* tile) const {
  for (size_t i = 0; i < group.size(); ++i) {
    for (const VertexId a : in_[group[i]]) {
      if (level == 0 || in_.degree(a) == 0) tile[a].lane[i] = value;
    }
  }
}

// The scores of the group with one block of columns, turned back upright. Lanes past the last
// column become zero, so that stage 1 can take whole blocks.
void Iteration::StoreBlock(int level, size_t block, size_t first, std::span<const VertexId> group,
                           const Lanes* tile) {
  const std::span<const VertexId> columns = columns_.At(level);
  const size_t end = std::min(columns.size(), (block + 1) * kLanes);
  Lanes upright[kLanes] = {};
  for (size_t j = block * kLanes; j < end; ++j) {
    const std::span<const VertexId> list = in_[columns[j]];
    const Lanes sum = SumOver(list, tile);
    const double share = 1.0 / static_cast<double>(list.size());
    for (size_t i = 0; i < kLanes; ++i) upright[i].lane[j % kLanes] = sum.lane[i] * share;
  }
  for (size_t i = 0; i < group.size(); ++i) {
    const double scale = options_.decay / static_cast<double>(in_.degree(group[i]));
    Lanes& stored = matrix_[(first + i) * stride_ + block];
    for (size_t j = 0; j < kLanes; ++j) stored.lane[j] = upright[i].lane[j] * scale;
  }
}

void Iteration::StoreDiagonal(int level, size_t first, std::span<const VertexId> group) {
  const std::span<const VertexId> columns = columns_.At(level);
  for (size_t i = 0; i < group.size(); ++i) {
    const auto found = std::lower_bound(columns.begin(), columns.end(), group[i]);
    if (found == columns.end() || *found != group[i]) continue;
    const auto j = static_cast<size_t>(found - columns.begin());
    matrix_[(first + i) * stride_ + j / kLanes].lane[j % kLanes] = 1.0;
  }
}

Status CheckVertex(const Adjacency& in, VertexId v) {
  if (v < in.vertices()) return {};
  return {Code::kInvalidArgument,
          fmt::format("there is no vertex {}; the graph has {}", v, in.vertices())};
}

}  // namespace

SimRankMatrix::SimRankMatrix(std::vector<VertexId> place, size_t stored,
                             std::unique_ptr<Lanes[]> scores)
    : place_(std::move(place)), blocks_per_row_(BlocksFor(stored)), scores_(std::move(scores)) {}

double SimRankMatrix::operator()(VertexId u, VertexId v) const {
  const VertexId i = place_[u];
  const VertexId j = place_[v];
  if (i == kNoVertex || j == kNoVertex) return u == v ? 1.0 : 0.0;
  return scores_[i * blocks_per_row_ + j / kLanes].lane[j % kLanes];
}

void SimRankMatrix::CopyRow(VertexId u, std::span<double> row) const {
  for (VertexId v = 0; v < vertices(); ++v) row[v] = (*this)(u, v);
}

Result<SimRankMatrix> SimRankAllPairs(const Adjacency& in, const IterationOptions& options,
                                      const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, "SimRank"));
  std::vector<VertexId> place(in.vertices(), kNoVertex);
  if (options.iterations == 0) return SimRankMatrix(std::move(place), 0, nullptr);
  Iteration iteration(in, options, Everywhere(in, options.iterations),
                      Everywhere(in, options.iterations));
  AKIN_TRY(iteration.Run(place.size() * sizeof(VertexId), kInsteadOfAllPairs, control));
  const std::span<const VertexId> stored = iteration.rows();
  for (size_t i = 0; i < stored.size(); ++i) place[stored[i]] = static_cast<VertexId>(i);
  const size_t count = stored.size();
  return SimRankMatrix(std::move(place), count, iteration.TakeScores());
}

Result<std::vector<double>> SimRankFrom(const Adjacency& in, VertexId source,
                                        const IterationOptions& options, const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, "SimRank"));
  AKIN_TRY(CheckVertex(in, source));
  std::vector<double> scores(in.vertices());
  scores[source] = 1.0;
  if (options.iterations == 0 || in.degree(source) == 0) return scores;
  AKIN_TRY_ASSIGN(Needed rows, Behind(in, source, options.iterations, control));
  Iteration iteration(in, options, std::move(rows), Everywhere(in, options.iterations));
  AKIN_TRY(iteration.Run(scores.size() * sizeof(double), kInsteadOfOne, control));
  const std::span<const VertexId> columns = iteration.columns();
  for (size_t j = 0; j < columns.size(); ++j) scores[columns[j]] = iteration.Score(0, j);
  return scores;
}

Result<double> SimRankOfPair(const Adjacency& in, VertexId u, VertexId v,
                             const IterationOptions& options, const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, "SimRank"));
  AKIN_TRY(CheckVertex(in, u));
  AKIN_TRY(CheckVertex(in, v));
  if (u == v) return 1.0;
  if (options.iterations == 0 || in.degree(u) == 0 || in.degree(v) == 0) return 0.0;
  AKIN_TRY_ASSIGN(Needed rows, Behind(in, u, options.iterations, control));
  AKIN_TRY_ASSIGN(Needed columns, Behind(in, v, options.iterations, control));
  Iteration iteration(in, options, std::move(rows), std::move(columns));
  AKIN_TRY(iteration.Run(0, kInsteadOfOne, control));
  return iteration.Score(0, 0);
}

}  // namespace akin
