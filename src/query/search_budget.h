// When to stop searching backwards for the meetings of walks, and to build an index instead.
//
// A search backwards reads the links around one vertex, a build those of the whole graph. So
// searching is less work for few queries, or on a sparse graph, and more otherwise. Nobody knows
// beforehand which it is, so searches stop once those made so far suggest that all of them will
// read more than a build in memory does, though not before a sixteenth of that has been read. They
// also stop when they have read as much as a build. So searching in vain costs a sixteenth of a
// build, or at worst as much as one.
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

  // A search has read so many links more. Returns how many it may read before it asks again; 0: it
  // must stop. All of this is safe from any thread.
  uint64_t More(uint64_t read) {
    read_ += read;
    if (unlimited_) return kMostAtOnce;
    const auto done = static_cast<double>(done_.load());
    const double left = std::max(1.0, searches_ - done);
    const double worth = std::clamp(build_ * (done + 1) / left, build_ / 16, build_);
    const double more = worth - static_cast<double>(read_.load());
    return more < 1 ? 0 : std::min(kMostAtOnce, static_cast<uint64_t>(more));
  }
  // A search has found all, after so many links more.
  void Done(uint64_t read) {
    read_ += read;
    ++done_;
  }
  // There can be no index.
  void RemoveLimit() { unlimited_ = true; }

 private:
  // Few enough that several searches at a time do not read much more than they may.
  static constexpr uint64_t kMostAtOnce = uint64_t{1} << 20;

  const double searches_;
  const double build_;
  std::atomic<uint64_t> read_ = 0;
  std::atomic<uint64_t> done_ = 0;
  std::atomic<bool> unlimited_ = false;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SEARCH_BUDGET_H_
