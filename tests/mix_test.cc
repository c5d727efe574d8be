// Mixtures of indexes: the same answers as when all scores are mixed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "query/ranking.h"
#include "query/scoring.h"
#include "random_graph.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;

class MixTest : public IndexTest {
 protected:
  void Make(const TestGraph& graph, const TestBags& bags, TermId terms) {
    MakeCorpus(graph, corpus_);
    PutBags(bags, terms, corpus_, "words");
  }
  void Build(const BuildOptions& options) {
    const auto report = BuildIndex(corpus_, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
  }
  Mixture Open(const std::string& text, Fusion fusion = Fusion::kWeighted) {
    const auto parts = ParseMixture(text);
    EXPECT_TRUE(parts.ok()) << parts.status().message();
    auto mixture = Mixture::Open(*Corpus::Open(corpus_), *parts, fusion);
    EXPECT_TRUE(mixture.ok()) << mixture.status().message();
    return *mixture;
  }

  // All scores of all parts, mixed; errors are combined like those of independent estimates. Two
  // vertices that have never met have an error too.
  std::vector<Hit> PlainMixture(const std::string& text, VertexId u,
                                const RelatedOptions& options) {
    const auto corpus = Corpus::Open(corpus_);
    std::map<VertexId, std::pair<double, double>> sums;  // of scores and of squares of errors
    double nothing = 0;                                  // the second sum without any meeting
    const auto parts = ParseMixture(text);
    for (const MixturePart& part : *parts) {
      const auto index = corpus->OpenIndex(part.index);
      const IndexInfo& info = index->info();
      const double never =
          Scoring(info.method, info.decay, info.length, info.fingerprints).From({}).error;
      nothing += std::pow(part.weight * never, 2);
      const auto answer = index->Related(u, {.k = 0, .min_inlinks = options.min_inlinks});
      for (const Hit& hit : answer->hits) {
        sums[hit.vertex].first += part.weight * hit.score.value;
        sums[hit.vertex].second +=
            std::pow(part.weight * hit.score.error, 2) - std::pow(part.weight * never, 2);
      }
    }
    std::vector<Hit> hits;
    for (const auto& [v, sum] : sums) {
      if (sum.first < options.min_score) continue;
      hits.push_back(
          {.vertex = v, .score = {.value = sum.first, .error = std::sqrt(nothing + sum.second)}});
    }
    KeepBest(hits, options.k);
    return hits;
  }

  void ExpectPlain(const std::string& text, VertexId u, const RelatedOptions& options) {
    const auto found = Open(text).Related(u, options);
    ASSERT_TRUE(found.ok()) << found.status().message();
    const std::vector<Hit> expected = PlainMixture(text, u, options);
    ASSERT_EQ(found->hits.size(), expected.size()) << text << " of " << u;
    for (size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(found->hits[i].vertex, expected[i].vertex) << text << " of " << u << ", rank " << i;
      EXPECT_EQ(found->hits[i].score.value, expected[i].score.value);
      EXPECT_NEAR(found->hits[i].score.error, expected[i].score.error, 1e-9);
    }
  }
};

// Answers of many hundred hits each, so that the best hundred are only a part.
TEST_F(MixTest, IsTheMixtureOfAllScores) {
  Make(TestGraph::Random(1500, 6000, 2), RandomBags(1500, 60, 3), 60);
  Build({.measure = Measure::kPSimRank, .fingerprints = 30});
  Build({.measure = Measure::kText, .fingerprints = 30, .bags = "words"});
  Build({.measure = Measure::kXJaccard, .length = 2, .fingerprints = 20, .seed = 9});
  const auto corpus = Corpus::Open(corpus_);
  ASSERT_GT(corpus->OpenIndex("text")->Related(3, {.k = 0})->hits.size(), 300U);
  ASSERT_GT(corpus->OpenIndex("psimrank")->Related(3, {.k = 0})->hits.size(), 300U);
  for (VertexId u = 0; u < 1500; u += 61) {
    for (const std::string text : {"psimrank=0.6,text=0.4", "text=0.1,psimrank=3",
                                   "psimrank=0.5,text=0.3,xjaccard=0.2", "text=0.5"}) {
      for (const unsigned k : {1U, 10U, 150U, 0U}) ExpectPlain(text, u, {.k = k});
      ExpectPlain(text, u, {.k = 10, .min_inlinks = 5});
      ExpectPlain(text, u, {.k = 0, .min_score = 0.15});
      ExpectPlain(text, u, {.k = 10, .min_score = 0.15});
    }
  }
  const Mixture mixture = Open("psimrank=0.6,text=0.4");
  const auto answer = mixture.Related(3);
  for (const Hit& hit : answer->hits) {
    EXPECT_EQ(mixture.Sim(3, hit.vertex)->value, hit.score.value);
    EXPECT_EQ(mixture.Sim(3, hit.vertex)->error, hit.score.error);
    EXPECT_EQ(mixture.Sim(3, hit.vertex)->low, hit.score.low);
    EXPECT_EQ(mixture.Sim(3, hit.vertex)->high, hit.score.high);
    EXPECT_GE(hit.score.low, 0);
    EXPECT_LT(hit.score.low, hit.score.value);
    EXPECT_GT(hit.score.high, hit.score.value);
  }
  EXPECT_DOUBLE_EQ(mixture.Sim(3, 3)->value, 1);
}

// Few fingerprints: nearly all scores equal many others, and ties are ordered by number.
TEST_F(MixTest, EqualScoresComeByNumber) {
  Make(TestGraph::Random(800, 2500, 4), RandomBags(800, 30, 5), 30);
  Build({.measure = Measure::kPSimRank, .length = 1, .fingerprints = 3});
  Build({.measure = Measure::kText, .fingerprints = 3, .bags = "words"});
  for (VertexId u = 0; u < 800; u += 23) {
    for (const unsigned k : {1U, 7U, 40U}) ExpectPlain("psimrank=0.5,text=0.3", u, {.k = k});
  }
}

// 0, 2 and 3 have the same single in-link: they score c = 0.6. 0, 1 and 3 have the same text.
class SmallMixTest : public MixTest {
 protected:
  SmallMixTest() {
    const TestBag same = {{0, .5F}, {1, .5F}};
    Make(TestGraph(5, {{4, 0}, {4, 2}, {4, 3}}), {same, same, {{2, 1.F}}, same, {}}, 3);
    Build({.measure = Measure::kPSimRank, .fingerprints = 10});
    Build({.measure = Measure::kText, .fingerprints = 10, .bags = "words"});
  }
};

TEST_F(SmallMixTest, HandWorked) {
  const auto hits = Open("psimrank=0.6,text=0.4").Related(0)->hits;
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].vertex, 3U);
  EXPECT_NEAR(hits[0].score.value, 0.76, 1e-12);
  EXPECT_EQ(hits[1].vertex, 1U);
  EXPECT_NEAR(hits[1].score.value, 0.4, 1e-12);
  EXPECT_EQ(hits[2].vertex, 2U);
  EXPECT_NEAR(hits[2].score.value, 0.36, 1e-12);
}

