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
  PairScore Pair(VertexId u, VertexId v, double epsilon, const LevelVisit& visit);
  uint64_t arcs() const { return arcs_; }
  std::span<const Entry> scores() const { return scratch_.x_; }
  std::vector<double> ScoresOf(std::span<const VertexId> others);

 private:
  auto Facts() const {
    return [this](VertexId v) -> const PushGraph::Facts& { return graph_.facts[v]; };
  }
  double DegreeAt(VertexId v) const { return std::max<uint32_t>(graph_.facts[v].degree, 1); }
  double Dot(const Accumulator& of_u, const Accumulator& of_v) const;
  unsigned StepTogether(VertexId& u, VertexId& v, double& left, const LevelVisit& visit);
  void Both(double budget, PairScore& score, const LevelVisit& visit);
  void OneForBoth(double budget, PairScore& score, const LevelVisit& visit);
  void PushBack(const std::vector<Entry>& x);
  double PushSome(Level& level, double may_lose, Accumulator& sums);

  const PushGraph& graph_;
  PushScratch& scratch_;
  double root_;
  uint64_t arcs_ = 0;
};

namespace {

constexpr double kPerLevel = 0.25;  // share of the remaining budget that one level may use
constexpr double kOutShare = 0.4;   // share of a source's error that the way out may use
constexpr size_t kAhead = 8;        // lists ahead that are prefetched
// A push of fewer arcs is repeated with at most kFiner times its budget, unless that is below
// kFinest. The fewer arcs it was, the smaller the next budget.
constexpr uint64_t kCheap = 10'000;
constexpr double kFiner = 0.25;
constexpr double kFinest = 1e-7;

bool SameEntries(const std::vector<Entry>& a, const std::vector<Entry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Entry& x, const Entry& y) {
    return x.vertex == y.vertex && x.value == y.value;
  });
}

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
    const double reach = std::pow(root_, static_cast<double>(l));
    const double threshold =
        l == 0 ? 0 : (budget - spent) / (static_cast<double>(l) * reach);  // l levels remain
    x.resize(sums.size());
    size_t kept = 0;
    double largest = 0;  // of those not kept
    sums.Drain([&](VertexId v, double sum) {
      const double value = sum * root_ / DegreeAt(v);
      const bool keep = value >= threshold;
      x[kept].vertex = v;  // overwritten unless it is kept: no branch to mispredict
      x[kept].value = value;
      kept += keep ? 1 : 0;
      largest = std::max(largest, keep ? 0 : value);
    });
    x.resize(kept);
    spent += largest * reach;
  }
  return spent;
}

void Pusher::PushBack(const std::vector<Entry>& x) {
  for (size_t i = 0; i < x.size();) {
    const auto list = graph_.out[x[i].vertex];
    double value = 0;
    do {
      value += x[i++].value;
      if (i + kAhead < x.size()) {
        __builtin_prefetch(graph_.out.neighbours.data() + graph_.out.offsets[x[i + kAhead].vertex]);
      }
    } while (i < x.size() && std::ranges::equal(graph_.out[x[i].vertex], list));
    scratch_.sums_.AddAll(list, value);
    arcs_ += list.size();
  }
}

// What Back left in the scratch, for each of the others.
std::vector<double> Pusher::ScoresOf(std::span<const VertexId> others) {
  Accumulator& sums = scratch_.sums_;
  for (const auto& [v, score] : scores()) sums.Add(v, score);
  std::vector<double> values;
  values.reserve(others.size());
  for (const VertexId v : others) values.push_back(sums[v]);
  sums.Clear();
  return values;
}

// <h_l(u), D h_l(v)>
double Pusher::Dot(const Accumulator& of_u, const Accumulator& of_v) const {
  const bool fewer = of_u.size() <= of_v.size();
  const Accumulator& few = fewer ? of_u : of_v;
  const Accumulator& many = fewer ? of_v : of_u;
  double dot = 0;
  for (const VertexId w : few.touched()) dot += few[w] * many[w] * graph_.diagonal[w];
  return dot;
}

// Goes back along single in-links for as long as both vertices have no others. Returns the number
// of steps; `left` is what is left of both after them.
unsigned Pusher::StepTogether(VertexId& u, VertexId& v, double& left, const LevelVisit& visit) {
  unsigned steps = 0;
  left = 1;
  while (u != v && left * left > kFinest) {
    const auto to_u = graph_.in[u];
    const auto to_v = graph_.in[v];
    if (to_u.size() != 1 || to_v.size() != 1) break;
    u = to_u.front();
    v = to_v.front();
    left *= root_;
    ++steps;
    if (!visit) continue;
    scratch_.sums_.Add(u, left);
    scratch_.other_sums_.Add(v, left);
    visit(scratch_.sums_, scratch_.other_sums_);
    scratch_.sums_.Clear();
    scratch_.other_sums_.Clear();
  }
  return steps;
}

