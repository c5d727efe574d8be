// The best sums of a query so far.
#ifndef AKIN_SRC_QUERY_TOP_SUMS_H_
#define AKIN_SRC_QUERY_TOP_SUMS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace akin {

// Which sums are wanted: the k largest, all if k is 0, none below `least`, which is above 0. If
// `depth` is below 1: also others, those with at least this share of the k-th largest. Without
// `squares`, sums of squares are 0 where they would have to be looked up. With `first`, walks count
// meetings in the first step too, and what was read is remembered for more questions about it.
struct WantedSums {
  size_t k = 0;
  uint64_t least = 1;
  double depth = 1;
  bool squares = true;
  bool first = false;
};

// The k largest sums offered, and the threshold that the next one must reach.
class TopSums {
 public:
  void Reset(const WantedSums& wanted) {
    wanted_ = wanted;
    heap_.clear();
  }
  void Offer(uint64_t sum) {
    if (wanted_.k == 0) return;
    heap_.push_back(sum);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    if (heap_.size() <= wanted_.k) return;
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
  }
  // Scores are doubles. Sums that become the same double are ties, which ids decide. So the
  // threshold is below the k-th sum by as much as a double may lose of it, at most 2^-50 of it.
  uint64_t threshold() const {
    if (wanted_.k == 0 || heap_.size() < wanted_.k) return wanted_.least;
    const uint64_t last = heap_.front();
    if (wanted_.depth < 1) {
      return std::max(wanted_.least,
                      static_cast<uint64_t>(static_cast<double>(last) * wanted_.depth));
    }
    return std::max(wanted_.least, last - (last >> 50));
  }

 private:
  WantedSums wanted_;
  std::vector<uint64_t> heap_;  // smallest on top
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_TOP_SUMS_H_
