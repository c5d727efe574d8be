// The targets, which are all vertices, are processed in blocks of 64 or 512. The sets of a block
// grow together, level by level: for every vertex x, one bit per target v says whether x is in
// I_k(v). A level passes on, from y to its in-neighbours, the bits that y gained at the level
// before (the multi-source search of Then et al. 2014, "The more the merrier"). Blocks do not
// depend on one another, so they are distributed over the threads.
//
// |I_k(v)| grows by one for every x that gains the bit of v at level k. With u the source,
// |I_k(u) n I_k(v)| grows at level k by the x in I_{k-1}(u) that gain the bit, and by the x that
// enter I_k(u) and have it. Both are counted for all targets of a block at once, by Tally.
//
// A score is the sum of r (c^a - c^b) over runs of levels a .. b - 1 with the same ratio r: the
// weights c^k (1 - c) of a run are summed in closed form. So once no set grows any more, the rest
// is one term, however large l is, and a score depends only on the counts of its own pair.
#include "exact/xjaccard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"

namespace akin {
namespace {

constexpr std::string_view kXJaccardName = "XJaccard";

// I_0(v), I_1(v), .. I_l(v) of one vertex, each a prefix of one list.
class InNeighbourhoods {
 public:
  static constexpr uint32_t kNever = UINT32_MAX;

  Status Search(const Adjacency& in, VertexId vertex, int levels, const std::stop_token& stop);

  // The distance of x in arcs; kNever if more than l.
  uint32_t Level(VertexId x) const { return level_[x]; }
  // No vertices are added after this level.
  int depth() const { return static_cast<int>(ends_.size()) - 1; }
  VertexId Size(int level) const { return ends_[static_cast<size_t>(std::min(level, depth()))]; }
  std::span<const VertexId> Within(int level) const { return {found_.data(), Size(level)}; }
  // The vertices at exactly this distance.
  std::span<const VertexId> At(int level) const {
    return Within(level).subspan(level == 0 ? 0 : Size(level - 1));
  }

  static double Bytes(double vertices) {
    return vertices * (sizeof(uint32_t) + sizeof(VertexId) + sizeof(VertexId));
  }

 private:
  std::vector<uint32_t> level_;
  std::vector<VertexId> found_;
  std::vector<VertexId> ends_;  // of the prefixes
};

Status InNeighbourhoods::Search(const Adjacency& in, VertexId vertex, int levels,
                                const std::stop_token& stop) {
  level_.assign(in.vertices(), kNever);
  found_.reserve(in.vertices());
  ends_.reserve(in.vertices());
  level_[vertex] = 0;
  found_.push_back(vertex);
  ends_.push_back(1);
  size_t next = 0;
  for (int level = 1; level <= levels; ++level) {
    for (const size_t end = found_.size(); next < end; ++next) {
      if (next % 4096 == 0 && stop.stop_requested()) return Interrupted();
      for (const VertexId x : in[found_[next]]) {
        if (level_[x] != kNever) continue;
        level_[x] = static_cast<uint32_t>(level);
        found_.push_back(x);
      }
    }
    if (next == found_.size()) break;
    ends_.push_back(static_cast<VertexId>(found_.size()));
  }
  return {};
}

// The score of one pair, computed from its counts at level 1, 2, ..
class Score {
 public:
  // `power` is c^k.
  void AddLevel(double power, uint64_t shared, uint64_t united) {
    const double ratio = static_cast<double>(shared) / static_cast<double>(united);
    if (ratio == ratio_) return;
    sum_ += ratio_ * (since_ - power);
    ratio_ = ratio;
    since_ = power;
  }
  // The ratio of the last level holds for all later ones.
  double Total(const IterationOptions& options) const {
    const double past = Truncation(options);
    return std::min(sum_ + ratio_ * (since_ - past), options.decay - past);
  }

 private:
  double sum_ = 0.0;  // without the current run of equal ratios
  double ratio_ = 0.0;
  double since_ = 0.0;  // c^a, where that run began
};

template <size_t kWords>
struct alignas(kWords * sizeof(uint64_t)) Bits {
  uint64_t word[kWords] = {};

