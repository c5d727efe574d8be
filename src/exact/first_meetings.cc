#include "exact/first_meetings.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

bool Ascending(const PairMass& one, const PairMass& other) {
  return std::tie(one.x, one.y) < std::tie(other.x, other.y);
}

// Adds up what is at the same pair.
void MergePairs(std::vector<PairMass>& pairs) {
  std::sort(pairs.begin(), pairs.end(), Ascending);
  size_t kept = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const bool same =
        kept > 0 && pairs[kept - 1].x == pairs[i].x && pairs[kept - 1].y == pairs[i].y;
    if (same) {
      pairs[kept - 1].mass += pairs[i].mass;
    } else {
      pairs[kept++] = pairs[i];
    }
  }
  pairs.resize(kept);
}

bool HasLink(std::span<const VertexId> links, VertexId wanted) {
  return std::binary_search(links.begin(), links.end(), wanted);
}

}  // namespace

double FirstMeetings::BytesHeld() const {
  double pairs = 0;
  for (const std::vector<PairMass>& level : levels_) pairs += static_cast<double>(level.size());
  return pairs * sizeof(PairMass);
}

// One of the two walks of every pair takes its step.
Result<std::vector<PairMass>> FirstMeetings::Move(const std::vector<PairMass>& pairs, Which which,
                                                  const Control& control) const {
  const bool first = which == Which::kFirst;
  const auto moving = [&](const PairMass& pair) { return first ? pair.x : pair.y; };
  double reached = 0;
  for (const PairMass& pair : pairs) reached += static_cast<double>(in_.degree(moving(pair)));
  const double need =
      BytesHeld() + (reached + static_cast<double>(pairs.size())) * sizeof(PairMass);
  const auto limit = static_cast<double>(control.memory);
  if (need > limit) {
    return OutOfMemory("explaining first meetings", need, limit,
                       "take fewer iterations, or explain an index of push");
  }
  std::vector<PairMass> moved;
  moved.reserve(static_cast<size_t>(reached));
  for (const PairMass& pair : pairs) {
    if (control.stop.stop_requested()) return Interrupted();
    const auto links = in_[moving(pair)];
    const double share = pair.mass / static_cast<double>(std::max<size_t>(links.size(), 1));
    for (const VertexId to : links) {
      moved.push_back({.x = first ? to : pair.x, .y = first ? pair.y : to, .mass = share});
    }
  }
  MergePairs(moved);
  return moved;
}

Result<std::vector<PairMass>> FirstMeetings::Step(const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<PairMass> half, Move(levels_.back(), Which::kFirst, control));
  AKIN_TRY_ASSIGN(std::vector<PairMass> next, Move(half, Which::kSecond, control));
  std::vector<PairMass> met;
  for (PairMass& pair : next) {
    pair.mass *= decay_;
    if (pair.x == pair.y) met.push_back(pair);
  }
  std::erase_if(next, [](const PairMass& pair) { return pair.x == pair.y; });
  levels_.push_back(std::move(next));
  return met;
}

std::pair<FirstMeetings::Path, FirstMeetings::Path> FirstMeetings::PathsTo(VertexId place,
                                                                           unsigned steps) const {
  std::pair<Path, Path> paths = {{place}, {place}};
  while (steps-- > 0) {
    PairMass before;
    for (const PairMass& pair : levels_[steps]) {
      const auto of_x = in_[pair.x];
      const auto of_y = in_[pair.y];
      if (!HasLink(of_x, paths.first.back()) || !HasLink(of_y, paths.second.back())) continue;
      const double passed =
          pair.mass / static_cast<double>(of_x.size()) / static_cast<double>(of_y.size());
      if (passed > before.mass) before = {.x = pair.x, .y = pair.y, .mass = passed};
    }
    paths.first.push_back(before.x);
    paths.second.push_back(before.y);
  }
  std::reverse(paths.first.begin(), paths.first.end());
  std::reverse(paths.second.begin(), paths.second.end());
  return paths;
}

}  // namespace akin
