#include "linear/varied_d.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "linear/columns.h"

namespace akin {
namespace {

// Levels that are cheap enough to recompute for every k.
constexpr int kShallow = 2;
// Levels of either vertex that a pair needs at a time.
constexpr size_t kPairLevels = 2;

Status CheckArguments(double decay, int iterations) {
  if (!(decay > 0 && decay < 1)) {
    return InvalidArgument("decay", fmt::format("decay {} is not between 0 and 1", decay));
  }
  if (iterations < 0) {
    return InvalidArgument("iterations",
                           fmt::format("SimRank cannot be iterated {} times", iterations));
  }
  return {};
}

class VariedSolver {
 public:
  VariedSolver(const Adjacency& in, const Adjacency& out, double decay, int iterations,
               const Control& control)
      : in_(in),
        out_(out),
        iterations_(iterations),
        control_(control),
        pool_(ThreadsOrAll(control.threads)),
        columns_(pool_.size()) {
    result_.decay = decay;
  }

  Result<VariedDiagonals> Solve();

 private:
  Status CheckMemory() const;
  uint64_t Blocks() const {
    return (uint64_t{in_.vertices()} + Columns::kWidth - 1) / Columns::kWidth;
  }
  // Calls visit(level, first vertex, columns) for levels 1 .. `levels` of all vertices.
  template <class Visit>
  Status Spread(int levels, ProgressMeter* meter, const Visit& visit);
  Status AddNext();
  Status AddDeep(size_t from, ProgressMeter& meter);
  uint64_t DeepLevels() const;

  const Adjacency& in_;
  const Adjacency& out_;
  int iterations_;
  const Control& control_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<Columns>> columns_;  // per thread
  std::vector<std::vector<double>> deep_;          // for D_k, what deeper levels subtract from 1
  VariedDiagonals result_;
};

Status VariedSolver::CheckMemory() const {
  const double vertices = in_.vertices();
  const double need = vertices * (16.0 * (iterations_ + 1) +
                                  static_cast<double>(Columns::BytesPerVertex()) * pool_.size());
  const auto limit = static_cast<double>(control_.memory);
  if (need <= limit) return {};
  return OutOfMemory(fmt::format("solving the diagonals of {} iterations", iterations_), need,
                     limit, "use fewer threads or iterations");
}

template <class Visit>
Status VariedSolver::Spread(int levels, ProgressMeter* meter, const Visit& visit) {
  return pool_.Run(Blocks(), control_.stop, [&](uint64_t block, unsigned worker) -> Status {
    auto& columns = columns_[worker];
    if (columns == nullptr) columns = std::make_unique<Columns>(in_, out_, result_.decay);
    const auto first = static_cast<VertexId>(block * Columns::kWidth);
    const VertexId end = std::min<VertexId>(first + Columns::kWidth, in_.vertices());
    std::vector<VertexId> sources;
    for (VertexId v = first; v < end; ++v) sources.push_back(v);
    columns->Begin(sources);
    for (int level = 1; level <= levels && !columns->empty(); ++level) {
      if (control_.stop.stop_requested()) return Interrupted();
      columns->Step();
      visit(level, first, end, *columns);
    }
    if (meter != nullptr) meter->Advance(static_cast<uint64_t>(levels));
    return {};
  });
}

// D_k from all earlier ones.
Status VariedSolver::AddNext() {
  const size_t k = result_.values.size();
  std::vector<double> next(in_.vertices(), 1.0);
  for (VertexId v = 0; v < in_.vertices(); ++v) next[v] -= deep_[k][v];
  const int levels = std::min(kShallow, static_cast<int>(k));
  AKIN_TRY(
      Spread(levels, nullptr, [&](int level, VertexId first, VertexId end, const Columns& columns) {
        const auto taken = columns.Squares(result_.values[k - static_cast<size_t>(level)]);
        for (VertexId v = first; v < end; ++v) next[v] -= taken[v - first];
      }));
  result_.values.push_back(std::move(next));
  return {};
}

// Adds what D_from and all later known ones subtract through levels beyond the shallow ones.
Status VariedSolver::AddDeep(size_t from, ProgressMeter& meter) {
  const int levels = iterations_ - static_cast<int>(from);
  return Spread(levels, &meter,
                [&](int level, VertexId first, VertexId end, const Columns& columns) {
                  if (level <= kShallow) return;
                  for (size_t j = from; j < result_.values.size(); ++j) {
                    const size_t k = j + static_cast<size_t>(level);
                    if (k >= deep_.size()) break;
                    const auto taken = columns.Squares(result_.values[j]);
                    for (VertexId v = first; v < end; ++v) deep_[k][v] += taken[v - first];
                  }
                });
}

// The number in all rounds together.
uint64_t VariedSolver::DeepLevels() const {
  uint64_t levels = 0;
  for (int from = 0; from + kShallow < iterations_; from += kShallow + 1) {
    levels += static_cast<uint64_t>(iterations_ - from);
  }
  return levels;
}

Result<VariedDiagonals> VariedSolver::Solve() {
  AKIN_TRY(CheckMemory());
  const auto count = static_cast<size_t>(iterations_) + 1;
  deep_.assign(count, std::vector<double>(in_.vertices()));
  result_.values.emplace_back(in_.vertices(), 1.0);
  ProgressMeter meter(control_, "solving the diagonals", "steps", DeepLevels() * Blocks());
  for (size_t from = 0; result_.values.size() < count;) {
    while (result_.values.size() < std::min(count, from + kShallow + 1)) AKIN_TRY(AddNext());
    if (result_.values.size() == count) break;
    AKIN_TRY(AddDeep(from, meter));
    from = result_.values.size();
  }
  return std::move(result_);
}

// S_k e_u by Horner's rule, with memory for its levels.
class Row {
 public:
  // Levels are kept for as long as there are not that many after them.
  Row(const Adjacency& in, const VariedDiagonals& diagonals, size_t kept)
      : in_(in),
        diagonals_(diagonals),
        root_(std::sqrt(diagonals.decay)),
        levels_(kept, std::vector<double>(in.vertices())) {}
  Row(const Adjacency& in, const VariedDiagonals& diagonals)
      : Row(in, diagonals, diagonals.values.size()) {}

