// The sets of vertices that recent filters of one generation of a corpus gave: pages of a site ask
// with the same few filters again and again.
#ifndef AKIN_SERVER_FILTER_CACHE_H_
#define AKIN_SERVER_FILTER_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "akin/status.h"
#include "akin/vertex_set.h"

namespace akin::server {

// Safe from any thread. Two threads that miss at the same time both make the set.
class FilterCache {
 public:
  using Set = std::shared_ptr<const VertexSet>;

  // The set of this expression, which is made if it is not there. Errors are not kept.
  Result<Set> Get(const std::string& expression, const std::function<Result<Set>()>& make);

  size_t size() const;

 private:
  static constexpr size_t kMostSets = 64;
  static constexpr uint64_t kMostBytes = uint64_t{64} << 20;  // of all sets together

  struct Entry {
    std::string expression;
    Set set;
  };
  void Keep(const std::string& expression, const Set& set);

  mutable std::mutex mutex_;
  std::list<Entry> entries_;                                                 // the last used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> places_;  // views of the entries
  uint64_t bytes_ = 0;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_FILTER_CACHE_H_
