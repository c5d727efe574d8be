#include "linear/cosine_join.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "linear/powers.h"

namespace akin {
namespace {

constexpr size_t kLanes = 8;
constexpr size_t kTogether = 2;      // left columns multiplied at once: their sums fit in registers
constexpr size_t kRowsCached = 256;  // rows of two blocks that fit in the cache

constexpr size_t BlocksOf(size_t columns) { return (columns + kLanes - 1) / kLanes; }

}  // namespace

// Eight columns: A^k e_v with these lengths.
struct CosineJoin::Block {
  struct Right {
    size_t lane;
    size_t place;  // position in the right set
  };
  Cells cells;
  std::array<double, kLanes> lengths{};
  std::vector<uint32_t> rows;  // those that are not zero
  std::vector<Right> rights;   // columns that belong to the right set
};

Result<CosineJoinPlan> PlanCosineJoin(const Adjacency& in, size_t left, size_t right,
                                      const Control& control) {
  const double vertices = in.vertices();
  const double per_thread = 64 * vertices;
  const double per_block = 72 * vertices;
  const double fixed = LocalGraph::BytesAtMost(in) + per_thread;
  const double per_row = 8.0 * static_cast<double>(right);
  const auto granted = static_cast<double>(control.memory);
  // Blocks of the left set and their scores may take half of the memory, and more if the right set
  // needs less than the other half.
  const double blocks_of_right = static_cast<double>(BlocksOf(right));
  const double rest = granted - fixed;
  const double left_share = std::max(rest / 2, rest - blocks_of_right * per_block);
  const double left_fit = std::floor(left_share / (per_block + kLanes * per_row));
  const double right_fit = std::floor((rest - left_share) / per_block);
  if (left_fit < 1 || right_fit < 1) {
    const double need = fixed + 2 * std::max(per_block + kLanes * per_row, per_block);
    return OutOfMemory("joining cosine-simrank", need, granted,
                       "join with fewer vertices on the right");
  }
  CosineJoinPlan plan;
  plan.left = std::min(left, static_cast<size_t>(std::min(left_fit, 1e9)) * kLanes);
  plan.right = std::min(right, static_cast<size_t>(std::min(right_fit, 1e9)) * kLanes);
  const double used = fixed +
                      static_cast<double>(BlocksOf(plan.left) + BlocksOf(plan.right)) * per_block +
                      static_cast<double>(plan.left) * per_row;
  const double more = std::floor((granted - used) / per_thread);
  plan.threads = static_cast<unsigned>(
      std::min(static_cast<double>(ThreadsOrAll(control.threads)), 1 + std::max(0.0, more)));
  return plan;
}

CosineJoin::CosineJoin(const Adjacency& in, std::span<const VertexId> left,
                       std::span<const VertexId> right, const CosineSum& sum,
                       const CosineJoinPlan& plan, const Control& control)
    : in_(in),
      left_(left),
      right_(right),
      sum_(sum),
      plan_(plan),
      control_(control),
      pool_(plan.threads),
      graph_(in),
      next_(pool_.size()) {}

CosineJoin::~CosineJoin() = default;

Result<std::span<const double>> CosineJoin::Row(size_t i) {
  if (i < first_ || i >= first_ + rows_) AKIN_TRY(SolvePart(i / plan_.left * plan_.left));
  return std::span<const double>(scores_).subspan((i - first_) * right_.size(), right_.size());
}

Status CosineJoin::SolvePart(size_t first) {
  const auto left = left_.subspan(first, std::min(plan_.left, left_.size() - first));
  rows_ = 0;  // until all of them are computed
  scores_.assign(left.size() * right_.size(), 0);
  const size_t parts = (right_.size() + plan_.right - 1) / plan_.right;
  const uint64_t steps = sum_.terms > 0 ? sum_.terms - 1 : 0;
  ProgressMeter meter(control_, "spreading both sides", "steps", parts * steps);
  for (size_t right_first = 0; right_first < right_.size(); right_first += plan_.right) {
    Begin(left, right_first);
    double weight = 1 - sum_.decay;
    for (uint64_t k = 0; k < steps; ++k) {
      weight *= sum_.decay;
      AKIN_TRY(Step());
      AKIN_TRY(AddTerm(weight, left.size()));
      meter.Advance(1);
    }
  }
  for (size_t i = 0; i < left.size(); ++i) {
    const auto self = std::find(right_.begin(), right_.end(), left[i]);
    if (self == right_.end()) continue;
    scores_[i * right_.size() + static_cast<size_t>(self - right_.begin())] = 1;  // by definition
  }
  first_ = first;
  rows_ = left.size();
  return {};
}

void CosineJoin::Begin(std::span<const VertexId> left, size_t right_first) {
  const auto right =
      right_.subspan(right_first, std::min(plan_.right, right_.size() - right_first));
  std::vector<VertexId> columns(left.begin(), left.end());
  std::unordered_map<VertexId, size_t> column_of;
  for (size_t i = 0; i < left.size(); ++i) column_of[left[i]] = i;
  columns.resize(BlocksOf(left.size()) * kLanes, kNoVertex);
  blocks_.clear();
  blocks_.resize(BlocksOf(left.size()) + BlocksOf(right.size()));
  for (size_t j = 0; j < right.size(); ++j) {
    const auto [found, added] = column_of.try_emplace(right[j], columns.size());
    if (added) columns.push_back(right[j]);
    blocks_[found->second / kLanes].rights.push_back(
        {.lane = found->second % kLanes, .place = right_first + j});
  }
  blocks_.resize(BlocksOf(columns.size()));
  graph_.Clear();
  for (const VertexId v : columns) {
    if (v != kNoVertex) graph_.Number(v);
  }
  for (Block& block : blocks_) block.cells.assign(graph_.size() * kLanes, 0);
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == kNoVertex) continue;
    Block& block = blocks_[i / kLanes];
    block.cells[graph_.Number(columns[i]) * kLanes + i % kLanes] = 1;
    block.lengths[i % kLanes] = 1;
  }
}