// 1 is first and 3 second by text, 2 first and 3 second by links.
TEST_F(SmallMixTest, ReciprocalRanksHandWorked) {
  const Mixture fused = Open("psimrank,text", Fusion::kReciprocalRank);
  const auto hits = fused.Related(0)->hits;
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].vertex, 3U);
  EXPECT_DOUBLE_EQ(hits[0].score.value, 1.0 / 62 + 1.0 / 62);
  EXPECT_EQ(hits[1].vertex, 1U);
  EXPECT_DOUBLE_EQ(hits[1].score.value, 1.0 / 61);
  EXPECT_EQ(hits[2].vertex, 2U);
  EXPECT_DOUBLE_EQ(hits[2].score.value, 1.0 / 61);
  const auto links = Open("psimrank=5,text", Fusion::kReciprocalRank).Related(0, {.k = 2})->hits;
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0].vertex, 3U);  // 6/62 against 5/61
  EXPECT_EQ(links[1].vertex, 2U);
  EXPECT_EQ(fused.Related(0, {.k = 0, .min_inlinks = 1})->hits.size(), 2U);
  EXPECT_EQ(fused.Related(0, {.k = 0, .min_score = 0.02})->hits.size(), 1U);
  EXPECT_EQ(fused.Sim(0, 1).status().code(), Code::kInvalidArgument);
}

TEST_F(SmallMixTest, AVertexInOneIndexOnly) {
  Build({.measure = Measure::kPSimRank, .fingerprints = 10, .name = "few", .only = {2, 3}});
  const Mixture mixture = Open("few=0.6,text=0.4");
  const auto of_0 = mixture.Related(0)->hits;  // known only by text
  ASSERT_EQ(of_0.size(), 2U);
  EXPECT_EQ(of_0[0].vertex, 1U);
  EXPECT_NEAR(of_0[0].score.value, 0.4, 1e-12);
  // That it scores 0 by links is certain.
  const Score text = *Corpus::Open(corpus_)->OpenIndex("text")->Sim(0, 1);
  for (const Score& score : {of_0[0].score, *mixture.Sim(0, 1)}) {
    EXPECT_NEAR(score.error, 0.4 * text.error, 1e-12);
    EXPECT_NEAR(score.low, 0.4 * text.low, 1e-12);
    EXPECT_NEAR(score.high, 0.4 * text.high, 1e-12);
  }
  const auto of_3 = mixture.Related(3)->hits;
  ASSERT_EQ(of_3.size(), 3U);
  EXPECT_EQ(of_3[2].vertex, 2U);
  EXPECT_NEAR(of_3[2].score.value, 0.36, 1e-12);
  EXPECT_NEAR(mixture.Sim(0, 3)->value, 0.4, 1e-12);
  EXPECT_EQ(Open("few").Related(0).status().code(), Code::kUnknownKey);
  EXPECT_EQ(Open("few", Fusion::kReciprocalRank).Related(0).status().code(), Code::kUnknownKey);
}

