// Indexes of norms, from build to answer, against cosine SimRank computed by its definition.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/exact.h"
#include "akin/ingest.h"
#include "file_tree.h"
#include "graph/graph.h"
#include "index_fixture.h"
#include "paths.h"
#include "plain_cosine.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

BuildOptions Norms(unsigned iterations, double decay = 0.6) {
  return {.measure = Measure::kCosineSimRank,
          .method = Method::kNorms,
          .decay = decay,
          .iterations = iterations};
}

class NormsIndexTest : public IndexTest {};

TEST_F(NormsIndexTest, KeepsItsPromise) {
  for (uint32_t seed = 0; seed < 6; ++seed) {
    const TestGraph graph = TestGraph::Random(20, 15 + 20 * seed, seed);
    MakeCorpus(graph, corpus_);
    for (const unsigned iterations : {2U, 12U}) {
      BuildOptions options = Norms(iterations);
      options.replace = true;
      const Index index = BuildAndOpen(options);
      const double decay = seed % 2 == 0 ? 0.6 : 0.3;  // that of the index, or another
      const double most = 2 * std::pow(decay, iterations);
      for (VertexId u = 0; u < graph.vertices(); ++u) {
        std::vector<Score> scores(graph.vertices(), {.value = 0, .error = most});
        const auto answer = index.Related(u, {.k = 0, .decay = decay});
        ASSERT_TRUE(answer.ok()) << answer.status().message();
        for (const Hit& hit : answer->hits) scores[hit.vertex] = hit.score;
        for (VertexId v = 0; v < graph.vertices(); ++v) {
          const double limit = PlainCosine(graph, u, v, decay, iterations + 25);
          const Score pair = *index.Sim(u, v, {.decay = decay});
          EXPECT_NEAR(pair.value, PlainCosine(graph, u, v, decay, iterations), 1e-12);
          EXPECT_LE(limit, pair.value + pair.error + 1e-12);
          if (u == v) continue;
          EXPECT_LE(scores[v].error, most + 1e-12);
          EXPECT_LE(scores[v].value, limit + 1e-12);
          EXPECT_GE(scores[v].value, limit - scores[v].error - 1e-12);
        }
      }
    }
  }
}

// After so many terms next to nothing is omitted, so all that scores are off by is rounding. The
// limits are computed with eleven more bits.
TEST_F(NormsIndexTest, StatesTheRoundingOfItsScores) {
  constexpr unsigned kTerms = 200;
  std::vector<TestGraph> graphs = {TestGraph::Complete(4), TestGraph::Path(6), TestGraph::Star(9)};
  for (uint32_t seed = 0; seed < 3; ++seed) {
    graphs.push_back(TestGraph::Random(20, 40 + 60 * seed, seed));
  }
  for (const TestGraph& graph : graphs) {
    MakeCorpus(graph, corpus_);
    BuildOptions options = Norms(kTerms);
    options.replace = true;
    const Index index = BuildAndOpen(options);
    std::vector<std::vector<std::vector<long double>>> powers;
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      powers.push_back(PlainPowers<long double>(graph, v, kTerms));
    }
    for (const double decay : {0.3, 0.8}) {
      for (VertexId u = 0; u < graph.vertices(); ++u) {
        const auto expect_within = [&](VertexId v, const Score& score) {
          const long double limit =
              u == v ? 1 : SumOfCosines<long double>(powers[u], powers[v], decay);
          EXPECT_LE(std::abs(score.value - limit), score.error) << u << " " << v;
          EXPECT_LT(score.error, 1e-12);
        };
        const auto answer = index.Related(u, {.k = 0, .decay = decay});
        for (const Hit& hit : answer->hits) expect_within(hit.vertex, hit.score);
        for (VertexId v = 0; v < graph.vertices(); ++v) {
          const Score score = *index.Sim(u, v, {.decay = decay});
          expect_within(v, score);
          EXPECT_EQ(index.Explain(u, v, {.decay = decay})->score.error, score.error);
        }
      }
    }
  }
}

// Compares rows of the index with pairs, which need no norms.
TEST_F(NormsIndexTest, KeepsItsPromiseOnWikiVote) {
  const std::string name = "wiki-vote/wiki-Vote.txt";
  AKIN_SKIP_WITHOUT_DATA(name);
  const std::string source = DataFile(name);
  ASSERT_TRUE(Ingest({source}, corpus_, {}).ok());
  const auto corpus = Corpus::Open(corpus_);
  const Adjacency in = *(*corpus->graph())->In();
  const Index index = BuildAndOpen(Norms(8));
  const ExactOptions exact{.measure = Measure::kCosineSimRank, .iterations = 8};
  double largest = 0;
  size_t hits = 0;
  for (VertexId u = 0; u < in.vertices(); u += 500) {
    const auto answer = index.Related(u, {.k = 0});
    ASSERT_TRUE(answer.ok());
    for (size_t i = 0; i < answer->hits.size(); i += answer->hits.size() / 8 + 1) {
      const Hit& hit = answer->hits[i];
      const double score = ExactSim(*corpus, u, hit.vertex, exact)->value;
      EXPECT_LE(hit.score.value, score + 1e-12);
      EXPECT_LE(hit.score.error, 2 * std::pow(0.6, 8));
      largest = std::max(largest, score - hit.score.value);
      ++hits;
    }
  }
  EXPECT_GT(hits, 20U);
  EXPECT_LE(largest, std::pow(0.6, 8));
  std::cout << fmt::format("wiki-vote: 8 terms, {} hits, pruning took {:.2g} at most\n", hits,
                           largest);
}

