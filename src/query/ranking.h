// The best k of many hits.
#ifndef AKIN_SRC_QUERY_RANKING_H_
#define AKIN_SRC_QUERY_RANKING_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "akin/corpus.h"

namespace akin {

// A mixed score may be this much below the least that is asked for.
inline constexpr double kScoreRounding = 1e-12;

// Best first; equal scores in the order of names, which is that of ids.
inline bool RanksBefore(const Hit& a, const Hit& b) {
  if (a.score.value != b.score.value) return a.score.value > b.score.value;
  return a.vertex < b.vertex;
}

// Keeps the best k, in order; all if k is 0.
inline void KeepBest(std::vector<Hit>& hits, unsigned k) {
  const size_t kept = k == 0 ? hits.size() : std::min<size_t>(k, hits.size());
  std::partial_sort(hits.begin(), hits.begin() + static_cast<ptrdiff_t>(kept), hits.end(),
                    RanksBefore);
  hits.resize(kept);
}

// The same for hits that come one by one. Stores at most a few times k hits.
class BestHits {
 public:
  explicit BestHits(unsigned k) : k_(k) {}

  // If false, adding a hit with this score would change nothing.
  bool Wants(double score) const { return score >= least_; }
  void Add(const Hit& hit) {
    hits_.push_back(hit);
    if (k_ == 0 || hits_.size() < size_t{4} * k_) return;
    const auto last = hits_.begin() + (static_cast<ptrdiff_t>(k_) - 1);
    std::nth_element(hits_.begin(), last, hits_.end(), RanksBefore);
    least_ = last->score.value;
    hits_.resize(k_);
  }
  std::vector<Hit> Take() {
    KeepBest(hits_, k_);
    return std::move(hits_);
  }

 private:
  unsigned k_;
  double least_ = 0;
  std::vector<Hit> hits_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_RANKING_H_
