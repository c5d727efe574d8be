// One round has two stages, as in exact/simrank.cc, with two matrices instead of one:
//   1. A(u, y) = sum of S(a, y) over a in I(u), B(u, y) likewise over O(u); B replaces S,
//   2. S(u, v) = lambda C_in / (|I(u)| |I(v)|) * sum of A(u, b) over b in I(v), plus the same with
//      B and O; then 1 on the diagonal.
// Stage 1 works on one block of 16 columns at a time, stage 2 on one group of 16 rows. Both go
// through tiles of 16 numbers per vertex, so that results can overwrite their input.
#include "exact/prank.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/lanes.h"

namespace akin {
namespace {

constexpr std::string_view kPRankName = "P-Rank";

class Rounds {
 public:
  Rounds(const Adjacency& in, const Adjacency& out, const PRankOptions& options)
      : in_{.links = in, .factor = options.lambda * options.decay_in},
        out_{.links = out, .factor = (1 - options.lambda) * options.decay_out} {
    for (VertexId v = 0; v < in.vertices(); ++v) {
      if (in.degree(v) + out.degree(v) > 0) linked_.push_back(v);
    }
  }

  Status Run(int iterations, const Control& control);
  // After Run.
  SimRankMatrix Take() { return {in_.links.vertices(), linked_, linked_, std::move(out_.matrix)}; }

 private:
  struct Side {
    Adjacency links;
    double factor;      // of this side's term
    LaneMatrix matrix;  // that of out_ holds the scores between rounds
  };
  struct Tiles {
    std::unique_ptr<Lanes[]> in;
    std::unique_ptr<Lanes[]> out;
  };

  Status Allocate(unsigned threads);
  void SumRows(size_t block, Lanes* tile);
  void SumColumns(size_t group, const Tiles& tiles);
  void AddTerm(const Side& side, std::span<const VertexId> rows, std::span<const VertexId> columns,
               const Lanes* tile, Lanes* scores) const;
  size_t Blocks() const { return BlocksFor(linked_.size()); }
  // The 16 rows or columns of a block; the last block may have fewer.
  std::span<const VertexId> Some(size_t block) const {
    const size_t first = block * kLanes;
    return std::span(linked_).subspan(first, std::min(kLanes, linked_.size() - first));
  }

