// The best sums of a query so far.
#ifndef AKIN_SRC_QUERY_TOP_SUMS_H_
#define AKIN_SRC_QUERY_TOP_SUMS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace akin {

// The k largest sums offered, and the threshold that the next one must reach.
class TopSums {
 public:
  // k = 0: no limit except `least`.
  void Reset(size_t k, uint64_t least) {
    k_ = k;
    least_ = least;
    heap_.clear();
  }
  void Offer(uint64_t sum) {
    if (k_ == 0) return;
    heap_.push_back(sum);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    if (heap_.size() <= k_) return;
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
  }
  // Scores are doubles. Sums that become the same double are ties, which ids decide. So the
  // threshold is below the k-th sum by as much as a double may lose of it, at most 2^-50 of it.
  uint64_t threshold() const {
    if (k_ == 0 || heap_.size() < k_) return least_;
    return std::max(least_, heap_.front() - (heap_.front() >> 50));
  }

 private:
  size_t k_ = 0;
  uint64_t least_ = 0;
  std::vector<uint64_t> heap_;  // smallest on top
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_TOP_SUMS_H_
