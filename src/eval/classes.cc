#include "eval/classes.h"

#include <fmt/format.h>

#include <algorithm>

namespace akin {

uint32_t Classes::Number(uint32_t parent, std::string_view part) {
  const auto next = static_cast<uint32_t>(numbers_.size() + 1);
  return numbers_.emplace(fmt::format("{}/{}", parent, part), next).first->second;
}

void Classes::Put(VertexId vertex, std::span<const std::string_view> parts) {
  uint32_t parent = 0;
  for (size_t i = 0; i < std::min<size_t>(parts.size(), depth_); ++i) {
    parent = Number(parent, parts[i]);
    path_[size_t{vertex} * depth_ + i] = parent;
  }
}

void Classes::CountMembers() {
  under_.assign(numbers_.size() + 1, 0);
  members_.assign(numbers_.size() + 1, {});
  const auto vertices = static_cast<VertexId>(path_.size() / depth_);
  for (VertexId v = 0; v < vertices; ++v) {
    if (!Has(v)) continue;
    ++under_[0];
    uint32_t own = kNone;
    for (const uint32_t level : Path(v)) {
      if (level == kNone) break;
      ++under_[level];
      own = level;
    }
    members_[own].push_back(v);
  }
}

uint8_t Classes::Distance(VertexId a, VertexId b) const {
  const auto path_a = Path(a);
  const auto path_b = Path(b);
  unsigned common = 0;
  while (common < depth_ && path_a[common] == path_b[common]) ++common;
  if (common == depth_) return 0;
  if (common == 0) return kFamilialDistances - 1;
  return static_cast<uint8_t>(std::min(depth_ - common, kFamilialDistances - 1));
}

std::span<const VertexId> Classes::Members(VertexId vertex) const {
  uint32_t own = kNone;
  for (const uint32_t level : Path(vertex)) {
    if (level != kNone) own = level;
  }
  return members_[own];
}

std::array<uint64_t, kFamilialDistances> Classes::CountsAround(VertexId vertex) const {
  std::array<uint64_t, kFamilialDistances> counts{};
  uint64_t nearer = Members(vertex).size();
  counts[0] = nearer - 1;
  const auto path = Path(vertex);
  for (unsigned common = depth_; common-- > 0;) {  // leading parts that both paths share
    if (common > 0 && path[common - 1] == kNone) continue;
    const uint64_t within = under_[common == 0 ? 0 : path[common - 1]];
    const unsigned distance = common == 0 ? kFamilialDistances - 1 : depth_ - common;
    counts[std::min(distance, kFamilialDistances - 1)] += within - nearer;
    nearer = within;
  }
  return counts;
}

}  // namespace akin