  Side in_;
  Side out_;
  std::vector<VertexId> linked_;  // the rows and columns are theirs, in this order
  // Per thread, with an entry per vertex. Every neighbour has links itself, so its entry has been
  // loaded before it is read.
  std::vector<Tiles> tiles_;
};

Status Rounds::Run(int iterations, const Control& control) {
  const auto vertices = static_cast<double>(in_.links.vertices());
  const MemoryNeed need{.fixed = 2 * LaneMatrix::BytesFor(linked_.size(), linked_.size()) +
                                 3 * vertices * sizeof(VertexId),
                        .per_thread = 2 * vertices * sizeof(Lanes)};
  AKIN_TRY_ASSIGN(const unsigned threads, ThreadsWithin(kPRankName, need, Blocks(), {}, control));
  AKIN_TRY(Allocate(threads));
  for (size_t i = 0; i < linked_.size(); ++i) out_.matrix.At(i, i) = 1;
  ThreadPool pool(threads);
  ProgressMeter progress(control, "iterating P-Rank", "blocks",
                         2 * Blocks() * static_cast<uint64_t>(iterations));
  for (int i = 0; i < iterations; ++i) {
    AKIN_TRY(pool.Run(Blocks(), control.stop, [&](uint64_t block, unsigned worker) {
      SumRows(block, tiles_[worker].in.get());
      progress.Advance(1);
      return Status();
    }));
    AKIN_TRY(pool.Run(Blocks(), control.stop, [&](uint64_t group, unsigned worker) {
      SumColumns(group, tiles_[worker]);
      progress.Advance(1);
      return Status();
    }));
  }
  return {};
}

Status Rounds::Allocate(unsigned threads) {
  const size_t n = linked_.size();
  in_.matrix = LaneMatrix(n, n);
  out_.matrix = LaneMatrix(n, n);
  bool refused = !in_.matrix.ok() || !out_.matrix.ok();
  const auto tile = [&] {
    auto lanes = std::unique_ptr<Lanes[]>(new (std::nothrow) Lanes[in_.links.vertices()]());
    refused |= lanes == nullptr;
    return lanes;
  };
  for (unsigned i = 0; i < threads; ++i) tiles_.push_back({.in = tile(), .out = tile()});
  return refused ? SystemRefused(kPRankName, 2 * LaneMatrix::BytesFor(n, n)) : Status();
}

// Stage 1 for one block of columns.
void Rounds::SumRows(size_t block, Lanes* tile) {
  Lanes* const scores = out_.matrix.Block(block);
  for (size_t i = 0; i < linked_.size(); ++i) tile[linked_[i]] = scores[i];
  SumOver(in_.links, linked_, tile, in_.matrix.Block(block));
  SumOver(out_.links, linked_, tile, scores);
}

// Stage 2 for one group of rows.
void Rounds::SumColumns(size_t group, const Tiles& tiles) {
  in_.matrix.LoadGroup(group, linked_, tiles.in.get());
  out_.matrix.LoadGroup(group, linked_, tiles.out.get());
  const std::span<const VertexId> rows = Some(group);
  for (size_t block = 0; block < Blocks(); ++block) {
    Lanes* const scores = out_.matrix.Block(block) + group * kLanes;
    std::fill_n(scores, kLanes, Lanes{});
    AddTerm(in_, rows, Some(block), tiles.in.get(), scores);
    AddTerm(out_, rows, Some(block), tiles.out.get(), scores);
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    out_.matrix.At(group * kLanes + i, group * kLanes + i) = 1;
  }
}

// Adds the sum over one kind of links, for 16 rows and 16 columns. Lanes past the last stay zero.
void Rounds::AddTerm(const Side& side, std::span<const VertexId> rows,
                     std::span<const VertexId> columns, const Lanes* tile, Lanes* scores) const {
  Lanes sums[kLanes];
  SumOver(side.links, columns, tile, sums);
  double shares[kLanes] = {};
  double scales[kLanes] = {};
  for (size_t j = 0; j < columns.size(); ++j) {
    const uint64_t degree = side.links.degree(columns[j]);
    shares[j] = 1.0 / static_cast<double>(std::max<uint64_t>(degree, 1));
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint64_t degree = side.links.degree(rows[i]);
    scales[i] = side.factor / static_cast<double>(std::max<uint64_t>(degree, 1));
  }
  for (size_t j = columns.size(); j < kLanes; ++j) sums[j] = Lanes{};
  Lanes term[kLanes];
  TransposeAndScale(sums, shares, scales, term);
  for (size_t i = 0; i < kLanes; ++i) {
    for (size_t j = 0; j < kLanes; ++j) scores[i].lane[j] += term[i].lane[j];
  }
}

}  // namespace

double PRankDecay(const PRankOptions& options) {
  return options.lambda * options.decay_in + (1 - options.lambda) * options.decay_out;
}

Result<SimRankMatrix> PRankAllPairs(const Adjacency& in, const Adjacency& out,
                                    const PRankOptions& options, const Control& control) {
  for (const double decay : {options.decay_in, options.decay_out}) {
    AKIN_TRY(CheckIterationOptions({.decay = decay, .iterations = options.iterations}, kPRankName));
  }
  if (!(options.lambda >= 0 && options.lambda <= 1)) {
    return InvalidArgument(
        "lambda",
        fmt::format("lambda is {}; it is the share of the in-links, 0 to 1", options.lambda));
  }
  Rounds rounds(in, out, options);
  AKIN_TRY(rounds.Run(options.iterations, control));
  return rounds.Take();
}

}  // namespace akin
