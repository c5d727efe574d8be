#include "graph/suggest.h"

#include <fmt/format.h>

#include <algorithm>

#include "akin/try.h"
#include "base/spelling.h"

namespace akin {
namespace {

constexpr VertexId kScanUpTo = 1'000'000;

// Where the name would stand.
Result<VertexId> LowerBound(const Keys& keys, std::string_view wanted) {
  VertexId low = 0;
  VertexId high = keys.size();
  while (low < high) {
    const VertexId middle = low + (high - low) / 2;
    AKIN_TRY_ASSIGN(const std::string name, keys.Name(middle));
    if (name < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

Result<std::vector<std::string>> SuggestNames(const Keys& keys, std::string_view wanted,
                                              size_t count) {
  NearestWords nearest(wanted, count);
  if (keys.size() > kScanUpTo) {
    if (keys.integers()) return std::vector<std::string>();
    AKIN_TRY_ASSIGN(const VertexId at, LowerBound(keys, wanted));
    const VertexId begin = at > 200 ? at - 200 : 0;
    for (VertexId v = begin; v < std::min<uint64_t>(keys.size(), uint64_t{at} + 200); ++v) {
      AKIN_TRY_ASSIGN(std::string name, keys.Name(v));
      const size_t distance = nearest.Distance(name);
      nearest.Offer(distance, v, std::move(name));
    }
    return nearest.Take();
  }
  AKIN_TRY(keys.ForEach([&](VertexId v, std::string_view name) -> Status {
    const size_t by_name = nearest.Distance(name);
    size_t by_title = NearestWords::kFar;
    std::string title;
    if (keys.has_titles()) {
      AKIN_TRY_ASSIGN(title, keys.Title(v));
      if (!title.empty()) by_title = nearest.Distance(title);
    }
    if (by_title < by_name) {
      nearest.Offer(by_title, v, fmt::format("{} ({})", name, title));
    } else {
      nearest.Offer(by_name, v, std::string(name));
    }
    return {};
  }));
  return nearest.Take();
}

}  // namespace akin
