// A row contains the partners of a vertex in ascending order. One vertex u is processed at a time:
// the rows of its neighbours are summed (or their maximum taken) in an array with a place for every
// vertex, which is then read at the neighbours of each partner of u.
#include "exact/pruned.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"

namespace akin {
namespace {

constexpr VertexId kPiece = 64;  // vertices that a thread takes at a time
constexpr size_t kBytesPerPair = sizeof(VertexId) + 2 * sizeof(double);
constexpr size_t kBytesPerVertex = sizeof(uint64_t) + sizeof(VertexId);
constexpr size_t kBytesPerThread = 2 * sizeof(double) + 3 * sizeof(VertexId);

// Searches to a given depth, over arcs in both directions.
class Search {
 public:
  Search(const Adjacency& in, const Adjacency& out) : in_(in), out_(out), seen_(in.vertices()) {}

  // The vertices at most `radius` arcs from u, u included, and its partners by priors. Valid until
  // the next call. Sets `complete` to false if other vertices can be reached.
  std::span<const VertexId> Near(VertexId u, unsigned radius, const Priors& priors,
                                 bool& complete) {
    ++stamp_;
    found_.clear();
    Visit(u);
    size_t begin = 0;
    for (unsigned depth = 0; depth < radius && begin < found_.size(); ++depth) {
      for (const size_t end = found_.size(); begin < end; ++begin) {
        for (const VertexId v : in_[found_[begin]]) Visit(v);
        for (const VertexId v : out_[found_[begin]]) Visit(v);
      }
    }
    for (; complete && begin < found_.size(); ++begin) {
      complete = AllSeen(in_[found_[begin]]) && AllSeen(out_[found_[begin]]);
    }
    for (const Priors::Partner& prior : priors.Of(u)) Visit(prior.vertex);
    return found_;
  }

 private:
  void Visit(VertexId v) {
    if (seen_[v] == stamp_) return;
    seen_[v] = stamp_;
    found_.push_back(v);
  }
  bool AllSeen(std::span<const VertexId> list) const {
    return std::all_of(list.begin(), list.end(), [&](VertexId v) { return seen_[v] == stamp_; });
  }

  const Adjacency& in_;
  const Adjacency& out_;
  std::vector<uint32_t> seen_;  // the last search that reached the vertex
  uint32_t stamp_ = 0;          // at most two searches per vertex: fewer than 2^32 per thread
  std::vector<VertexId> found_;
};

}  // namespace

class PrunedIteration {
 public:
  PrunedIteration(const Recurrence& recurrence, Combine combine, const Control& control)
      : recurrence_(recurrence), combine_(combine), control_(control) {}

  Result<PrunedScores> Run(unsigned radius, const Adjacency& in, const Adjacency& out);

 private:
  struct Scratch {
    std::vector<double> sums;  // all zero between vertices
    std::vector<double> means;
  };

  using Work = std::function<void(VertexId u, unsigned worker)>;
  Status ForEachVertex(const Work& work);
  double BytesFor(double pairs) const;
  Status FindPairs(unsigned radius, const Adjacency& in, const Adjacency& out);
  Status Allocate();
  void SetFixed(VertexId u, std::span<double> row) const;
  void Step(int level, VertexId u, Scratch& scratch);
  void Means(const Recurrence::Side& side, VertexId u, std::vector<double>& sums,
             std::span<double> into) const;
  void LesserMeans(const Recurrence::Side& side, VertexId u, Scratch& scratch,
                   std::span<double> into) const;

  template <class Take>
  void ForEachScore(VertexId u, Take&& take) const {
    const std::span<const VertexId> partners = scores_.Partners(u);
    const std::span<const double> row = scores_.Scores(u);
    for (size_t i = 0; i < partners.size(); ++i) take(partners[i], row[i]);
  }

