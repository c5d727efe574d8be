#include "sketch/forest_builder.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "measure_lists.h"
#include "random_graph.h"
#include "sketch/step.h"

namespace akin {
namespace {

// Ranges of one, four and all vertices.
constexpr std::array<unsigned, 3> kRangeBits = {0, 2, Arrivals::kRangeBits};

// By the definition, vertex by vertex: r_t(u) for every t, -1 for groups whose walks have ended.
struct PlainForest {
  std::vector<VertexId> members;
  std::vector<uint8_t> labels;
};

PlainForest WalkPlainly(const Adjacency& in, const WalkParameters& parameters,
                        uint64_t fingerprint) {
  const VertexId n = in.vertices();
  std::vector<VertexId> at(n);
  std::vector<std::vector<VertexId>> first(n);  // per vertex: r_0, r_1, ...
  for (VertexId v = 0; v < n; ++v) {
    at[v] = v;
    first[v] = {v};
  }
  for (unsigned t = 1; t <= parameters.length; ++t) {
    std::map<VertexId, VertexId> smallest;  // per place: the smallest vertex whose walk is there
    for (VertexId v = 0; v < n; ++v) {
      if (at[v] == kNoVertex) continue;
      at[v] = WithStepOf(parameters.measure, [&]<class Step>() {
        return NextVertex(in, Step(parameters.seed, fingerprint, t), at[v]);
      });
      if (at[v] != kNoVertex) smallest.try_emplace(at[v], v);
    }
    for (VertexId v = 0; v < n; ++v) {
      // Walks that ended together stay one group, and meet no other.
      first[v].push_back(at[v] == kNoVertex ? first[v].back() : smallest[at[v]]);
    }
  }
  std::vector<VertexId> order(n);
  for (VertexId v = 0; v < n; ++v) order[v] = v;
  std::sort(order.begin(), order.end(), [&](VertexId a, VertexId b) {
    return std::lexicographical_compare(first[a].rbegin(), first[a].rend(), first[b].rbegin(),
                                        first[b].rend());
  });
  PlainForest forest;
  for (size_t i = 0; i < n; ++i) {
    const VertexId v = order[i];
    const bool joins = i > 0 && first[order[i - 1]].back() == first[v].back();
    const bool joined = i + 1 < n && first[order[i + 1]].back() == first[v].back();
    if (!joins && !joined) continue;
    uint8_t label = kNewTree;
    for (unsigned t = parameters.length; joins && t > 0; --t) {
      if (first[order[i - 1]][t] == first[v][t]) label = static_cast<uint8_t>(t);
    }
    forest.members.push_back(v);
    forest.labels.push_back(label);
  }
  return forest;
}

void ExpectSameForest(const TestGraph& graph, const WalkParameters& parameters,
                      unsigned range_bits) {
  const Adjacency in = graph.in();
  auto builder = ForestBuilder::Create(in, parameters, range_bits);
  ASSERT_TRUE(builder.ok()) << builder.status().message();
  for (uint64_t fingerprint = 0; fingerprint < 3; ++fingerprint) {
    Forest forest;
    ASSERT_TRUE((*builder)->Build(fingerprint, {}, forest).ok());
    const PlainForest plain = WalkPlainly(in, parameters, fingerprint);
    ASSERT_EQ(std::vector(forest.members.begin(), forest.members.end()), plain.members);
    ASSERT_EQ(std::vector(forest.labels.begin(), forest.labels.end()), plain.labels);
    std::vector<uint32_t> places(graph.vertices(), kNoPlace);
    for (uint32_t i = 0; i < plain.members.size(); ++i) places[plain.members[i]] = i;
    ASSERT_EQ(std::vector(forest.places.begin(), forest.places.end()), places);
  }
}

TEST(ForestBuilderTest, MatchesPlainWalksOnKnownShapes) {
  for (const Measure measure : WalkingMeasures()) {
    for (const unsigned length : {1U, 2U, 10U, 40U}) {
      for (const unsigned range_bits : kRangeBits) {
        const WalkParameters parameters{.measure = measure, .seed = 7, .length = length};
        ExpectSameForest(TestGraph::Star(20), parameters, range_bits);
        ExpectSameForest(TestGraph::Path(20), parameters, range_bits);
        ExpectSameForest(TestGraph::Cycle(20), parameters, range_bits);
        ExpectSameForest(TestGraph::Complete(9), parameters, range_bits);
        ExpectSameForest(TestGraph(5, {}), parameters, range_bits);
        ExpectSameForest(TestGraph(0, {}), parameters, range_bits);
        ExpectSameForest(TestGraph(1, {{0, 0}}), parameters, range_bits);
      }
    }
  }
}

RC_GTEST_PROP(ForestBuilderTest, MatchesPlainWalksOnRandomGraphs, ()) {
  const auto graph = *GenGraph(60);
  const auto measure = *rc::gen::elementOf(WalkingMeasures());
  const auto range_bits = *rc::gen::inRange(0U, 8U);
  ExpectSameForest(graph,
                   {.measure = measure,
                    .seed = *rc::gen::arbitrary<uint64_t>(),
                    .length = *rc::gen::inRange(1U, 15U)},
                   range_bits);
}

TEST(ForestBuilderTest, MoreGroupsThanAreOnTheirWayAtOnce) {
  for (const unsigned range_bits : {0U, 5U, Arrivals::kRangeBits}) {
    ExpectSameForest(TestGraph::Random(3000, 9000, 5), {.seed = 3, .length = 254}, range_bits);
  }
}

// All but one of 5,000 groups arrive at the hub in their first step, in order: they fill many
// chunks. In later steps the groups of 1,000 pairs arrive at it at random times, out of order.
TEST(ForestBuilderTest, ManyGroupsArriveAtOneVertex) {
  TestGraph::Arcs arcs;
  for (VertexId v = 1; v <= 1000; ++v) {
    arcs.emplace_back(0, v);
    arcs.emplace_back(v, 1000 + v);
    arcs.emplace_back(2001 - v, 1000 + v);
  }
  const TestGraph pairs(2001, arcs);
  for (const unsigned range_bits : {3U, 10U, Arrivals::kRangeBits}) {
    ExpectSameForest(TestGraph::Star(5000), {.seed = 3, .length = 6}, range_bits);
    ExpectSameForest(pairs, {.seed = 3, .length = 6}, range_bits);
  }
}

// The walks of a few vertices, range by range.
TEST(ForestBuilderTest, ListedVerticesMeetAsTheyDoAmongAll) {
  const TestGraph graph = TestGraph::Random(300, 900, 5);
  const WalkParameters parameters{.seed = 3, .length = 12};
  std::vector<VertexId> only;
  for (VertexId v = 3; v < 300; v += 7) only.push_back(v);
  std::vector<VertexId> members;
  std::vector<uint8_t> labels;
  for (const unsigned range_bits : {Arrivals::kRangeBits, 0U, 3U}) {
    auto builder = ForestBuilder::Create(graph.in(), parameters, range_bits);
    Forest forest;
    ASSERT_TRUE((*builder)->Build(2, {}, forest, only).ok());
    if (members.empty()) {
      members.assign(forest.members.begin(), forest.members.end());
      labels.assign(forest.labels.begin(), forest.labels.end());
      ASSERT_FALSE(members.empty());
    }
    EXPECT_TRUE(std::ranges::equal(forest.members, members));
    EXPECT_TRUE(std::ranges::equal(forest.labels, labels));
    for (const VertexId v : members) EXPECT_TRUE(std::ranges::binary_search(only, v));
  }
}

TEST(ForestBuilderTest, StopsOnRequest) {
  const TestGraph graph = TestGraph::Cycle(10);
  auto builder = ForestBuilder::Create(graph.in(), {});
  std::stop_source source;
  source.request_stop();
  Forest forest;
  EXPECT_EQ((*builder)->Build(0, source.get_token(), forest).code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