PairScore Pusher::Pair(VertexId u, VertexId v, double epsilon, const LevelVisit& visit) {
  double left = 1;
  const unsigned steps = StepTogether(u, v, left, visit);
  const double weight = left * left;
  PairScore score;
  if (u == v) {
    score = {.value = weight, .met = u, .steps = steps};
    if (!visit) return score;
    PairScore seen{.value = weight * graph_.diagonal[u]};
    scratch_.level_.Begin(u, Facts(), left);
    OneForBoth(epsilon, seen, visit);
    score.unseen = weight - seen.value;
    return score;
  }
  if (graph_.in[u].empty() || graph_.in[v].empty()) return score;
  scratch_.level_.Begin(u, Facts(), left);
  scratch_.other_.Begin(v, Facts(), left);
  Both(epsilon - weight * graph_.score_error, score, visit);
  score.error = std::min(score.error + weight * graph_.score_error, epsilon);  // but for rounding
  return score;
}

void Pusher::Both(double budget, PairScore& score, const LevelVisit& visit) {
  Level& from_u = scratch_.level_;
  Level& from_v = scratch_.other_;
  Accumulator& of_u = scratch_.sums_;
  Accumulator& of_v = scratch_.other_sums_;
  while (score.error + from_u.total() * from_v.total() > budget) {
    if (from_u.total() == from_v.total() && SameEntries(from_u.entries, from_v.entries)) {
      return OneForBoth(budget, score, visit);
    }
    const double each = (budget - score.error) * kPerLevel / 2;
    const double left_u = PushSome(from_u, each / from_v.total(), of_u);
    const double left_v = PushSome(from_v, each / from_u.total(), of_v);
    score.error += left_u * from_v.total() + (from_u.total() - left_u) * left_v;
    score.value += Dot(of_u, of_v);
    if (visit) visit(of_u, of_v);
    from_u.Take(of_u, Facts(), [](auto&&...) {});
    from_v.Take(of_v, Facts(), [](auto&&...) {});
  }
  score.error += from_u.total() * from_v.total();
}

// The same for two vertices whose levels are the same from here on.
void Pusher::OneForBoth(double budget, PairScore& score, const LevelVisit& visit) {
  Level& level = scratch_.level_;
  Accumulator& sums = scratch_.sums_;
  while (score.error + level.total() * level.total() > budget) {
    const double total = level.total();
    const double left = PushSome(level, (budget - score.error) * kPerLevel / (2 * total), sums);
    score.error += left * (2 * total - left);
    score.value += Dot(sums, sums);
    if (visit) visit(sums, sums);
    level.Take(sums, Facts(), [](auto&&...) {});
  }
  score.error += level.total() * level.total();
}

PushResult PushFrom(const PushGraph& graph, VertexId source, double epsilon, PushScratch& scratch,
                    const std::stop_token& stop) {
  double budget = epsilon - graph.score_error;
  for (uint64_t before = 0;;) {
    Pusher pusher(graph, scratch);
    const double out = pusher.Out(source, budget * kOutShare, stop);
    const double back = pusher.Back(budget - out, stop);
    const uint64_t arcs = before + pusher.arcs();
    const bool fine = budget <= kFinest || out + back == 0;
    if (pusher.arcs() >= kCheap || fine || stop.stop_requested()) {
      return {.scores = pusher.scores(), .error = graph.score_error + out + back, .arcs = arcs};
    }
    before = arcs;
    const double cheap = static_cast<double>(pusher.arcs()) / static_cast<double>(kCheap);
    budget = std::max(budget * std::min(kFiner, cheap), kFinest);
  }
}

ManyScores PushToMany(const PushGraph& graph, VertexId source, std::span<const VertexId> others,
                      double epsilon, PushScratch& scratch) {
  const double error = PushFrom(graph, source, epsilon, scratch).error;
  return {.values = Pusher(graph, scratch).ScoresOf(others), .error = error};
}

PairScore PushPair(const PushGraph& graph, VertexId u, VertexId v, double epsilon,
                   PushScratch& scratch, const LevelVisit& visit) {
  if (u == v) return {.value = 1, .error = 0};
  return Pusher(graph, scratch).Pair(u, v, epsilon, visit);
}

}  // namespace akin