Status CosineJoin::Step() {
  graph_.Expand(graph_.size(), LocalGraph::Unknown::kFind);
  return pool_.Run(blocks_.size(), control_.stop, [&](uint64_t i, unsigned worker) -> Status {
    Block& block = blocks_[i];
    Cells& next = next_[worker];
    ScaleToOne<kLanes>(block.lengths, block.cells);
    next.assign(graph_.size() * kLanes, 0);
    Spread(graph_, kLanes, block.cells, next);
    block.cells.swap(next);
    block.lengths = SquaredLengths<kLanes>(block.cells);
    for (double& length : block.lengths) length = std::sqrt(length);
    block.rows.clear();
    for (size_t row = 0; row < graph_.size(); ++row) {
      const double* const cell = block.cells.data() + row * kLanes;
      if (std::any_of(cell, cell + kLanes, [](double value) { return value != 0; })) {
        block.rows.push_back(static_cast<uint32_t>(row));
      }
    }
    return {};
  });
}

// One row of blocks is one task: no two tasks add to the same score.
Status CosineJoin::AddTerm(double weight, size_t rows) {
  return pool_.Run(BlocksOf(rows), control_.stop, [&](uint64_t i, unsigned) -> Status {
    const size_t first = i * kLanes;
    const size_t count = std::min(kLanes, rows - first);
    const auto part = std::span(scores_).subspan(first * right_.size(), count * right_.size());
    for (const Block& right : blocks_) {
      if (!right.rights.empty()) Multiply(blocks_[i], right, weight, part);
    }
    return {};
  });
}

void CosineJoin::Multiply(const Block& left, const Block& right, double weight,
                          std::span<double> rows) const {
  double sums[kLanes][kLanes] = {};
  const size_t count = rows.size() / right_.size();
  for (size_t begin = 0; begin < left.rows.size(); begin += kRowsCached) {
    const size_t end = std::min(begin + kRowsCached, left.rows.size());
    for (size_t i = 0; i < count; i += kTogether) {
      double part[kTogether][kLanes] = {};
      for (size_t at = begin; at < end; ++at) {
        const double* const a = left.cells.data() + left.rows[at] * kLanes + i;
        const double* const b = right.cells.data() + left.rows[at] * kLanes;
        for (size_t l = 0; l < kTogether; ++l) {
          for (size_t r = 0; r < kLanes; ++r) part[l][r] += a[l] * b[r];
        }
      }
      for (size_t l = 0; l < kTogether; ++l) {
        for (size_t r = 0; r < kLanes; ++r) sums[i + l][r] += part[l][r];
      }
    }
  }
  for (size_t i = 0; i < count; ++i) {
    for (const auto& [lane, place] : right.rights) {
      const double lengths = left.lengths[i] * right.lengths[lane];
      if (lengths > 0) rows[i * right_.size() + place] += weight * sums[i][lane] / lengths;
    }
  }
}

}  // namespace akin