  bool None() const {
    uint64_t any = 0;
    for (size_t i = 0; i < kWords; ++i) any |= word[i];
    return any == 0;
  }
  void Set(size_t bit) { word[bit / 64] |= uint64_t{1} << bit % 64; }
  uint64_t Get(size_t bit) const { return word[bit / 64] >> bit % 64 & 1; }
  Bits& operator|=(const Bits& other) {
    for (size_t i = 0; i < kWords; ++i) word[i] |= other.word[i];
    return *this;
  }
  Bits Without(const Bits& other) const {
    Bits left;
    for (size_t i = 0; i < kWords; ++i) left.word[i] = word[i] & ~other.word[i];
    return left;
  }
};

// One counter per bit. Digit d of all counters is stored in one row of bits, so that an addition
// propagates carries through the rows for all counters at once.
template <size_t kWords>
class Tally {
 public:
  void Add(const Bits<kWords>& bits) {
    Bits<kWords> carry = bits;
    size_t digit = 0;
    for (; !carry.None(); ++digit) {  // ends, because no counter exceeds the number of vertices
      Bits<kWords>& row = digits_[digit];
      for (size_t i = 0; i < kWords; ++i) {
        const uint64_t both = row.word[i] & carry.word[i];
        row.word[i] ^= carry.word[i];
        carry.word[i] = both;
      }
    }
    used_ = std::max(used_, digit);
  }
  uint64_t Count(size_t bit) const {
    uint64_t count = 0;
    for (size_t digit = 0; digit < used_; ++digit) count |= digits_[digit].Get(bit) << digit;
    return count;
  }

 private:
  Bits<kWords> digits_[32];
  size_t used_ = 0;
};

// Scores one block of targets after another. One object per thread.
template <size_t kWords>
class Block {
 public:
  static constexpr size_t kTargets = kWords * 64;

  Block(const Adjacency& in, const InNeighbourhoods& source, const IterationOptions& options)
      : in_(in), source_(source), options_(options) {
    for (auto* bits : {&seen_, &gained_, &passed_}) bits->resize(in.vertices());
    for (auto* list : {&reached_, &gaining_, &receiving_}) list->reserve(in.vertices());
  }

  static double Bytes(double vertices) {
    return sizeof(Block) + vertices * 3 * (sizeof(Bits<kWords>) + sizeof(VertexId));
  }

  // Scores the targets from `first` on, one for each place of `scores`.
  Status ScoreTargets(VertexId first, std::span<double> scores, const std::stop_token& stop);

 private:
  void Begin(VertexId first, size_t targets);
  Status PassOn(const std::stop_token& stop);
  void PutReceivingInOrder();
  void Gain(int level);
  void AddLevel(int level, size_t targets);

