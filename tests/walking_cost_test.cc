// What a query without an index costs, counted in links and not in time.
#include <gtest/gtest.h>

#include <algorithm>
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

}  // namespace
}  // namespace akin
