// The same input gives the same bytes and the same answers, however the work is divided.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/ingest.h"
#include "file_tree.h"
#include "index_fixture.h"
#include "measure_lists.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

class DeterminismTest : public IndexFilesTest {};

// More vertices than fit in one piece of a shard's rows, and trees of many blocks.
TEST_F(DeterminismTest, ThreadsAndMemoryDoNotChangeTheBytes) {
  MakeCorpus(TestGraph::Random(70'000, 150'000, 3), corpus_);
  for (const Measure measure : WalkingMeasures()) {
    const BuildOptions options{.measure = measure, .length = 12, .fingerprints = 23, .seed = 9};
    const FileTree expected = Build({options}, {.threads = 1});
    ASSERT_EQ(expected.size(), 4U);
    constexpr uint64_t kMega = uint64_t{1} << 20;
    for (const Control& control :
         {Control{.threads = 2}, Control{.threads = 7}, Control{.threads = 7, .memory = 8 * kMega},
          Control{.threads = 2, .memory = 12 * kMega},
          Control{.threads = 32, .memory = 64 * kMega}}) {
      EXPECT_TRUE(Build({options}, control) == expected)
          << control.threads << " threads, " << control.memory << " bytes";
    }
    EXPECT_EQ(BuildIndex(corpus_, options, {.memory = kMega}).status().code(), Code::kOk)
        << "nothing is missing, so no memory is needed";
    std::filesystem::remove_all(corpus_ + "/indexes");
    EXPECT_EQ(BuildIndex(corpus_, options, {.memory = kMega}).status().code(), Code::kOutOfBudget);
  }
}

TEST_F(DeterminismTest, GrowingGivesTheBytesOfOneBuild) {
  MakeCorpus(TestGraph::Random(400, 1500, 3), corpus_);
  const auto with = [](unsigned fingerprints) {
    return BuildOptions{.fingerprints = fingerprints};
  };
  const FileTree twenty = Build({with(20)}, {});
  EXPECT_TRUE(Build({with(10), with(20)}, {}) == twenty);
  EXPECT_TRUE(Build({with(3), with(10), with(14), with(20)}, {}) == twenty);
  EXPECT_TRUE(Build({with(20), with(10)}, {}) == twenty) << "a larger index is kept";
  EXPECT_TRUE(Build({with(25), BuildOptions{.fingerprints = 20, .replace = true}}, {}) == twenty);
}

TEST_F(DeterminismTest, InterruptedAndResumedBuildsGiveTheBytesOfOne) {
  MakeCorpus(TestGraph::Random(2000, 8000, 3), corpus_);
  const BuildOptions options{.fingerprints = 35};
  const FileTree expected = Build({options}, {});
  for (const unsigned threads : {1U, 3U}) {
    for (unsigned k = 1; k < 4; ++k) {
      std::filesystem::remove_all(corpus_ + "/indexes");
      bool interrupted = false;
      for (int rounds = 0; rounds < 100; ++rounds) {
        std::stop_source stop;
        unsigned reports = 0;
        const Control control{
            .threads = threads, .stop = stop.get_token(), .progress = [&](const Progress&) {
              // The first round stops at once, the next gets a little further, and so on.
              if (++reports == k + rounds) stop.request_stop();
            }};
        const Status status = BuildIndex(corpus_, options, control).status();
        if (status.ok()) break;
        ASSERT_EQ(status.code(), Code::kCancelled) << status.message();
        interrupted = true;
        for (const auto& [name, bytes] : ReadTree(corpus_)) {
          ASSERT_FALSE(name.ends_with(".tmp")) << name;
        }
      }
      EXPECT_TRUE(interrupted || k > 1);
      EXPECT_TRUE(ReadTree(corpus_ + "/indexes") == expected);
    }
  }
}

// A kill, not a requested stop, after every operation in turn; each round keeps what the last one
// did.
TEST_F(DeterminismTest, KilledAgainAndAgainABuildStillEndsWithTheSameBytes) {
  MakeCorpus(TestGraph::Random(300, 900, 3), corpus_);
  const BuildOptions options{.fingerprints = 45};
  const FileTree expected = Build({options}, {});
  std::filesystem::remove_all(corpus_ + "/indexes");
  Status status(Code::kIo, "not begun");
  for (uint64_t n = 1; !status.ok() && n < 1000; n += 3) {
    FaultyFiles faulty(Fault::kCrash, n);
    const ScopedFileLayer scope(faulty);
    status = BuildIndex(corpus_, options, {.threads = 2}).status();
  }
  ASSERT_TRUE(status.ok());
  EXPECT_TRUE(ReadTree(corpus_ + "/indexes") == expected);
}

