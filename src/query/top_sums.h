// The best sums of a query so far.
#ifndef AKIN_SRC_QUERY_TOP_SUMS_H_
#define AKIN_SRC_QUERY_TOP_SUMS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "akin/types.h"

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

// The k largest sums offered, and what the next one must be to be one of them.
class TopSums {
 public:
  void Reset(const WantedSums& wanted) {
    wanted_ = wanted;
    heap_.clear();
    latest_tied_.reset();
  }
  // No smaller sum is wanted, whatever its vertex.
  uint64_t least() const {
    if (wanted_.k == 0 || heap_.size() < wanted_.k) return wanted_.least;
    return std::max(wanted_.least, heap_.front().sum);
  }
  // If false, offering it would change nothing. Of equal sums, those of smaller vertices are kept.
  bool Wants(uint64_t sum, VertexId vertex) const {
    if (sum < wanted_.least) return false;
    return heap_.size() < wanted_.k || Before({.sum = sum, .vertex = vertex}, heap_.front());
  }
  void Offer(uint64_t sum, VertexId vertex = kNoVertex) {
    if (wanted_.k == 0) return;
    latest_tied_.reset();
    const Entry entry{.sum = sum, .vertex = vertex};
    if (heap_.size() < wanted_.k) {
      heap_.push_back(entry);
      std::push_heap(heap_.begin(), heap_.end(), Before);
    } else if (Before(entry, heap_.front())) {
      ReplaceLast(entry);
    }
  }
  // Scores are doubles. Sums that become the same double are ties, which ids decide. So the
  // threshold is below the k-th sum by as much as a double may lose of it, at most 2^-50 of it.
  uint64_t threshold() const {
    if (wanted_.k == 0 || heap_.size() < wanted_.k) return wanted_.least;
    const uint64_t last = heap_.front().sum;
    if (wanted_.depth < 1) {
      return std::max(wanted_.least,
                      static_cast<uint64_t>(static_cast<double>(last) * wanted_.depth));
    }
    return std::max(wanted_.least, last - (last >> 50));
  }
  // No vertex needs more than this to be wanted.
  uint64_t enough() const {
    if (wanted_.k == 0 || heap_.size() < wanted_.k || wanted_.depth < 1) return threshold();
    return std::max(wanted_.least, heap_.front().sum + 1);
  }
  // The sum that this vertex must reach to be wanted, if the sums offered can only grow. To reach
  // the threshold is not enough if k sums are as large, and those that may be ties are of smaller
  // vertices, which then rank before it. A page has often hundreds of twins, all with the same sum.
  uint64_t Needed(VertexId vertex) {
    if (wanted_.k == 0 || heap_.size() < wanted_.k || wanted_.depth < 1) return threshold();
    const Entry& last = heap_.front();
    if (vertex < last.vertex) return threshold();
    if (!latest_tied_) {
      latest_tied_ = last.vertex;
      for (const Entry& entry : heap_) {
        const bool tied = entry.sum - (entry.sum >> 49) <= last.sum + 1;
        if (tied) latest_tied_ = std::max(*latest_tied_, entry.vertex);
      }
    }
    return vertex > *latest_tied_ ? enough() : threshold();
  }

 private:
  struct Entry {
    uint64_t sum = 0;
    VertexId vertex = kNoVertex;
  };
  static bool Before(const Entry& a, const Entry& b) {
    return a.sum != b.sum ? a.sum > b.sum : a.vertex < b.vertex;
  }
  // To push and to pop would go through the heap twice, and a list of a hundred is offered
  // hundreds.
  void ReplaceLast(const Entry& entry) {
    size_t at = 0;
    for (size_t child = 1; child < heap_.size(); child = 2 * at + 1) {
      if (child + 1 < heap_.size() && Before(heap_[child], heap_[child + 1])) ++child;
      if (!Before(entry, heap_[child])) break;
      heap_[at] = heap_[child];
      at = child;
    }
    heap_[at] = entry;
  }

  WantedSums wanted_;
  std::vector<Entry> heap_;              // the last of them on top
  std::optional<VertexId> latest_tied_;  // the largest vertex of those tied with the last, if known
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_TOP_SUMS_H_
