#include "server/filter_cache.h"

#include "akin/try.h"

namespace akin::server {

Result<FilterCache::Set> FilterCache::Get(const std::string& expression,
                                          const std::function<Result<Set>()>& make) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(expression);
    if (found != places_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return entries_.front().set;
    }
  }
  AKIN_TRY_ASSIGN(Set set, make());
  Keep(expression, set);
  return set;
}

void FilterCache::Keep(const std::string& expression, const Set& set) {
  const auto bytes_of = [](const Entry& entry) {
    return 2 * entry.expression.size() + entry.set->bytes();
  };
  Entry fresh{.expression = expression, .set = set};
  const uint64_t bytes = bytes_of(fresh);
  const std::lock_guard lock(mutex_);
  if (bytes > kMostBytes || places_.contains(expression)) return;
  entries_.push_front(std::move(fresh));
  places_.emplace(entries_.front().expression, entries_.begin());
  bytes_ += bytes;
  while (entries_.size() > kMostSets || bytes_ > kMostBytes) {
    bytes_ -= bytes_of(entries_.back());
    places_.erase(entries_.back().expression);
    entries_.pop_back();
  }
}

size_t FilterCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace akin::server
