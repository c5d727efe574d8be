#include "index/tree_sizes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "measure_lists.h"
#include "random_graph.h"
#include "sketch/forest_builder.h"

namespace akin {
namespace {

using Labels = std::vector<uint8_t>;
using Sizes = std::vector<uint64_t>;

// The tree sizes of a forest that is actually built with walks of this length.
Sizes BuiltSizes(const TestGraph& graph, const WalkParameters& walk, uint64_t fingerprint,
                 Labels* labels = nullptr) {
  const Adjacency in = graph.in();
  auto builder = ForestBuilder::Create(in, walk);
  Forest forest;
  EXPECT_TRUE((*builder)->Build(fingerprint, {}, forest).ok());
  Sizes sizes;
  for (const uint8_t label : forest.labels) {
    if (label == kNewTree) sizes.push_back(0);
    ++sizes.back();
  }
  if (labels != nullptr) labels->assign(forest.labels.begin(), forest.labels.end());
  return sizes;
}

void ExpectSizes(const TreeSizes& found, const Sizes& sizes, uint64_t vertices) {
  const auto members = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  const auto squares = std::inner_product(sizes.begin(), sizes.end(), sizes.begin(), uint64_t{0});
  EXPECT_EQ(found.trees, sizes.size());
  EXPECT_EQ(found.members, members);
  EXPECT_EQ(found.alone, vertices - members);
  EXPECT_EQ(found.largest, sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end()));
  const double trees = std::max(1.0, static_cast<double>(sizes.size()));
  EXPECT_DOUBLE_EQ(found.mean, static_cast<double>(members) / trees);
  EXPECT_DOUBLE_EQ(found.size_biased,
                   members == 0 ? 0 : static_cast<double>(squares) / static_cast<double>(members));
}

void ExpectHistogram(const std::vector<SizeBucket>& found, const Sizes& sizes, uint64_t alone) {
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].trees, alone);
  EXPECT_EQ(found[0].members, alone);
  uint64_t least = 1;
  uint64_t trees = 0;
  for (const SizeBucket& bucket : found) {
    EXPECT_EQ(bucket.least, least);
    least *= 2;
    if (bucket.least == 1) continue;
    uint64_t count = 0;
    uint64_t members = 0;
    for (const uint64_t size : sizes) {
      if (size < bucket.least || size >= least) continue;
      ++count;
      members += size;
    }
    EXPECT_EQ(bucket.trees, count);
    EXPECT_EQ(bucket.members, members);
    trees += bucket.trees;
  }
  EXPECT_EQ(trees, sizes.size());
  EXPECT_TRUE(sizes.empty() || found.back().trees > 0);
}

RC_GTEST_PROP(TreeSizeCounter, EveryLengthHasTheTreesOfAForestOfThatLength, ()) {
  const TestGraph graph = *GenGraph(60);
  WalkParameters walk{.measure = *rc::gen::elementOf(WalkingMeasures()),
                      .seed = *rc::gen::inRange<uint64_t>(0, 1000),
                      .length = *rc::gen::element(1U, 2U, 5U, 10U, 20U)};
  constexpr uint64_t kForests = 3;
  const unsigned length = walk.length;
  TreeSizeCounter counter(length);
  TreeSizeCounter half(length);
  const size_t piece = *rc::gen::inRange<size_t>(1, 70);
  for (uint64_t f = 0; f < kForests; ++f) {
    Labels labels;
    BuiltSizes(graph, walk, f, &labels);
    TreeSizeCounter& into = f == 0 ? half : counter;
    for (size_t at = 0; at < labels.size(); at += piece) {
      RC_ASSERT(into.Add(std::span(labels).subspan(at, std::min(piece, labels.size() - at))));
    }
    RC_ASSERT(into.EndForest(graph.vertices()));
  }
  counter.Merge(half);
  Sizes sizes;
  for (walk.length = 1; walk.length <= length; ++walk.length) {
    sizes.clear();
    for (uint64_t f = 0; f < kForests; ++f) {
      const Sizes more = BuiltSizes(graph, walk, f);
      sizes.insert(sizes.end(), more.begin(), more.end());
    }
    ExpectSizes(counter.At(walk.length), sizes, kForests * graph.vertices());
  }
  ExpectHistogram(counter.Histogram(), sizes, counter.At(length).alone);
  RC_ASSERT(!testing::Test::HasFailure());
}

