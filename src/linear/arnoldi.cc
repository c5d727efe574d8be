#include "linear/arnoldi.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

constexpr double kSecondPass = 0.7;  // one pass is enough if w keeps this share of its length
constexpr double kNothing = 1e-12;   // w is rounding if less than this share of its length is left
constexpr size_t kRows = 512;        // rows of w that stay in the cache while the columns pass

// Four separate sums, so that additions need not wait for each other.
double Dot(const double* a, const double* b, size_t n) {
  std::array<double, 4> sums{};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t lane = 0; lane < 4; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < n; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double Norm(const std::vector<double>& w) { return std::sqrt(Dot(w.data(), w.data(), w.size())); }

}  // namespace

void Arnoldi::Begin(std::span<const VertexId> starts) {
  graph_.Clear();
  columns_.clear();
  h_.clear();
  levels_.clear();
  start_columns_.clear();
  work_ = 0;
  for (const VertexId v : starts) {
    const size_t number = graph_.Number(v);
    start_columns_.push_back(number);
    if (number < columns_.size()) continue;
    columns_.emplace_back(number + 1);
    columns_.back()[number] = 1;
    levels_.push_back(0);
  }
}

template <size_t L>
void Arnoldi::MultiplyLanes(size_t first) {
  const size_t rows = columns_[first + L - 1].size();  // later columns are not shorter
  from_.assign(rows * L, 0);
  for (size_t lane = 0; lane < L; ++lane) {
    const std::vector<double>& q = columns_[first + lane];
    for (size_t i = 0; i < q.size(); ++i) from_[i * L + lane] = q[i];
  }
  to_.assign(graph_.size() * L, 0);
  Spread(graph_, L, from_, to_);
  work_ += static_cast<double>(graph_.arcs() * L);
  for (size_t lane = 0; lane < L; ++lane) {
    products_[lane].resize(graph_.size());
    for (size_t i = 0; i < graph_.size(); ++i) products_[lane][i] = to_[i * L + lane];
  }
}

void Arnoldi::Multiply(size_t first, size_t end) {
  if (end - first == 2) {
    MultiplyLanes<2>(first);
  } else {
    MultiplyLanes<1>(first);
  }
}

// Works in blocks of rows and computes all products before any difference: classical Gram-Schmidt.
// It reads w once, where the modified form reads w once per column. The second pass makes up for
// the lost accuracy.
template <class Visit>
void Arnoldi::ForBlocks(std::vector<double>& w, const Visit& visit) const {
  for (size_t row = 0; row < w.size(); row += kRows) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      const size_t end = std::min({row + kRows, columns_[i].size(), w.size()});
      if (row >= end) continue;
      visit(i, columns_[i].data() + row, w.data() + row, end - row);
      work_ += static_cast<double>(end - row);
    }
  }
}

std::vector<double> Arnoldi::Along(std::vector<double>& w) const {
  std::vector<double> along(columns_.size());
  ForBlocks(w, [&](size_t i, const double* q, const double* part, size_t n) {
    along[i] += Dot(q, part, n);
  });
  return along;
}

void Arnoldi::Subtract(std::vector<double>& w, const std::vector<double>& along) const {
  ForBlocks(w, [&](size_t i, const double* q, double* part, size_t n) {
    for (size_t row = 0; row < n; ++row) part[row] -= along[i] * q[row];
  });
}

// Adds a column to H, and one to Q if a part of w is left.
void Arnoldi::Append(std::vector<double>& w, size_t level) {
  std::vector<double> h(columns_.size());
  const double whole = Norm(w);
  double left = whole;
  for (int pass = 0; pass < 2 && whole > 0; ++pass) {
    const double before = left;
    const std::vector<double> along = Along(w);
    Subtract(w, along);
    for (size_t i = 0; i < h.size(); ++i) h[i] += along[i];
    left = Norm(w);
    if (left >= kSecondPass * before) break;
  }
  if (left > kNothing * whole) {
    h.push_back(left);
    for (double& value : w) value /= left;
    columns_.push_back(w);
    levels_.push_back(level);
  }
  h_.push_back(std::move(h));
}

Status Arnoldi::Run(std::span<const VertexId> starts, size_t m, const std::stop_token& stop) {
  Begin(starts);
  // Column t of H is next. The columns up to `end` have the same level.
  for (size_t t = 0; t < columns_.size();) {
    if (stop.stop_requested()) return Interrupted();
    const size_t level = levels_[t];
    const bool last = level + 1 == m;
    size_t end = t + 1;
    if (end < columns_.size() && levels_[end] == level) ++end;
    graph_.Expand(columns_[end - 1].size(),
                  last ? LocalGraph::Unknown::kLeaveOut : LocalGraph::Unknown::kFind);
    Multiply(t, end);
    for (size_t lane = 0; t < end; ++t, ++lane) {
      if (last) {
        h_.push_back(Along(products_[lane]));
      } else {
        Append(products_[lane], level + 1);
      }
    }
  }
  for (auto& column : h_) column.resize(columns_.size());
  return {};
}

void Arnoldi::Apply(std::span<const double> from, std::span<double> to) const {
  std::fill(to.begin(), to.end(), 0.0);
  for (size_t column = 0; column < size(); ++column) {
    if (from[column] == 0) continue;
    for (size_t row = 0; row < size(); ++row) to[row] += h_[column][row] * from[column];
  }
}

double Arnoldi::BytesAtMost(const Adjacency& links, size_t starts, size_t m) {
  const auto columns = static_cast<double>(starts) * static_cast<double>(m);
  // Cells of two lanes, in both directions, and their products.
  return LocalGraph::BytesAtMost(links) + 8.0 * links.vertices() * (columns + 6);
}

}  // namespace akin
