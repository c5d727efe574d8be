// A row contains the partners of a vertex in ascending order. One vertex u is processed at a time:
// the rows of its neighbours are summed (or their maximum taken) in an array with a place for every
// vertex, which is then read at the neighbours of each partner of u. Each side has its rows,
// because its pairs may be others; where they are not, both are one.
#include "exact/pruned.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
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

// Finds the partners of a vertex. What a call returns is valid until the next one.
class Search {
 public:
  Search(const Adjacency& in, const Adjacency& out) : in_(in), out_(out), seen_(in.vertices()) {}

  // The vertices at most `radius` arcs from u, u included, and its partners by priors. Sets
  // `complete` to false if other vertices can be reached.
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

  // The vertices that have one of `links` in common with u, u included, and its partners by priors.
  std::span<const VertexId> Sharing(VertexId u, const Adjacency& links, const Priors& priors) {
    const Adjacency& back = links.neighbours.data() == in_.neighbours.data() ? out_ : in_;
    ++stamp_;
    found_.clear();
    Visit(u);
    for (const VertexId a : links[u]) {
      for (const VertexId v : back[a]) Visit(v);
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
  PrunedIteration(const Recurrence& recurrence, const Pruning& pruning, const Control& control)
      : recurrence_(recurrence),
        pruning_(pruning),
        control_(control),
        sides_(!pruning.radius && recurrence.alternates() ? 2 : 1) {}

  Result<PrunedScores> Run(const Adjacency& in, const Adjacency& out);

 private:
  using Lists = PrunedScores::Lists;

  struct Scratch {
    std::vector<double> sums;  // all zero between vertices
    std::vector<double> means;
  };

  // The pairs of S_level: those of the last side, or of the other.
  Lists& At(int level) { return lists_[(recurrence_.iterations - level) % 2 % sides_]; }

  // What users can do about memory that is too short: this, if it is not empty, or ask an index.
  std::string Instead(std::string_view fewer_pairs) const {
    if (!recurrence_.has_index) return std::string(fewer_pairs);
    return fmt::format("{}{}query a fingerprint index", fewer_pairs,
                       fewer_pairs.empty() ? "" : ", ");
  }
  using Work = std::function<void(VertexId u, unsigned worker)>;
  Status ForEachVertex(const Work& work);
  double BytesFor(double pairs) const;
  Status FindPairs(const Adjacency& in, const Adjacency& out);
  std::span<const VertexId> PartnersOf(VertexId u, unsigned side, Search& search);
  Status CountPairs(unsigned side, std::vector<Search>& searches);
  Status WritePairs(unsigned side, std::vector<Search>& searches);
  Status Allocate();
  void SetFixed(const Lists& lists, VertexId u, std::span<double> row) const;
  void Step(int level, VertexId u, Scratch& scratch);
  void Means(const Recurrence::Side& side, VertexId u, std::vector<double>& sums,
             std::span<double> into) const;
  void LesserMeans(const Recurrence::Side& side, VertexId u, Scratch& scratch,
                   std::span<double> into) const;

  // The pairs of u in the iteration before.
  template <class Take>
  void ForEachScore(VertexId u, Take&& take) const {
    const std::span<const VertexId> partners = from_->Of(u);
    const double* const row = scores_.data() + from_->offsets[u];
    for (size_t i = 0; i < partners.size(); ++i) take(partners[i], row[i]);
  }

  const Recurrence& recurrence_;
  const Pruning pruning_;
  const Control& control_;
  const int sides_;  // with pairs of their own
  unsigned threads_ = 1;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<ProgressMeter> progress_;
  Lists lists_[2];
  const Lists* from_ = nullptr;  // of the iteration before
  const Lists* to_ = nullptr;    // of this one
  uint64_t most_ = 0;            // pairs that fit the budget
  std::atomic<uint64_t> total_ = 0;
  std::atomic<bool> complete_ = true;
  HugeArray<double> scores_;
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

Result<PrunedScores> PrunedIteration::Run(const Adjacency& in, const Adjacency& out) {
  const double n = recurrence_.vertices();
  AKIN_TRY_ASSIGN(
      threads_,
      ThreadsWithin(recurrence_.measure, {.fixed = BytesFor(n), .per_thread = n * kBytesPerThread},
                    static_cast<size_t>(n) / kPiece + 1, Instead(""), control_));
  pool_ = std::make_unique<ThreadPool>(threads_);
  const auto passes = static_cast<uint64_t>(2 * sides_ + recurrence_.iterations);
  progress_ =
      std::make_unique<ProgressMeter>(control_, fmt::format("iterating {}", recurrence_.measure),
                                      "vertices", passes * recurrence_.vertices());
  AKIN_TRY(FindPairs(in, out));
  std::vector<Scratch> scratch(threads_);
  for (Scratch& of_thread : scratch) of_thread.sums.resize(recurrence_.vertices());
  for (int level = 1; level <= recurrence_.iterations; ++level) {
    from_ = &At(level - 1);
    to_ = &At(level);
    AKIN_TRY(ForEachVertex([&](VertexId u, unsigned worker) { Step(level, u, scratch[worker]); }));
    std::swap(scores_, next_);
  }
  PrunedScores result;
  result.lists_ = std::move(lists_[0]);
  result.scores_ = std::move(scores_);
  result.complete_ = complete_;
  return result;
}

double PrunedIteration::BytesFor(double pairs) const {
  return pairs * kBytesPerPair +
         static_cast<double>(recurrence_.vertices()) * sides_ * kBytesPerVertex;
}

// Counts first, to know how much to allocate, then writes.
Status PrunedIteration::FindPairs(const Adjacency& in, const Adjacency& out) {
  const double spare = static_cast<double>(control_.memory) -
                       static_cast<double>(threads_) * recurrence_.vertices() * kBytesPerThread -
                       BytesFor(0);
  most_ = static_cast<uint64_t>(std::max(spare, 0.0) / kBytesPerPair);
  complete_ = pruning_.radius.has_value();
  std::vector<Search> searches(threads_, Search(in, out));
  for (int side = 0; side < sides_; ++side) {
    AKIN_TRY(CountPairs(static_cast<unsigned>(side), searches));
  }
  AKIN_TRY(Allocate());
  for (int side = 0; side < sides_; ++side) {
    AKIN_TRY(WritePairs(static_cast<unsigned>(side), searches));
  }
  return {};
}

std::span<const VertexId> PrunedIteration::PartnersOf(VertexId u, unsigned side, Search& search) {
  if (!pruning_.radius) {
    const Recurrence::Side& by = side == 0 ? recurrence_.last : recurrence_.other;
    return search.Sharing(u, by.neighbours, recurrence_.priors);
  }
  bool all = complete_;
  const std::span<const VertexId> found = search.Near(u, *pruning_.radius, recurrence_.priors, all);
  if (!all) complete_ = false;
  return found;
}

Status PrunedIteration::CountPairs(unsigned side, std::vector<Search>& searches) {
  std::vector<uint64_t>& offsets = lists_[side].offsets;
  offsets.assign(recurrence_.vertices() + size_t{1}, 0);
  AKIN_TRY(ForEachVertex([&](VertexId u, unsigned worker) {
    if (total_ > most_) return;
    offsets[u + size_t{1}] = PartnersOf(u, side, searches[worker]).size();
    total_ += offsets[u + size_t{1}];
  }));
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  if (total_ <= most_) return {};
  const std::string which = pruning_.radius ? fmt::format("within radius {}", *pruning_.radius)
                                            : "with a common neighbour";
  return OutOfMemory(fmt::format("solving {} for pairs {}", recurrence_.measure, which), {},
                     static_cast<double>(control_.memory),
                     Instead(pruning_.radius ? "take a smaller radius" : "set a radius instead"));
}

Status PrunedIteration::Allocate() {
  uint64_t widest = 0;
  bool refused = false;
  for (int side = 0; side < sides_; ++side) {
    Lists& lists = lists_[side];
    lists.partners = HugeArray<VertexId>(lists.offsets.back());
    refused |= !lists.partners.ok();
    widest = std::max(widest, lists.offsets.back());
  }
  scores_ = HugeArray<double>(widest);
  next_ = HugeArray<double>(widest);
  if (!refused && scores_.ok() && next_.ok()) return {};
  return SystemRefused(recurrence_.measure, BytesFor(static_cast<double>(total_)));
}

// And S_0, if it has these pairs.
Status PrunedIteration::WritePairs(unsigned side, std::vector<Search>& searches) {
  Lists& lists = lists_[side];
  const bool first = &lists == &At(0);
  return ForEachVertex([&](VertexId u, unsigned worker) {
    const std::span<const VertexId> found = PartnersOf(u, side, searches[worker]);
    VertexId* const row = lists.partners.data() + lists.offsets[u];
    std::copy(found.begin(), found.end(), row);
    std::sort(row, row + found.size());
    if (first) SetFixed(lists, u, {scores_.data() + lists.offsets[u], found.size()});
  });
}

// The diagonal and the priors.
void PrunedIteration::SetFixed(const Lists& lists, VertexId u, std::span<double> row) const {
  const std::span<const VertexId> partners = lists.Of(u);
  const auto set = [&](VertexId v, double score) {
    const auto at = std::lower_bound(partners.begin(), partners.end(), v);
    row[static_cast<size_t>(at - partners.begin())] = score;
  };
  set(u, 1.0);
  for (const Priors::Partner& prior : recurrence_.priors.Of(u)) set(prior.vertex, prior.score);
}

void PrunedIteration::Step(int level, VertexId u, Scratch& scratch) {
  const Recurrence::Side& side = recurrence_.At(level);
  const std::span<double> row(next_.data() + to_->offsets[u], to_->SizeOf(u));
  if (side.neighbours.degree(u) == 0) {
    std::fill(row.begin(), row.end(), 0.0);
  } else if (recurrence_.takes_best()) {
    LesserMeans(side, u, scratch, row);
  } else {
    Means(side, u, scratch.sums, row);
  }
  SetFixed(*to_, u, row);
}

void PrunedIteration::Means(const Recurrence::Side& side, VertexId u, std::vector<double>& sums,
                            std::span<double> into) const {
  const std::span<const VertexId> list = side.neighbours[u];
  for (const VertexId a : list) {
    ForEachScore(a, [&](VertexId y, double score) { sums[y] += score; });
  }
  const double scale = side.decay / static_cast<double>(list.size());
  const std::span<const VertexId> partners = to_->Of(u);
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

// As minimax.cc has it: T is the largest score, or the mean. Rows are symmetric to the last bit, so
// T(i, u) can be made of the rows of the neighbours of u.
void PrunedIteration::LesserMeans(const Recurrence::Side& side, VertexId u, Scratch& scratch,
                                  std::span<double> into) const {
  const bool best = side.combine == Combine::kMinimax;
  const std::span<const VertexId> list = side.neighbours[u];
  const std::span<const VertexId> partners = to_->Of(u);
  const auto count = static_cast<double>(list.size());
  std::vector<double>& one = scratch.sums;
  scratch.means.assign(partners.size(), 0.0);
  const auto clear = [&](VertexId a) {
    ForEachScore(a, [&](VertexId y, double) { one[y] = 0.0; });
  };
  for (const VertexId a : list) {  // Y(u, v): T(a, v) for each a
    ForEachScore(a, [&](VertexId y, double score) { one[y] = score; });
    for (size_t i = 0; i < partners.size(); ++i) {
      const std::span<const VertexId> other = side.neighbours[partners[i]];
      double of_other = 0.0;
      for (const VertexId b : other)
        of_other = best ? std::max(of_other, one[b]) : of_other + one[b];
      if (!best) of_other /= static_cast<double>(std::max<size_t>(other.size(), 1));
      scratch.means[i] += of_other;
    }
    clear(a);
  }
  for (const VertexId a : list) {  // Y(v, u): T(b, u) for each neighbour b of v
    ForEachScore(a, [&](VertexId y, double score) {
      one[y] = best ? std::max(one[y], score) : one[y] + score;
    });
  }
  for (size_t i = 0; i < partners.size(); ++i) {
    const std::span<const VertexId> other = side.neighbours[partners[i]];
    double sum = 0.0;
    for (const VertexId b : other) sum += best ? one[b] : one[b] / count;
    const double back = sum / static_cast<double>(std::max<size_t>(other.size(), 1));
    into[i] = side.decay * std::min(scratch.means[i] / count, back);
  }
  for (const VertexId a : list) clear(a);
}

std::span<const VertexId> PrunedScores::Partners(VertexId u) const { return lists_.Of(u); }

std::span<const double> PrunedScores::Scores(VertexId u) const {
  return scores_.span().subspan(lists_.offsets[u], lists_.SizeOf(u));
}

void PrunedScores::CopyRow(VertexId u, std::span<double> row) const {
  std::fill(row.begin(), row.end(), 0.0);
  const std::span<const VertexId> partners = Partners(u);
  const std::span<const double> scores = Scores(u);
  for (size_t i = 0; i < partners.size(); ++i) row[partners[i]] = scores[i];
}

Result<PrunedScores> SolvePruned(const Recurrence& recurrence, const Pruning& pruning,
                                 const Adjacency& in, const Adjacency& out,
                                 const Control& control) {
  AKIN_TRY(CheckRecurrence(recurrence));
  return PrunedIteration(recurrence, pruning, control).Run(in, out);
}

double LeftOutScore(const Recurrence& recurrence, const Pruning& pruning,
                    const PrunedScores& scores) {
  const double last = recurrence.last.decay;
  const double other = recurrence.other.decay;
  const double decay = std::max(last, other);
  if (!recurrence.priors.empty()) return decay;
  if (!pruning.radius) return last * other;
  return scores.complete() ? 0.0 : std::pow(decay, (uint64_t{*pruning.radius} + 2) / 2);
}

}  // namespace akin
