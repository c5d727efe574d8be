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
      if (answer->work.forests == 0) {
        // A step reads at most the in-links of one vertex before it is noticed.
        EXPECT_LE(answer->work.members, build + 60) << v;
      }
      EXPECT_EQ(answer->work.forests, reads_all ? 30U : answer->work.forests);
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
  void PutTemporaryFilesIn(const std::string& directory) const {
    ::setenv("TMPDIR", directory.c_str(), 1);
  }

  std::optional<Asker> asker_;

 private:
  std::optional<std::string> before_;
};

TEST_F(TemporaryIndexTest, NothingIsLeftOfIt) {
  const std::string directory = corpus_ + "-temporary";
  std::filesystem::create_directory(directory);
  PutTemporaryFilesIn(directory);
  const auto answer = asker_->Related(1, {.k = 5});
  ASSERT_TRUE(answer.ok()) << answer.status().message();
  EXPECT_GT(answer->work.forests, 0U);
  EXPECT_TRUE(std::filesystem::is_empty(directory));

  std::stop_source stopped;
  stopped.request_stop();
  const auto cancelled =
      asker_->RelatedMany(std::vector<VertexId>{1, 2}, {}, {.stop = stopped.get_token()});
  EXPECT_EQ(cancelled.status().code(), Code::kCancelled);
  EXPECT_TRUE(std::filesystem::is_empty(directory));
  std::filesystem::remove(directory);
}

TEST_F(TemporaryIndexTest, WithoutRoomForItTheErrorNamesTheDirectory) {
  const std::string nowhere = corpus_ + "-nowhere";
  PutTemporaryFilesIn(nowhere);
  const auto answer = asker_->Related(1, {.k = 5});
  EXPECT_FALSE(answer.ok());
  EXPECT_THAT(answer.status().message(), testing::HasSubstr(nowhere));
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