TEST_F(NormsIndexTest, ThreadsAndMemoryDoNotChangeTheBytes) {
  MakeCorpus(TestGraph::Random(2000, 9000, 3), corpus_);
  FileTree expected;
  for (const unsigned threads : {1, 2, 7}) {
    std::filesystem::remove_all(corpus_ + "/indexes");
    const uint64_t memory = threads == 2 ? uint64_t{1} << 20 : uint64_t{1} << 30;
    (void)BuildAndOpen(Norms(6), {.threads = threads, .memory = memory});
    const FileTree files = ReadTree(corpus_ + "/indexes");
    ASSERT_EQ(files.size(), 2U);
    if (threads == 1) expected = files;
    EXPECT_TRUE(files == expected) << threads << " threads";
  }
  const auto small = BuildIndex(corpus_,
                                [] {
                                  BuildOptions other = Norms(40);
                                  other.name = "other";
                                  return other;
                                }(),
                                {.memory = 1 << 19});
  EXPECT_EQ(small.status().code(), Code::kOutOfBudget);
  EXPECT_THAT(small.status().message(), HasSubstr("raise the limit"));
}

TEST_F(NormsIndexTest, IsFoundAgainAndStandsBesideOthers) {
  MakeCorpus(TestGraph::Random(500, 3000, 3), corpus_);
  const auto first = BuildIndex(corpus_, Norms(5));
  ASSERT_TRUE(first.ok()) << first.status().message();
  EXPECT_EQ(first->name, "cosine-simrank");
  EXPECT_TRUE(first->built);
  EXPECT_FALSE(BuildIndex(corpus_, Norms(5))->built);
  EXPECT_EQ(Refusal(Norms(6)).code(), Code::kAlreadyExists);
  BuildOptions six = Norms(6);
  six.replace = true;
  EXPECT_TRUE(BuildIndex(corpus_, six)->built);
  EXPECT_EQ(ReadTree(corpus_ + "/indexes").size(), 2U) << "the file of five terms stays";
  const IndexInfo info = Corpus::Open(corpus_)->Indexes()->front();
  EXPECT_EQ(info.measure, Measure::kCosineSimRank);
  EXPECT_EQ(info.method, Method::kNorms);
  EXPECT_EQ(info.iterations, 6U);
  EXPECT_DOUBLE_EQ(info.epsilon, 2 * std::pow(0.6, 6));
  ASSERT_TRUE(BuildIndex(corpus_, {.fingerprints = 3}).ok());
  EXPECT_EQ(Corpus::Open(corpus_)->OpenIndex()->info().name, "simrank");
  EXPECT_EQ(NormIterations(0.5, 0.25), 3U);
}

TEST_F(NormsIndexTest, RefusesWhatHasNoMeaning) {
  MakeCorpus(TestGraph::Random(50, 200, 3), corpus_);
  EXPECT_EQ(Refusal(Norms(1)).code(), Code::kInvalidArgument);
  EXPECT_EQ(Refusal(Norms(1001)).code(), Code::kInvalidArgument);
  EXPECT_EQ(Refusal(Norms(5, 1.0)).code(), Code::kInvalidArgument);
  EXPECT_THAT(Refusal({.measure = Measure::kCosineSimRank, .method = Method::kWalks}).message(),
              HasSubstr("norms"));
  EXPECT_THAT(Refusal({.method = Method::kNorms}).message(), HasSubstr("no method norms"));
  BuildOptions some = Norms(5);
  some.only = {1, 2};
  EXPECT_EQ(Refusal(some).parameter(), "only");
  EXPECT_EQ(EstimateBuild(corpus_, Norms(5)).status().code(), Code::kInvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(corpus_ + "/indexes"));

  const Index index = BuildAndOpen(Norms(5));
  EXPECT_EQ(index.Sim(1, 2, {.fingerprints = 5}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Related(1, {.decay = 1.5}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Related(50).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Statistics().status().code(), Code::kInvalidArgument);
}

TEST_F(NormsIndexTest, StoppedBuildsLeaveNothing) {
  MakeCorpus(TestGraph::Random(3000, 30'000, 3), corpus_);
  std::stop_source stop;
  Control control{.threads = 2, .stop = stop.get_token()};
  control.progress = [&](const Progress& progress) {
    if (progress.done > 0) stop.request_stop();
  };
  EXPECT_EQ(BuildIndex(corpus_, Norms(10), control).status().code(), Code::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(corpus_ + "/indexes"));
}

TEST_F(NormsIndexTest, EveryChangedByteIsNoticed) {
  MakeCorpus(TestGraph::Random(50, 200, 3), corpus_);
  (void)BuildAndOpen(Norms(4));
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_TRUE(corpus->Check({}, [](const auto&, const auto&) {}).ok());
  const std::string path = corpus_ + "/indexes/cosine-simrank/cosine-simrank-k4.akin";
  const std::string bytes = ReadBytes(path);
  for (size_t at = 0; at < bytes.size(); at += at < 200 || at > 4000 ? 1 : 100) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    WriteBytes(path, changed);
    EXPECT_FALSE(corpus->OpenIndex("cosine-simrank").ok()) << at;
  }
  for (const size_t length : {size_t{0}, size_t{100}, bytes.size() / 2, bytes.size() - 1}) {
    WriteBytes(path, bytes.substr(0, length));
    EXPECT_FALSE(corpus->OpenIndex("cosine-simrank").ok()) << length;
  }
  WriteBytes(path, bytes);
  EXPECT_TRUE(corpus->OpenIndex("cosine-simrank").ok());
}

}  // namespace
}  // namespace akin
