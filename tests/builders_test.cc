// The three builders write the same bytes, for every graph and budget.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>

#include "akin/akin.h"
#include "base/random.h"
#include "base/threads.h"
#include "file_tree.h"
#include "graph/graph_scan.h"
#include "index_fixture.h"
#include "measure_lists.h"
#include "random_graph.h"
#include "sketch/forest_builder.h"
#include "sketch/sorted_forest.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr uint64_t kMegabyte = uint64_t{1} << 20;

class BuildersTest : public IndexFilesTest {
 protected:
  FileTree Build(BuildOptions options, Builder builder, const Control& control) {
    options.builder = builder;
    return IndexFilesTest::Build({options}, control);
  }

  void ExpectSameBytes(const BuildOptions& options, const std::vector<uint64_t>& budgets) {
    const FileTree expected = Build(options, Builder::kMemory, {.threads = 2});
    for (const Builder builder : {Builder::kSemiExternal, Builder::kExternal}) {
      for (const uint64_t memory : budgets) {
        EXPECT_TRUE(Build(options, builder, {.threads = 2, .memory = memory}) == expected)
            << (builder == Builder::kExternal ? "external" : "semi-external") << " with " << memory;
      }
    }
  }
};

// Vertices without in-links, without any link, and with a link to themselves.
TestGraph WithOddVertices() {
  return TestGraph(12, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 3}, {3, 4}, {4, 5}, {5, 4}, {7, 8}});
}

TEST_F(BuildersTest, WriteTheSameBytesOnKnownShapes) {
  for (const Measure measure : LinkMeasures()) {
    const BuildOptions options{.measure = measure, .length = 6, .fingerprints = 12, .seed = 5};
    for (const TestGraph& graph :
         {TestGraph::Star(200), TestGraph::Path(150), TestGraph::Cycle(100),
          TestGraph::Complete(40), WithOddVertices(), TestGraph(3, {{0, 0}})}) {
      MakeCorpus(graph, corpus_);
      ExpectSameBytes(options, {48 * kMegabyte});
    }
  }
}

RC_GTEST_FIXTURE_PROP(BuildersTest, WriteTheSameBytesOnRandomGraphs, ()) {
  const auto graph =
      *rc::gen::suchThat(GenGraph(80), [](const TestGraph& g) { return !g.arcs().empty(); });
  MakeCorpus(graph, corpus_);
  ExpectSameBytes({.measure = *rc::gen::elementOf(LinkMeasures()),
                   .length = *rc::gen::inRange(1U, 15U),
                   .fingerprints = *rc::gen::inRange(1U, 12U),
                   .seed = *rc::gen::arbitrary<uint64_t>()},
                  {96 * kMegabyte});
  RC_ASSERT(!testing::Test::HasFailure());
}

// Enough vertices for several windows, runs and scans: with the least budget of each, and more.
TEST_F(BuildersTest, WriteTheSameBytesWithBudgetsThatForceManyPasses) {
  MakeCorpus(TestGraph::Random(150'000, 600'000, 7), corpus_);
  for (const Measure measure : LinkMeasures()) {
    ExpectSameBytes({.measure = measure, .length = 3, .fingerprints = 4, .seed = 2},
                    {16 * kMegabyte, 24 * kMegabyte, 200 * kMegabyte});
  }
}

// Blocks have more than 64 members from four million vertices on.
TEST_F(BuildersTest, LargeBlocksGiveTheSameScoresAsWalking) {
  const TestGraph graph((64 << 16) + 100, TestGraph::Random(30'000, 120'000, 3).arcs());
  MakeCorpus(graph, corpus_);
  const BuildOptions options{.measure = Measure::kPSimRank, .fingerprints = 3};
  ASSERT_TRUE(BuildIndex(corpus_, options).ok());
  const auto corpus = Corpus::Open(corpus_);
  const auto index = corpus->OpenIndex("psimrank");
  ASSERT_TRUE(index.ok()) << index.status().message();
  size_t hits = 0;
  for (size_t i = 0; i < 300; ++i) {
    const VertexId v = graph.arcs()[i * 300].second;
    const auto answer = index->Related(v, {.k = 0});
    const auto expected = corpus->RelatedByWalking(v, options, {.k = 0});
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    ASSERT_EQ(answer->hits.size(), expected->hits.size());
    for (size_t h = 0; h < answer->hits.size(); ++h) {
      EXPECT_EQ(answer->hits[h].vertex, expected->hits[h].vertex);
      EXPECT_EQ(answer->hits[h].score.value, expected->hits[h].score.value);
    }
    hits += answer->hits.size();
  }
  EXPECT_GT(hits, 100U);
}

