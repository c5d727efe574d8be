#include "exact/needed.h"

#include <algorithm>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "exact/budget.h"

namespace akin {
namespace {

// The vertices of the next level down, ascending, each once. `seen` is all zero before and after.
std::vector<VertexId> NeighboursOf(std::span<const VertexId> vertices, const Recurrence& recurrence,
                                   int level, std::vector<uint8_t>& seen) {
  const Adjacency& neighbours = recurrence.At(level).neighbours;
  std::vector<VertexId> found;
  for (const VertexId v : vertices) {
    for (const VertexId a : neighbours[v]) {
      if (seen[a] != 0 || !recurrence.IsStored(level - 1, a)) continue;
      seen[a] = 1;
      found.push_back(a);
    }
  }
  std::sort(found.begin(), found.end());
  for (const VertexId a : found) seen[a] = 0;
  return found;
}

}  // namespace

Result<Needed> Needed::Behind(const Recurrence& recurrence, std::span<const VertexId> wanted,
                              std::string_view instead, const Control& control) {
  Needed needed(recurrence.iterations);
  needed.start_ = recurrence.priors.vertices();
  needed.widest_ = needed.start_.size();
  std::vector<VertexId> list;
  for (const VertexId v : wanted) {
    if (recurrence.IsStored(recurrence.iterations, v)) list.push_back(v);
  }
  std::sort(list.begin(), list.end());
  std::vector<uint8_t> seen(recurrence.vertices());
  for (int level = recurrence.iterations; level >= 1; --level) {
    if (control.stop.stop_requested()) return Interrupted();
    needed.Add(std::move(list));
    if (needed.bytes() > control.memory) {
      return OverBudget(recurrence.measure, static_cast<double>(needed.bytes()), instead, control);
    }
    if (level == 1) break;
    list = NeighboursOf(needed.lists_.back(), recurrence, level, seen);
    const size_t count = needed.lists_.size();
    if (!recurrence.alternates() && list == needed.lists_[count - 1]) break;  // so are all others
    if (count >= 2 && list == needed.lists_[count - 2]) {
      needed.period_ = 2;
      break;
    }
  }
  return needed;
}

Needed Needed::Everything(const Recurrence& recurrence) {
  Needed needed(recurrence.iterations);
  std::vector<VertexId> list;
  for (VertexId v = 0; v < recurrence.vertices(); ++v) {
    if (recurrence.IsStored(recurrence.iterations, v)) list.push_back(v);
  }
  needed.Add(std::move(list));
  return needed;
}

void Needed::Add(std::vector<VertexId> vertices) {
  widest_ = std::max(widest_, vertices.size());
  bytes_ += sizeof(std::vector<VertexId>) + vertices.size() * sizeof(VertexId);
  lists_.push_back(std::move(vertices));
}

std::span<const VertexId> Needed::At(int level) const {
  if (level == 0) return start_;
  const auto down = static_cast<size_t>(iterations_ - level);
  if (down < lists_.size()) return lists_[down];
  return lists_[lists_.size() - period_ + (down - lists_.size()) % period_];
}

}  // namespace akin