  const Recurrence& recurrence_;
  const Combine combine_;
  const Control& control_;
  unsigned threads_ = 1;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<ProgressMeter> progress_;
  PrunedScores scores_;
  HugeArray<double> next_;
};

Status PrunedIteration::ForEachVertex(const Work& work) {
  const VertexId n = recurrence_.vertices();
  return pool_->Run((uint64_t{n} + kPiece - 1) / kPiece, control_.stop,
                    [&](uint64_t piece, unsigned worker) {
                      const auto first = static_cast<VertexId>(piece * kPiece);
                      const VertexId end = n - first < kPiece ? n : first + kPiece;
                      for (VertexId u = first; u < end; ++u) work(u, worker);
                      progress_->Advance(end - first);
                      return Status();
                    });
}

Result<PrunedScores> PrunedIteration::Run(unsigned radius, const Adjacency& in,
                                          const Adjacency& out) {
  const double n = recurrence_.vertices();
  AKIN_TRY_ASSIGN(
      threads_,
      ThreadsWithin(recurrence_.measure, {.fixed = BytesFor(n), .per_thread = n * kBytesPerThread},
                    static_cast<size_t>(n) / kPiece + 1, "query a fingerprint index", control_));
  pool_ = std::make_unique<ThreadPool>(threads_);
  const uint64_t passes = 2 + static_cast<uint64_t>(recurrence_.iterations);
  progress_ =
      std::make_unique<ProgressMeter>(control_, fmt::format("iterating {}", recurrence_.measure),
                                      "vertices", passes * recurrence_.vertices());
  AKIN_TRY(FindPairs(radius, in, out));
  std::vector<Scratch> scratch(threads_);
  for (Scratch& of_thread : scratch) of_thread.sums.resize(recurrence_.vertices());
  for (int level = 1; level <= recurrence_.iterations; ++level) {
    AKIN_TRY(ForEachVertex([&](VertexId u, unsigned worker) { Step(level, u, scratch[worker]); }));
    std::swap(scores_.scores_, next_);
  }
  return std::move(scores_);
}

double PrunedIteration::BytesFor(double pairs) const {
  return pairs * kBytesPerPair + static_cast<double>(recurrence_.vertices()) * kBytesPerVertex;
}

// Counts first, to know how much to allocate, then writes.
Status PrunedIteration::FindPairs(unsigned radius, const Adjacency& in, const Adjacency& out) {
  const VertexId n = recurrence_.vertices();
  const double spare = static_cast<double>(control_.memory) -
                       static_cast<double>(threads_) * n * kBytesPerThread - BytesFor(0);
  const auto most = static_cast<uint64_t>(std::max(spare, 0.0) / kBytesPerPair);
  std::vector<Search> searches(threads_, Search(in, out));
  std::vector<uint64_t>& offsets = scores_.offsets_;
  offsets.assign(n + size_t{1}, 0);
  std::atomic<uint64_t> total = 0;
  std::atomic<bool> complete = true;
  AKIN_TRY(ForEachVertex([&](VertexId u, unsigned worker) {
    if (total > most) return;
    bool all = true;
    offsets[u + size_t{1}] = searches[worker].Near(u, radius, recurrence_.priors, all).size();
    total += offsets[u + size_t{1}];
    if (!all) complete = false;
  }));
  if (total > most) {
    return OutOfMemory(
        fmt::format("solving {} for pairs within radius {}", recurrence_.measure, radius), {},
        static_cast<double>(control_.memory), "take a smaller radius, query a fingerprint index");
  }
  scores_.complete_ = complete;
  for (VertexId v = 0; v < n; ++v) offsets[v + size_t{1}] += offsets[v];
  AKIN_TRY(Allocate());
  return ForEachVertex([&](VertexId u, unsigned worker) {
    bool all = false;
    const std::span<const VertexId> near =
        searches[worker].Near(u, radius, recurrence_.priors, all);
    VertexId* const row = scores_.partners_.data() + offsets[u];
    std::copy(near.begin(), near.end(), row);
    std::sort(row, row + near.size());
    SetFixed(u, {scores_.scores_.data() + offsets[u], near.size()});
  });
}

Status PrunedIteration::Allocate() {
  const uint64_t pairs = scores_.offsets_.back();
  scores_.partners_ = HugeArray<VertexId>(pairs);
  scores_.scores_ = HugeArray<double>(pairs);
  next_ = HugeArray<double>(pairs);
  if (scores_.partners_.ok() && scores_.scores_.ok() && next_.ok()) return {};
  return SystemRefused(recurrence_.measure, BytesFor(static_cast<double>(pairs)));
}

// The diagonal and the priors.
void PrunedIteration::SetFixed(VertexId u, std::span<double> row) const {
  const std::span<const VertexId> partners = scores_.Partners(u);
  const auto set = [&](VertexId v, double score) {
    const auto at = std::lower_bound(partners.begin(), partners.end(), v);
    row[static_cast<size_t>(at - partners.begin())] = score;
  };
  set(u, 1.0);
  for (const Priors::Partner& prior : recurrence_.priors.Of(u)) set(prior.vertex, prior.score);
}

void PrunedIteration::Step(int level, VertexId u, Scratch& scratch) {
  const Recurrence::Side& side = recurrence_.At(level);
  const std::span<double> row(next_.data() + scores_.offsets_[u], scores_.Partners(u).size());
  if (side.neighbours.degree(u) == 0) {
    std::fill(row.begin(), row.end(), 0.0);
  } else if (combine_ == Combine::kMean) {
    Means(side, u, scratch.sums, row);
  } else {
    LesserMeans(side, u, scratch, row);
  }
  SetFixed(u, row);
}

void PrunedIteration::Means(const Recurrence::Side& side, VertexId u, std::vector<double>& sums,
                            std::span<double> into) const {
  const std::span<const VertexId> list = side.neighbours[u];
  for (const VertexId a : list) {
    ForEachScore(a, [&](VertexId y, double score) { sums[y] += score; });
  }
  const double scale = side.decay / static_cast<double>(list.size());
  const std::span<const VertexId> partners = scores_.Partners(u);
  for (size_t i = 0; i < partners.size(); ++i) {
    const std::span<const VertexId> other = side.neighbours[partners[i]];
    double sum = 0.0;
    for (const VertexId b : other) sum += sums[b];
    into[i] = other.empty() ? 0.0 : sum * (1.0 / static_cast<double>(other.size())) * scale;
  }
  for (const VertexId a : list) {
    ForEachScore(a, [&](VertexId y, double) { sums[y] = 0.0; });
  }
}

// Rows are symmetric to the last bit, so the largest S(i, j) over j in O(u) can be read from the
// rows of these j.
void PrunedIteration::LesserMeans(const Recurrence::Side& side, VertexId u, Scratch& scratch,
                                  std::span<double> into) const {
  const std::span<const VertexId> list = side.neighbours[u];
  const std::span<const VertexId> partners = scores_.Partners(u);
  std::vector<double>& best = scratch.sums;
  scratch.means.assign(partners.size(), 0.0);
  const auto clear = [&](VertexId a) {
    ForEachScore(a, [&](VertexId y, double) { best[y] = 0.0; });
  };
  for (const VertexId a : list) {  // s_A: the best in O(v) for each of O(u)
    ForEachScore(a, [&](VertexId y, double score) { best[y] = score; });
    for (size_t i = 0; i < partners.size(); ++i) {
      double most = 0.0;
      for (const VertexId b : side.neighbours[partners[i]]) most = std::max(most, best[b]);
      scratch.means[i] += most;
    }
    clear(a);
  }
  for (const VertexId a : list) {  // s_B: the best in O(u) for each of O(v)
    ForEachScore(a, [&](VertexId y, double score) { best[y] = std::max(best[y], score); });
  }
  for (size_t i = 0; i < partners.size(); ++i) {
    const std::span<const VertexId> other = side.neighbours[partners[i]];
    double sum = 0.0;
    for (const VertexId b : other) sum += best[b];
    const double back = sum / static_cast<double>(std::max<size_t>(other.size(), 1));
    into[i] = side.decay * std::min(scratch.means[i] / static_cast<double>(list.size()), back);
  }
  for (const VertexId a : list) clear(a);
}

std::span<const VertexId> PrunedScores::Partners(VertexId u) const {
  return partners_.span().subspan(offsets_[u], offsets_[u + size_t{1}] - offsets_[u]);
}

std::span<const double> PrunedScores::Scores(VertexId u) const {
  return scores_.span().subspan(offsets_[u], offsets_[u + size_t{1}] - offsets_[u]);
}

void PrunedScores::CopyRow(VertexId u, std::span<double> row) const {
  std::fill(row.begin(), row.end(), 0.0);
  const std::span<const VertexId> partners = Partners(u);
  const std::span<const double> scores = Scores(u);
  for (size_t i = 0; i < partners.size(); ++i) row[partners[i]] = scores[i];
}

Result<PrunedScores> SolvePruned(const Recurrence& recurrence, Combine combine, unsigned radius,
                                 const Adjacency& in, const Adjacency& out,
                                 const Control& control) {
  AKIN_TRY(CheckRecurrence(recurrence));
  return PrunedIteration(recurrence, combine, control).Run(radius, in, out);
}

double LeftOutScore(const Recurrence& recurrence, unsigned radius, const PrunedScores& scores) {
  const double decay = std::max(recurrence.last.decay, recurrence.other.decay);
  if (!recurrence.priors.empty()) return decay;
  return scores.complete() ? 0.0 : std::pow(decay, (uint64_t{radius} + 2) / 2);
}

}  // namespace akin
