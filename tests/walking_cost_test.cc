// What a query without an index costs, counted in links and not in time.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
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
// from all of its in-neighbours. It is given up after about as many links as there are, in three
// fingerprints.
TEST_F(WalkingCostTest, ASearchBackwardsIsGivenUpWhereABuildIsCheaper) {
  MakeCorpus(TestGraph::Random(60, 1500, 3), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  for (const Measure measure : WalkingMeasures()) {
    SCOPED_TRACE(MeasureName(measure));
    const Index index = BuildAndOpen({.measure = measure, .length = 5, .fingerprints = 30});
    const BuildOptions walks{.measure = measure, .length = 5, .fingerprints = 30};
    // A step reads at most the in-links of one vertex before it is noticed. PSimRank's searches all
    // stop, so only three are tried; of the others some end in time.
    const bool reads_all = measure == Measure::kPSimRank;
    const uint64_t vertices = corpus->vertices();
    const uint64_t allowed = (reads_all ? corpus->arcs() + vertices : 4 * vertices) + 60;
    const uint64_t bound = (reads_all ? 3 : 30) * allowed;
    uint64_t most = 0;
    for (const VertexId v : corpus->AllVertices()) {
      const auto answer = corpus->RelatedByWalking(v, walks, {.k = 0});
      ASSERT_TRUE(answer.ok()) << answer.status().message();
      EXPECT_LE(answer->work.members, bound) << v;
      most = std::max(most, answer->work.members);
      ExpectEqual(answer->hits, index.Related(v, {.k = 0})->hits);
      // A budget that leaves no room for a forest: the same by searching alone.
      const auto searched = corpus->RelatedByWalking(v, walks, {.k = 0}, {.memory = 1000});
      ASSERT_TRUE(searched.ok()) << searched.status().message();
      ExpectEqual(searched->hits, answer->hits);
      if (reads_all) {
        EXPECT_GT(searched->work.members, 3 * bound);
      }
    }
    EXPECT_GT(most, 0U);
  }
}

// Whatever the queries are, no forest is made twice, and a search backwards reads no more links for
// all of them together than for one.
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
    // Answers all queries, and counts.
    const auto work_of = [&](const Control& control) {
      QueryWork total;
      const auto answers = asker->RelatedMany(queries, {.k = 0}, control);
      EXPECT_TRUE(answers.ok()) << answers.status().message();
      for (size_t i = 0; i < queries.size(); ++i) {
        ExpectEqual((*answers)[i].hits, index.Related(queries[i], {.k = 0})->hits);
        total.forests += (*answers)[i].work.forests;
        total.members += (*answers)[i].work.members;
      }
      return total;
    };
    const uint64_t build = kFingerprints * (measure == Measure::kXJaccard ? 3 : 1);
    const QueryWork once = work_of({.threads = 1});
    EXPECT_EQ(once.forests, build);
    EXPECT_LE(once.members, kFingerprints * (corpus->arcs() + 4 * uint64_t{60} + 60));
    EXPECT_EQ(work_of({.threads = 3}).forests, build);
    // Room for none.
    work_of({.threads = 1, .memory = 1000});
    const auto one = asker->RelatedMany(std::span(queries).first(1), {.k = 0});
    ExpectEqual(one->front().hits, index.Related(queries[0], {.k = 0})->hits);
  }
}

// If there is room for some forests at a time, each is made once for a batch of queries: here a
// quarter of the memory holds the sums of 133 of 300, and not all forests.
TEST_F(WalkingCostTest, QueriesShareForestsThatCannotAllBeKept) {
  constexpr unsigned kFingerprints = 400;
  MakeCorpus(TestGraph::Random(60, 1500, 3), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  std::vector<VertexId> queries;
  for (int i = 0; i < 5; ++i) {
    for (const VertexId v : corpus->AllVertices()) queries.push_back(v);
  }
  for (const Measure measure : {Measure::kPSimRank, Measure::kXJaccard}) {
    SCOPED_TRACE(MeasureName(measure));
    const BuildOptions walks{.measure = measure, .length = 3, .fingerprints = kFingerprints};
    const Index index = BuildAndOpen(walks);
    const auto asker = Asker::Create(*corpus, {.walks = walks});
    for (const unsigned threads : {1U, 3U}) {
      const Control control{.threads = threads, .memory = 4 * 160'000};
      const auto answers = asker->RelatedMany(queries, {.k = 5}, control);
      ASSERT_TRUE(answers.ok()) << answers.status().message();
      uint64_t forests = 0;
      for (size_t i = 0; i < queries.size(); ++i) {
        ExpectEqual((*answers)[i].hits, index.Related(queries[i], {.k = 5})->hits);
        forests += (*answers)[i].work.forests;
      }
      EXPECT_EQ(forests, 3 * kFingerprints * (measure == Measure::kXJaccard ? 3 : 1));
    }
  }
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
