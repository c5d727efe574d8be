#include "query/refine.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/parts.h"
#include "akin/try.h"
#include "query/mixed_score.h"
#include "query/pair_refiner.h"
#include "query/ranking.h"

namespace akin {
namespace {

constexpr double kFewestCandidates = 100;
constexpr double kCandidatesPerHit = 10;
constexpr double kEntries = 500'000;
constexpr size_t kAtOnce = 32;    // contenders that are made more accurate in one round
constexpr double kNarrow = 0.02;  // an error that is this share of a score
// An interval holds in 95% of cases, and there are a hundred: so they are taken as longer, as those
// that hold in 98% would be.
constexpr double kCaution = 1.2;

// At most 2^30, so that an effort without end is none.
unsigned CandidatesFor(const RelatedOptions& options) {
  const double wanted = std::max(kFewestCandidates, kCandidatesPerHit * options.k) * options.refine;
  return static_cast<unsigned>(std::clamp<double>(wanted, options.k, 1U << 30));
}

uint64_t EntriesFor(const RelatedOptions& options) {
  return static_cast<uint64_t>(std::min(kEntries * options.refine, 1e18));
}

// The candidates of one query in progress.
class Refinement {
 public:
  Refinement(std::span<const MixPart> parts, MixedCandidates candidates)
      : parts_(parts),
        candidates_(std::move(candidates)),
        late_(candidates_.scores.size()),
        hits_(candidates_.vertices.size()) {}

  Status Begin(VertexId vertex, const RelatedOptions& options, const Control& control) {
    for (size_t i = 0; i < hits_.size(); ++i) hits_[i].vertex = candidates_.vertices[i];
    for (size_t p = 0; p < parts_.size(); ++p) {
      AKIN_TRY(MakeRefiner(p, vertex, options, control));
      std::vector<size_t> fixed;  // scores that cannot be guessed, because they stay as they are
      for (size_t i = 0; i < hits_.size(); ++i) {
        if (Guessed(i, p) && !refiners_[p]->CanImprove(i)) fixed.push_back(i);
      }
      if (fixed.empty()) continue;
      AKIN_TRY(LookUp(fixed, p, vertex, options));
      refiners_.pop_back();
      AKIN_TRY(MakeRefiner(p, vertex, options, control));
    }
    for (size_t i = 0; i < hits_.size(); ++i) Update(i);
    return {};
  }

  Status Run(unsigned k, ReadingBudget& budget, const Control& control) {
    AKIN_TRY(Improve(Best(k), budget));
    while (!budget.spent()) {
      if (control.stop.stop_requested()) return Interrupted();
      std::vector<size_t> unsettled = Unsettled(k);
      std::erase_if(unsettled, [&](size_t i) { return !CanImprove(i); });
      if (unsettled.empty()) break;
      KeepPromising(unsettled);
      AKIN_TRY(Improve(unsettled, budget));
    }
    return {};
  }

  // What is guessed of the best is looked up. What they score then may put others in their place.
  Result<std::vector<Hit>> Take(unsigned k, VertexId vertex, const RelatedOptions& options) {
    const std::vector<size_t> best = Best(k);
    for (size_t p = 0; p < parts_.size(); ++p) {
      std::vector<size_t> places;
      for (const size_t i : best) {
        if (Guessed(i, p) && refiners_[p]->Of(i).high == ScoreIn(i, p).high) places.push_back(i);
      }
      if (places.empty()) continue;
      AKIN_TRY(LookUp(places, p, vertex, options));
      for (const size_t i : places) late_[i * parts_.size() + p] = true;
      for (const size_t i : places) Update(i);
    }
    return std::move(hits_);
  }

 private:
  Score& ScoreIn(size_t i, size_t part) { return candidates_.scores[i * parts_.size() + part]; }
  bool Guessed(size_t i, size_t part) const {
    return candidates_.guessed[i * parts_.size() + part];
  }

  Status MakeRefiner(size_t part, VertexId vertex, const RelatedOptions& options,
                     const Control& control) {
    std::vector<Hit> candidates = hits_;
    for (size_t i = 0; i < hits_.size(); ++i) candidates[i].score = ScoreIn(i, part);
    AKIN_TRY_ASSIGN(auto refiner,
                    parts_[part].index.Refiner(vertex, std::move(candidates), options, control));
    refiners_.push_back(std::move(refiner));
    return {};
  }

  // From the fingerprints, instead of a guess.
  Status LookUp(std::span<const size_t> places, size_t part, VertexId vertex,
                const RelatedOptions& options) {
    std::vector<VertexId> others;
    for (const size_t i : places) others.push_back(hits_[i].vertex);
    AKIN_TRY_ASSIGN(const std::vector<Score> scores,
                    parts_[part].index.Sims(vertex, others, options));
    for (size_t n = 0; n < places.size(); ++n) {
      ScoreIn(places[n], part) = scores[n];
      candidates_.guessed[places[n] * parts_.size() + part] = false;
    }
    return {};
  }

  // Walks could go on for ever, so they get what exact scores leave of the budget.
  Status Improve(std::span<const size_t> candidates, ReadingBudget& budget) {
    for (const bool exact : {true, false}) {
      for (const auto& refiner : refiners_) {
        if (refiner->exact() == exact) AKIN_TRY(refiner->Improve(candidates, budget));
      }
    }
    for (const size_t i : candidates) Update(i);
    return {};
  }

