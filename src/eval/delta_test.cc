#include "eval/delta.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "akin/akin.h"
#include "file_tree.h"
#include "index_fixture.h"
#include "index_ranker.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// x and y cite a to d; a, b, d and e cite s, t and u.
class DeltaTest : public IndexTest {
 protected:
  void SetUp() override {
    const auto report = IngestLines(
        "x\ta\nx\tb\nx\tc\nx\td\ny\ta\ny\tb\n"
        "a\ts\na\tt\nb\ts\nb\tu\nd\tt\ne\ts\n",
        corpus_);
    ASSERT_TRUE(report.ok());
  }
  Corpus Open() const { return *Corpus::Open(corpus_); }
  std::string File(const std::string& text) {
    WriteBytes(directory_ / "truth.tsv", text);
    return directory_ / "truth.tsv";
  }

  using Lists = std::map<std::string, std::string>;  // hits by query, one letter each
  Average Delta(const Truth& truth, const Lists& lists, unsigned k, unsigned min_cocited = 3,
                bool pooled = false) const {
    const Corpus corpus = Open();
    const Ranker ranker = [&](VertexId query, unsigned) -> Result<std::vector<Hit>> {
      std::vector<Hit> hits;
      double score = 1;
      for (const char c : lists.at(*corpus.Name(query))) {
        hits.push_back({.vertex = *corpus.Find(std::string(1, c)), .score = {.value = score /= 2}});
      }
      return hits;
    };
    EvalOptions options{.metrics = {Metric::kDelta}, .k = k, .min_cocited = min_cocited};
    for (const auto& [query, hits] : lists) options.queries.push_back(*corpus.Find(query));
    const auto evaluation = Evaluate(truth, ranker, options);
    EXPECT_TRUE(evaluation.ok()) << evaluation.status().message();
    const MetricResult& result = evaluation->metrics.at(0);
    return pooled ? result.pooled : result.per_query;
  }
};

// b, c and d are co-cited with a. b cites s and u, and a cites half of these; c cites nothing; d
// cites t, and a cites all of that: 1/2 is expected by chance.
TEST_F(DeltaTest, CitationsByHand) {
  const auto truth = Truth::FromCitations(Open());
  ASSERT_TRUE(truth.ok()) << truth.status().message();
  EXPECT_EQ(truth->kind(), Truth::Kind::kOverlap);
  EXPECT_EQ(truth->queries().size(), Open().vertices());
  EXPECT_THAT(truth->metrics(), ElementsAre(Metric::kDelta, Metric::kCoverage));
  EXPECT_NEAR(Delta(*truth, {{"a", "deb"}}, 1).value, 0.5, 1e-6);
  EXPECT_NEAR(Delta(*truth, {{"a", "deb"}}, 2).value, 0.5, 1e-6);
  EXPECT_NEAR(Delta(*truth, {{"a", "deb"}}, 10).value, (1 + 1 + 0.5) / 3 - 0.5, 1e-6);
  EXPECT_NEAR(Delta(*truth, {{"a", "c"}}, 10).value, -0.5, 1e-6);
  // The other way round: d cites half of what a cites; a, b and c are co-cited with d.
  EXPECT_NEAR(Delta(*truth, {{"d", "a"}}, 10).value, 0.5 - 0.5 / 3, 1e-6);
}

TEST_F(DeltaTest, WithoutHitsOrEnoughCoCitedItIsUndefined) {
  const auto truth = Truth::FromCitations(Open());
  EXPECT_FALSE(Delta(*truth, {{"a", ""}}, 5).defined());
  EXPECT_TRUE(Delta(*truth, {{"a", "b"}}, 5, 3).defined());
  EXPECT_FALSE(Delta(*truth, {{"a", "b"}}, 5, 4).defined());
  EXPECT_FALSE(Delta(*truth, {{"x", "a"}}, 5, 0).defined());  // nothing cites x
  EXPECT_EQ(Delta(*truth, {{"a", "b"}, {"x", "a"}}, 5, 0).queries, 1U);
}

// For a: 1/3 as above over three hits. For b: one hit e with 1, where 1/6 is expected by chance.
TEST_F(DeltaTest, PooledEveryHitCountsAlike) {
  const auto truth = Truth::FromCitations(Open());
  const Lists lists = {{"a", "deb"}, {"b", "e"}};
  EXPECT_NEAR(Delta(*truth, lists, 10).value, (1.0 / 3 + 5.0 / 6) / 2, 1e-6);
  EXPECT_NEAR(Delta(*truth, lists, 10, 3, true).value, (1 + 5.0 / 6) / 4, 1e-6);
}

// Terms: a search, weight, graph; b graph, search; d weight, tree. c and e have none.
TEST_F(DeltaTest, TitlesByHand) {
  const auto truth = Truth::FromTitles(Open(), File("a\tSearching the weighted graphs\n"
                                                    "b\tGraph Search: a search\nc\tof the\n"
                                                    "d\tWeighted trees\nd\tgraph\nz\tzebra\n"));
  ASSERT_TRUE(truth.ok()) << truth.status().message();
  EXPECT_EQ(truth->report().known, 3U);
  EXPECT_EQ(truth->report().repeated, 1U);
  EXPECT_THAT(truth->report().first_unknown, ElementsAre(directory_ / "truth.tsv" + ":6: z"));
  // By chance: b and d, with 1 and 1/2.
  EXPECT_NEAR(Delta(*truth, {{"a", "ced"}}, 1).value, 0.5 - 0.75, 1e-6);
  EXPECT_NEAR(Delta(*truth, {{"a", "cbd"}}, 1).value, 1 - 0.75, 1e-6);
  EXPECT_FALSE(Delta(*truth, {{"a", "ce"}}, 5).defined());
  EXPECT_THAT(Truth::FromTitles(Open(), File("a\tx\nb\n")).status().message(),
              HasSubstr("truth.tsv:2: 1 fields instead of key<TAB>title"));
}

