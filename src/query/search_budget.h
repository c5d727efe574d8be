// When to stop searching backwards for the meetings of walks, and to build an index instead.
//
// A search backwards reads the links around one vertex, a build those of the whole graph. So the
// search is less work for few queries, or on a sparse graph, and more otherwise. Which it is, is
// not known before; but what the searches so far have read tells what those to come will read. They
// stop as soon as that is more than a build reads, but not before a sixteenth of a build was read,
// and in any case when a whole build was. So both together cost little more than the cheaper one,
// or at worst twice as much.
#ifndef AKIN_SRC_QUERY_SEARCH_BUDGET_H_
#define AKIN_SRC_QUERY_SEARCH_BUDGET_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace akin {

class SearchBudget {
 public:
  // For so many searches: one for each query and fingerprint. A build reads so many links.
  SearchBudget(uint64_t searches, uint64_t build)
      : searches_(static_cast<double>(searches)), build_(static_cast<double>(build)) {}

  // For a search that has read so many links: how many more it may read before it asks again. 0: it
  // must stop. All of this is safe from any thread.
  uint64_t More(uint64_t read) const {
    if (unlimited_) return UINT64_MAX;
    const auto done = static_cast<double>(done_.load());
    const double left = std::max(1.0, searches_ - done);
    const double worth = std::clamp(build_ * (done + 1) / left, build_ / 16, build_);
    const double more = worth - static_cast<double>(read_.load() + read);
    return more < 1 ? 0 : static_cast<uint64_t>(more);
  }
  // A search has ended, and found all.
  void Count(uint64_t read) {
    read_ += read;
    ++done_;
  }
  // There can be no index.
  void RemoveLimit() { unlimited_ = true; }

 private:
  const double searches_;
  const double build_;
  std::atomic<uint64_t> read_ = 0;
  std::atomic<uint64_t> done_ = 0;
  std::atomic<bool> unlimited_ = false;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SEARCH_BUDGET_H_
