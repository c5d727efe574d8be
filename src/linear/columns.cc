#include "linear/columns.h"

#include <algorithm>
#include <cmath>

namespace akin {

Columns::Columns(const Adjacency& in, const Adjacency& out)
    : in_(in),
      out_(out),
      shared_(false),
      now_(in.vertices()),
      next_(in.vertices()),
      seen_(in.vertices()) {}

Columns::Columns(const Adjacency& in, const Adjacency& out, double decay) : Columns(in, out) {
  shared_ = true;
  root_ = std::sqrt(decay);
}

void Columns::Clear() {
  if (dense_) {
    std::fill(now_.begin(), now_.end(), Cell{});
  } else {
    for (const VertexId v : reached_) now_[v] = {};
  }
  dense_ = false;
  reached_.clear();
}

void Columns::Begin(std::span<const VertexId> sources) {
  Clear();
  for (size_t i = 0; i < sources.size(); ++i) {
    now_[sources[i]].lane[i] = 1;
    reached_.push_back(sources[i]);
  }
}

bool Columns::FewArcs() const {
  uint64_t arcs = 0;
  for (const VertexId v : reached_) arcs += in_.degree(v);
  return arcs < in_.arcs() / 4;
}

void Columns::Step() {
  if (!dense_ && FewArcs()) {
    Scatter();
  } else {
    Gather();
  }
}

void Columns::Scatter() {
  found_.clear();
  for (const VertexId v : reached_) {
    const auto list = in_[v];
    Cell share = now_[v];
    now_[v] = {};
    for (double& lane : share.lane) lane *= Share(v);
    for (const VertexId a : list) {
      if (seen_[a] == 0) {
        seen_[a] = 1;
        found_.push_back(a);
      }
      for (size_t i = 0; i < kWidth; ++i) next_[a].lane[i] += share.lane[i];
    }
  }
  for (const VertexId a : found_) seen_[a] = 0;
  now_.swap(next_);
  reached_.swap(found_);
}

void Columns::Gather() {
  for (VertexId v = 0; v < in_.vertices() && shared_; ++v) {
    if (in_.degree(v) == 0) continue;
    for (double& lane : now_[v].lane) lane *= Share(v);
  }
  for (VertexId a = 0; a < in_.vertices(); ++a) {
    Cell sum{};
    for (const VertexId v : out_[a]) {
      for (size_t i = 0; i < kWidth; ++i) sum.lane[i] += now_[v].lane[i];
    }
    next_[a] = sum;
  }
  now_.swap(next_);
  std::fill(next_.begin(), next_.end(), Cell{});
  dense_ = true;
  reached_.clear();
}

void Columns::Scale(const Numbers& factors) {
  for (Cell& cell : now_) {
    for (size_t i = 0; i < kWidth; ++i) cell.lane[i] *= factors[i];
  }
}

Columns::Numbers Columns::Squares(std::span<const double> weights) const {
  Numbers sums{};
  ForReached([&](VertexId v, const Cell& cell) {
    for (size_t i = 0; i < kWidth; ++i) sums[i] += cell.lane[i] * cell.lane[i] * weights[v];
  });
  return sums;
}

void Columns::AddSquares(size_t column, std::span<double> sums) const {
  ForReached(
      [&](VertexId v, const Cell& cell) { sums[v] += cell.lane[column] * cell.lane[column]; });
}

}  // namespace akin
