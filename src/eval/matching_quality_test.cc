#include <gtest/gtest.h>

#include <numeric>

#include "akin/akin.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

class MatchingQualityTest : public IndexTest {
 protected:
  Corpus Of(const std::string& name, const std::string& arcs) {
    EXPECT_TRUE(IngestLines(arcs, directory_ / name).ok());
    return *Corpus::Open(directory_ / name);
  }
  static std::vector<VertexId> All(const Corpus& corpus) {
    std::vector<VertexId> all(corpus.vertices());
    std::iota(all.begin(), all.end(), VertexId{0});
    return all;
  }
  // Pairs such as "ab cd": a on the left with b on the right.
  static MatchingQuality Judge(const Corpus& left, const Corpus& right, const std::string& pairs) {
    std::vector<Hit> matched(left.vertices());
    for (size_t i = 0; i + 1 < pairs.size(); i += 3) {
      matched[*left.Find(pairs.substr(i, 1))].vertex = *right.Find(pairs.substr(i + 1, 1));
    }
    const auto quality = JudgeMatching(left, right, All(left), All(right), matched);
    EXPECT_TRUE(quality.ok()) << quality.status().message();
    return *quality;
  }
};

// a to e on the larger side, b, c and x on the smaller: they have b and c in common.
TEST_F(MatchingQualityTest, ByHand) {
  const Corpus large = Of("large.akin", "a\tb\nb\tc\nc\td\nd\te\n");
  const Corpus small = Of("small.akin", "b\tc\nc\tx\n");
  const auto expect = [&](const std::string& pairs, uint64_t same, uint64_t found,
                          uint64_t either) {
    SCOPED_TRACE(pairs);
    std::string turned = pairs;
    for (size_t i = 0; i + 1 < pairs.size(); i += 3) std::swap(turned[i], turned[i + 1]);
    for (const MatchingQuality& quality :
         {Judge(large, small, pairs), Judge(small, large, turned)}) {
      EXPECT_EQ(quality.pairs, (pairs.size() + 1) / 3);
      EXPECT_EQ(quality.same_key, same);
      EXPECT_EQ(quality.found, found);
      EXPECT_EQ(quality.either, either);
    }
  };
  expect("bb cc", 2, 2, 2);
  expect("bb cc dx", 2, 2, 3);
  expect("bc cb ex", 0, 2, 3);  // the right vertices in the wrong order
  expect("ab dc ex", 0, 0, 5);
  expect("", 0, 0, 2);
  EXPECT_DOUBLE_EQ(*Judge(large, small, "bb dc ex").Jaccard(), 1.0 / 4);
  EXPECT_DOUBLE_EQ(*Judge(large, small, "bb dc ex").SameShare(), 1.0 / 3);
}

TEST_F(MatchingQualityTest, WithoutAnythingItIsUndefined) {
  const Corpus left = Of("left.akin", "a\tb\n");
  const Corpus right = Of("right.akin", "x\ty\n");
  EXPECT_FALSE(Judge(left, right, "").Jaccard());
  EXPECT_FALSE(Judge(left, right, "").SameShare());
  EXPECT_EQ(*Judge(left, right, "ax").Jaccard(), 0);
}

// Only the vertices given count.
TEST_F(MatchingQualityTest, SidesAreThoseGiven) {
  const Corpus corpus = Of("c.akin", "a\tb\nb\tc\nc\td\n");
  const std::vector<VertexId> left = {0, 1, 2};
  const std::vector<VertexId> right = {1, 3};
  const std::vector<Hit> matched = {{.vertex = 3}, {.vertex = 1}, {}};
  const auto quality = JudgeMatching(corpus, corpus, left, right, matched);
  EXPECT_EQ(quality->pairs, 2U);
  EXPECT_EQ(quality->same_key, 1U);
  EXPECT_EQ(quality->found, 1U);   // b
  EXPECT_EQ(quality->either, 2U);  // a and b; d is not on the larger side
}

// Every vertex of a path has different numbers of vertices before and after it.
TEST_F(MatchingQualityTest, APathIsMatchedWithItselfWhateverTheOrderOfItsNames) {
  const Corpus path = Of("path.akin", "a\tb\nb\tc\nc\td\nd\te\n");
  const Corpus turned = Of("turned.akin", "e\td\nd\tc\nc\tb\nb\ta\n");
  const auto judge = [&](const Corpus& other) {
    const auto matched = MatchOneToOne(path, other, All(path), All(other), {});
    EXPECT_TRUE(matched.ok()) << matched.status().message();
    return *JudgeMatching(path, other, All(path), All(other), *matched);
  };
  EXPECT_EQ(judge(path).same_key, 5U);
  EXPECT_EQ(*judge(path).Jaccard(), 1);
  // The same graph under other names: all are paired, but only the middle with its own name.
  EXPECT_EQ(judge(turned).same_key, 1U);
  EXPECT_EQ(*judge(turned).Jaccard(), 1);
}

}  // namespace
}  // namespace akin
