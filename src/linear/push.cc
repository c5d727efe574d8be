#include "linear/push.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace akin {

PushGraph::PushGraph(const PushInput& input) : PushInput(input) {
  constexpr float kUp = 1 + 0x1p-22F;
  facts.reserve(in.vertices());
  for (VertexId v = 0; v < in.vertices(); ++v) {
    const double g = std::sqrt(std::max(0.0, 1 - double{diagonal[v]} + self_error));
    facts.push_back(
        {.g = static_cast<float>(g) * kUp, .degree = static_cast<uint32_t>(in.degree(v))});
  }
}

class Pusher {
 public:
  Pusher(const PushGraph& graph, PushScratch& scratch)
      : graph_(graph), scratch_(scratch), root_(std::sqrt(graph.decay)) {}

  // On a stop both end after their current level, and leave the scratch ready for the next query.
  double Out(VertexId source, double budget, const std::stop_token& stop);
  double Back(double budget, const std::stop_token& stop);
  PairScore Pair(VertexId u, VertexId v, double budget, const LevelVisit& visit);
  uint64_t arcs() const { return arcs_; }
  std::span<const Entry> scores() const { return scratch_.x_; }

 private:
  auto Facts() const {
    return [this](VertexId v) -> const PushGraph::Facts& { return graph_.facts[v]; };
  }
  double DegreeAt(VertexId v) const { return std::max<uint32_t>(graph_.facts[v].degree, 1); }
  double Dot() const;
  void PushBack(const std::vector<Entry>& x);
  double PushSome(Level& level, double may_lose, Accumulator& sums);

  const PushGraph& graph_;
  PushScratch& scratch_;
  double root_;
  uint64_t arcs_ = 0;
};

namespace {

constexpr double kPerLevel = 0.25;  // share of the remaining budget that one level may use
constexpr double kOutShare = 0.5;   // share of a source's error that the way out may use
constexpr size_t kAhead = 8;        // lists ahead that are prefetched
// A push of fewer arcs is repeated with kFiner times its budget, unless that is below kFinest.
constexpr uint64_t kCheap = 10'000;
constexpr double kFiner = 0.25;
constexpr double kFinest = 1e-7;

}  // namespace

// Leaves behind at most that weight, and returns how much it was.
double Pusher::PushSome(Level& level, double may_lose, Accumulator& sums) {
  const double left = level.Choose(may_lose);
  arcs_ += level.Push(graph_.in, root_, sums);
  return left;
}

// Writes h_0, h_1, ... to the scratch. Returns the error from the entries left behind.
double Pusher::Out(VertexId source, double budget, const std::stop_token& stop) {
  std::vector<Entry>& levels = scratch_.levels_;
  Level& level = scratch_.level_;
  levels.assign(1, {source, 1.0});
  scratch_.ends_.assign(1, 1);
  double reach = std::sqrt(graph_.decay + graph_.self_error);  // c^(l/2) times the largest g
  double spent = 0;
  double total = level.Begin(source, Facts());
  while (spent + total * reach > budget && !stop.stop_requested()) {
    spent += reach * PushSome(level, (budget - spent) * kPerLevel / reach, scratch_.sums_);
    reach *= root_;
    total = level.Take(scratch_.sums_, Facts(), [](auto&&...) {});
    levels.insert(levels.end(), level.entries.begin(), level.entries.end());
    scratch_.ends_.push_back(levels.size());
  }
  return spent + total * reach;
}

