// Pages that say nearly the same: the groups of all pairs by the definition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;

class DuplicatesTest : public IndexTest {
 protected:
  // Of 200 bags, every tenth is nearly that of the one before, and every twentieth the same.
  DuplicatesTest() : bags_(RandomBags(200, 60, 31)) {
    for (size_t i = 10; i < bags_.size(); i += 10) {
      std::map<TermId, double> weights;
      for (const BagTerm& entry : bags_[i - 1]) weights[entry.term] = entry.weight;
      if (i % 20 == 0 && !weights.empty()) weights[59] += 0.05;
      bags_[i] = Normalised(weights);
    }
    MakeCorpus(TestGraph::Random(200, 400, 32), corpus_);
    PutBags(bags_, 60, corpus_, "words");
  }

  // Joins groups until no two are connected.
  std::set<std::set<VertexId>> PlainGroups(double likeness) const {
    std::vector<std::set<VertexId>> groups;
    for (VertexId v = 0; v < bags_.size(); ++v) groups.push_back({v});
    const auto connected = [&](const std::set<VertexId>& a, const std::set<VertexId>& b) {
      for (const VertexId u : a) {
        for (const VertexId v : b) {
          if (PlainWeightedJaccard(bags_[u], bags_[v]) >= likeness) return true;
        }
      }
      return false;
    };
    for (size_t i = 0; i < groups.size(); ++i) {
      for (size_t j = i + 1; j < groups.size();) {
        if (!connected(groups[i], groups[j])) {
          ++j;
          continue;
        }
        groups[i].merge(groups[j]);
        groups.erase(groups.begin() + static_cast<ptrdiff_t>(j));
        j = i + 1;
      }
    }
    std::set<std::set<VertexId>> large;
    for (const auto& group : groups) {
      if (group.size() > 1) large.insert(group);
    }
    return large;
  }

  TestBags bags_;
};

TEST_F(DuplicatesTest, AreTheGroupsOfAllPairs) {
  BuildAndOpen({.measure = Measure::kText, .fingerprints = 400, .bags = "words"});
  for (const double likeness : {0.8, 0.95, 0.999}) {
    const auto groups = FindDuplicates(*Corpus::Open(corpus_), {}, likeness);
    ASSERT_TRUE(groups.ok()) << groups.status().message();
    std::set<std::set<VertexId>> found;
    size_t before = 1000;
    for (const DuplicateGroup& group : *groups) {
      found.insert(std::set<VertexId>(group.pages.begin(), group.pages.end()));
      EXPECT_TRUE(std::is_sorted(group.pages.begin(), group.pages.end()));
      EXPECT_GE(group.least, likeness);
      EXPECT_LE(group.pages.size(), before);
      before = group.pages.size();
    }
    EXPECT_EQ(found, PlainGroups(likeness));
    EXPECT_GE(found.size(), 8U);
  }
}

TEST_F(DuplicatesTest, WhatIsRefused) {
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_EQ(FindDuplicates(*corpus).status().code(), Code::kNoIndex);
  BuildAndOpen({.measure = Measure::kPSimRank, .fingerprints = 10});
  EXPECT_THAT(FindDuplicates(*corpus, "psimrank").status().message(), HasSubstr("of links"));
  for (const double likeness : {0.5, 1.1, -1.0}) {
    EXPECT_EQ(FindDuplicates(*corpus, {}, likeness).status().parameter(), "likeness");
  }
}

}  // namespace
}  // namespace akin
