// Text indexes: the same scores as comparing signatures one by one, and close to the exact ones.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "graph/graph.h"
#include "index_fixture.h"
#include "paths.h"
#include "query/interval.h"
#include "query/ranking.h"
#include "random_graph.h"
#include "sketch/weighted_minhash.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;

constexpr VertexId kPages = 300;
constexpr TermId kTerms = 200;

class TextIndexTest : public IndexTest {
 protected:
  TextIndexTest() {
    MakeCorpus(TestGraph::Random(kPages, 900, 5), corpus_);
    PutBags(bags_, kTerms, corpus_, "words");
  }

  // How many of the first `samples` samples two bags have in common.
  unsigned Equal(VertexId a, VertexId b, unsigned samples, uint64_t seed) const {
    unsigned equal = 0;
    SampleBlock of_a;
    SampleBlock of_b;
    for (unsigned i = 0; i < samples; ++i) {
      if (i % kBlockSamples == 0) {
        const WeightedMinHash hash(seed, i / kBlockSamples);
        EXPECT_TRUE(hash.Sample(bags_[a], of_a));
        EXPECT_TRUE(hash.Sample(bags_[b], of_b));
      }
      const uint32_t value = of_a[i % kBlockSamples];
      equal += value == of_b[i % kBlockSamples] && value != kNoSample ? 1 : 0;
    }
    return equal;
  }

  // The whole answer, found by counting.
  std::vector<Hit> PlainRelated(VertexId u, unsigned samples, uint64_t seed) const {
    std::vector<Hit> hits;
    for (VertexId v = 0; v < kPages; ++v) {
      const unsigned equal = v == u ? 0 : Equal(u, v, samples, seed);
      if (equal == 0) continue;
      const double mean = static_cast<double>(equal) / samples;
      const double error = EstimateOf(mean, {1.0 * samples, 1.0 * equal, 1.0 * equal, 1}).error;
      hits.push_back({.vertex = v, .score = {.value = mean, .error = error}});
    }
    KeepBest(hits, 0);
    return hits;
  }

  TestBags bags_ = RandomBags(kPages, kTerms, 7);
};

void ExpectSameHits(const std::vector<Hit>& found, const std::vector<Hit>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].vertex, expected[i].vertex) << "rank " << i;
    EXPECT_DOUBLE_EQ(found[i].score.value, expected[i].score.value);
    EXPECT_NEAR(found[i].score.error, expected[i].score.error, 1e-6);
  }
}

TEST_F(TextIndexTest, AnswersAreThoseOfComparingSignatures) {
  const BuildOptions options{
      .measure = Measure::kText, .fingerprints = 25, .seed = 3, .bags = "words"};
  const Index index = BuildAndOpen(options);
  EXPECT_EQ(index.info().name, "text");
  EXPECT_EQ(index.info().bags, "words");
  EXPECT_EQ(index.info().fingerprints, 25U);
  const auto corpus = Corpus::Open(corpus_);
  uint64_t found = 0;
  for (VertexId u = 0; u < kPages; u += 7) {
    const std::vector<Hit> expected = PlainRelated(u, 25, 3);
    found += expected.size();
    ExpectSameHits(index.Related(u, {.k = 0})->hits, expected);
    ExpectSameHits(corpus->RelatedByWalking(u, options, {.k = 0})->hits, expected);
    std::vector<Hit> few = expected;
    KeepBest(few, 5);
    ExpectSameHits(index.Related(u, {.k = 5})->hits, few);
    ExpectSameHits(index.Related(u, {.k = 5, .stop_early = false})->hits, few);
    ExpectSameHits(index.Related(u, {.k = 0, .fingerprints = 12})->hits, PlainRelated(u, 12, 3));
    const std::vector<VertexId> others = {u, (u + 1) % kPages, (u + 10) % kPages};
    const auto sims = index.Sims(u, others);
    for (size_t i = 0; i < others.size(); ++i) {
      const double plain = u == others[i] ? 1 : Equal(u, others[i], 25, 3) / 25.0;
      EXPECT_DOUBLE_EQ((*sims)[i].value, plain);
      EXPECT_DOUBLE_EQ(index.Sim(u, others[i])->value, plain);
      EXPECT_DOUBLE_EQ(corpus->SimByWalking(u, others[i], options)->value, plain);
    }
  }
  EXPECT_GT(found, 1000U) << "bags that have nothing in common test nothing";
}