  const std::vector<double>& Levels(VertexId source, size_t level) {
    std::vector<double>& h = levels_[level % levels_.size()];
    std::fill(h.begin(), h.end(), 0.0);
    if (level == 0) {
      h[source] = 1;
      return h;
    }
    const std::vector<double>& before = levels_[(level - 1) % levels_.size()];
    for (VertexId v = 0; v < in_.vertices(); ++v) {
      if (before[v] == 0) continue;
      const double share = root_ * before[v] / static_cast<double>(in_.degree(v));
      for (const VertexId a : in_[v]) h[a] += share;
    }
    return h;
  }

  // x_l = D_{k-l} h_l + Q' x_{l+1}, from l = k down to 0.
  const std::vector<double>& From(VertexId source) {
    for (size_t level = 0; level < levels_.size(); ++level) Levels(source, level);
    scores_.assign(in_.vertices(), 0.0);
    back_.resize(in_.vertices());
    for (size_t level = levels_.size(); level-- > 0;) {
      const std::vector<double>& d = diagonals_.values[levels_.size() - 1 - level];
      for (VertexId v = 0; v < in_.vertices(); ++v) {
        double sum = 0;
        for (const VertexId a : in_[v]) sum += scores_[a];
        const double factor = root_ / static_cast<double>(std::max<size_t>(in_[v].size(), 1));
        back_[v] = d[v] * levels_[level][v] + factor * sum;
      }
      scores_.swap(back_);
    }
    return scores_;
  }

 private:
  const Adjacency& in_;
  const VariedDiagonals& diagonals_;
  double root_;
  std::vector<std::vector<double>> levels_;
  std::vector<double> scores_;
  std::vector<double> back_;
};

Status CheckVertex(const Adjacency& in, VertexId vertex) {
  return vertex < in.vertices() ? Status() : NoVertex(vertex);
}

}  // namespace

Result<VariedDiagonals> SolveVariedDiagonals(const Adjacency& in, const Adjacency& out,
                                             double decay, int iterations, const Control& control) {
  AKIN_TRY(CheckArguments(decay, iterations));
  return VariedSolver(in, out, decay, iterations, control).Solve();
}

Result<std::vector<double>> VariedFrom(const Adjacency& in, const VariedDiagonals& diagonals,
                                       VertexId source) {
  AKIN_TRY(CheckVertex(in, source));
  return Row(in, diagonals).From(source);
}

Status VariedFrom(const Adjacency& in, const VariedDiagonals& diagonals, VertexId source,
                  std::span<double> row) {
  AKIN_TRY(CheckVertex(in, source));
  Row levels(in, diagonals);
  const std::vector<double>& scores = levels.From(source);
  std::copy(scores.begin(), scores.end(), row.begin());
  return {};
}

double VariedRowBytes(int iterations) { return sizeof(double) * (iterations + 3.0); }

double VariedPairBytes() { return 2 * sizeof(double) * static_cast<double>(kPairLevels); }

Result<double> VariedPair(const Adjacency& in, const VariedDiagonals& diagonals, VertexId u,
                          VertexId v, const VariedVisit& visit) {
  AKIN_TRY(CheckVertex(in, u));
  AKIN_TRY(CheckVertex(in, v));
  Row from_u(in, diagonals, kPairLevels);
  Row from_v(in, diagonals, kPairLevels);
  double score = 0;
  const auto k = static_cast<size_t>(diagonals.iterations());
  for (size_t level = 0; level <= k; ++level) {
    const std::vector<double>& a = from_u.Levels(u, level);
    const std::vector<double>& b = from_v.Levels(v, level);
    const std::vector<double>& d = diagonals.values[k - level];
    for (VertexId w = 0; w < in.vertices(); ++w) score += a[w] * b[w] * d[w];
    if (visit) AKIN_TRY(visit(level, a, b));
  }
  return score;
}

Status VariedAllPairs(const Adjacency& in, const VariedDiagonals& diagonals, const Control& control,
                      const RowVisitor& visit) {
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter meter(control, "scoring all pairs", "rows", in.vertices());
  std::vector<std::unique_ptr<Row>> rows(pool.size());
  return pool.Run(in.vertices(), control.stop, [&](uint64_t v, unsigned worker) -> Status {
    auto& row = rows[worker];
    if (row == nullptr) row = std::make_unique<Row>(in, diagonals);
    const auto source = static_cast<VertexId>(v);
    AKIN_TRY(visit(source, row->From(source)));
    meter.Advance(1);
    return {};
  });
}

}  // namespace akin
