#include "akin/sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "akin/akin.h"
#include "graph/co_cited.h"
#include "graph/graph.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "sample/hop_overlap.h"
#include "sample/overlap_pairs.h"
#include "sample/pagerank.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Set = std::set<VertexId>;

TEST(CoCited, ByHand) {  // 0 links to 1, 2, 3; 4 to 1, 2 and itself
  const TestGraph graph(6, {{0, 1}, {0, 2}, {0, 3}, {4, 1}, {4, 2}, {4, 4}});
  CoCited cocited(graph.in(), graph.out());
  EXPECT_THAT(cocited.Of(1), UnorderedElementsAre(2U, 3U, 4U));
  EXPECT_EQ(cocited.Common(2), 2U);
  EXPECT_EQ(cocited.Common(3), 1U);
  EXPECT_EQ(cocited.Common(5), 0U);
  EXPECT_THAT(cocited.Of(0), IsEmpty());
  EXPECT_EQ(cocited.Common(2), 0U);  // the vertex before leaves no trace
  EXPECT_THAT(cocited.Of(3), UnorderedElementsAre(1U, 2U));
}

// 5 -> 0, 1; 6 -> 0; 7 -> 5: hop_1 is {5, 6} and {5}, hop_2 {7} for both, nothing beyond.
TEST(HopOverlap, ByHand) {
  const TestGraph graph(8, {{5, 0}, {5, 1}, {6, 0}, {7, 5}});
  HopOverlap overlap(graph.in());
  overlap.SetFirst(0);
  EXPECT_DOUBLE_EQ(overlap.With(1).share, 0.5 + 1);
  EXPECT_EQ(overlap.With(1).common, 2U);
  EXPECT_EQ(overlap.With(5).share, 0);
  EXPECT_EQ(overlap.With(0).share, 2);
  overlap.SetFirst(7);
  EXPECT_EQ(overlap.With(1).common, 0U);
  // On a cycle all five sets have one vertex each, and no two vertices have the same sets.
  const TestGraph cycle = TestGraph::Cycle(3);
  HopOverlap round(cycle.in());
  round.SetFirst(0);
  EXPECT_EQ(round.With(0).share, 5);
  EXPECT_EQ(round.With(1).share, 0);
}

Set Before(const TestGraph& graph, const Set& vertices) {
  Set before;
  for (const auto& [from, to] : graph.arcs()) {
    if (vertices.contains(to)) before.insert(from);
  }
  return before;
}

RC_GTEST_PROP(HopOverlap, IsThatOfPlainSets, ()) {
  const auto graph = *GenGraph(10);
  HopOverlap overlap(graph.in());
  for (VertexId a = 0; a < graph.vertices(); ++a) {
    overlap.SetFirst(a);
    for (VertexId b = 0; b < graph.vertices(); ++b) {
      Set of_a = {a};
      Set of_b = {b};
      double share = 0;
      size_t common = 0;
      for (int k = 1; k <= 5; ++k) {
        of_a = Before(graph, of_a);
        of_b = Before(graph, of_b);
        Set both;
        std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                              std::inserter(both, both.end()));
        Set either = of_a;
        either.insert(of_b.begin(), of_b.end());
        common += both.size();
        if (!either.empty()) {
          share += static_cast<double>(both.size()) / static_cast<double>(either.size());
        }
      }
      const auto score = overlap.With(b);
      RC_ASSERT(std::abs(score.share - share) < 1e-12);
      RC_ASSERT(score.common == common);
    }
  }
}

