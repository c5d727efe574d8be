#include "exact/first_meetings.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "linear/sparse.h"

namespace akin {
namespace {

// Below this, what is left of a pair changes no score.
constexpr double kNothing = 1e-300;

VertexId& Moving(PairMass& pair, bool first) { return first ? pair.x : pair.y; }
VertexId& Staying(PairMass& pair, bool first) { return first ? pair.y : pair.x; }

// One after the other, those with the same walk that stays.
void SortByStaying(std::vector<PairMass>& pairs, bool first) {
  std::sort(pairs.begin(), pairs.end(), [first](const PairMass& one, const PairMass& other) {
    return first ? std::tie(one.y, one.x) < std::tie(other.y, other.x)
                 : std::tie(one.x, one.y) < std::tie(other.x, other.y);
  });
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

// One of the two walks of every pair takes its step. What arrives at the same pair is added up, for
// one place of the other walk at a time.
Result<std::vector<PairMass>> FirstMeetings::Move(std::vector<PairMass> pairs, Which which,
                                                  const Control& control) const {
  const bool first = which == Which::kFirst;
  SortByStaying(pairs, first);
  std::vector<PairMass> moved;
  Accumulator sums(in_.vertices());
  const double held = BytesHeld();
  for (size_t i = 0; i < pairs.size();) {
    if (control.stop.stop_requested()) return Interrupted();
    const VertexId staying = Staying(pairs[i], first);
    for (; i < pairs.size() && Staying(pairs[i], first) == staying; ++i) {
      const auto links = in_[Moving(pairs[i], first)];
      const double share = pairs[i].mass / static_cast<double>(std::max<size_t>(links.size(), 1));
      if (share > kNothing) sums.AddAll(links, share);
    }
    const double need =
        held + static_cast<double>(pairs.size() + 2 * (moved.size() + sums.size())) *
                   sizeof(PairMass);  // twice: a vector that grows
    if (need > static_cast<double>(control.memory)) {
      return OutOfMemory("explaining first meetings", need, static_cast<double>(control.memory),
                         "take fewer iterations, or explain an index of push");
    }
    sums.Drain([&](VertexId to, double mass) {
      moved.push_back({.x = first ? to : staying, .y = first ? staying : to, .mass = mass});
    });
  }
  return moved;
}

Result<std::vector<PairMass>> FirstMeetings::Step(const Control& control) {
  AKIN_TRY_ASSIGN(std::vector<PairMass> half, Move(levels_.back(), Which::kFirst, control));
  AKIN_TRY_ASSIGN(std::vector<PairMass> next, Move(std::move(half), Which::kSecond, control));
  SortByStaying(next, /*first=*/false);
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
