// Indexes built for a number of rounds, from build to answer, against plain iterations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "file_tree.h"
#include "index_fixture.h"
#include "plain_simrank.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

class SeriesIndexTest : public IndexTest {};

TEST_F(SeriesIndexTest, GivesWhatRoundsGive) {
  for (uint32_t seed = 0; seed < 6; ++seed) {
    const TestGraph graph = TestGraph::Random(20, 15 + 20 * seed, seed);
    MakeCorpus(graph, corpus_);
    for (const unsigned iterations : {1U, 2U, 9U}) {
      const double decay = seed % 2 == 0 ? 0.6 : 0.85;
      const Index index = BuildAndOpen(
          {.method = Method::kSeries, .decay = decay, .iterations = iterations, .replace = true});
      const DenseMatrix plain = PlainSimRank(graph.in(), decay, static_cast<int>(iterations));
      for (VertexId u = 0; u < graph.vertices(); ++u) {
        std::vector<double> scores(graph.vertices());
        const auto answer = index.Related(u, {.k = 0});
        ASSERT_TRUE(answer.ok()) << answer.status().message();
        for (const Hit& hit : answer->hits) {
          scores[hit.vertex] = hit.score.value;
          EXPECT_GT(hit.score.error, std::pow(decay, iterations + 1));  // by rounding alone
          EXPECT_LT(hit.score.error, std::pow(decay, iterations + 1) + 1e-12);
        }
        for (VertexId v = 0; v < graph.vertices(); ++v) {
          EXPECT_NEAR(index.Sim(u, v)->value, plain[u][v], 1e-10);
          if (u == v) continue;
          EXPECT_NEAR(scores[v], plain[u][v], 1e-10);
        }
      }
    }
  }
}

// After so many rounds next to nothing is omitted, so all that scores are off by is rounding. The
// limits are computed with eleven more bits.
TEST_F(SeriesIndexTest, StatesTheRoundingOfItsScores) {
  constexpr unsigned kRounds = 200;
  std::vector<TestGraph> graphs = {TestGraph::Complete(4), TestGraph::Star(9)};
  for (uint32_t seed = 0; seed < 4; ++seed) {
    graphs.push_back(TestGraph::Random(25, 40 + 60 * seed, seed));
  }
  for (const TestGraph& graph : graphs) {
    MakeCorpus(graph, corpus_);
    for (const double decay : {0.3, 0.6, 0.8}) {
      const Index index = BuildAndOpen(
          {.method = Method::kSeries, .decay = decay, .iterations = kRounds, .replace = true});
      const auto limits = PlainSimRank<long double>(graph.in(), decay, 2 * kRounds);
      for (VertexId u = 0; u < graph.vertices(); ++u) {
        const auto expect_within = [&](VertexId v, const Score& score) {
          EXPECT_LE(std::abs(score.value - limits[u][v]), score.error) << u << " " << v;
          EXPECT_LT(score.error, 1e-11);
        };
        const auto answer = index.Related(u, {.k = 0});
        for (const Hit& hit : answer->hits) expect_within(hit.vertex, hit.score);
        for (VertexId v = 0; v < graph.vertices(); ++v) {
          expect_within(v, *index.Sim(u, v));
          EXPECT_EQ(index.Explain(u, v, {})->score.error, index.Sim(u, v)->error);
        }
      }
    }
  }
}

TEST_F(SeriesIndexTest, IsFoundAgainAndThreadsDoNotChangeItsBytes) {
  MakeCorpus(TestGraph::Random(300, 1500, 3), corpus_);
  const BuildOptions options{.method = Method::kSeries, .iterations = 5};
  FileTree expected;
  for (const unsigned threads : {1, 2, 7}) {
    std::filesystem::remove_all(corpus_ + "/indexes");
    const Index index = BuildAndOpen(options, {.threads = threads});
    EXPECT_EQ(index.info().name, "simrank-series");
    EXPECT_EQ(index.info().iterations, 5U);
    const FileTree files = ReadTree(corpus_ + "/indexes");
    ASSERT_EQ(files.size(), 2U);
    if (threads == 1) expected = files;
    EXPECT_TRUE(files == expected) << threads << " threads";
  }
  EXPECT_FALSE(BuildIndex(corpus_, options)->built);
  EXPECT_EQ(BuildIndex(corpus_, {.method = Method::kSeries, .iterations = 6}).status().code(),
            Code::kAlreadyExists);
}

TEST_F(SeriesIndexTest, RefusesWhatHasNoMeaning) {
  MakeCorpus(TestGraph::Star(4), corpus_);
  const auto refusal = [&](const BuildOptions& options) {
    return std::string(Refusal(options).message());
  };
  EXPECT_THAT(refusal({.method = Method::kSeries, .iterations = 0}), HasSubstr("1 to 1000"));
  EXPECT_THAT(refusal({.method = Method::kSeries, .iterations = 1001}), HasSubstr("1 to 1000"));
  EXPECT_THAT(refusal({.measure = Measure::kPSimRank, .method = Method::kSeries}),
              HasSubstr("psimrank has no method series"));
  EXPECT_EQ(Refusal({.method = Method::kSeries, .only = {1}}).parameter(), "only");
  const Index index = BuildAndOpen({.method = Method::kSeries});
  EXPECT_EQ(index.Related(1, {.decay = 0.5}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Sim(1, 2, {.fingerprints = 5}).status().code(), Code::kInvalidArgument);
}

TEST_F(SeriesIndexTest, EveryChangedByteIsNoticed) {
  MakeCorpus(TestGraph::Star(4), corpus_);
  (void)BuildAndOpen({.method = Method::kSeries, .iterations = 2});
  const std::string path = corpus_ + "/indexes/simrank-series/simrank-series-c0.6-k2.akin";
  const std::string whole = ReadBytes(path);
  ASSERT_FALSE(whole.empty());
  for (size_t at = 0; at < whole.size(); at += at < 4096 ? 7 : 1) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    WriteBytes(path, changed);
    EXPECT_FALSE(Corpus::Open(corpus_)->OpenIndex("simrank-series").ok()) << at;
  }
}

}  // namespace
}  // namespace akin