TEST(CoverOverlaps, TakesTheMostCommonOfEachClass) {
  const std::vector<OverlapPair> candidates = {
      {.a = 0, .b = 1, .overlap = 5, .common = 3},   {.a = 0, .b = 2, .overlap = 4, .common = 9},
      {.a = 0, .b = 3, .overlap = 4.5, .common = 1}, {.a = 1, .b = 2, .overlap = 3.9, .common = 7},
      {.a = 1, .b = 3, .overlap = 0, .common = 0},   {.a = 2, .b = 3, .overlap = 0.9, .common = 2},
      {.a = 2, .b = 4, .overlap = 0.9, .common = 2}};
  const auto pairs = [&](uint64_t count) {
    std::vector<std::pair<VertexId, VertexId>> ends;
    for (const OverlapPair& pair : CoverOverlaps(candidates, count))
      ends.emplace_back(pair.a, pair.b);
    return ends;
  };
  using Ends = std::pair<VertexId, VertexId>;
  EXPECT_THAT(pairs(1), ElementsAre(Ends(0, 2), Ends(1, 2), Ends(2, 3)));
  EXPECT_THAT(pairs(6), ElementsAre(Ends(0, 2), Ends(0, 1), Ends(1, 2), Ends(2, 3), Ends(2, 4)));
}

class SampleTest : public IndexTest {
 protected:
  Corpus Of(const TestGraph& graph) {
    MakeCorpus(graph, corpus_);
    return *Corpus::Open(corpus_);
  }
};

TEST_F(SampleTest, ImportanceTakesAsManyFromEachTenth) {
  const TestGraph graph = TestGraph::Random(95, 300, 5);
  const Corpus corpus = Of(graph);
  const auto rank = PageRank(graph.in(), graph.out(), {}, {});
  std::vector<VertexId> order(95);
  for (VertexId v = 0; v < 95; ++v) order[v] = v;
  std::stable_sort(order.begin(), order.end(),
                   [&](VertexId a, VertexId b) { return (*rank)[a] > (*rank)[b]; });
  std::vector<size_t> place(95);
  for (size_t i = 0; i < 95; ++i) place[order[i]] = i;
  const auto sample = Sample(corpus, {.count = 21});
  ASSERT_TRUE(sample.ok()) << sample.status().message();
  ASSERT_EQ(sample->size(), 30U);
  std::map<size_t, int> tenths;
  for (size_t i = 0; i < sample->size(); ++i) {
    const size_t at = place[(*sample)[i]];
    size_t tenth = 0;
    while ((tenth + 1) * 95 / 10 <= at) ++tenth;
    ++tenths[tenth];
    if (i > 0) {
      EXPECT_GT(at, place[(*sample)[i - 1]]);  // so none occurs twice
    }
  }
  for (size_t tenth = 0; tenth < 10; ++tenth) EXPECT_EQ(tenths[tenth], 3) << tenth;
  EXPECT_EQ(*Sample(corpus, {.count = 21}), *sample);
  EXPECT_NE(*Sample(corpus, {.count = 21, .seed = 2}), *sample);
  EXPECT_EQ(Sample(corpus, {.count = 1000})->size(), 95U);
}

// Over 4,000 seeds, each of the ten vertices of the first tenth is drawn 400 times on average, with
// a standard deviation of 19; a deviation of 120 has a probability below 1e-8.
TEST_F(SampleTest, ImportanceIsFairWithinATenth) {
  const Corpus corpus = Of(TestGraph::Cycle(100));  // all PageRanks are equal: tenths by number
  std::map<VertexId, int> drawn;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    ++drawn[Sample(corpus, {.count = 10, .seed = seed}, {.threads = 1})->front()];
  }
  ASSERT_EQ(drawn.size(), 10U);
  for (const auto& [vertex, times] : drawn) {
    EXPECT_LT(vertex, 10U);
    EXPECT_NEAR(times, 400, 120);
  }
}

