// Shards that are built apart, in any order and at the same time, are the index of one build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "akin/akin.h"
#include "base/files.h"
#include "file_tree.h"
#include "index_fixture.h"
#include "measure_lists.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ShardsTest : public IndexFilesTest {
 protected:
  BuildOptions With(BuildOptions options, std::vector<uint32_t> shards) const {
    options.shards = std::move(shards);
    return options;
  }
  BuildOptions Finishing(BuildOptions options) const {
    options.finish = true;
    return options;
  }
};

RC_GTEST_FIXTURE_PROP(ShardsTest, AnyPartsInAnyOrderAreTheSameBytes, ()) {
  const auto graph =
      *rc::gen::suchThat(GenGraph(60), [](const TestGraph& g) { return !g.arcs().empty(); });
  MakeCorpus(graph, corpus_);
  const BuildOptions options{.measure = *rc::gen::elementOf(LinkMeasures()),
                             .length = *rc::gen::inRange(1U, 8U),
                             .fingerprints = *rc::gen::inRange(1U, 60U),
                             .seed = *rc::gen::arbitrary<uint64_t>()};
  const FileTree expected = Build({options}, {.threads = 1});
  std::vector<uint32_t> order((*options.fingerprints + kShardFingerprints - 1) /
                              kShardFingerprints);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(*rc::gen::arbitrary<uint32_t>()));
  std::vector<BuildOptions> steps;
  for (size_t begin = 0; begin < order.size();) {
    const size_t count = *rc::gen::inRange<size_t>(1, order.size() - begin + 1);
    const auto first = order.begin() + static_cast<ptrdiff_t>(begin);
    steps.push_back(With(options, {first, first + static_cast<ptrdiff_t>(count)}));
    steps.back().builder = *rc::gen::element(Builder::kMemory, Builder::kSemiExternal);
    begin += count;
  }
  steps.push_back(Finishing(options));
  RC_ASSERT(Build(steps, {.threads = 1}) == expected);
}

TEST_F(ShardsTest, ThreadsBuildOverlappingShardsAtTheSameTime) {
  MakeCorpus(TestGraph::Random(400, 2000, 5), corpus_);
  const BuildOptions options{.measure = Measure::kPSimRank, .fingerprints = 100};
  const FileTree expected = Build({options}, {});
  std::filesystem::remove_all(corpus_ + "/indexes");
  std::vector<Status> ended(3);
  {
    std::vector<std::jthread> threads;
    for (uint32_t i = 0; i < ended.size(); ++i) {
      threads.emplace_back([&, i] {
        std::vector<uint32_t> shards(6);
        std::iota(shards.begin(), shards.end(), 2 * i);
        ended[i] = BuildIndex(corpus_, With(options, shards), {.threads = 1}).status();
      });
    }
  }
  for (const Status& status : ended) EXPECT_TRUE(status.ok()) << status.message();
  ASSERT_TRUE(BuildIndex(corpus_, Finishing(options)).ok());
  EXPECT_TRUE(ReadTree(corpus_ + "/indexes") == expected);
}

TEST_F(ShardsTest, WhatIsMissingIsTold) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  const BuildOptions options{.fingerprints = 45};
  EXPECT_THAT(*MissingShards(corpus_, options), ElementsAre(0, 1, 2, 3, 4));
  const auto some = BuildIndex(corpus_, With(options, {4, 1, 4}));
  ASSERT_TRUE(some.ok()) << some.status().message();
  EXPECT_EQ(some->fingerprints_built, 15U);
  EXPECT_THAT(some->missing, ElementsAre(0, 2, 3));
  EXPECT_THAT(*MissingShards(corpus_, options), ElementsAre(0, 2, 3));
  const Status early = Refusal(Finishing(options));
  EXPECT_EQ(early.code(), Code::kNoIndex);
  EXPECT_THAT(early.message(), HasSubstr("3 of 5 shards are missing: build 0,2-3 first"));
  ASSERT_TRUE(BuildIndex(corpus_, With(options, {0, 2, 3})).ok());
  EXPECT_THAT(*MissingShards(corpus_, options), IsEmpty());
  ASSERT_TRUE(BuildIndex(corpus_, Finishing(options)).ok());
  EXPECT_EQ(MissingShards(corpus_, {.seed = 2}).status().code(), Code::kAlreadyExists);
  EXPECT_EQ(MissingShards(corpus_, {.method = Method::kPush}).status().code(),
            Code::kInvalidArgument);
}

// Of what fails, nothing stays; not even a directory, unless others build in it.
TEST_F(ShardsTest, AFailureLeavesTheDirectoryToOthers) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  BuildOptions options{.fingerprints = 20, .builder = Builder::kExternal};
  options.shards = {0};
  EXPECT_EQ(BuildIndex(corpus_, options, {.memory = 1}).status().code(), Code::kOutOfBudget);
  EXPECT_FALSE(std::filesystem::exists(corpus_ + "/indexes"));
  std::filesystem::create_directories(corpus_ + "/indexes/simrank");
  {
    const auto other =
        DirectoryLock::Take(corpus_ + "/indexes/simrank", DirectoryLock::Kind::kShared);
    ASSERT_TRUE(other.ok());
    EXPECT_EQ(BuildIndex(corpus_, options, {.memory = 1}).status().code(), Code::kOutOfBudget);
    EXPECT_TRUE(std::filesystem::exists(corpus_ + "/indexes/simrank"));
    EXPECT_EQ(Refusal(Finishing({.fingerprints = 20})).code(), Code::kAlreadyExists);
  }
  const auto whole = DirectoryLock::Take(corpus_ + "/indexes/simrank");
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(Refusal(options).code(), Code::kAlreadyExists);
}

TEST_F(ShardsTest, NumbersAreWrittenShort) {
  EXPECT_EQ(ListShards({}), "");
  EXPECT_EQ(ListShards({7}), "7");
  EXPECT_EQ(ListShards({0, 1, 3, 5, 6, 7}), "0-1,3,5-7");
}

}  // namespace
}  // namespace akin