// Many queries without an index sign every bag once, if there is memory for any builder.
TEST_F(TextIndexTest, ManyQueriesShareTheirSignatures) {
  const BuildOptions options{.measure = Measure::kText, .fingerprints = 25, .bags = "words"};
  const Index index = BuildAndOpen(options);
  const auto asker = Asker::Create(*Corpus::Open(corpus_), {.walks = options});
  EXPECT_EQ(asker->name(), "signatures of text");
  std::vector<VertexId> all(kPages);
  for (VertexId v = 0; v < kPages; ++v) all[v] = v;
  const auto forests_with = [&](const Control& control, unsigned k = 0) {
    const auto answers = asker->RelatedMany(all, {.k = k}, control);
    EXPECT_TRUE(answers.ok()) << answers.status().message();
    uint64_t forests = 0;
    for (VertexId v = 0; v < kPages; ++v) {
      ExpectSameHits((*answers)[v].hits, index.Related(v, {.k = k})->hits);
      forests += (*answers)[v].work.forests;
    }
    return forests;
  };
  EXPECT_EQ(forests_with({.threads = 1}), 25U);
  EXPECT_EQ(forests_with({.threads = 3}), 25U);
  EXPECT_EQ(forests_with({.threads = 3, .memory = uint64_t{48} << 20}, 5), 25U);
  EXPECT_EQ(forests_with({.threads = 3, .memory = 1000}), 25U * kPages) << "room for none";
}