// A number other than 0, or none.
template <class Number>
std::optional<Number> Unless0(Number number) {
  return number == 0 ? std::nullopt : std::optional<Number>(number);
}

bool SameAnswer(const Answer& a, const Answer& b) {
  return std::equal(a.hits.begin(), a.hits.end(), b.hits.begin(), b.hits.end(),
                    [](const Hit& x, const Hit& y) {
                      return x.vertex == y.vertex && x.score.value == y.score.value &&
                             x.score.error == y.score.error;
                    });
}

std::string Shown(const Answer& answer) {
  std::string text;
  for (const Hit& hit : answer.hits) {
    text += fmt::format("{}:{}+-{} ", hit.vertex, hit.score.value, hit.score.error);
  }
  return text;
}

// The answers of the index and of walks, complete and stopped early, must agree to the last bit.
void ExpectOneAnswer(const Corpus& corpus, const Index& index, const BuildOptions& walks,
                     VertexId vertex, RelatedOptions options) {
  options.stop_early = true;
  const auto early = index.Related(vertex, options);
  options.stop_early = false;
  const auto whole = index.Related(vertex, options);
  const auto walked = corpus.RelatedByWalking(vertex, walks, options);
  ASSERT_TRUE(early.ok()) << early.status().message();
  ASSERT_TRUE(whole.ok()) << whole.status().message();
  ASSERT_TRUE(walked.ok()) << walked.status().message();
  const std::string what = fmt::format("vertex {} k={} min_score={} min_inlinks={} N={} decay={}",
                                       vertex, options.k, options.min_score, options.min_inlinks,
                                       options.fingerprints.value_or(0), options.decay.value_or(0));
  ASSERT_TRUE(SameAnswer(*early, *whole)) << what << '\n' << Shown(*early) << '\n' << Shown(*whole);
  ASSERT_TRUE(SameAnswer(*walked, *whole)) << what << '\n'
                                           << Shown(*walked) << '\n'
                                           << Shown(*whole);
  for (const Hit& hit : whole->hits) {
    ASSERT_NE(hit.vertex, vertex);
    ASSERT_GE(hit.score.value, options.min_score - 1e-12);  // may be lower by rounding
    const auto there = index.Sim(vertex, hit.vertex, options);
    const auto back = index.Sim(hit.vertex, vertex, options);
    const auto walked_there = corpus.SimByWalking(vertex, hit.vertex, walks, options);
    ASSERT_TRUE(there.ok() && back.ok() && walked_there.ok());
    ASSERT_EQ(there->value, hit.score.value) << what;
    ASSERT_EQ(there->error, hit.score.error) << what;
    ASSERT_EQ(back->value, hit.score.value) << what;
    ASSERT_EQ(walked_there->value, hit.score.value) << what;
    ASSERT_EQ(walked_there->error, hit.score.error) << what;
  }
}

RC_GTEST_FIXTURE_PROP(DeterminismTest, IndexAndWalksGiveTheSameAnswers, ()) {
  const auto graph = *GenGraph(40);
  const auto measure = *rc::gen::elementOf(LinkMeasures());
  const BuildOptions walks{
      .measure = measure,
      .decay = *rc::gen::element(0.1, 0.6, 0.95),
      .length = *rc::gen::inRange(1U, measure == Measure::kXJaccard ? 6U : 18U),
      .fingerprints = *rc::gen::inRange(1U, 26U),
      .seed = *rc::gen::arbitrary<uint64_t>()};
  MakeCorpus(graph, corpus_);
  RC_ASSERT(BuildIndex(corpus_, walks, {.threads = 2}).ok());
  const auto corpus = Corpus::Open(corpus_);
  RC_ASSERT(corpus.ok());
  const auto index = corpus->OpenIndex();
  RC_ASSERT(index.ok());
  for (int i = 0; i < 6; ++i) {
    const auto vertex = *rc::gen::inRange<VertexId>(0, graph.vertices());
    ExpectOneAnswer(*corpus, *index, walks, vertex,
                    {.k = *rc::gen::element(0U, 1U, 2U, 5U, 100U),
                     .min_score = *rc::gen::element(0.0, 0.05, 0.3),
                     .min_inlinks = *rc::gen::inRange<uint64_t>(0, 4),
                     .fingerprints = Unless0(*rc::gen::inRange(0U, *walks.fingerprints + 1)),
                     .decay = Unless0(*rc::gen::element(0.0, 0.0, 0.01, 0.4, 0.9))});
    RC_ASSERT(!testing::Test::HasFailure());
  }
}

