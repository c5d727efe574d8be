// The best k of many hits, and which scores are tied.
//
// Two ways to the same number add up the same terms in different orders, so their results differ in
// the last digits. Scores that differ by no more than that are tied: they rank in the order of
// names, and no metric counts their order (src/eval). The rule: from the highest score on, a group
// of ties is everything that lies below the highest of the group by at most kTie of it. So numbers
// that are equal but for rounding are never parted, unless another group ends just there. Sums of
// thousands of positive terms are off by about 1e-15 of themselves.
//
// Sums of fingerprints are fixed-point numbers, which do not depend on the order of the terms. They
// are ranked as they are (query/summed_hits.h).
#ifndef AKIN_SRC_QUERY_RANKING_H_
#define AKIN_SRC_QUERY_RANKING_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "akin/corpus.h"

namespace akin {

// A score may be this much below the least that is asked for.
inline constexpr double kScoreRounding = 1e-12;

// The largest relative difference of scores that are tied.
inline constexpr double kTie = 1e-12;

// The least score that is tied with this one, if this one is the highest of its group.
inline double LeastTied(double score) { return score - kTie * std::abs(score); }

// The end of the group of ties that begins with the i-th of `size` scores, which descend.
template <class ScoreOf>
size_t TieEnd(size_t i, size_t size, const ScoreOf& score) {
  const double least = LeastTied(score(i));
  do {
    ++i;
  } while (i < size && score(i) >= least);
  return i;
}

// For every score the number of its group of ties: 0 for the highest, -1 for the next, and so on.
inline std::vector<double> TieLevels(std::span<const double> scores) {
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  std::vector<double> levels(scores.size());
  double level = 0;
  for (size_t i = 0; i < order.size(); --level) {
    const size_t end = TieEnd(i, order.size(), [&](size_t j) { return scores[order[j]]; });
    for (; i < end; ++i) levels[order[i]] = level;
  }
  return levels;
}

// Best first; equal scores in the order of names, which is that of ids.
inline bool RanksBefore(const Hit& a, const Hit& b) {
  if (a.score.value != b.score.value) return a.score.value > b.score.value;
  return a.vertex < b.vertex;
}

// Leaves the best k at least, in no order: also those that are tied with the k-th.
inline void KeepBestAndTied(std::vector<Hit>& hits, unsigned k) {
  const auto last = hits.begin() + (static_cast<ptrdiff_t>(k) - 1);
  std::nth_element(hits.begin(), last, hits.end(), RanksBefore);
  const double least = LeastTied(last->score.value);
  const auto end = std::partition(last + 1, hits.end(),
                                  [least](const Hit& hit) { return hit.score.value >= least; });
  hits.resize(static_cast<size_t>(end - hits.begin()));
}

// Keeps the best k, in order, and ties in the order of names; all if k is 0. Hundreds of pages may
// tie with the k-th, so they are not sorted with the others: the first of them by name are enough.
inline void KeepBest(std::vector<Hit>& hits, unsigned k) {
  const auto by_name = [](const Hit& a, const Hit& b) { return a.vertex < b.vertex; };
  const auto at = [&](size_t i) { return hits.begin() + static_cast<ptrdiff_t>(i); };
  const size_t kept = k == 0 ? hits.size() : std::min<size_t>(k, hits.size());
  if (kept < hits.size()) std::nth_element(hits.begin(), at(kept - 1), hits.end(), RanksBefore);
  std::sort(hits.begin(), at(kept), RanksBefore);
  for (size_t i = 0; i < kept;) {
    const size_t end = TieEnd(i, kept, [&](size_t j) { return hits[j].score.value; });
    auto tied = at(end);
    if (end == kept) {
      const double least = LeastTied(hits[i].score.value);
      tied = std::partition(tied, hits.end(),
                            [least](const Hit& hit) { return hit.score.value >= least; });
    }
    std::partial_sort(at(i), at(end), tied, by_name);
    i = end;
  }
  hits.resize(kept);
}

// The same for hits that come one by one. Stores at most a few times k hits, and what is tied with
// the k-th.
class BestHits {
 public:
  explicit BestHits(unsigned k) : k_(k), full_(size_t{4} * k) {}

  // If false, adding a hit with this score would change nothing.
  bool Wants(double score) const { return score >= least_; }
  void Add(const Hit& hit) {
    hits_.push_back(hit);
    if (k_ == 0 || hits_.size() < full_) return;
    KeepBestAndTied(hits_, k_);
    least_ = LeastTied(hits_[k_ - 1].score.value);
    full_ = std::max(full_, 2 * hits_.size());
  }
  std::vector<Hit> Take() {
    KeepBest(hits_, k_);
    return std::move(hits_);
  }

 private:
  unsigned k_;
  size_t full_;
  double least_ = 0;
  std::vector<Hit> hits_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_RANKING_H_