// Hoeffding: 2 exp(-2 N d^2) for each of 44,850 pairs, 1e-7 in total.
TEST_F(TextIndexTest, EstimatesAgreeWithExactScores) {
  constexpr unsigned kSignatures = 400;
  const Index index =
      BuildAndOpen({.measure = Measure::kText, .fingerprints = kSignatures, .bags = "words"});
  const double bound = std::sqrt(std::log(2 * 44'850 / 1e-7) / (2 * kSignatures));
  const auto corpus = Corpus::Open(corpus_);
  const ExactOptions exact{.measure = Measure::kText, .bags = "words"};
  std::vector<VertexId> all(kPages);
  for (VertexId v = 0; v < kPages; ++v) all[v] = v;
  uint64_t similar = 0;
  const auto compare = [&](VertexId u, const std::vector<Hit>& hits) -> Status {
    const auto estimates = index.Sims(u, all);
    std::vector<double> scores(kPages);
    scores[u] = 1;
    for (const Hit& hit : hits) scores[hit.vertex] = hit.score.value;
    for (VertexId v = 0; v < kPages; ++v) {
      EXPECT_NEAR((*estimates)[v].value, scores[v], bound) << u << " and " << v;
      similar += scores[v] > 0.2 ? 1 : 0;
    }
    return {};
  };
  ASSERT_TRUE(ExactJoin(*corpus, all, all, exact, {.k = 0}, compare).ok());
  EXPECT_GT(similar, 2U * kPages);
}

// Bags of the pages that link to an article, where rarer ones are heavier. 40 sources against 4,592
// articles; Hoeffding as above, 1e-7 in total.
TEST_F(TextIndexTest, EstimatesAgreeWithExactScoresOnWikispeedia) {
  const std::string name = "wikispeedia/links.tsv";
  AKIN_SKIP_WITHOUT_DATA(name);
  const std::string source = DataFile(name);
  ASSERT_TRUE(Ingest({source}, corpus_, {.replace = true}).ok());
  const auto corpus = Corpus::Open(corpus_);
  const VertexId articles = corpus->vertices();
  const Adjacency in = *(*corpus->graph())->In();
  const Adjacency out = *(*corpus->graph())->Out();
  TestBags bags;
  for (VertexId v = 0; v < articles; ++v) {
    std::map<TermId, double> weights;
    for (const VertexId u : in[v]) weights[u] = 1 / (1 + std::log2(out.degree(u)));
    bags.push_back(Normalised(weights));
  }
  PutBags(bags, articles, corpus_, "inlinks");
  constexpr unsigned kSignatures = 200;
  const Index index =
      BuildAndOpen({.measure = Measure::kText, .fingerprints = kSignatures, .bags = "inlinks"});
  const double pairs = 40.0 * articles;
  const double bound = std::sqrt(std::log(2 * pairs / 1e-7) / (2 * kSignatures));
  const ExactOptions exact{.measure = Measure::kText, .bags = "inlinks"};
  std::vector<VertexId> all(articles);
  std::iota(all.begin(), all.end(), 0U);
  double best = 0;
  for (VertexId u = 0; u < articles; u += articles / 40 + 1) {
    const auto answer = ExactRelated(*corpus, u, exact, {.k = 0});
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    std::vector<double> scores(articles);
    scores[u] = 1;
    for (const Hit& hit : answer->hits) scores[hit.vertex] = hit.score.value;
    if (!answer->hits.empty()) best = std::max(best, answer->hits.front().score.value);
    const auto estimates = index.Sims(u, all);
    for (VertexId v = 0; v < articles; ++v) {
      ASSERT_NEAR((*estimates)[v].value, scores[v], bound) << u << " and " << v;
    }
  }
  EXPECT_GT(best, 0.5);
}

TEST_F(TextIndexTest, EmptyBagsAreSimilarToNobody) {
  const Index index = BuildAndOpen({.measure = Measure::kText, .bags = "words"});
  unsigned empty = 0;
  for (VertexId u = 0; u < kPages; ++u) {
    if (!bags_[u].empty()) continue;
    ++empty;
    EXPECT_TRUE(index.Related(u, {.k = 0})->hits.empty());
  }
  EXPECT_GT(empty, 5U);
}

// Pages with few in-links are not hits, but can be queries (HGKI section 7.1).
TEST_F(TextIndexTest, LeastInlinksFilterHitsAlone) {
  const Index index = BuildAndOpen({.measure = Measure::kText, .bags = "words"});
  const TestGraph graph = TestGraph::Random(kPages, 900, 5);
  unsigned asked = 0;
  for (VertexId u = 0; u < kPages; ++u) {
    if (graph.in().degree(u) >= 3) continue;
    std::vector<Hit> expected = index.Related(u, {.k = 0})->hits;
    std::erase_if(expected, [&](const Hit& hit) { return graph.in().degree(hit.vertex) < 3; });
    KeepBest(expected, 10);
    asked += expected.size() == 10 ? 1 : 0;
    ExpectSameHits(index.Related(u, {.k = 10, .min_inlinks = 3})->hits, expected);
  }
  EXPECT_GT(asked, 10U);
}

TEST_F(TextIndexTest, AboutSomeVerticesAlone) {
  const std::vector<VertexId> some = {3, 4, 10, 50, 51, 52, 53, 54, 55, 200};
  const Index all = BuildAndOpen({.measure = Measure::kText, .bags = "words"});
  const Index few =
      BuildAndOpen({.measure = Measure::kText, .name = "few", .only = some, .bags = "words"});
  for (const VertexId u : some) {
    for (const VertexId v : some) EXPECT_EQ(few.Sim(u, v)->value, all.Sim(u, v)->value);
  }
  EXPECT_EQ(few.Sim(3, 5).status().code(), Code::kUnknownKey);
  EXPECT_FALSE(*few.Has(5));
  EXPECT_TRUE(*few.Has(4));
}

TEST_F(TextIndexTest, IsCheckedAndCounted) {
  const Index index = BuildAndOpen({.measure = Measure::kText, .bags = "words"});
  const auto statistics = index.Statistics();
  ASSERT_TRUE(statistics.ok()) << statistics.status().message();
  EXPECT_EQ(statistics->by_length.size(), 1U);
  EXPECT_EQ(statistics->sizes.members + statistics->sizes.alone,
            uint64_t{kPages} * index.info().fingerprints);
  EXPECT_GT(statistics->sizes.trees, 0U);
  const auto estimate = EstimateBuild(corpus_, {.measure = Measure::kText, .bags = "words"});
  ASSERT_TRUE(estimate.ok()) << estimate.status().message();
  EXPECT_GT(estimate->bytes, 0U);
  uint64_t files = 0;
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_TRUE(corpus->Check({}, [&](const std::string&, const Status&) { ++files; }).ok());
  EXPECT_GE(files, 11U);  // keys, graph, bags and eight shards
}

TEST_F(TextIndexTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(Refusal({.bags = "words"}).message(), HasSubstr("takes no bags"));
  const Status unknown = Refusal({.measure = Measure::kText, .bags = "wrods"});
  EXPECT_EQ(unknown.code(), Code::kNoBags);
  EXPECT_THAT(unknown.message(), HasSubstr("there are: words"));
  const Index index = BuildAndOpen({.measure = Measure::kText, .bags = "words"});
  EXPECT_THAT(index.Related(0, {.decay = 0.5}).status().message(), HasSubstr("has no decay"));
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_THAT(ExactSim(*corpus, 0, 1, {.bags = "words"}).status().message(), HasSubstr("text"));
}

TEST_F(TextIndexTest, WithoutANameItTakesTheOnlyBags) {
  const auto corpus = Corpus::Open(corpus_);
  const ExactOptions unnamed{.measure = Measure::kText};
  const ExactOptions named{.measure = Measure::kText, .bags = "words"};
  EXPECT_EQ(ExactSim(*corpus, 0, 1, unnamed)->value, ExactSim(*corpus, 0, 1, named)->value);
  const Index index = BuildAndOpen({.measure = Measure::kText, .fingerprints = 10});
  EXPECT_EQ(index.info().bags, "words");
  EXPECT_FALSE(
      BuildIndex(corpus_, {.measure = Measure::kText, .fingerprints = 10, .bags = "words"})->built);
  // Now there are two, and neither is named text, so there is no default.
  PutBags(RandomBags(kPages, kTerms, 8), kTerms, corpus_, "more");
  const Status refusal = Refusal({.measure = Measure::kText, .name = "other"});
  EXPECT_EQ(refusal.code(), Code::kNoBags);
  EXPECT_THAT(refusal.message(), HasSubstr("there are: more, words"));
  EXPECT_THAT(ExactSim(*corpus, 0, 1, unnamed).status().message(), HasSubstr("no bags 'text'"));
}

// If the bags are built again, it is another index.
TEST_F(TextIndexTest, KnowsItsBags) {
  const BuildOptions options{.measure = Measure::kText, .fingerprints = 10, .bags = "words"};
  BuildAndOpen(options);
  EXPECT_FALSE(BuildIndex(corpus_, options)->built);
  PutBags(RandomBags(kPages, kTerms, 8), kTerms, corpus_, "words");
  EXPECT_EQ(Refusal(options).code(), Code::kAlreadyExists);
  BuildOptions anew = options;
  anew.replace = true;
  EXPECT_TRUE(BuildIndex(corpus_, anew)->built);
  std::filesystem::remove_all(corpus_ + "/bags");
  EXPECT_THAT(Refusal(options).message(), HasSubstr("no bags yet"));
  EXPECT_TRUE(Corpus::Open(corpus_)->OpenIndex("text").ok()) << "an index needs no bags";
}

}  // namespace
}  // namespace akin