RC_GTEST_FIXTURE_PROP(DeterminismTest, ScoresAreSymmetricAndBetweenZeroAndOne, ()) {
  const auto graph = *GenGraph(30);
  const auto measure = *rc::gen::elementOf(LinkMeasures());
  const BuildOptions walks{.measure = measure,
                           .decay = *rc::gen::element(0.1, 0.6, 0.95),
                           .length = *rc::gen::inRange(1U, 6U),
                           .fingerprints = *rc::gen::inRange(1U, 26U),
                           .seed = *rc::gen::arbitrary<uint64_t>()};
  MakeCorpus(graph, corpus_);
  RC_ASSERT(BuildIndex(corpus_, walks, {.threads = 2}).ok());
  const auto corpus = Corpus::Open(corpus_);
  const auto index = corpus->OpenIndex();
  RC_ASSERT(index.ok());
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    const double itself = index->Sim(u, u)->value;
    for (VertexId v = 0; v < u; ++v) {
      const double score = index->Sim(u, v)->value;
      RC_ASSERT(score == index->Sim(v, u)->value);
      RC_ASSERT(score >= 0);
      RC_ASSERT(score <= itself + 1e-12);
      RC_ASSERT(score <= 1);
    }
  }
}

// Classes of several blocks: the vertices two arcs from a hub.
TEST_F(DeterminismTest, StoppingEarlyChangesNoAnswerOnLargeClasses) {
  TestGraph::Arcs arcs = TestGraph::Random(6000, 9000, 8).arcs();
  for (VertexId v = 0; v < 6000; ++v) arcs.emplace_back(v % 3, v);  // three hubs
  MakeCorpus(TestGraph(6000, arcs), corpus_);
  const BuildOptions walks{.measure = Measure::kXJaccard, .length = 3, .fingerprints = 25};
  ASSERT_TRUE(BuildIndex(corpus_, walks, {}).ok());
  const auto corpus = Corpus::Open(corpus_);
  const auto index = corpus->OpenIndex();
  uint64_t resolved = 0;
  for (VertexId vertex = 0; vertex < 6000; vertex += 601) {
    for (const unsigned k : {1U, 10U, 100U}) {
      ExpectOneAnswer(*corpus, *index, walks, vertex, {.k = k});
      ExpectOneAnswer(*corpus, *index, walks, vertex, {.k = k, .min_score = 0.1, .min_inlinks = 3});
      if (HasFailure()) return;
      resolved += index->Related(vertex, {.k = k})->work.resolved;
    }
  }
  EXPECT_GT(resolved, 0U) << "classes were left unread";
}

