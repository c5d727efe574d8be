#include "sketch/coalescence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sketch/step_tables.h"
#include "temp_dir.h"

namespace akin {
namespace {

constexpr VertexId kWideGraph = 300'000;

// The members of a forest, then its labels, then its places.
std::vector<uint32_t> WalkTwice(Coalescence& walks) {
  std::vector<VertexId> quarter(kWideGraph);
  std::vector<VertexId> scattered(kWideGraph);
  for (VertexId v = 0; v < kWideGraph; ++v) {
    quarter[v] = v % 9 == 0 ? kNoVertex : v / 4;
    scattered[v] = static_cast<VertexId>(uint64_t{v} * 7919 % 50'000);
  }
  walks.Begin();
  EXPECT_TRUE(walks.Step(TableMoves(quarter)).ok());
  EXPECT_TRUE(walks.Step(TableMoves(scattered)).ok());
  Forest forest;
  EXPECT_TRUE(walks.Finish(forest).ok());
  std::vector<uint32_t> all(forest.members.begin(), forest.members.end());
  all.insert(all.end(), forest.labels.begin(), forest.labels.end());
  all.insert(all.end(), forest.places.begin(), forest.places.end());
  return all;
}

// More meetings in the first step than the buffer of a spill file holds.
TEST(CoalescenceTest, SpilledMeetingsGiveTheSameForest) {
  TempDir dir;
  auto held = Coalescence::Create(kWideGraph);
  ASSERT_TRUE(held.ok());
  const std::vector<uint32_t> expected = WalkTwice(**held);
  EXPECT_GT(expected.size(), size_t{3} * kWideGraph / 2);
  auto spilled = Coalescence::Create(kWideGraph, dir / "merges.spill");
  ASSERT_TRUE(spilled.ok());
  EXPECT_EQ(WalkTwice(**spilled), expected);
  EXPECT_EQ(WalkTwice(**spilled), expected);
}

}  // namespace
}  // namespace akin