TEST_F(SampleTest, OverlapPairsAreCoCitedAndScoredRight) {
  const TestGraph graph = TestGraph::Random(60, 300, 8);
  const Corpus corpus = Of(graph);
  const SampleOptions options{.by = SampleBy::kOverlap, .count = 40, .candidates = 500};
  const auto pairs = SamplePairs(corpus, options, {.threads = 1});
  ASSERT_TRUE(pairs.ok()) << pairs.status().message();
  EXPECT_EQ(*SamplePairs(corpus, options, {.threads = 3}), *pairs);
  ASSERT_GT(pairs->size(), 8U);
  Set vertices;
  std::set<std::pair<VertexId, VertexId>> distinct;
  CoCited cocited(graph.in(), graph.out());
  HopOverlap overlap(graph.in());
  for (const OverlapPair& pair : *pairs) {
    EXPECT_LT(pair.a, pair.b);
    EXPECT_TRUE(distinct.emplace(pair.a, pair.b).second);
    cocited.Of(pair.a);
    EXPECT_GT(cocited.Common(pair.b), 0U);
    overlap.SetFirst(pair.a);
    EXPECT_EQ(overlap.With(pair.b).share, pair.overlap);
    EXPECT_EQ(overlap.With(pair.b).common, pair.common);
    vertices.insert({pair.a, pair.b});
  }
  const auto sample = Sample(corpus, options);
  EXPECT_EQ(Set(sample->begin(), sample->end()), vertices);
  EXPECT_EQ(sample->size(), vertices.size());
  EXPECT_EQ(sample->front(), pairs->front().a);
}

// If all co-cited pairs are candidates, the choice is that of the paper.
TEST_F(SampleTest, OverlapOfASmallGraphIsThatOfAllCoCitedPairs) {
  const TestGraph graph = TestGraph::Random(14, 40, 6);
  std::vector<OverlapPair> all;
  CoCited cocited(graph.in(), graph.out());
  HopOverlap overlap(graph.in());
  for (VertexId a = 0; a < graph.vertices(); ++a) {
    overlap.SetFirst(a);
    cocited.Of(a);
    for (VertexId b = a + 1; b < graph.vertices(); ++b) {
      if (cocited.Common(b) == 0) continue;
      const auto score = overlap.With(b);
      all.push_back(
          {.a = a, .b = b, .overlap = score.share, .common = score.common, .depth = score.depth});
    }
  }
  ASSERT_GT(all.size(), 10U);
  const auto pairs = SamplePairs(Of(graph), {.by = SampleBy::kOverlap, .count = 10});
  ASSERT_TRUE(pairs.ok()) << pairs.status().message();
  EXPECT_EQ(*pairs, CoverOverlaps(all, 10));
}

// Two paths from one vertex, 0 -> 1 -> 2 -> 3 -> 4 and 0 -> 5 -> 6 -> 7 -> 8: vertices on both that
// are as far from 0 are similar, but only 1 and 5 are co-cited.
TEST_F(SampleTest, FarPairsNeedNoCommonInNeighbour) {
  const TestGraph graph(9, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 5}, {5, 6}, {6, 7}, {7, 8}});
  const Corpus corpus = Of(graph);
  const auto near = SamplePairs(corpus, {.by = SampleBy::kOverlap});
  ASSERT_EQ(near->size(), 1U);
  EXPECT_EQ(near->front().depth, 1U);
  const SampleOptions options{.by = SampleBy::kOverlap, .far = true};
  const auto pairs = SamplePairs(corpus, options, {.threads = 1});
  ASSERT_TRUE(pairs.ok()) << pairs.status().message();
  std::map<std::pair<VertexId, VertexId>, unsigned> depths;
  for (const OverlapPair& pair : *pairs) depths[{pair.a, pair.b}] = pair.depth;
  // A path back is the only one, and one forward leads to the other branch with probability 1/2:
  // each pair is tried 10 times, from either end, and missed with probability 2^-10. The seed is
  // fixed.
  EXPECT_EQ(depths, (std::map<std::pair<VertexId, VertexId>, unsigned>{
                        {{1, 5}, 1}, {{2, 6}, 2}, {{3, 7}, 3}, {{4, 8}, 4}}));
  EXPECT_EQ(*SamplePairs(corpus, options, {.threads = 3}), *pairs);
  const auto deep =
      SamplePairs(corpus, {.by = SampleBy::kOverlap, .far = true, .min_depth = 3, .max_depth = 3});
  ASSERT_EQ(deep->size(), 1U);
  EXPECT_EQ(deep->front().a, 3U);
  EXPECT_EQ(SamplePairs(corpus, {.by = SampleBy::kOverlap, .min_depth = 3, .max_depth = 2})
                .status()
                .code(),
            Code::kInvalidArgument);
  EXPECT_EQ(SamplePairs(corpus, {.by = SampleBy::kOverlap, .max_depth = 6}).status().code(),
            Code::kInvalidArgument);
}

