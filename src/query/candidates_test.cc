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

TEST(CandidatesTest, CountsFirstMeetingsOnTheSide) {
  Candidates candidates;
  ASSERT_TRUE(candidates.Reset(5, true).ok());
  const ScoreSum later{.sum = 1, .squares = 3};
  const ScoreSum first{.sum = 7, .squares = 5 + Candidates::kFirstMeeting};
  const VertexId both[] = {2, 4};
  for (uint64_t i = 0; i + 1 < Candidates::kFewFingerprints; ++i) {
    candidates.AddAll(both, i % 3 == 0 ? first : later);
  }
  candidates.Add(1, first);
  EXPECT_EQ(candidates.Of(1).first, 1U);
  EXPECT_EQ(candidates.Of(1).meetings, 1U);
  EXPECT_EQ(candidates.Of(1).sums, (ScoreSum{.sum = 7, .squares = 5}));
  EXPECT_EQ(candidates.Of(2).first, 341U);
  EXPECT_EQ(candidates.Of(2).meetings, 1023U);
  EXPECT_EQ(candidates.Of(4).sums, (ScoreSum{.sum = 341 * 7 + 682, .squares = 341 * 5 + 682 * 3}));
  EXPECT_EQ(candidates.Of(0).first, 0U);
  ASSERT_TRUE(candidates.Reset(5).ok());
  candidates.Add(1, later);
  EXPECT_EQ(candidates.Of(1).first, 0U);
  EXPECT_EQ(candidates.Of(1).meetings, 1U);
}

}  // namespace
}  // namespace akin
