#include "query/refine_walks.h"

#include <algorithm>

#include "akin/try.h"
#include "query/bounded_score.h"
#include "query/scoring.h"
#include "sketch/step.h"

namespace akin {
namespace {

constexpr uint64_t kStepCost = 16;  // of a step, beside the list it reads: in entries

}  // namespace

WalkRefiner::WalkRefiner(const OpenedIndex& index, const WalkParameters& walk, const Adjacency& in,
                         VertexId vertex, std::vector<Hit> candidates)
    : index_(index),
      walk_(walk),
      in_(in),
      vertex_(vertex),
      candidates_(std::move(candidates)),
      first_(candidates_.size()),
      later_(candidates_.size()),
      known_(kKnown) {}

Result<std::unique_ptr<PairRefiner>> WalkRefiner::Make(const OpenedIndex& index,
                                                       const Adjacency& in, VertexId vertex,
                                                       std::vector<Hit> candidates,
                                                       const RelatedOptions& options) {
  const FingerprintParameters& own = index.fingerprinted()->fingerprints();
  WalkParameters walk = WalksOf(index.fingerprinted()->parameters);
  walk.length = options.length.value_or(own.length);
  auto refiner =
      std::unique_ptr<WalkRefiner>(new WalkRefiner(index, walk, in, vertex, std::move(candidates)));
  refiner->options_ = options;
  const Weighting weighting = WeightingFor(options, index.fingerprinted()->parameters);
  for (unsigned t = 0; t <= walk.length; ++t) {
    refiner->weights_.push_back(MeetingWeight(weighting, t));
  }
  return std::unique_ptr<PairRefiner>(std::move(refiner));
}

Score WalkRefiner::Of(size_t candidate) const {
  const Contributions& later = later_[candidate];
  if (later.count == 0) return candidates_[candidate].score;
  const double first = first_[candidate];
  if (later.most == 0) return ExactScore(first);  // walks of one step
  Score score = EstimateOf(later.sum / later.count, later);
  for (double* const part : {&score.value, &score.low, &score.high}) *part += first;
  return score;
}

Status WalkRefiner::Improve(std::span<const size_t> candidates, ReadingBudget& budget) {
  std::vector<size_t> fresh;
  std::vector<size_t> known;
  for (const size_t i : candidates) (later_[i].count == 0 ? fresh : known).push_back(i);
  AKIN_TRY(LookUp(fresh));
  if (!known.empty()) Walk(known, budget);
  return {};
}

Status WalkRefiner::LookUp(std::span<const size_t> candidates) {
  std::vector<VertexId> others;
  for (const size_t i : candidates) others.push_back(candidates_[i].vertex);
  AKIN_TRY_ASSIGN(const std::vector<Contributions> later,
                  index_.LaterMeetings(vertex_, others, options_));
  AKIN_TRY_ASSIGN(const unsigned answered, index_.FingerprintsUsed(vertex_, options_));
  const FingerprintParameters& own = index_.fingerprinted()->fingerprints();
  missing_ = options_.fingerprints.value_or(own.fingerprints) - answered;
  for (size_t i = 0; i < candidates.size(); ++i) later_[candidates[i]] = later[i];
  WithStepOf(walk_.measure, [&]<class Step>() {
    for (const size_t i : candidates) {
      first_[i] = weights_[1] * Step::MeetingProbability(in_, vertex_, candidates_[i].vertex);
    }
  });
  return {};
}

// From the first fingerprint on that the index does not have, so that none counts twice.
void WalkRefiner::Walk(std::span<const size_t> candidates, ReadingBudget& budget) {
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
    WithStepOf(walk_.measure,
               [&]<class Step>() { WalkTogether<Step>(f + missing_, walking, budget); });
    for (const size_t i : walking) ++later_[i].count;
  }
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
  for (const size_t i : candidates)
    walkers_.push_back({.candidate = i, .at = candidates_[i].vertex});
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
        Contributions& later = later_[walker.candidate];
        later.sum += weights_[t];
        later.squares += weights_[t] * weights_[t];
      }
    }
    walkers_.resize(going);
  }
}

}  // namespace akin