TEST_F(SampleTest, WithoutCoCitedVerticesThereAreNoPairs) {
  const auto pairs = SamplePairs(Of(TestGraph::Path(9)), {.by = SampleBy::kOverlap});
  ASSERT_TRUE(pairs.ok()) << pairs.status().message();
  EXPECT_THAT(*pairs, IsEmpty());
}

TEST_F(SampleTest, WhatMakesNoSenseIsRefused) {
  const Corpus corpus = Of(TestGraph::Path(9));
  const auto message = [&](const SampleOptions& options) {
    return Sample(corpus, options).status().message();
  };
  EXPECT_THAT(message({.count = 0}), HasSubstr("a sample of nothing"));
  EXPECT_THAT(message({.by = SampleBy::kOverlap, .count = 9, .candidates = 8}),
              HasSubstr("9 pairs wanted out of 8 candidates"));
  EXPECT_EQ(SamplePairs(corpus, {}).status().code(), Code::kInvalidArgument);
  const std::string target = directory_ / "part.akin";
  EXPECT_THAT(WriteSubgraph(corpus, std::vector<VertexId>{1, 2, 1}, target).status().message(),
              HasSubstr("vertex 1 comes twice"));
  EXPECT_THAT(WriteSubgraph(corpus, std::vector<VertexId>{9}, target).status().message(),
              HasSubstr("no vertex number 9"));
}

TEST_F(SampleTest, ASubgraphHasTheNamesAndTheArcsAmongThem) {
  ASSERT_TRUE(IngestLines("a\tb\nb\tc\nc\ta\nc\tc\n10\ta\n9\t10\nd\ta\n", corpus_).ok());
  const auto corpus = Corpus::Open(corpus_);
  const auto part = [&](const std::vector<std::string>& names) {
    std::vector<VertexId> vertices;
    for (const auto& name : names) vertices.push_back(*corpus->Find(name));
    const std::string target = directory_ / "part.akin";
    const auto report = WriteSubgraph(*corpus, vertices, target, /*replace=*/true);
    EXPECT_TRUE(report.ok()) << report.status().message();
    EXPECT_EQ(report->vertices, names.size());
    const auto made = Corpus::Open(target);
    EXPECT_EQ(made->vertices(), names.size());
    EXPECT_EQ(made->arcs(), report->arcs);
    std::set<std::string> arcs;
    const Adjacency out = *(*made->graph())->Out();
    for (VertexId v = 0; v < made->vertices(); ++v) {
      for (const VertexId to : out[v]) arcs.insert(*made->Name(v) + ">" + *made->Name(to));
    }
    EXPECT_EQ(arcs.size(), report->arcs);
    return arcs;
  };
  EXPECT_THAT(part({"c", "b", "d"}), ElementsAre("b>c", "c>c"));
  EXPECT_THAT(part({"d", "b"}), IsEmpty());             // both exist, without arcs
  EXPECT_THAT(part({"10", "9"}), ElementsAre("9>10"));  // now all are numbers, and sorted as such
  EXPECT_EQ(*Corpus::Open(directory_ / "part.akin")->Name(0), "9");
  const auto again = WriteSubgraph(*corpus, std::vector<VertexId>{0}, directory_ / "part.akin");
  EXPECT_EQ(again.status().code(), Code::kAlreadyExists);
}

TEST_F(SampleTest, FireBurnsAsManyAsAsked) {
  const Corpus corpus = Of(TestGraph::Random(50, 200, 3));
  const auto burnt = Sample(corpus, {.by = SampleBy::kFire, .count = 20});
  EXPECT_EQ(Set(burnt->begin(), burnt->end()).size(), 20U);
  EXPECT_EQ(Sample(corpus, {.by = SampleBy::kFire, .count = 500})->size(), 50U);
}

}  // namespace
}  // namespace akin
