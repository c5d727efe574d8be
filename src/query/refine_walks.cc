#include "query/refine_walks.h"

#include <algorithm>

#include "akin/try.h"
#include "query/bounded_score.h"
#include "sketch/step.h"

namespace akin {
namespace {

constexpr uint64_t kStepCost = 16;  // of a step, beside the list it reads: in entries

}  // namespace

WalkRefiner::WalkRefiner(const WalkParameters& walk, const Adjacency& in, double decay,
                         VertexId vertex, std::vector<VertexId> candidates)
    : walk_(walk),
      in_(in),
      vertex_(vertex),
      candidates_(std::move(candidates)),
      first_(candidates_.size()),
      later_(candidates_.size()),
      known_(kKnown) {
  for (unsigned t = 0; t <= walk.length; ++t) {
    weights_.push_back(MeetingWeight(Method::kWalks, decay, t));
  }
}

Result<std::unique_ptr<PairRefiner>> WalkRefiner::Make(const ForestIndex& index,
                                                       const Adjacency& in, VertexId vertex,
                                                       std::vector<VertexId> candidates,
                                                       const RelatedOptions& options) {
  const FingerprintParameters& own = index.fingerprints();
  const auto chosen = [](auto option, auto of_index) { return option == 0 ? of_index : option; };
  const double decay = chosen(options.decay, own.decay);
  const unsigned length = chosen(options.length, own.length);
  const unsigned fingerprints = chosen(options.fingerprints, own.fingerprints);
  WalkParameters walk = index.walk();
  walk.length = length;
  auto refiner =
      std::unique_ptr<WalkRefiner>(new WalkRefiner(walk, in, decay, vertex, std::move(candidates)));
  const double most = length < 2 ? 0 : refiner->weights_[2];
  for (Contributions& later : refiner->later_) later = {.count = 1.0 * fingerprints, .most = most};
  AKIN_TRY(
      index.EachMeeting(vertex, refiner->candidates_, fingerprints, [&](size_t i, unsigned time) {
        if (time >= 2 && time <= length) refiner->AddMeeting(i, time);
      }));
  WithStepOf(walk.measure, [&]<class Step>() {
    for (size_t i = 0; i < refiner->candidates_.size(); ++i) {
      refiner->first_[i] =
          refiner->weights_[1] * Step::MeetingProbability(in, vertex, refiner->candidates_[i]);
    }
  });
  return std::unique_ptr<PairRefiner>(std::move(refiner));
}

Score WalkRefiner::Of(size_t candidate) const {
  const Contributions& later = later_[candidate];
  const double first = first_[candidate];
  if (later.most == 0) return ExactScore(first);  // walks of one step
  Score score = EstimateOf(later.sum / later.count, later);
  for (double* const part : {&score.value, &score.low, &score.high}) *part += first;
  return score;
}

Status WalkRefiner::Improve(std::span<const size_t> candidates, ReadingBudget& budget) {
  double least = kMostFingerprints;
  for (const size_t i : candidates) least = std::min(least, later_[i].count);
  const auto begin = static_cast<unsigned>(least);
  const unsigned end = std::min(kMostFingerprints, 2 * begin);
  std::vector<size_t> walking;
  for (unsigned f = begin; f < end && !budget.spent(); ++f) {
    walking.clear();
    for (const size_t i : candidates) {
      if (later_[i].count == f) walking.push_back(i);
    }
    WithStepOf(walk_.measure, [&]<class Step>() { WalkTogether<Step>(f, walking, budget); });
    for (const size_t i : walking) ++later_[i].count;
  }
  return {};
}

template <class Step>
VertexId WalkRefiner::NextOf(const Step& step, VertexId at, ReadingBudget& budget) {
  Known& known = known_[at % kKnown];
  if (known.when != when_ || known.at != at) {
    budget.Take(kStepCost + in_.degree(at));
    known = {.when = when_, .at = at, .next = NextVertex(in_, step, at)};
  }
  return known.next;
}

// To the end, even if the budget is spent meanwhile: half a fingerprint would be a biased one.
template <class Step>
void WalkRefiner::WalkTogether(unsigned fingerprint, std::span<const size_t> candidates,
                               ReadingBudget& budget) {
  walkers_.clear();
  for (const size_t i : candidates) walkers_.push_back({.candidate = i, .at = candidates_[i]});
  VertexId own = vertex_;
  for (unsigned t = 1; t <= walk_.length && !walkers_.empty(); ++t) {
    const Step step(walk_.seed, fingerprint, t);
    ++when_;
    own = NextOf(step, own, budget);
    if (own == kNoVertex) return;
    size_t going = 0;
    for (const Walker& walker : walkers_) {
      const VertexId next = NextOf(step, walker.at, budget);
      if (next == kNoVertex) continue;
      if (next != own) {
        walkers_[going++] = {.candidate = walker.candidate, .at = next};
      } else if (t >= 2) {
        AddMeeting(walker.candidate, t);
      }
    }
    walkers_.resize(going);
  }
}

}  // namespace akin
