// What a query without an index costs, counted in links and forests and not in time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "faulty_files.h"
#include "index_fixture.h"
#include "measure_lists.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

class WalkingCostTest : public IndexTest {
 protected:
  static void ExpectEqual(const std::vector<Hit>& hits, const std::vector<Hit>& expected) {
    ASSERT_EQ(hits.size(), expected.size());
    for (size_t i = 0; i < hits.size(); ++i) {
      EXPECT_EQ(hits[i].vertex, expected[i].vertex);
      EXPECT_EQ(hits[i].score.value, expected[i].score.value);
    }
  }
};

// On a dense graph most walks meet, so a search backwards looks at nearly all vertices, and at each
// from all of its in-neighbours. It is given up after at most as many links as a build reads, and
// the answer comes from an index that is built for it.
TEST_F(WalkingCostTest, ASearchBackwardsIsGivenUpWhereABuildIsCheaper) {
  MakeCorpus(TestGraph::Random(60, 1500, 3), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  for (const Measure measure : WalkingMeasures()) {
    SCOPED_TRACE(MeasureName(measure));
    const Index index = BuildAndOpen({.measure = measure, .length = 5, .fingerprints = 30});
    const BuildOptions walks{.measure = measure, .length = 5, .fingerprints = 30};
    const bool reads_all = measure == Measure::kPSimRank;
    const uint64_t vertices = corpus->vertices();
    const uint64_t build = 30 * (reads_all ? corpus->arcs() + vertices : 4 * vertices);
    for (const VertexId v : corpus->AllVertices()) {
      const auto answer = corpus->RelatedByWalking(v, walks, {.k = 0});
      ASSERT_TRUE(answer.ok()) << answer.status().message();
      ExpectEqual(answer->hits, index.Related(v, {.k = 0})->hits);
      // A step reads at most the in-links of one vertex before it is noticed. The index, if there
      // is one, reads all members.
      EXPECT_LE(answer->work.members, build + 60 + 30 * vertices) << v;
      if (reads_all) {
        EXPECT_EQ(answer->work.forests, 30U);
        EXPECT_LE(answer->work.members, build / 16 + 60 + 30 * vertices) << v;
      }
      // A budget that no builder fits in: the same by searching alone.
      const auto searched = corpus->RelatedByWalking(v, walks, {.k = 0}, {.memory = 1000});
      ASSERT_TRUE(searched.ok()) << searched.status().message();
      EXPECT_EQ(searched->work.forests, 0U);
      ExpectEqual(searched->hits, answer->hits);
      if (reads_all) {
        EXPECT_GT(searched->work.members, build);
      }
    }
  }
}

// Whatever the queries and the memory are, no forest is made twice.
TEST_F(WalkingCostTest, ManyQueriesCostNoMoreThanABuild) {
  constexpr unsigned kFingerprints = 30;
  MakeCorpus(TestGraph::Random(60, 1500, 3), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  std::vector<VertexId> queries;
  for (int i = 0; i < 5; ++i) {
    for (const VertexId v : corpus->AllVertices()) queries.push_back(v);
  }
  std::vector<Measure> measures = WalkingMeasures();
  measures.push_back(Measure::kXJaccard);
  for (const Measure measure : measures) {
    SCOPED_TRACE(MeasureName(measure));
    const BuildOptions walks{.measure = measure, .length = 3, .fingerprints = kFingerprints};
    const Index index = BuildAndOpen(walks);
    const auto asker = Asker::Create(*corpus, {.walks = walks});
    // Answers all queries, and counts the forests made for them.
    const auto forests_with = [&](const Control& control) {
      uint64_t forests = 0;
      const auto answers = asker->RelatedMany(queries, {.k = 0}, control);
      EXPECT_TRUE(answers.ok()) << answers.status().message();
      for (size_t i = 0; i < queries.size(); ++i) {
        ExpectEqual((*answers)[i].hits, index.Related(queries[i], {.k = 0})->hits);
        forests += (*answers)[i].work.forests;
      }
      return forests;
    };
    const uint64_t build = kFingerprints * (measure == Measure::kXJaccard ? 3 : 1);
    for (const unsigned threads : {1U, 3U}) {
      EXPECT_EQ(forests_with({.threads = threads}), build);
      EXPECT_EQ(forests_with({.threads = threads, .memory = uint64_t{48} << 20}), build);
    }
    // Room for no builder: walks are searched, and classes are made for every query.
    EXPECT_EQ(forests_with({.threads = 3, .memory = 1000}),
              measure == Measure::kXJaccard ? build * queries.size() : 0);
    const auto one = asker->RelatedMany(std::span(queries).first(1), {.k = 0});
    ExpectEqual(one->front().hits, index.Related(queries[0], {.k = 0})->hits);
  }
}

TEST_F(WalkingCostTest, AFewQueriesOnASparseGraphBuildNothing) {
  MakeCorpus(TestGraph::Random(3000, 3300, 3), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  const std::vector<VertexId> queries = {1, 70, 2000};
  for (const Measure measure : WalkingMeasures()) {
    SCOPED_TRACE(MeasureName(measure));
    const BuildOptions walks{.measure = measure, .fingerprints = 30};
    const Index index = BuildAndOpen(walks);
    const auto answers = Asker::Create(*corpus, {.walks = walks})->RelatedMany(queries);
    for (size_t i = 0; i < queries.size(); ++i) {
      EXPECT_EQ((*answers)[i].work.forests, 0U);
      ExpectEqual((*answers)[i].hits, index.Related(queries[i])->hits);
    }
  }
}

class TemporaryIndexTest : public WalkingCostTest {
 protected:
  void SetUp() override {
    WalkingCostTest::SetUp();
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    MakeCorpus(TestGraph::Random(60, 1500, 3), corpus_);
    asker_ = *Asker::Create(*Corpus::Open(corpus_),
                            {.walks = BuildOptions{.measure = Measure::kPSimRank}});
  }
  void TearDown() override {
    if (before_) {
      ::setenv("TMPDIR", before_->c_str(), 1);
    } else {
      ::unsetenv("TMPDIR");
    }
    WalkingCostTest::TearDown();
  }
  static void PutTemporaryFilesIn(const std::string& directory) {
    ::setenv("TMPDIR", directory.c_str(), 1);
  }
  const std::string& TemporaryFiles() const { return temporary_.path(); }

  std::optional<Asker> asker_;

 private:
  TempDir temporary_;
  std::optional<std::string> before_;
};

TEST_F(TemporaryIndexTest, NothingIsLeftOfIt) {
  PutTemporaryFilesIn(TemporaryFiles());
  const auto answer = asker_->Related(1, {.k = 5});
  ASSERT_TRUE(answer.ok()) << answer.status().message();
  EXPECT_GT(answer->work.forests, 0U);
  EXPECT_TRUE(std::filesystem::is_empty(TemporaryFiles()));
}

// A stop at every report of progress, one after the other: while walks are searched, while the
// index is built, and while it answers.
TEST_F(TemporaryIndexTest, AStopLeavesNothingEither) {
  PutTemporaryFilesIn(TemporaryFiles());
  const std::vector<VertexId> queries = {1, 2, 3, 4};
  bool stopped_build = false;
  for (int last = 0;; ++last) {
    std::stop_source stopped;
    int reports = 0;
    std::string what;
    const Control control{.stop = stopped.get_token(), .progress = [&](const Progress& progress) {
                            if (reports++ != last) return;
                            what = progress.what;
                            stopped.request_stop();
                          }};
    const auto answers = asker_->RelatedMany(queries, {}, control);
    EXPECT_TRUE(std::filesystem::is_empty(TemporaryFiles())) << what;
    if (reports <= last) {
      EXPECT_TRUE(answers.ok()) << answers.status().message();
      break;
    }
    if (!answers.ok()) {
      EXPECT_EQ(answers.status().code(), Code::kCancelled) << what;
      stopped_build = stopped_build || what == "walking";
    }
  }
  EXPECT_TRUE(stopped_build);
}

TEST_F(TemporaryIndexTest, WithoutRoomForItManyQueriesFailAndOneIsAnswered) {
  const std::string nowhere = corpus_ + "-nowhere";
  const auto before = asker_->Related(1, {.k = 5});
  PutTemporaryFilesIn(nowhere);
  const auto one = asker_->Related(1, {.k = 5});
  ASSERT_TRUE(one.ok()) << one.status().message();
  EXPECT_EQ(one->work.forests, 0U);
  ExpectEqual(one->hits, before->hits);
  int failed = 0;
  const Status status =
      asker_->RelatedEach(std::vector<VertexId>{1, 2, 3}, {.k = 5},
                          [&](size_t, const Result<Answer>& answer) -> Status {
                            EXPECT_THAT(answer.status().message(), testing::HasSubstr(nowhere));
                            ++failed;
                            return {};
                          });
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(failed, 3);
}

// A build that fails after half an hour is not begun again for the next query.
TEST_F(TemporaryIndexTest, ABuildThatFailsIsNotTriedAgain) {
  const auto operations_of = [&](const std::vector<VertexId>& queries) {
    FaultyFiles full(Fault::kOnward, 1);
    const ScopedFileLayer layer(full);
    EXPECT_FALSE(asker_->RelatedMany(queries, {}, {.threads = 1}).ok());
    return full.operations();
  };
  EXPECT_GT(operations_of({1, 2}), 0U);
  EXPECT_EQ(operations_of({1, 2}), operations_of({1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_F(TemporaryIndexTest, AnswersLikeOneInTheCorpus) {
  const auto corpus = Corpus::Open(corpus_);
  for (const BuildOptions& options : {BuildOptions{.fingerprints = 25},
                                      BuildOptions{.measure = Measure::kXJaccard, .length = 3}}) {
    const Index lasting = BuildAndOpen(options);
    const auto temporary = corpus->TemporaryIndex(options);
    ASSERT_TRUE(temporary.ok()) << temporary.status().message();
    EXPECT_EQ(temporary->info().bytes, lasting.info().bytes);
    for (const VertexId v : corpus->AllVertices()) {
      ExpectEqual(temporary->Related(v, {.refine = 1})->hits,
                  lasting.Related(v, {.refine = 1})->hits);
    }
  }
  EXPECT_EQ(corpus->TemporaryIndex({.method = Method::kPush}).status().code(),
            Code::kInvalidArgument);
  std::filesystem::rename(corpus_, corpus_ + "-before");
  MakeCorpus(TestGraph::Random(60, 1500, 4), corpus_);
  EXPECT_THAT(corpus->TemporaryIndex({}).status().message(), testing::HasSubstr("replaced"));
}

// Without an index there is no closer look, whoever answers.
TEST_F(TemporaryIndexTest, NobodyTakesACloserLook) {
  ExpectEqual(asker_->Related(1, {.k = 5, .refine = 1})->hits, asker_->Related(1, {.k = 5})->hits);
}

// A join asks for every row.
TEST_F(WalkingCostTest, JoinsHaveTheBestOfTheirColumns) {
  MakeCorpus(TestGraph::Random(60, 1500, 3), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  const BuildOptions walks{.measure = Measure::kPSimRank, .fingerprints = 30};
  const Index index = BuildAndOpen(walks);
  const auto asker = Asker::Create(*corpus, {.walks = walks});
  const std::vector<VertexId> all = corpus->AllVertices();
  const std::vector<VertexId> right = {1, 7, 20};
  const Status joined =
      asker->Join(all, right, {.k = 2}, [&](VertexId u, const std::vector<Hit>& hits) {
        std::vector<Hit> wanted = index.Related(u, {.k = 0})->hits;
        std::erase_if(wanted, [&](const Hit& hit) {
          return std::find(right.begin(), right.end(), hit.vertex) == right.end();
        });
        wanted.resize(std::min<size_t>(wanted.size(), 2));
        ExpectEqual(hits, wanted);
        return Status();
      });
  EXPECT_TRUE(joined.ok()) << joined.message();
}

}  // namespace
}  // namespace akin