// Bounds are added; so are the errors of walks with the same seed, which are not independent.
TEST_F(MixTest, ErrorsOfEitherKind) {
  Make(TestGraph::Random(60, 200, 2), RandomBags(60, 40, 3), 40);
  Build({.method = Method::kPush, .epsilon = 0.01});
  Build({.measure = Measure::kSimRank, .fingerprints = 20});
  Build({.measure = Measure::kPSimRank, .fingerprints = 20});
  Build({.measure = Measure::kText, .fingerprints = 20, .bags = "words"});
  const auto corpus = Corpus::Open(corpus_);
  const Mixture mixture = Open("simrank=0.5,psimrank=0.2,text=0.2,simrank-push=0.1");
  for (VertexId v = 1; v < 60; ++v) {
    const auto expected = [&](const auto& error) {
      const auto error_of = [&](const char* name) {
        return error(*corpus->OpenIndex(name)->Sim(0, v));
      };
      const double walks = 0.5 * error_of("simrank") + 0.2 * error_of("psimrank");
      const double text = 0.2 * error_of("text");
      EXPECT_GE(walks, 0);
      EXPECT_GE(text, 0);
      return std::sqrt(walks * walks + text * text) + 0.1 * error_of("simrank-push");
    };
    const Score mixed = *mixture.Sim(0, v);
    EXPECT_NEAR(mixed.error, expected([](const Score& s) { return s.error; }), 1e-12);
    EXPECT_NEAR(mixed.value - mixed.low, expected([](const Score& s) { return s.value - s.low; }),
                1e-12);
    EXPECT_NEAR(mixed.high - mixed.value, expected([](const Score& s) { return s.high - s.value; }),
                1e-12);
  }
  for (const VertexId u : {0U, 7U, 30U}) {
    const auto hits = Open("text=0.5,simrank-push=0.5").Related(u, {.k = 5})->hits;
    const std::vector<Hit> plain = PlainMixture("text=0.5,simrank-push=0.5", u, {.k = 5});
    ASSERT_EQ(hits.size(), plain.size());
    for (size_t i = 0; i < hits.size(); ++i) {
      EXPECT_EQ(hits[i].vertex, plain[i].vertex);
      EXPECT_EQ(hits[i].score.value, plain[i].score.value);
      EXPECT_GE(hits[i].score.error, 0.004) << "half the bound of pushing is in it";
    }
  }
}

TEST_F(SmallMixTest, RefusesWhatMakesNoSense) {
  const auto refusal = [](const char* text) { return ParseMixture(text).status().message(); };
  EXPECT_THAT(refusal("psimrank=0.6,text=x"), HasSubstr("'x' is no weight for index text"));
  for (const char* const weight :
       {"text=0", "text=-1", "text=nan", "text=inf", "text=", "text=1 "}) {
    EXPECT_THAT(refusal(weight), HasSubstr("is no weight")) << weight;
  }
  for (const char* const text : {"", "text,", ",text", "=0.5", "a,,b"}) {
    EXPECT_THAT(refusal(text), HasSubstr("names no index")) << text;
  }
  EXPECT_EQ(ParseMixture("text")->front().weight, 1);
  const auto corpus = Corpus::Open(corpus_);
  const auto refused = [&](const char* text) {
    return Mixture::Open(*corpus, *ParseMixture(text)).status();
  };
  EXPECT_EQ(refused("psimrnak=0.6,text=0.4").code(), Code::kNoIndex);
  EXPECT_THAT(refused("psimrnak=0.6,text=0.4").message(), HasSubstr("psimrank, text"));
  EXPECT_THAT(refused("text=0.6,text=0.4").message(), HasSubstr("twice"));
  EXPECT_EQ(Mixture::Open(*corpus, {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(Mixture::Open(*corpus, {{.index = "text", .weight = -1}}).status().code(),
            Code::kInvalidArgument);
  EXPECT_THAT(FusionNamed("rff").status().message(), HasSubstr("weighted and rrf"));
  EXPECT_EQ(*FusionNamed("rrf"), Fusion::kReciprocalRank);
  EXPECT_EQ(Open("psimrank,text").Related(0, {.min_score = NAN}).status().code(),
            Code::kInvalidArgument);
  EXPECT_EQ(Open("psimrank,text").Related(99).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace akin
