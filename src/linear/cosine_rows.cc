#include "linear/cosine_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace akin {

class CosineRow {
 public:
  CosineRow(const CosineGraph& graph, VertexId source, CosineScratch& scratch)
      : graph_(graph), source_(source), own_(graph.growths[source]), scratch_(scratch) {}

  double Out(double budget);
  void Back();
  void TakeScores(std::vector<Entry>& scores);
  uint64_t arcs() const { return arcs_; }

 private:
  using Cell = CosineScratch::Cell;
  static constexpr size_t kLanes = CosineScratch::kLanes;
  static constexpr VertexId kScanAllRatio =
      32;  // if one in this many is reached, scan all vertices

  double Keep(std::vector<Entry>& entries, double may_lose);
  void BackOne();
  void Join(size_t k, size_t lane);
  void Prefetch(std::span<const VertexId> reached, size_t i) const;
  void StepBack(double factor);
  void SortReached();
  void Add(size_t low, size_t lanes);
  double WeightAt(size_t k) const {
    return (1 - graph_.decay) * std::pow(graph_.decay, static_cast<double>(k));
  }

  const CosineGraph& graph_;
  VertexId source_;
  std::span<const double> own_;  // growths of the source: the one of k is at k - 1
  CosineScratch& scratch_;
  size_t last_ = 0;  // the largest k for which the source has walks
  uint64_t arcs_ = 0;
};

// Writes x_1, x_2, ... to the scratch. Returns how much the omitted entries may take from a score.
double CosineRow::Out(double budget) {
  scratch_.levels_.resize(graph_.growths.terms);
  std::vector<Entry> now = {{source_, 1.0}};
  double spent = 0;
  for (size_t k = 1; k < graph_.growths.terms && own_[k - 1] > 0; ++k) {
    for (const auto& [v, x] : now) {
      const auto list = graph_.in[v];
      scratch_.sums_.AddAll(list, x);
      arcs_ += list.size();
    }
    scratch_.sums_.DrainTo(now);
    for (Entry& entry : now) entry.value /= own_[k - 1];
    std::erase_if(now, [](const Entry& entry) { return entry.value == 0; });  // too small to divide
    // Every k loses the same length: the weights of all k >= 1 sum to c.
    scratch_.levels_[k] = now;
    spent += WeightAt(k) * Keep(scratch_.levels_[k], budget / graph_.decay);
    last_ = k;
  }
  return spent;
}

// Removes the smallest entries and returns the length of the vector that they form.
double CosineRow::Keep(std::vector<Entry>& entries, double may_lose) {
  if (may_lose <= 0) return 0;
  BudgetCut cut;
  const auto rank = [](const Entry& entry) { return static_cast<float>(entry.value); };
  for (const Entry& entry : entries) cut.Add(rank(entry), entry.value * entry.value);
  const float least = cut.Within(may_lose * may_lose).rank;
  double lost = 0;
  std::erase_if(entries, [&](const Entry& entry) {
    if (rank(entry) >= least) return false;
    lost += entry.value * entry.value;
    return true;
  });
  return std::sqrt(lost);
}

// k = 1 takes a single step back, so it needs numbers instead of cells.
void CosineRow::BackOne() {
  for (const auto& [v, x] : scratch_.levels_[1]) {
    const auto list = graph_.out[v];
    scratch_.sums_.AddAll(list, x);
    arcs_ += list.size();
  }
  std::vector<Entry> back;
  scratch_.sums_.DrainTo(back);
  for (const auto& [b, z] : back) {
    scratch_.sums_.Add(b, WeightAt(1) * z / graph_.growths[b][0]);
  }
}

// x_k starts its way back in its lane.
void CosineRow::Join(size_t k, size_t lane) {
  for (const auto& [v, x] : scratch_.levels_[k]) {
    if (scratch_.seen_[v] == 0) scratch_.reached_.push_back(v);
    scratch_.seen_[v] = 1;
    scratch_.now_[v].lane[lane] = x;
  }
}