TreeSizeCounter Count(const TestGraph& graph, unsigned length) {
  TreeSizeCounter counter(length);
  Labels labels;
  BuiltSizes(graph, {.length = length}, 0, &labels);
  EXPECT_TRUE(counter.Add(labels));
  EXPECT_TRUE(counter.EndForest(graph.vertices()));
  return counter;
}

TEST(TreeSizeCounter, LeavesOfAStarMeetAtOnceAndTheHubNever) {
  const TreeSizeCounter counter = Count(TestGraph::Star(100), 5);
  for (unsigned t = 1; t <= 5; ++t) ExpectSizes(counter.At(t), {100}, 101);
  EXPECT_DOUBLE_EQ(counter.At(5).share_met(), 100.0 / 101);
  const auto histogram = counter.Histogram();
  ASSERT_EQ(histogram.size(), 7U);
  EXPECT_EQ(histogram.back().least, 64U);
  EXPECT_EQ(histogram.back().members, 100U);
}

TEST(TreeSizeCounter, NobodyMeetsOnAPathOrWithoutArcs) {
  for (const TestGraph& graph : {TestGraph::Path(50), TestGraph(50, {})}) {
    const TreeSizeCounter counter = Count(graph, 10);
    for (unsigned t = 1; t <= 10; ++t) ExpectSizes(counter.At(t), {}, 50);
    EXPECT_EQ(counter.At(10).share_met(), 0);
    ASSERT_EQ(counter.Histogram().size(), 1U);
    EXPECT_EQ(counter.Histogram()[0].trees, 50U);
  }
}

// Two chains from one root: the vertices at depth t meet at time t, and meet no other.
TEST(TreeSizeCounter, TwoChainsMeetAtTheirDepth) {
  constexpr unsigned kDepth = 8;
  TestGraph::Arcs arcs;
  for (VertexId v = 1; v <= 2 * kDepth; ++v) arcs.emplace_back(v <= 2 ? 0 : v - 2, v);
  const TreeSizeCounter counter = Count(TestGraph(2 * kDepth + 1, arcs), kDepth);
  for (unsigned t = 1; t <= kDepth; ++t) ExpectSizes(counter.At(t), Sizes(t, 2), 2 * kDepth + 1);
}

TEST(TreeSizeCounter, LabelsByHand) {
  TreeSizeCounter counter(3);
  ASSERT_TRUE(counter.Add(Labels{255, 1, 2, 1, 255, 3, 1}));
  ASSERT_TRUE(counter.EndForest(10));
  ExpectSizes(counter.At(1), {2, 2, 2}, 10);
  ExpectSizes(counter.At(2), {4, 2}, 10);
  ExpectSizes(counter.At(3), {4, 3}, 10);
  ExpectHistogram(counter.Histogram(), {4, 3}, 3);
}

TEST(TreeSizeCounter, SquaresOfHugeTreesDoNotOverflow) {
  TreeSizeCounter counter(1);
  const Labels together(1 << 16, 1);
  constexpr uint64_t kMembers = 1 << 22;
  ASSERT_TRUE(counter.Add(Labels{255}));
  for (uint64_t at = 0; at < kMembers; at += together.size()) ASSERT_TRUE(counter.Add(together));
  ASSERT_TRUE(counter.EndForest(kMembers + 1));
  for (int doubling = 0; doubling < 30; ++doubling) {  // 2^30 forests, squares of 2^74 in total
    const TreeSizeCounter copy = counter;
    counter.Merge(copy);
  }
  EXPECT_DOUBLE_EQ(counter.At(1).size_biased, kMembers + 1.0);
  EXPECT_DOUBLE_EQ(counter.At(1).mean, kMembers + 1.0);
}

TEST(TreeSizeCounter, WhatIsNoForestIsRefused) {
  EXPECT_FALSE(TreeSizeCounter(3).Add(Labels{1}));
  EXPECT_FALSE(TreeSizeCounter(3).Add(Labels{255, 0}));
  EXPECT_FALSE(TreeSizeCounter(3).Add(Labels{255, 4}));
  TreeSizeCounter counter(3);
  EXPECT_TRUE(counter.Add(Labels{255, 3}));
  EXPECT_FALSE(counter.EndForest(1)) << "more members than vertices";
  EXPECT_FALSE(counter.Add(Labels{2})) << "the next forest must begin anew";
}

}  // namespace
}  // namespace akin
