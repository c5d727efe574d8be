// Indexes built for push, from build to answer, against the exact scores.
#include "linear/push.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/ingest.h"
#include "exact/simrank.h"
#include "file_tree.h"
#include "graph/graph.h"
#include "index_fixture.h"
#include "linear/diagonal.h"
#include "paths.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

BuildOptions Push(double epsilon, double decay = 0.6) {
  return {.method = Method::kPush, .decay = decay, .epsilon = epsilon};
}

std::vector<Hit> HitsOf(const Index& index, VertexId vertex,
                        const RelatedOptions& options = {.k = 0}) {
  const auto answer = index.Related(vertex, options);
  EXPECT_TRUE(answer.ok()) << answer.status().message();
  return answer.ok() ? answer->hits : std::vector<Hit>();
}

class PushIndexTest : public IndexTest {};

// Tests related and sim.
TEST_F(PushIndexTest, KeepsItsPromiseOnTwentyGraphs) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    // From sparse, with many vertices without in-links, to dense.
    const TestGraph graph = TestGraph::Random(60, 40 + 40 * seed, seed);
    const double decay = seed % 2 == 0 ? 0.6 : 0.8;
    MakeCorpus(graph, corpus_);
    const auto truth = SimRankAllPairs(graph.in(), {.decay = decay, .iterations = 150}, {});
    ASSERT_TRUE(truth.ok());
    for (const double epsilon : {0.1, 1e-2, 1e-3}) {
      BuildOptions options = Push(epsilon, decay);
      options.replace = true;
      const Index index = BuildAndOpen(options);
      for (VertexId u = seed % 4; u < graph.vertices(); u += 4) {
        std::vector<Score> scores(graph.vertices(), {.value = 0, .error = epsilon});
        for (const Hit& hit : HitsOf(index, u)) scores[hit.vertex] = hit.score;
        for (VertexId v = 0; v < graph.vertices(); ++v) {
          const Score pair = *index.Sim(u, v);
          EXPECT_LE(pair.error, epsilon);
          EXPECT_LE(std::abs(pair.value - (*truth)(u, v)), pair.error + 1e-12);
          if (u == v) continue;
          EXPECT_LE(scores[v].error, epsilon);
          EXPECT_LE(std::abs(scores[v].value - (*truth)(u, v)), scores[v].error + 1e-12);
        }
      }
    }
  }
}

TEST_F(PushIndexTest, KeepsItsPromiseOnWikiVote) {
  const std::string name = "wiki-vote/wiki-Vote.txt";
  AKIN_SKIP_WITHOUT_DATA(name);
  const std::string source = DataFile(name);
  ASSERT_TRUE(Ingest({source}, corpus_, {}).ok());
  const auto corpus = Corpus::Open(corpus_);
  const Adjacency in = *(*corpus->graph())->In();
  const auto truth = SimRankAllPairs(in, {.decay = 0.6, .iterations = 30}, {});
  ASSERT_TRUE(truth.ok()) << truth.status().message();
  for (const double epsilon : {1e-1, 1e-2, 1e-3}) {
    BuildOptions options = Push(epsilon);
    options.replace = true;
    const Index index = BuildAndOpen(options);
    double largest = 0;
    std::vector<double> row(in.vertices());
    for (VertexId u = 0; u < in.vertices(); u += 50) {
      truth->CopyRow(u, row);
      for (const Hit& hit : HitsOf(index, u)) {
        EXPECT_LE(hit.score.error, epsilon);
        largest = std::max(largest, std::abs(row[hit.vertex] - hit.score.value));
        row[hit.vertex] = 0;
      }
      row[u] = 0;
      for (const double missed : row) largest = std::max(largest, missed);
    }
    EXPECT_LE(largest, epsilon);
    EXPECT_GT(largest, 0);
    std::cout << fmt::format("wiki-vote: epsilon {}, largest error {:.2g}\n", epsilon, largest);
  }
}