// Computes S e_u from the levels in the scratch. Returns the error from what was not pushed back.
double Pusher::Back(double budget, const std::stop_token& stop) {
  Accumulator& sums = scratch_.sums_;
  std::vector<Entry>& x = scratch_.x_;  // the entries of x_{l+1} that are pushed; S e_u in the end
  x.clear();
  double spent = 0;
  for (size_t l = scratch_.ends_.size(); l-- > 0 && !stop.stop_requested();) {
    PushBack(x);
    const size_t begin = l == 0 ? 0 : scratch_.ends_[l - 1];
    for (size_t i = begin; i < scratch_.ends_[l]; ++i) {
      const auto& [v, h] = scratch_.levels_[i];
      sums.Add(v, graph_.diagonal[v] * h * DegreeAt(v) / root_);  // because row v of Q' comes next
    }
    x.clear();
    const double reach = std::pow(root_, static_cast<double>(l));
    const double threshold =
        l == 0 ? 0 : (budget - spent) / (static_cast<double>(l) * reach);  // l levels remain
    double largest = 0;
    sums.Drain([&](VertexId v, double sum) {
      const double value = sum * root_ / DegreeAt(v);
      if (value >= threshold) {
        x.push_back({v, value});
      } else {
        largest = std::max(largest, value);
      }
    });
    spent += largest * reach;
  }
  return spent;
}

void Pusher::PushBack(const std::vector<Entry>& x) {
  for (size_t i = 0; i < x.size(); ++i) {
    if (i + kAhead < x.size()) {
      __builtin_prefetch(graph_.out.neighbours.data() + graph_.out.offsets[x[i + kAhead].vertex]);
    }
    const auto list = graph_.out[x[i].vertex];
    scratch_.sums_.AddAll(list, x[i].value);
    arcs_ += list.size();
  }
}

// <h_l(u), D h_l(v)>
double Pusher::Dot() const {
  const Accumulator* few = &scratch_.sums_;
  const Accumulator* many = &scratch_.other_sums_;
  if (few->size() > many->size()) std::swap(few, many);
  double dot = 0;
  for (const VertexId w : few->touched()) dot += (*few)[w] * (*many)[w] * graph_.diagonal[w];
  return dot;
}

PairScore Pusher::Pair(VertexId u, VertexId v, double budget, const LevelVisit& visit) {
  Level& from_u = scratch_.level_;
  Level& from_v = scratch_.other_;
  double total_u = from_u.Begin(u, Facts());
  double total_v = from_v.Begin(v, Facts());
  PairScore score;
  while (score.error + total_u * total_v > budget) {
    const double each = (budget - score.error) * kPerLevel / 2;
    const double left_u = PushSome(from_u, each / total_v, scratch_.sums_);
    const double left_v = PushSome(from_v, each / total_u, scratch_.other_sums_);
    score.error += left_u * total_v + (total_u - left_u) * left_v;
    score.value += Dot();
    if (visit) visit(scratch_.sums_, scratch_.other_sums_);
    total_u = from_u.Take(scratch_.sums_, Facts(), [](auto&&...) {});
    total_v = from_v.Take(scratch_.other_sums_, Facts(), [](auto&&...) {});
  }
  score.error += total_u * total_v;
  return score;
}

PushResult PushFrom(const PushGraph& graph, VertexId source, double epsilon, PushScratch& scratch,
                    const std::stop_token& stop) {
  double budget = epsilon - graph.score_error;
  for (uint64_t before = 0;;) {
    Pusher pusher(graph, scratch);
    const double out = pusher.Out(source, budget * kOutShare, stop);
    const double back = pusher.Back(budget - out, stop);
    const uint64_t arcs = before + pusher.arcs();
    const bool fine = budget * kFiner < kFinest || out + back == 0;
    if (pusher.arcs() >= kCheap || fine || stop.stop_requested()) {
      return {.scores = pusher.scores(), .error = graph.score_error + out + back, .arcs = arcs};
    }
    before = arcs;
    budget *= kFiner;
  }
}

PairScore PushPair(const PushGraph& graph, VertexId u, VertexId v, double epsilon,
                   PushScratch& scratch, const LevelVisit& visit) {
  if (u == v) return {.value = 1, .error = 0};
  PairScore score = Pusher(graph, scratch).Pair(u, v, epsilon - graph.score_error, visit);
  score.error += graph.score_error;
  return score;
}

}  // namespace akin
