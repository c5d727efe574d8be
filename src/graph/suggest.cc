#include "graph/suggest.h"

#include <fmt/format.h>

#include <algorithm>

#include "akin/try.h"
#include "base/spelling.h"

namespace akin {
namespace {

constexpr VertexId kScanUpTo = 1'000'000;

// The position at which the name would be.
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

// Of equally near names the shorter come first, so the title counts if it is shown.
Status OfferVertex(const Keys& keys, VertexId v, std::string_view name, NearestWords& nearest) {
  const size_t by_name = nearest.Distance(name);
  AKIN_TRY_ASSIGN(const std::string title, keys.Title(v));
  const size_t by_title = title.empty() ? NearestWords::kFar : nearest.Distance(title);
  if (by_title < by_name) {
    nearest.Offer(by_title, v, fmt::format("{} ({})", name, title));
  } else {
    nearest.Offer(by_name, v, std::string(name));
  }
  return {};
}

}  // namespace

Result<SuggestedNames> SuggestNames(const Keys& keys, std::string_view wanted, size_t count) {
  NearestWords nearest(wanted, count);
  if (keys.size() <= kScanUpTo) {
    AKIN_TRY(keys.ForEach(
        [&](VertexId v, std::string_view name) { return OfferVertex(keys, v, name, nearest); }));
  } else if (!keys.integers()) {
    AKIN_TRY_ASSIGN(const VertexId at, LowerBound(keys, wanted));
    const VertexId begin = at > 200 ? at - 200 : 0;
    for (VertexId v = begin; v < std::min<uint64_t>(keys.size(), uint64_t{at} + 200); ++v) {
      AKIN_TRY_ASSIGN(std::string name, keys.Name(v));
      const size_t distance = nearest.Distance(name);
      nearest.Offer(distance, v, std::move(name));
    }
  }
  SuggestedNames suggested;
  for (const uint64_t rank : nearest.TakeRanks()) {
    const auto v = static_cast<VertexId>(rank);
    AKIN_TRY_ASSIGN(std::string name, keys.Name(v));
    AKIN_TRY_ASSIGN(std::string title, keys.Title(v));
    const bool matched = !title.empty() && nearest.Distance(title) < nearest.Distance(name);
    suggested.names.push_back(std::move(name));
    suggested.titles.push_back(matched ? std::move(title) : "");
  }
  return suggested;
}

}  // namespace akin