// 1,024 records is the least that a sorter holds: everything is spilled repeatedly.
TEST_F(BuildersTest, ASortedForestIsTheForestWithHardlyAnyMemory) {
  const TestGraph graph = TestGraph::Random(20'000, 70'000, 11);
  MakeCorpus(graph, corpus_);
  const auto stored = Graph::Open(corpus_ + "/graph.akin");
  ASSERT_TRUE(stored.ok());
  ThreadPool pool(1);
  const auto scan = GraphScan::Open(**stored, GraphScan::Direction::kIn, pool, {});
  ASSERT_TRUE(scan.ok()) << scan.status().message();
  for (const Measure measure : WalkingMeasures()) {
    const WalkParameters walk{.measure = measure, .seed = 3, .length = 12};
    const auto in = (*stored)->In();
    const auto builder = ForestBuilder::Create(*in, walk);
    Forest forest;
    ASSERT_TRUE((*builder)->Build(5, {}, forest).ok());

    std::vector<VertexId> members;
    std::vector<uint8_t> labels;
    std::vector<uint32_t> places;
    SortedForestBuilder sorted(*scan, walk, {}, directory_ / "walk", 0);
    const Status status = sorted.Build(
        5, {},
        {.members = [&](std::span<const VertexId> some, std::span<const uint8_t> their) -> Status {
           members.insert(members.end(), some.begin(), some.end());
           labels.insert(labels.end(), their.begin(), their.end());
           return {};
         },
         .places = [&](std::span<const uint32_t> some) -> Status {
           places.insert(places.end(), some.begin(), some.end());
           return {};
         }});
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_TRUE(std::ranges::equal(members, forest.members));
    EXPECT_TRUE(std::ranges::equal(labels, forest.labels));
    EXPECT_TRUE(std::ranges::equal(places, forest.places));
    for (const auto& [name, bytes] : ReadTree(directory_.path())) {
      EXPECT_FALSE(name.ends_with(".tmp")) << name;
    }
  }
}

TEST_F(BuildersTest, ABudgetThatIsTooSmallIsRefusedByName) {
  MakeCorpus(TestGraph::Random(300'000, 300'000, 7), corpus_);
  for (const Builder builder : {Builder::kMemory, Builder::kSemiExternal, Builder::kExternal}) {
    const auto report =
        BuildIndex(corpus_, {.fingerprints = 1, .builder = builder}, {.memory = 4 * kMegabyte});
    EXPECT_EQ(report.status().code(), Code::kOutOfBudget);
    EXPECT_NE(report.status().message().find("builder needs"), std::string::npos);
  }
}

TEST_F(BuildersTest, NothingTemporaryIsLeftAfterAFailureOrAStop) {
  MakeCorpus(TestGraph::Random(3000, 9000, 7), corpus_);
  for (const Builder builder : {Builder::kSemiExternal, Builder::kExternal}) {
    for (const Measure measure : {Measure::kSimRank, Measure::kXJaccard}) {
      const BuildOptions options{
          .measure = measure, .length = 3, .fingerprints = 2, .builder = builder};
      for (uint64_t n = 1;; n += 3) {
        std::filesystem::remove_all(corpus_ + "/indexes");
        FaultyFiles faulty(Fault::kOnce, n);
        const ScopedFileLayer scope(faulty);
        const Status status =
            BuildIndex(corpus_, options, {.threads = 2, .memory = 16 * kMegabyte}).status();
        for (const auto& [name, bytes] : ReadTree(corpus_)) {
          EXPECT_FALSE(name.ends_with(".tmp")) << name << ' ' << n;
        }
        EXPECT_EQ(status.ok(), !faulty.struck()) << status.message();
        if (!faulty.struck()) break;
      }
    }
  }
}

}  // namespace
}  // namespace akin
