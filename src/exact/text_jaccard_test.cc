#include "exact/text_jaccard.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <vector>

#include "temp_dir.h"
#include "test_bags.h"

namespace akin {
namespace {

class TextJaccardTest : public testing::Test {
 protected:
  std::unique_ptr<BagsFile> Write(const TestBags& bags, TermId terms) {
    WriteBags(bags, terms, 1, directory_ / "bags.akin");
    auto file = BagsFile::Open(directory_ / "bags.akin");
    EXPECT_TRUE(file.ok()) << file.status().message();
    return std::move(*file);
  }

  TempDir directory_;
};

// Computed by hand: the smaller weights are 1/4, the larger ones 1/2, 1/2 and 3/4, so 1/7; bags 0
// and 3 share 1/2 of 3/2.
TEST_F(TextJaccardTest, HandWorked) {
  const auto bags =
      Write({{{0, .5F}, {1, .5F}}, {{0, .25F}, {2, .75F}}, {}, {{1, 1.F}}, {{3, 1.F}}}, 4);
  EXPECT_DOUBLE_EQ(*TextJaccardOfPair(*bags, 0, 1), 1.0 / 7);
  EXPECT_DOUBLE_EQ(*TextJaccardOfPair(*bags, 0, 3), 1.0 / 3);
  EXPECT_EQ(*TextJaccardOfPair(*bags, 1, 3), 0);
  EXPECT_EQ(*TextJaccardOfPair(*bags, 0, 2), 0);
  EXPECT_EQ(*TextJaccardOfPair(*bags, 0, 0), 1);
  EXPECT_EQ(*TextJaccardOfPair(*bags, 2, 2), 1) << "an empty bag with itself";
  const std::vector<VertexId> first = {0, 2};
  const auto lists = InvertedBags::Read(*bags, first, {}, {});
  ASSERT_TRUE(lists.ok()) << lists.status().message();
  const auto row = lists->From(0);
  ASSERT_EQ(row->size(), 3U);
  EXPECT_EQ((*row)[0].vertex, 0U);
  EXPECT_EQ((*row)[1].vertex, 1U);
  EXPECT_DOUBLE_EQ((*row)[1].score, 1.0 / 7);
  EXPECT_EQ((*row)[2].vertex, 3U);
  EXPECT_EQ(lists->From(2)->size(), 1U);
}

TEST_F(TextJaccardTest, SaysWhatItNeeds) {
  const auto bags = Write(RandomBags(50, 100, 1), 100);
  const std::vector<VertexId> left = {0};
  EXPECT_EQ(InvertedBags::Read(*bags, left, {}, {.memory = 100}).status().code(),
            Code::kOutOfBudget);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(InvertedBags::Read(*bags, left, {}, {.stop = stopped.get_token()}).status().code(),
            Code::kCancelled);
}

// Rows of some vertices against others follow the definition, and are the same to the last bit in
// both directions and pair by pair.
RC_GTEST_FIXTURE_PROP(TextJaccardTest, EqualsTheDefinition, ()) {
  const TestBags plain = RandomBags(40, 60, *rc::gen::arbitrary<uint32_t>());
  const auto bags = Write(plain, 60);
  std::vector<VertexId> left;
  std::vector<VertexId> right;
  for (VertexId v = 0; v < 40; ++v) {
    if (*rc::gen::inRange(0, 3) > 0) left.push_back(v);
    if (*rc::gen::inRange(0, 3) > 0) right.push_back(v);
  }
  const auto lists = InvertedBags::Read(*bags, left, right, {});
  const auto back = InvertedBags::Read(*bags, right, left, {});
  const auto row_of = [](const InvertedBags& from, VertexId u) {
    std::vector<double> row(40);
    const auto scores = from.From(u);
    for (const TextScore& score : *scores) row[score.vertex] = score.score;
    return row;
  };
  for (const VertexId u : left) {
    const std::vector<double> row = row_of(*lists, u);
    for (const VertexId v : right) {
      if (u == v) continue;
      RC_ASSERT(std::abs(row[v] - PlainWeightedJaccard(plain[u], plain[v])) < 1e-9);
      RC_ASSERT(row[v] == *TextJaccardOfPair(*bags, u, v));
      RC_ASSERT(row[v] == row_of(*back, v)[u]);
    }
  }
}

}  // namespace
}  // namespace akin