// Cells and lists are scattered in memory, so those of the next vertices are fetched early.
void CosineRow::Prefetch(std::span<const VertexId> reached, size_t i) const {
  constexpr size_t kFar = 12;  // vertices ahead, to fetch the list itself
  constexpr size_t kNear = 3;  // and to fetch the cells that it leads to
  constexpr size_t kMost = 16;
  if (i + kFar >= reached.size()) return;
  const VertexId far = reached[i + kFar];
  __builtin_prefetch(&scratch_.now_[far]);
  __builtin_prefetch(graph_.out[far].data());
  const auto near = graph_.out[reached[i + kNear]];
  for (size_t at = 0; at < std::min(near.size(), kMost); ++at) {
    __builtin_prefetch(&scratch_.next_[near[at]], 1);
  }
}

void CosineRow::StepBack(double factor) {
  // A copy of the pointers: the compiler must assume that a write of bytes changes the vectors.
  VertexId* const found = scratch_.found_.data();
  uint8_t* const seen = scratch_.seen_.data();
  Cell* const next = scratch_.next_.data();
  size_t count = 0;
  for (const VertexId v : scratch_.reached_) seen[v] = 0;
  const std::span<const VertexId> reached(scratch_.reached_);
  for (size_t i = 0; i < reached.size(); ++i) {
    Prefetch(reached, i);
    const VertexId v = reached[i];
    Cell cell = scratch_.now_[v];
    scratch_.now_[v] = {};
    for (double& lane : cell.lane) lane *= factor;
    const auto list = graph_.out[v];
    for (const VertexId b : list) {
      found[count] = b;  // overwritten unless it is new: no branch to mispredict
      count += seen[b] ^ 1U;
      seen[b] = 1;
      for (size_t lane = 0; lane < kLanes; ++lane) next[b].lane[lane] += cell.lane[lane];
    }
    arcs_ += list.size();
  }
  scratch_.now_.swap(scratch_.next_);
  scratch_.reached_.assign(found, found + count);
  if (count > graph_.in.vertices() / kScanAllRatio) SortReached();
}

// In ascending order: vertices with close numbers are close in memory, and often in the graph.
void CosineRow::SortReached() {
  scratch_.reached_.clear();
  const VertexId vertices = graph_.in.vertices();
  const uint8_t* const seen = scratch_.seen_.data();
  for (VertexId v = 0; v < vertices; ++v) {
    if (seen[v] != 0) scratch_.reached_.push_back(v);
  }
}

// Adds the scores of the lanes that have arrived: those of k = low, low + 1, ...
void CosineRow::Add(size_t low, size_t lanes) {
  std::array<double, kLanes> weights{};
  for (size_t lane = 0; lane < lanes; ++lane) weights[lane] = WeightAt(low + lane);
  for (const VertexId b : scratch_.reached_) {
    const Cell& cell = scratch_.now_[b];
    const auto growths = graph_.growths[b];
    double ratio = 1;  // ||A^k e_a|| / ||A^k e_b||
    for (size_t k = 1; k < low; ++k) ratio *= own_[k - 1] / growths[k - 1];
    double score = 0;
    for (size_t lane = 0; lane < lanes; ++lane) {
      const size_t k = low + lane;
      if (growths[k - 1] == 0) break;
      ratio *= own_[k - 1] / growths[k - 1];
      score += weights[lane] * ratio * cell.lane[lane];
    }
    if (score > 0) scratch_.sums_.Add(b, score);
    scratch_.now_[b] = {};
    scratch_.seen_[b] = 0;
  }
  scratch_.reached_.clear();
}

void CosineRow::Back() {
  if (last_ >= 1) BackOne();
  for (size_t low = 2; low <= last_; low += kLanes) {
    const size_t high = std::min(low + kLanes - 1, last_);
    for (size_t k = high; k >= 1; --k) {
      if (k >= low) Join(k, k - low);
      StepBack(1 / own_[k - 1]);
    }
    Add(low, high - low + 1);
  }
}

void CosineRow::TakeScores(std::vector<Entry>& scores) {
  scratch_.sums_.DrainTo(scores);
  std::erase_if(scores, [&](const Entry& entry) { return entry.vertex == source_; });
}

CosineRowResult CosineFrom(const CosineGraph& graph, VertexId source, double budget,
                           CosineScratch& scratch, std::vector<Entry>& scores) {
  CosineRow row(graph, source, scratch);
  const double left_out = row.Out(budget);
  row.Back();
  row.TakeScores(scores);
  const CosineSum sum{.decay = graph.decay, .terms = graph.growths.terms};
  return {.error = CosineTruncation(sum) + left_out, .arcs = row.arcs()};
}

}  // namespace akin
