#include "parts/merged_sums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace akin {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class MergedSumsTest : public testing::Test {
 protected:
  const Scoring scoring_{Method::kWalks, 0.6, 10, 100};
};

TEST_F(MergedSumsTest, AsksForWhatCanStillMatter) {
  MergedSums merged(2, 1, 1, scoring_);
  merged.AddList(0, std::vector<PartSum>{{.vertex = 1, .sum = 50}, {.vertex = 2, .sum = 20}}, 19,
                 true);
  merged.AddList(1, std::vector<PartSum>{{.vertex = 1, .sum = 50}, {.vertex = 3, .sum = 45}}, 40,
                 true);
  // 2 has at most 60 and 3 at most 64, and others at most 59.
  EXPECT_FALSE(merged.MayMissSome());
  EXPECT_THAT(merged.Missing(), ElementsAre(IsEmpty(), IsEmpty()));
  ASSERT_EQ(merged.Found().size(), 1U);
  EXPECT_EQ(merged.Found()[0].vertex, 1U);
  EXPECT_EQ(merged.Found()[0].sums.sum, 100U);
}

TEST_F(MergedSumsTest, LooksFartherWhileOthersMayBeBetter) {
  MergedSums merged(2, 1, 1, scoring_);
  merged.AddList(0, std::vector<PartSum>{{.vertex = 1, .sum = 50}}, 50, true);
  merged.AddList(1, std::vector<PartSum>{{.vertex = 2, .sum = 40}}, 40, true);
  EXPECT_THAT(merged.Missing(), ElementsAre(ElementsAre(2), ElementsAre(1)));
  merged.Add(1, {.vertex = 1, .sum = 10});
  merged.Add(0, {.vertex = 2, .sum = 0});
  EXPECT_THAT(merged.Missing(), ElementsAre(IsEmpty(), IsEmpty()));
  EXPECT_TRUE(merged.MayMissSome());  // 50 + 40 against 60
  EXPECT_EQ(merged.NextLeast(), 30U);
  merged.AddList(0, std::vector<PartSum>{{.vertex = 1, .sum = 50}, {.vertex = 3, .sum = 35}}, 29,
                 true);
  merged.AddList(1, std::vector<PartSum>{{.vertex = 2, .sum = 40}}, 29, true);
  EXPECT_FALSE(merged.MayMissSome());
  EXPECT_THAT(merged.Missing(), ElementsAre(IsEmpty(), ElementsAre(3)));
}

TEST_F(MergedSumsTest, AsksNobodyWhoHasListedAll) {
  MergedSums merged(2, 2, 1, scoring_);
  merged.AddList(0, std::vector<PartSum>{{.vertex = 1, .sum = 50}}, 0, true);
  merged.AddList(1, std::vector<PartSum>{{.vertex = 2, .sum = 40}}, 1, true);
  EXPECT_FALSE(merged.MayMissSome());
  EXPECT_THAT(merged.Missing(), ElementsAre(IsEmpty(), ElementsAre(1)));
}

// Two sums that are one double: the vertex with the lower number ranks first, and needs details.
TEST_F(MergedSumsTest, DetailsAreOfThoseThatRankFirst) {
  const uint64_t sum = uint64_t{1} << 58;
  MergedSums merged(1, 1, 1, scoring_);
  merged.AddList(0, std::vector<PartSum>{{.vertex = 7, .sum = sum + 1}, {.vertex = 4, .sum = sum}},
                 0, false);
  EXPECT_THAT(merged.Missing(), ElementsAre(ElementsAre(4)));
  merged.Add(0, {.vertex = 4, .sum = sum, .squares = 9});
  EXPECT_THAT(merged.Missing(), ElementsAre(IsEmpty()));
  std::vector<SummedHit> found = merged.Found();
  KeepBestSums(found, scoring_, 1);
  EXPECT_EQ(found.front().vertex, 4U);
  EXPECT_EQ(found.front().sums.squares, 9U);
}

}  // namespace
}  // namespace akin