  const Adjacency& in_;
  const InNeighbourhoods& source_;
  const IterationOptions options_;
  std::vector<Bits<kWords>> seen_;    // bit v of x: x is in I_k(v)
  std::vector<Bits<kWords>> gained_;  // what a vertex in gaining_ gained at this level
  std::vector<Bits<kWords>> passed_;  // what its out-neighbours gained; zero between levels
  std::vector<VertexId> reached_;     // those with a bit in seen_
  std::vector<VertexId> gaining_;
  std::vector<VertexId> receiving_;  // those with a bit in passed_
  Tally<kWords> sizes_;              // |I_k(v)|
  Tally<kWords> shared_;             // |I_k(u) n I_k(v)|
  Score scores_[kTargets];
};

template <size_t kWords>
Status Block<kWords>::ScoreTargets(VertexId first, std::span<double> scores,
                                   const std::stop_token& stop) {
  Begin(first, scores.size());
  for (int level = 1;; ++level) {
    AKIN_TRY(PassOn(stop));
    Gain(level);
    AddLevel(level, scores.size());
    const bool grown = gaining_.empty() && level >= source_.depth();
    if (grown || level == options_.iterations) break;
  }
  for (size_t i = 0; i < scores.size(); ++i) scores[i] = scores_[i].Total(options_);
  return {};
}

// Level 0: every target is in its own set.
template <size_t kWords>
void Block<kWords>::Begin(VertexId first, size_t targets) {
  for (const VertexId x : reached_) seen_[x] = {};
  reached_.clear();
  gaining_.clear();
  sizes_ = {};
  shared_ = {};
  std::fill_n(scores_, targets, Score());
  for (size_t i = 0; i < targets; ++i) {
    const auto v = static_cast<VertexId>(first + i);
    seen_[v].Set(i);
    gained_[v] = seen_[v];
    reached_.push_back(v);
    gaining_.push_back(v);
    sizes_.Add(seen_[v]);
  }
  for (const VertexId x : source_.At(0)) shared_.Add(seen_[x]);
}

template <size_t kWords>
Status Block<kWords>::PassOn(const std::stop_token& stop) {
  for (size_t i = 0; i < gaining_.size(); ++i) {
    if (i % 4096 == 0 && stop.stop_requested()) return Interrupted();
    const Bits<kWords> bits = gained_[gaining_[i]];
    for (const VertexId x : in_[gaining_[i]]) {
      if (passed_[x].None()) receiving_.push_back(x);
      passed_[x] |= bits;
    }
  }
  return {};
}

// If there are many vertices, it is faster to visit them in the order in which they are stored.
template <size_t kWords>
void Block<kWords>::PutReceivingInOrder() {
  if (receiving_.size() < passed_.size() / 16) return;
  receiving_.clear();
  for (size_t x = 0; x < passed_.size(); ++x) {
    if (!passed_[x].None()) receiving_.push_back(static_cast<VertexId>(x));
  }
}

template <size_t kWords>
void Block<kWords>::Gain(int level) {
  PutReceivingInOrder();
  gaining_.clear();
  for (const VertexId x : receiving_) {
    const Bits<kWords> bits = std::exchange(passed_[x], {}).Without(seen_[x]);
    if (bits.None()) continue;
    if (seen_[x].None()) reached_.push_back(x);
    seen_[x] |= bits;
    gained_[x] = bits;
    gaining_.push_back(x);
    sizes_.Add(bits);
    if (source_.Level(x) < static_cast<uint32_t>(level)) shared_.Add(bits);
  }
  receiving_.clear();
  for (const VertexId x : source_.At(level)) shared_.Add(seen_[x]);
}

template <size_t kWords>
void Block<kWords>::AddLevel(int level, size_t targets) {
  const double power = std::pow(options_.decay, level);
  for (size_t i = 0; i < targets; ++i) {
    const uint64_t shared = shared_.Count(i);
    scores_[i].AddLevel(power, shared, source_.Size(level) + sizes_.Count(i) - shared);
  }
}

double BytesBesideBlocks(double vertices) {
  return InNeighbourhoods::Bytes(vertices) + vertices * sizeof(double);
}

// How many threads can work at once within the budget, at most as many as requested.
template <size_t kWords>
unsigned ThreadsWithin(VertexId vertices, const Control& control) {
  const double n = vertices;
  const double left = static_cast<double>(control.memory) - BytesBesideBlocks(n);
  const double fit = std::floor(left / Block<kWords>::Bytes(n));
  const double busy = std::ceil(n / Block<kWords>::kTargets);
  const double wanted = std::min<double>(ThreadsOrAll(control.threads), busy);
  return static_cast<unsigned>(std::max(0.0, std::min(wanted, fit)));
}

template <size_t kWords>
Result<std::vector<double>> ScoreAll(const Adjacency& in, VertexId vertex,
                                     const IterationOptions& options, unsigned threads,
                                     const Control& control) {
  constexpr size_t kTargets = Block<kWords>::kTargets;
  const size_t n = in.vertices();
  std::vector<double> scores(n);
  InNeighbourhoods source;
  AKIN_TRY(source.Search(in, vertex, options.iterations, control.stop));
  std::vector<std::unique_ptr<Block<kWords>>> blocks;
  for (unsigned i = 0; i < threads; ++i) {
    blocks.push_back(std::make_unique<Block<kWords>>(in, source, options));
  }
  ThreadPool pool(threads);
  ProgressMeter progress(control, "comparing in-neighbourhoods", "vertices", n);
  AKIN_TRY(pool.Run((n + kTargets - 1) / kTargets, control.stop, [&](uint64_t i, unsigned worker) {
    const size_t first = i * kTargets;
    const size_t targets = std::min(kTargets, n - first);
    AKIN_TRY(blocks[worker]->ScoreTargets(static_cast<VertexId>(first),
                                          std::span(scores).subspan(first, targets), control.stop));
    progress.Advance(targets);
    return Status();
  }));
  return scores;
}

Result<double> ScorePair(const Adjacency& in, VertexId a, VertexId b,
                         const IterationOptions& options, const std::stop_token& stop) {
  InNeighbourhoods of_a;
  InNeighbourhoods of_b;
  AKIN_TRY(of_a.Search(in, a, options.iterations, stop));
  AKIN_TRY(of_b.Search(in, b, options.iterations, stop));
  const int depth = std::max({of_a.depth(), of_b.depth(), 1});
  std::vector<VertexId> joining(static_cast<size_t>(depth) + 1);  // now in both sets, by level
  for (const VertexId x : of_a.Within(depth)) {
    const uint32_t level = std::max(of_a.Level(x), of_b.Level(x));
    if (level != InNeighbourhoods::kNever) ++joining[level];
  }
  Score score;
  uint64_t shared = joining[0];
  for (int level = 1; level <= depth; ++level) {
    shared += joining[static_cast<size_t>(level)];
    const uint64_t listed = uint64_t{of_a.Size(level)} + of_b.Size(level);
    score.AddLevel(std::pow(options.decay, level), shared, listed - shared);
  }
  return score.Total(options);
}

Status Check(const Adjacency& in, VertexId vertex, const IterationOptions& options) {
  AKIN_TRY(CheckIterationOptions(options, kXJaccardName));
  if (options.iterations == 0) {
    return InvalidArgument("iterations",
                           "XJaccard needs at least 1 iteration: it sums over levels 1, ..");
  }
  return vertex < in.vertices() ? Status() : NoVertex(vertex);
}

}  // namespace

Result<std::vector<double>> XJaccardFrom(const Adjacency& in, VertexId vertex,
                                         const IterationOptions& options, const Control& control) {
  AKIN_TRY(Check(in, vertex, options));
  const VertexId n = in.vertices();
  const double need = BytesBesideBlocks(n) + Block<1>::Bytes(n);
  const unsigned wide = ThreadsWithin<8>(n, control);
  const unsigned narrow = ThreadsWithin<1>(n, control);
  if (narrow == 0) {
    return OverBudget(kXJaccardName, need, "ask for one pair, query a fingerprint index", control);
  }
  try {
    // With wide blocks a thread is about twice as fast.
    return 2 * wide >= narrow ? ScoreAll<8>(in, vertex, options, wide, control)
                              : ScoreAll<1>(in, vertex, options, narrow, control);
  } catch (const std::bad_alloc&) {
    return SystemRefused(kXJaccardName, need);
  }
}

Result<double> XJaccardOfPair(const Adjacency& in, VertexId a, VertexId b,
                              const IterationOptions& options, const Control& control) {
  AKIN_TRY(Check(in, a, options));
  AKIN_TRY(Check(in, b, options));
  const double n = in.vertices();
  const double need = 2 * InNeighbourhoods::Bytes(n) + (n + 1) * sizeof(VertexId);
  if (need > static_cast<double>(control.memory)) {
    return OverBudget(kXJaccardName, need, "query a fingerprint index", control);
  }
  try {
    return ScorePair(in, a, b, options, control.stop);
  } catch (const std::bad_alloc&) {
    return SystemRefused(kXJaccardName, need);
  }
}

}  // namespace akin
