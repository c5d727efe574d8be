// From meeting times to scores.
//
// A fingerprint in which two walks meet at time t contributes f(t), and 0 if they do not meet; f(t)
// is c^t, or another function that the question has (akin/meeting_function.h). No f rises, so a
// vertex that was not met by time t gains at most f(t + 1) in a fingerprint: bounds that end a
// query early rely on that.
// Min-hashes contribute c^k (1 - c) for each distance k at which they are equal (FR section 2.3). A
// signature contributes 1 if it is equal (HGKI section 6.2). The score is the mean over N
// fingerprints (FR section 2.1). Contributions are summed as fixed-point numbers, with as many
// binary places as let N of them fit (52 for N up to 2047). Sums of integers do not depend on their
// order, so an index, walks without an index and an early stop give the same score to the last bit.
// Squares have fewer binary places and are rounded up, so that no meeting counts as certain: an
// interval (query/interval.h) becomes wider by that, but by little.
#ifndef AKIN_SRC_QUERY_SCORING_H_
#define AKIN_SRC_QUERY_SCORING_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/corpus.h"
#include "query/bounded_score.h"
#include "query/interval.h"
#include "sketch/forest.h"

namespace akin {

// Sums over fingerprints of the contributions and of their squares.
struct ScoreSum {
  uint64_t sum = 0;
  uint64_t squares = 0;
  bool operator==(const ScoreSum&) const = default;
};

inline void AddTo(ScoreSum& total, const ScoreSum& part) {
  total.sum += part.sum;
  total.squares += part.squares;
}

class Scoring {
 public:
  static constexpr int kSquareBits =
      44;  // of a sum of squares; Candidates has the rest of the word

  bool operator==(const Scoring&) const = default;

  // The mean is over `fingerprints`. There are binary places for `scale` of them, at least as many:
  // sums over parts of a query can be added up if all have the scale of the whole.
  Scoring(const Weighting& weighting, unsigned fingerprints, unsigned scale = 0)
      : fingerprints_(fingerprints),
        one_(std::exp2(std::min(52, 63 - BitsOf(fingerprints, scale)))),
        square_one_(std::exp2(kSquareBits - BitsOf(fingerprints, scale))) {
    for (unsigned t = 1; t <= weighting.length; ++t) {
      const double weight = MeetingWeight(weighting, t);
      weights_[t] = {.sum = static_cast<uint64_t>(std::llround(weight * one_)),
                     .squares = static_cast<uint64_t>(std::ceil(weight * weight * square_one_))};
      // Walks meet once, and the earliest weighs most; min-hashes can be equal at every distance.
      if (weighting.method == Method::kClasses || t == 1) most_ += weight;
    }
  }
  Scoring(Method method, double decay, unsigned length, unsigned fingerprints, unsigned scale = 0)
      : Scoring({.method = method, .decay = decay, .length = length}, fingerprints, scale) {}

  // The contribution of a meeting at time t; 0 for t = kNewTree.
  const ScoreSum& At(uint8_t t) const { return weights_[t]; }
  uint64_t Weight(uint8_t t) const { return weights_[t].sum; }
  unsigned fingerprints() const { return fingerprints_; }

  // For a fingerprint that contributes several weights: the square of their sum.
  uint64_t SquareOf(uint64_t sum) const {
    const double contribution = static_cast<double>(sum) / one_;
    return static_cast<uint64_t>(std::ceil(contribution * contribution * square_one_));
  }
  // The score of a vertex with itself: walks meet at time 0, min-hashes are equal at every
  // distance.
  Score OfItself(const WalkParameters& walk) const {
    if (!walk.classes()) return ExactScore(1);
    uint64_t sum = 0;
    for (unsigned k = 1; k <= walk.length; ++k) sum += weights_[k].sum * fingerprints_;
    return ExactScore(ValueOf(sum));
  }

  // The scores of a vertex with others, from their sums.
  std::vector<Score> ScoresOf(VertexId vertex, std::span<const VertexId> others,
                              std::span<const ScoreSum> sums, const WalkParameters& walk) const {
    std::vector<Score> scores;
    scores.reserve(others.size());
    for (size_t i = 0; i < others.size(); ++i) {
      scores.push_back(others[i] == vertex ? OfItself(walk) : From(sums[i]));
    }
    return scores;
  }

  // The least sum, above zero, that counts as a score of at least `score`. Contributions are
  // rounded by up to half a unit each. A score that is too low by no more than that, plus the
  // rounding of doubles, counts as equal.
  uint64_t LeastSum(double score) const {
    if (!(score > 0)) return 1;
    if (score > 1) return UINT64_MAX;
    const double sum = std::ceil((score * one_ - 4) * fingerprints_);
    return static_cast<uint64_t>(std::max(1.0, sum));
  }

  // For walks: what was contributed at times from 2 on, if `first` fingerprints met at time 1.
  Contributions Later(const ScoreSum& all, uint32_t first) const {
    const ScoreSum& one = weights_[1];
    // What a stranger's index tells need not add up.
    const auto rest = [first](uint64_t sum, uint64_t weight) {
      return static_cast<double>(sum - std::min(sum, first * weight));
    };
    return {.count = static_cast<double>(fingerprints_),
            .sum = rest(all.sum, one.sum) / one_,
            .squares = rest(all.squares, one.squares) / square_one_,
            .most = static_cast<double>(weights_[2].sum) / one_};
  }
  // Both sums, if every contribution is that of a meeting at time 1.
  ScoreSum SumsOfEqual(uint64_t sum) const {
    return {.sum = sum, .squares = sum / weights_[1].sum * weights_[1].squares};
  }

  double ValueOf(uint64_t sum) const { return static_cast<double>(sum) / one_ / fingerprints_; }
  // The value with its interval.
  Score From(const ScoreSum& sums) const {
    return EstimateOf(ValueOf(sums.sum),
                      {.count = static_cast<double>(fingerprints_),
                       .sum = static_cast<double>(sums.sum) / one_,
                       .squares = static_cast<double>(sums.squares) / square_one_,
                       .most = most_});
  }

 private:
  static int BitsOf(unsigned fingerprints, unsigned scale) {
    return static_cast<int>(std::bit_width(std::max(fingerprints, scale)));
  }

  std::array<ScoreSum, 256> weights_{};
  unsigned fingerprints_;
  double one_;         // a contribution of 1 in fixed point
  double square_one_;  // and its square
  double most_ = 0;    // the largest contribution of a fingerprint
};

// That of an index, with the options of a query.
Weighting WeightingFor(const RelatedOptions& options, const Weighting& own);
Weighting WeightingFor(const RelatedOptions& options, const IndexParameters& index);

// For the options of a query on an index of fingerprints with these parameters. kInvalidArgument if
// they do not make sense. `used` fingerprints count; 0: as many as the options say. `scale`: as for
// Scoring.
Result<Scoring> MakeScoring(const RelatedOptions& options, const IndexParameters& index,
                            unsigned used = 0, unsigned scale = 0);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SCORING_H_
