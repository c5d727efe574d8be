#include "sketch/arrivals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace akin {
namespace {

constexpr unsigned kFewBits = 7;
constexpr VertexId kTravellers = 4096;

// Where each walk goes: half of them to a vertex of the second range, most of these to one of five.
std::vector<VertexId> Targets() {
  std::vector<VertexId> targets;
  for (VertexId v = 0; v < kTravellers; ++v) {
    const VertexId near = 128 + (v % 16 == 0 ? v / 16 % 128 : v % 5);
    targets.push_back(v % 2 == 0 ? near : v);
  }
  return targets;
}

struct Meeting {
  VertexId at;
  std::vector<VertexId> walks;
  bool operator==(const Meeting&) const = default;
};

std::vector<Meeting> MeetingsByDefinition(const std::vector<VertexId>& targets, size_t range) {
  std::vector<Meeting> meetings;
  const auto begin = static_cast<VertexId>(range << kFewBits);
  for (VertexId at = begin; at < begin + (1 << kFewBits); ++at) {
    std::vector<VertexId> walks;
    for (VertexId v = 0; v < targets.size(); ++v) {
      if (targets[v] == at) walks.push_back(v);
    }
    if (!walks.empty()) meetings.push_back({at, walks});
  }
  return meetings;
}

std::vector<Meeting> Sorted(Arrivals& arrivals, size_t range) {
  std::vector<VertexId> sorted(kTravellers);
  std::vector<Meeting> places;
  const uint32_t count =
      arrivals.SortRange(range, sorted.data(), [&](VertexId at, uint32_t begin, uint32_t end) {
        places.push_back({at, {sorted.begin() + begin, sorted.begin() + end}});
      });
  uint32_t walks = 0;
  for (const Meeting& meeting : places) walks += static_cast<uint32_t>(meeting.walks.size());
  EXPECT_EQ(count, walks);
  return places;
}

std::vector<Meeting> Linked(Arrivals& arrivals, size_t range) {
  std::vector<Meeting> meetings;
  size_t joined = 0;
  arrivals.VisitRange(
      range, [&](uint32_t) { ++joined; },
      [&](VertexId at, uint32_t head) {
        Meeting meeting{at, {}};
        for (uint32_t i = head; i != Arrivals::kNoGroup; i = arrivals[i].at) {
          meeting.walks.push_back(arrivals[i].first);
        }
        std::reverse(meeting.walks.begin(), meeting.walks.end());
        meetings.push_back(meeting);
      });
  EXPECT_EQ(joined, std::ranges::count_if(
                        meetings, [](const Meeting& meeting) { return meeting.walks.size() > 1; }));
  return meetings;
}

// Twice, because either way must leave the tables of a range as the other one needs them.
TEST(ArrivalsTest, SortingAndLinkingFindTheSameMeetings) {
  const std::vector<VertexId> targets = Targets();
  Arrivals arrivals(kTravellers, kFewBits);
  ASSERT_TRUE(arrivals.ok());
  for (const bool odd : {false, true, false}) {
    for (VertexId v = 0; v < kTravellers; ++v) {
      arrivals.Add({.at = targets[v], .first = v, .size = 1});
    }
    arrivals.Turn();
    for (size_t range = 0; range < arrivals.ranges(); ++range) {
      if (arrivals.Empty(range)) continue;
      EXPECT_EQ((range % 2 == 1) == odd ? Sorted(arrivals, range) : Linked(arrivals, range),
                MeetingsByDefinition(targets, range));
      EXPECT_TRUE(arrivals.Empty(range));
    }
  }
}

TEST(ArrivalsTest, ACrowdHasAGroupForEveryEighthVertex) {
  Arrivals arrivals(kTravellers, kFewBits);
  ASSERT_TRUE(arrivals.ok());
  for (VertexId v = 0; v < 15; ++v) arrivals.Add({.at = 5, .first = v, .size = 1});
  for (VertexId v = 15; v < 31; ++v) arrivals.Add({.at = 200, .first = v, .size = 1});
  for (VertexId v = 31; v < 1031; ++v) arrivals.Add({.at = 300, .first = v, .size = 1});
  arrivals.Turn();
  EXPECT_FALSE(arrivals.Crowded(0));
  EXPECT_TRUE(arrivals.Crowded(1));
  EXPECT_TRUE(arrivals.Crowded(2));  // several chunks
  EXPECT_FALSE(arrivals.Crowded(3));
}

}  // namespace
}  // namespace akin