  void Update(size_t i) {
    std::vector<MixedTerm> terms;
    for (size_t p = 0; p < parts_.size(); ++p) {
      terms.push_back(
          {.weight = parts_[p].weight,
           .bounded = refiners_[p]->bounded(),
           .group = parts_[p].group,
           .score = late_[i * parts_.size() + p] ? ScoreIn(i, p) : refiners_[p]->Of(i)});
    }
    hits_[i].score = MixedScore(terms);
  }

  // Those that may score highest, at most kAtOnce. What they turn out to score settles others.
  void KeepPromising(std::vector<size_t>& places) const {
    if (places.size() <= kAtOnce) return;
    std::partial_sort(places.begin(), places.begin() + kAtOnce, places.end(),
                      [&](size_t a, size_t b) {
                        const double of_a = hits_[a].score.high;
                        const double of_b = hits_[b].score.high;
                        return of_a != of_b ? of_a > of_b : a < b;
                      });
    places.resize(kAtOnce);
  }

  static double Low(const Score& score) {
    return score.value - kCaution * (score.value - score.low);
  }
  static double High(const Score& score) {
    return score.value + kCaution * (score.high - score.value);
  }

  bool CanImprove(size_t i) const {
    return std::any_of(refiners_.begin(), refiners_.end(),
                       [i](const auto& refiner) { return refiner->CanImprove(i); });
  }

  // The places of the best k, in no order.
  std::vector<size_t> Best(unsigned k) const {
    std::vector<size_t> places(hits_.size());
    for (size_t i = 0; i < places.size(); ++i) places[i] = i;
    if (places.size() <= k) return places;
    std::nth_element(places.begin(), places.begin() + k, places.end(),
                     [&](size_t a, size_t b) { return RanksBefore(hits_[a], hits_[b]); });
    places.resize(k);
    return places;
  }

  // Of the best k, those whose intervals reach below that of another candidate; of the others,
  // those whose intervals reach above that of one of the best; and of the best, neighbours whose
  // intervals overlap and are not narrow.
  std::vector<size_t> Unsettled(unsigned k) const {
    std::vector<size_t> ranked = Best(k);
    std::sort(ranked.begin(), ranked.end(),
              [&](size_t a, size_t b) { return RanksBefore(hits_[a], hits_[b]); });
    std::vector<bool> best(hits_.size());
    for (const size_t i : ranked) best[i] = true;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (size_t i = 0; i < hits_.size(); ++i) {
      if (best[i]) least = std::min(least, Low(hits_[i].score));
      if (!best[i]) most = std::max(most, High(hits_[i].score));
    }
    std::vector<bool> unsettled(hits_.size());
    for (size_t i = 0; i < hits_.size(); ++i) {
      unsettled[i] = best[i] ? Low(hits_[i].score) < most : High(hits_[i].score) > least;
    }
    for (size_t rank = 0; rank + 1 < ranked.size(); ++rank) {
      const Score& above = hits_[ranked[rank]].score;
      const Score& below = hits_[ranked[rank + 1]].score;
      if (Low(above) >= High(below)) continue;
      for (const size_t i : {ranked[rank], ranked[rank + 1]}) {
        if (hits_[i].score.error > kNarrow * hits_[i].score.value) unsettled[i] = true;
      }
    }
    std::vector<size_t> places;
    for (size_t i = 0; i < hits_.size(); ++i) {
      if (unsettled[i]) places.push_back(i);
    }
    return places;
  }

  std::span<const MixPart> parts_;
  MixedCandidates candidates_;
  std::vector<bool> late_;  // scores that were looked up after all refining, one entry as above
  std::vector<Hit> hits_;
  std::vector<std::unique_ptr<PairRefiner>> refiners_;
};

}  // namespace

Result<bool> WantsRefinement(const RelatedOptions& options) {
  if (options.refine > 0 && options.share < 1) {
    return InvalidArgument("share", "a closer look takes all fingerprints, not a share of them");
  }
  if (options.refine >= 0) return options.refine > 0 && options.k > 0;
  return InvalidArgument("refine", fmt::format("{} is no effort; give 0 or more", options.refine));
}

Result<Answer> RefinedRelated(std::span<const MixPart> parts, VertexId vertex,
                              const RelatedOptions& options, const Control& control) {
  RelatedOptions wide = options;
  wide.refine = 0;
  if (parts.size() == 1 && parts[0].weight == 1) {
    AKIN_TRY_ASSIGN(const auto push, parts[0].index.PushFor(options));
    if (push) return push->Related(vertex, wide, control);
  }
  wide.min_score = 0;
  if (wide.remote != nullptr) wide.remote->ExpectCloserLook();
  AKIN_TRY_ASSIGN(MixedCandidates candidates,
                  CandidatesOfParts(parts, vertex, wide, CandidatesFor(options), control));
  Answer answer{.work = candidates.work};
  Refinement refinement(parts, std::move(candidates));
  AKIN_TRY(refinement.Begin(vertex, wide, control));
  const uint64_t entries = EntriesFor(options);
  ReadingBudget budget(entries);
  AKIN_TRY(refinement.Run(options.k, budget, control));
  AKIN_TRY_ASSIGN(answer.hits, refinement.Take(options.k, vertex, wide));
  answer.work.members += entries - budget.left();
  std::erase_if(answer.hits, [&](const Hit& hit) {
    return !(hit.score.value > 0) || hit.score.value + kScoreRounding < options.min_score;
  });
  KeepBest(answer.hits, options.k);
  const auto unsure = [](const Hit& hit) { return IsUnsure(hit.score); };
  if (!std::all_of(answer.hits.begin(), answer.hits.end(), unsure)) {
    std::erase_if(answer.hits, unsure);
  }
  return answer;
}

}  // namespace akin
