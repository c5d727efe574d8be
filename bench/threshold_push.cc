#include "threshold_push.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace akin {
namespace {

constexpr unsigned kSteps = 20;

}  // namespace

ThresholdPush::ThresholdPush(const Adjacency& in, const Adjacency& out, const Options& options)
    : in_(in), out_(out), options_(options), sums_(in.vertices()) {
  for (VertexId v = 0; v < in_.vertices(); ++v) {
    const uint64_t degree = in_.degree(v);
    const double weight = degree == 0 ? 0 : degree == 1 ? options_.decay : MeetingWeight(v);
    diagonal_.push_back(static_cast<float>(1 - weight));
  }
}

// E c^t, where t is the time at which two walks that both leave v meet again.
double ThresholdPush::MeetingWeight(VertexId v) const {
  double sum = 0;
  for (unsigned pair = 0; pair < options_.walk_pairs; ++pair) {
    const RandomStream random(1, v, pair);
    VertexId a = v;
    VertexId b = v;
    double weight = 1;
    for (unsigned step = 0; step < kSteps; ++step) {
      const auto from_a = in_[a];
      const auto from_b = in_[b];
      if (from_a.empty() || from_b.empty()) break;
      a = from_a[random.Below(2 * step, from_a.size())];
      b = from_b[random.Below(2 * step + 1, from_b.size())];
      weight *= options_.decay;
      if (a != b) continue;
      sum += weight;
      break;
    }
  }
  return sum / options_.walk_pairs;
}

void ThresholdPush::From(VertexId source, std::vector<Entry>& scores) {
  const double root = std::sqrt(options_.decay);
  levels_.assign(1, {{source, 1.0}});
  while (levels_.size() <= kSteps && !levels_.back().empty()) {
    for (const auto& [v, h] : levels_.back()) {
      const auto list = in_[v];
      if (h >= options_.threshold && !list.empty()) {
        sums_.AddAll(list, root * h / static_cast<double>(list.size()));
      }
    }
    levels_.emplace_back();
    sums_.DrainTo(levels_.back());
  }
  scores.clear();
  for (size_t l = levels_.size(); l-- > 0;) {
    for (const auto& [v, x] : scores) {
      if (x >= options_.threshold) sums_.AddAll(out_[v], x);
    }
    const auto factor = [&](VertexId v) {
      return root / static_cast<double>(std::max<uint64_t>(in_.degree(v), 1));
    };
    for (const auto& [v, h] : levels_[l]) sums_.Add(v, diagonal_[v] * h / factor(v));
    scores.clear();
    sums_.Drain([&](VertexId v, double sum) { scores.push_back({v, sum * factor(v)}); });
  }
}

}  // namespace akin