// Trees of hundreds of blocks, where stopping early saves work.
TEST_F(DeterminismTest, StoppingEarlyChangesNoAnswerOnLargeTrees) {
  TestGraph::Arcs arcs = TestGraph::Random(5000, 10'000, 8).arcs();
  for (VertexId v = 0; v < 5000; ++v) arcs.emplace_back(v % 20, v);  // twenty hubs
  MakeCorpus(TestGraph(5000, arcs), corpus_);
  for (const Measure measure : WalkingMeasures()) {
    const BuildOptions walks{.measure = measure, .fingerprints = 40};
    ASSERT_TRUE(BuildIndex(corpus_, walks, {}).ok());
    const auto corpus = Corpus::Open(corpus_);
    const auto index = corpus->OpenIndex(MeasureName(measure));
    uint64_t resolved = 0;
    for (VertexId vertex = 0; vertex < 5000; vertex += 397) {
      for (const unsigned k : {1U, 10U, 100U}) {
        ExpectOneAnswer(*corpus, *index, walks, vertex, {.k = k});
        ExpectOneAnswer(*corpus, *index, walks, vertex, {.k = k, .min_inlinks = 4});
        if (HasFailure()) return;
        resolved += index->Related(vertex, {.k = k})->work.resolved;
      }
    }
    EXPECT_GT(resolved, 0U) << "no query stopped early, so nothing was compared";
  }
}

class SmallIndexTest : public DeterminismTest {
 protected:
  void SetUp() override {
    MakeCorpus(TestGraph::Random(60, 200, 3), corpus_);
    ASSERT_TRUE(BuildIndex(corpus_, walks_, {}).ok());
    open_ = std::make_unique<Corpus>(*Corpus::Open(corpus_));
    index_ = std::make_unique<Index>(*open_->OpenIndex());
  }

  BuildOptions walks_{.fingerprints = 12};
  std::unique_ptr<Corpus> open_;
  std::unique_ptr<Index> index_;
};

// The decay is so small that c^t is below the last bit of a sum.
TEST_F(SmallIndexTest, TinyDecaysGiveTheSameAnswersToo) {
  for (const double decay : {1e-3, 1e-6, 1e-13}) {
    for (VertexId v = 0; v < 60; ++v) {
      ExpectOneAnswer(*open_, *index_, walks_, v, {.k = 0, .decay = decay});
      if (HasFailure()) return;
    }
  }
}

TEST_F(SmallIndexTest, AHitIsKeptByItsOwnScoreAsTheLeast) {
  for (unsigned n = 1; n <= *walks_.fingerprints; ++n) {
    for (VertexId v = 0; v < 60; ++v) {
      const auto all = index_->Related(v, {.k = 0, .fingerprints = n});
      ASSERT_TRUE(all.ok());
      for (size_t i = 0; i < all->hits.size(); ++i) {
        const double least = all->hits[i].score.value;
        const auto some = index_->Related(v, {.k = 0, .min_score = least, .fingerprints = n});
        ASSERT_TRUE(some.ok());
        ASSERT_GT(some->hits.size(), i) << "vertex " << v << " N " << n << " least " << least;
        ASSERT_EQ(some->hits.back().score.value, least);
      }
    }
  }
}

TEST_F(SmallIndexTest, NoScoreReachesALeastAboveOne) {
  for (const double least : {1.0, 1.5, 1e6, 1e30, std::numeric_limits<double>::infinity()}) {
    for (VertexId v = 0; v < 60; ++v) {
      const auto answer = index_->Related(v, {.k = 0, .min_score = least});
      ASSERT_TRUE(!answer.ok() || answer->hits.empty()) << least;
    }
  }
}

TEST_F(SmallIndexTest, WhatTheIndexRefusesTheWalksRefuseToo) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const RelatedOptions& options :
       {RelatedOptions{.decay = -0.5}, RelatedOptions{.decay = 0}, RelatedOptions{.decay = 1},
        RelatedOptions{.decay = 7}, RelatedOptions{.decay = nan}, RelatedOptions{.fingerprints = 0},
        RelatedOptions{.fingerprints = 13}}) {
    const auto what = fmt::format("decay {} N {}", options.decay.value_or(0.6),
                                  options.fingerprints.value_or(12));
    EXPECT_EQ(index_->Related(1, options).status().code(), Code::kInvalidArgument) << what;
    EXPECT_EQ(index_->Sim(1, 2, options).status().code(), Code::kInvalidArgument) << what;
    EXPECT_EQ(open_->RelatedByWalking(1, walks_, options).status().code(), Code::kInvalidArgument)
        << what;
    EXPECT_EQ(open_->SimByWalking(1, 2, walks_, options).status().code(), Code::kInvalidArgument)
        << what;
  }
}

TEST_F(SmallIndexTest, VerticesThatAreNotThereAreRefused) {
  for (const VertexId v : {VertexId{60}, kNoVertex}) {
    EXPECT_EQ(index_->Related(v).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(index_->Sim(0, v).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(index_->Sim(v, v).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(open_->RelatedByWalking(v, walks_).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(open_->SimByWalking(v, 0, walks_).status().code(), Code::kInvalidArgument);
  }
}

TEST_F(SmallIndexTest, AVertexIsWhollySimilarToItself) {
  for (VertexId v = 0; v < 60; ++v) {
    EXPECT_EQ(index_->Sim(v, v)->value, 1);
    EXPECT_EQ(open_->SimByWalking(v, v, walks_)->value, 1);
  }
}

}  // namespace
}  // namespace akin