TEST_F(DeltaTest, ClassesByHand) {
  const auto truth = Truth::FromClasses(Open(), File("a\tx/1\nb\tx/1\nd\tx/2\n"), {});
  // By chance: one of b and d is in the class.
  EXPECT_NEAR(Delta(*truth, {{"a", "cbd"}}, 1).value, 0.5, 1e-6);
  EXPECT_NEAR(Delta(*truth, {{"a", "cdb"}}, 1).value, -0.5, 1e-6);
}

// Sigma and co-citation computed again from the list of arcs.
double NaiveSigma(const std::map<VertexId, std::set<VertexId>>& cites, VertexId p, VertexId q) {
  const auto of = [&](VertexId v) {
    return cites.contains(v) ? cites.at(v) : std::set<VertexId>();
  };
  double common = 0;
  for (const VertexId cited : of(q)) common += of(p).contains(cited) ? 1 : 0;
  return of(q).empty() ? 0 : common / static_cast<double>(of(q).size());
}

RC_GTEST_PROP(Delta, IsWhatTheDefinitionSays, ()) {
  const TempDir directory;
  const auto graph = *GenGraph(12);
  MakeCorpus(graph, directory / "c.akin");
  const auto corpus = Corpus::Open(directory / "c.akin");
  std::map<VertexId, std::set<VertexId>> cites;
  for (const auto& [from, to] : graph.arcs()) cites[from].insert(to);
  const auto query = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const auto k = *rc::gen::inRange<unsigned>(1, 5);
  const auto least = *rc::gen::inRange<unsigned>(0, 4);
  std::vector<Hit> hits;
  std::set<VertexId> once = {query};
  for (const VertexId v : *rc::gen::container<std::vector<VertexId>>(
           rc::gen::inRange<VertexId>(0, graph.vertices()))) {
    if (once.insert(v).second) hits.push_back({.vertex = v, .score = {.value = 1}});
  }
  std::set<VertexId> cocited;
  for (const auto& [citing, cited] : cites) {
    if (cited.contains(query)) cocited.insert(cited.begin(), cited.end());
  }
  cocited.erase(query);
  double chance = 0;
  for (const VertexId q : cocited) chance += NaiveSigma(cites, query, q);
  const size_t counted = std::min<size_t>(k, hits.size());
  double found = 0;
  for (size_t i = 0; i < counted; ++i) found += NaiveSigma(cites, query, hits[i].vertex);

  const auto truth = Truth::FromCitations(*corpus);
  const auto evaluation =
      Evaluate(*truth, [&](VertexId, unsigned) -> Result<std::vector<Hit>> { return hits; },
               {.metrics = {Metric::kDelta}, .k = k, .min_cocited = least, .queries = {query}});
  RC_ASSERT(evaluation.ok());
  const Average& delta = evaluation->metrics.at(0).per_query;
  const bool defined = !cocited.empty() && cocited.size() >= least && counted > 0;
  RC_ASSERT(delta.defined() == defined);
  if (!defined) return;
  const double expected =
      found / static_cast<double>(counted) - chance / static_cast<double>(cocited.size());
  RC_ASSERT(std::abs(delta.value - expected) < 1e-6);
}

// With a decay of 1/2 all scores are exact, so the orders are the same, ties included.
TEST_F(DeltaTest, ASweepFindsTheSameWhateverTheThreads) {
  MakeCorpus(TestGraph::Random(80, 400, 9), corpus_);
  const Corpus corpus = Open();
  const Index index = BuildAndOpen({.length = 3, .fingerprints = 20});
  const auto truth = Truth::FromCitations(corpus);
  const EvalOptions options{.k = 3, .min_cocited = 5, .resamples = 50};
  const Grid grid{.lengths = {1, 3}, .decays = {0.5}, .fingerprints = {7, 20}};
  const auto points = Sweep(corpus, index, *truth, grid, options, {.threads = 1});
  ASSERT_TRUE(points.ok()) << points.status().message();
  for (const GridPoint& point : *points) {
    const Ranker ranker = Ranking(
        index, {.fingerprints = point.fingerprints, .length = point.length, .decay = point.decay});
    const auto expected = Evaluate(*truth, ranker, options, {.threads = 3});
    ASSERT_TRUE(expected.ok()) << expected.status().message();
    const MetricResult& want = expected->metrics.at(0);
    const MetricResult& got = point.evaluation.metrics.at(0);
    EXPECT_GT(want.per_query.queries, 10U);
    EXPECT_EQ(got.per_query.queries, want.per_query.queries);
    EXPECT_EQ(got.per_query.value, want.per_query.value);
    EXPECT_EQ(got.pooled.value, want.pooled.value);
  }
}

}  // namespace
}  // namespace akin
