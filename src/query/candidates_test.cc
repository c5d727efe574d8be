#include "query/candidates.h"

#include <gtest/gtest.h>

#include <vector>

namespace akin {
namespace {

TEST(CandidatesTest, SumsUpWhatEachVertexGains) {
  Candidates candidates;
  ASSERT_TRUE(candidates.Reset(5).ok());
  candidates.AddAll(std::vector<VertexId>{3, 1, 3}, {.sum = 10, .squares = 2});
  candidates.Add(1, {.sum = 5, .squares = 1});
  ASSERT_EQ(candidates.size(), 2U);
  EXPECT_EQ(candidates.met()[0], 3U);
  EXPECT_EQ(candidates.met()[1], 1U);
  EXPECT_EQ(candidates.Of(3).sums, (ScoreSum{.sum = 20, .squares = 4}));
  EXPECT_EQ(candidates.Of(1).sums, (ScoreSum{.sum = 15, .squares = 3}));
  EXPECT_EQ(candidates.Of(1).meetings, 2U);
  ASSERT_TRUE(candidates.Reset(5).ok());
  EXPECT_EQ(candidates.size(), 0U);
  EXPECT_EQ(candidates.SumOf(3), 0U);
}

// A forged forest can have the same vertex in every place. Its count of meetings has 20 bits.
TEST(CandidatesTest, MeetsNoMoreVerticesThanThereAre) {
  Candidates candidates;
  ASSERT_TRUE(candidates.Reset(1).ok());
  const std::vector<VertexId> same(kMostBlockMembers, 0);
  for (size_t meetings = 0; meetings < (size_t{3} << 20); meetings += same.size()) {
    candidates.AddAll(same, {.sum = 1, .squares = 0});
    ASSERT_LE(candidates.size(), 1U) << meetings;
  }
}

}  // namespace
}  // namespace akin