TEST_F(PushIndexTest, SimsOfManyAreThoseOfRelatedAndOfAFewThoseOfSim) {
  MakeCorpus(TestGraph::Random(300, 2000, 3), corpus_);
  const Index index = BuildAndOpen(Push(1e-2));
  std::vector<VertexId> all;
  for (VertexId v = 0; v < 300; ++v) all.push_back(v);
  for (VertexId u = 0; u < 300; u += 37) {
    const auto many = index.Sims(u, all);
    ASSERT_TRUE(many.ok()) << many.status().message();
    ASSERT_EQ(many->size(), all.size());
    EXPECT_EQ((*many)[u].value, 1);
    EXPECT_EQ((*many)[u].error, 0);
    size_t above = 1;
    for (const Hit& hit : HitsOf(index, u)) {
      EXPECT_EQ((*many)[hit.vertex].value, hit.score.value);
      EXPECT_EQ((*many)[hit.vertex].error, hit.score.error);
      EXPECT_EQ((*many)[hit.vertex].high, hit.score.high);
      ++above;
    }
    EXPECT_EQ(std::count_if(many->begin(), many->end(), [](auto& s) { return s.value > 0; }),
              above);
    const auto few = index.Sims(u, std::vector<VertexId>{5, 6});
    ASSERT_TRUE(few.ok());
    EXPECT_EQ((*few)[0].value, index.Sim(u, 5)->value);
    EXPECT_EQ((*few)[1].error, index.Sim(u, 6)->error);
  }
  EXPECT_EQ(index.Sims(0, all, {.decay = 0.5}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Sims(0, {}, {})->size(), 0U);
}

TEST_F(PushIndexTest, ThreadsDoNotChangeTheBytesAndSeedsDo) {
  MakeCorpus(TestGraph::Random(2000, 9000, 3), corpus_);
  FileTree expected;
  for (const unsigned threads : {1, 2, 7}) {
    std::filesystem::remove_all(corpus_ + "/indexes");
    (void)BuildAndOpen(Push(0.02), {.threads = threads});
    const FileTree files = ReadTree(corpus_ + "/indexes");
    ASSERT_EQ(files.size(), 2U);
    if (threads == 1) expected = files;
    EXPECT_TRUE(files == expected) << threads << " threads";
  }
  BuildOptions other = Push(0.02);
  other.seed = 2;
  EXPECT_EQ(Refusal(other).code(), Code::kAlreadyExists);
  other.replace = true;
  (void)BuildAndOpen(other);
  EXPECT_FALSE(ReadTree(corpus_ + "/indexes") == expected);
  EXPECT_EQ(ReadTree(corpus_ + "/indexes").size(), 2U) << "the file of the other seed stays";
}

TEST_F(PushIndexTest, IsFourBytesAVertexAndFoundAgain) {
  MakeCorpus(TestGraph::Random(50'000, 60'000, 3), corpus_);
  const auto first = BuildIndex(corpus_, Push(0.1));
  ASSERT_TRUE(first.ok()) << first.status().message();
  EXPECT_EQ(first->name, "simrank-push");
  EXPECT_TRUE(first->built);
  EXPECT_LE(first->diagonal_error, 0.05);
  EXPECT_LT(first->bytes, 4 * 50'000 + 10'000);
  EXPECT_FALSE(BuildIndex(corpus_, Push(0.1))->built);
  const IndexInfo info = Corpus::Open(corpus_)->Indexes()->front();
  EXPECT_EQ(info.method, Method::kPush);
  EXPECT_EQ(info.epsilon, 0.1);
  EXPECT_EQ(info.bytes, first->bytes);
}

TEST_F(PushIndexTest, StandsBesideFingerprints) {
  MakeCorpus(TestGraph::Random(50, 200, 3), corpus_);
  ASSERT_TRUE(BuildIndex(corpus_, {.fingerprints = 3}).ok());
  ASSERT_TRUE(BuildIndex(corpus_, Push(0.1)).ok());
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_EQ(corpus->Indexes()->size(), 2U);
  EXPECT_EQ(corpus->OpenIndex()->info().method, Method::kWalks);
  // Neither replaces the other unless requested.
  BuildOptions same_name = Push(0.1);
  same_name.name = "simrank";
  EXPECT_EQ(Refusal(same_name).code(), Code::kAlreadyExists);
  EXPECT_EQ(Refusal({.fingerprints = 3, .name = "simrank-push"}).code(), Code::kAlreadyExists);
}

TEST_F(PushIndexTest, RefusesWhatHasNoMeaning) {
  MakeCorpus(TestGraph::Random(50, 200, 3), corpus_);
  for (const double epsilon : {0.0, -1.0, 1.0, 1e-6, std::nan("")}) {
    EXPECT_EQ(Refusal(Push(epsilon)).code(), Code::kInvalidArgument) << epsilon;
  }
  for (const double decay : {0.0, 1.0, std::nan("")}) {
    EXPECT_EQ(Refusal(Push(0.1, decay)).code(), Code::kInvalidArgument) << decay;
  }
  BuildOptions options = Push(0.1);
  options.measure = Measure::kPSimRank;
  EXPECT_THAT(Refusal(options).message(), HasSubstr("fingerprints"));
  EXPECT_EQ(EstimateBuild(corpus_, Push(0.1)).status().code(), Code::kInvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(corpus_ + "/indexes"));

  const Index index = BuildAndOpen(Push(0.1));
  EXPECT_TRUE(index.Related(1, {.decay = 0.6}).ok());
  EXPECT_EQ(index.Related(1, {.decay = 0.5}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Sim(1, 2, {.fingerprints = 5}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Related(50).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Statistics().status().code(), Code::kInvalidArgument);
}

TEST_F(PushIndexTest, FiltersHits) {
  const TestGraph graph = TestGraph::Random(50, 300, 3);
  MakeCorpus(graph, corpus_);
  const Index index = BuildAndOpen(Push(1e-3));
  const std::vector<Hit> all = HitsOf(index, 7);
  ASSERT_GT(all.size(), 20U);
  const double middle = all[10].score.value;
  const std::vector<Hit> some = HitsOf(index, 7, {.k = 5, .min_score = middle, .min_inlinks = 6});
  std::vector<VertexId> expected;
  for (const Hit& hit : all) {
    if (hit.score.value < middle || graph.in().degree(hit.vertex) < 6) continue;
    if (expected.size() < 5) expected.push_back(hit.vertex);
  }
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(some.size(), expected.size());
  for (size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i].vertex, expected[i]);
}

TEST_F(PushIndexTest, StoppedBuildsLeaveNothing) {
  MakeCorpus(TestGraph::Random(3000, 30'000, 3), corpus_);
  std::stop_source stop;
  Control control{.threads = 2, .stop = stop.get_token()};
  control.progress = [&](const Progress& progress) {
    if (progress.done > 0) stop.request_stop();
  };
  EXPECT_EQ(BuildIndex(corpus_, Push(1e-3), control).status().code(), Code::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(corpus_ + "/indexes"));
}

TEST_F(PushIndexTest, EveryChangedByteIsNoticed) {
  MakeCorpus(TestGraph::Random(50, 200, 3), corpus_);
  (void)BuildAndOpen(Push(0.1));
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_TRUE(corpus->Check({}, [](const auto&, const auto&) {}).ok());
  std::string path;
  for (const auto& entry : std::filesystem::directory_iterator(corpus_ + "/indexes/simrank-push")) {
    if (entry.path().extension() == ".akin") path = entry.path().string();
  }
  const std::string bytes = ReadBytes(path);
  for (size_t at = 0; at < bytes.size(); at += at < 200 || at > 4000 ? 1 : 100) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    WriteBytes(path, changed);
    EXPECT_FALSE(corpus->OpenIndex("simrank-push").ok()) << at;
  }
  WriteBytes(path, bytes);
  EXPECT_TRUE(corpus->OpenIndex("simrank-push").ok());
}

}  // namespace
}  // namespace akin
