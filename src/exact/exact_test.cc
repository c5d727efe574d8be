// Tests exact questions as a caller asks them, on a corpus on disk.
#include "akin/exact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "akin/corpus.h"
#include "exact/recurrence.h"
#include "file_tree.h"
#include "naive_pairs.h"
#include "paths.h"
#include "temp_dir.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ExactTest : public testing::Test {
 protected:
  Corpus Make(const TestGraph& graph) {
    MakeCorpus(graph, directory_ / "g.akin");
    PutBags(RandomBags(graph.vertices(), 60, 1), 60, directory_ / "g.akin", "words");
    auto corpus = Corpus::Open(directory_ / "g.akin");
    EXPECT_TRUE(corpus.ok());
    return *corpus;
  }
  // Four iterations, if it iterates.
  static ExactOptions Asking(Measure measure) {
    ExactOptions exact{.measure = measure};
    const Way& way = FactsOf(measure).exact();
    if (way.Takes(Parameter::kIterations)) exact.iterations = 4;
    if (way.Takes(Parameter::kBags)) exact.bags = "words";
    return exact;
  }
  // It has both sides, and vertices that are on both.
  static TestGraph SomeGraph() { return TestGraph::Random(40, 110, 5); }

  TempDir directory_;
};

using Pairs = std::map<std::pair<VertexId, VertexId>, double>;

Pairs Joined(const Corpus& corpus, std::span<const VertexId> left, std::span<const VertexId> right,
             const ExactOptions& exact, const RelatedOptions& options = {.k = 0}) {
  Pairs pairs;
  const Status status =
      ExactJoin(corpus, left, right, exact, options, [&](VertexId u, const std::vector<Hit>& hits) {
        for (const Hit& hit : hits) pairs[{u, hit.vertex}] = hit.score.value;
        return Status();
      });
  EXPECT_TRUE(status.ok()) << status.message();
  return pairs;
}

TEST_F(ExactTest, AllPairsAreThePairs) {
  const Corpus corpus = Make(TestGraph::Random(20, 60, 5));
  for (const MeasureFacts& facts : Measures()) {
    const Measure measure = facts.measure;
    SCOPED_TRACE(facts.name);
    ExactOptions exact = Asking(measure);
    for (const bool popular : {false, true}) {
      if (popular) exact.popularity = 0.5;
      std::vector<double> scores(400, -1);
      const auto error = ExactAllPairs(corpus, exact, scores);
      ASSERT_TRUE(error.ok()) << error.status().message();
      for (VertexId u = 0; u < 20; ++u) {
        for (VertexId v = 0; v < 20; ++v) {
          const auto pair = ExactSim(corpus, u, v, exact);
          ASSERT_TRUE(pair.ok()) << pair.status().message();
          EXPECT_NEAR(scores[u * 20 + v], pair->value, 1e-12) << u << " " << v;
        }
      }
    }
  }
}

TEST_F(ExactTest, AllPairsNeedRoomForAll) {
  const Corpus corpus = Make(SomeGraph());
  std::vector<double> scores(40);
  EXPECT_EQ(ExactAllPairs(corpus, {}, scores).status().code(), Code::kInvalidArgument);
}

TEST_F(ExactTest, PairsRowsAndJoinsAgreeForEveryMeasure) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  const std::vector<VertexId> all = VerticesOf(graph);
  const std::vector<VertexId> left = {7, 3, 39, 12, 0};
  const std::vector<VertexId> right = {1, 3, 30, 22, 8, 12, 5};
  for (const MeasureFacts& facts : Measures()) {
    const Measure measure = facts.measure;
    ExactOptions exact = Asking(measure);
    if (facts.exact().Takes(Parameter::kSide)) exact.decay_out = 0.9;
    SCOPED_TRACE(facts.name);
    // A pair of a series is summed in a different order than a row; other measures agree to the
    // last bit.
    const bool series = measure == Measure::kSimRankVariedD || measure == Measure::kSimRankLi ||
                        measure == Measure::kSimRankFromLi || measure == Measure::kCosineSimRank;
    const double rounding = series ? 1e-14 : 0;
    Pairs all_pairs = Joined(corpus, all, all, exact);
    EXPECT_FALSE(all_pairs.empty());
    Pairs some = Joined(corpus, left, right, exact);
    for (const VertexId u : left) {
      for (const VertexId v : right) {
        const auto sim = ExactSim(corpus, u, v, exact);
        ASSERT_TRUE(sim.ok()) << sim.status().message();
        if (u == v) continue;
        EXPECT_NEAR(sim->value, (all_pairs[{u, v}]), rounding);
        EXPECT_NEAR(sim->value, (some[{u, v}]), rounding);
      }
      const auto related = ExactRelated(corpus, u, exact, {.k = 0});
      ASSERT_TRUE(related.ok());
      for (const Hit& hit : related->hits) {
        EXPECT_EQ(hit.score.value, (all_pairs[{u, hit.vertex}]));
      }
    }
  }
}

TEST_F(ExactTest, ThreadsAndMemoryChangeNoBitAndAStopEndsEveryMeasure) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  const std::vector<VertexId> all = VerticesOf(graph);
  for (const MeasureFacts& facts : Measures()) {
    const Measure measure = facts.measure;
    const ExactOptions exact = Asking(measure);
    SCOPED_TRACE(facts.name);
    const auto joined = [&](unsigned threads, uint64_t memory) {
      Pairs pairs;
      const auto sink = [&](VertexId u, const std::vector<Hit>& hits) {
        for (const Hit& hit : hits) pairs[{u, hit.vertex}] = hit.score.value;
        return Status();
      };
      Control control;
      control.threads = threads;
      control.memory = memory;
      EXPECT_TRUE(ExactJoin(corpus, all, all, exact, {.k = 0}, sink, control).ok());
      return pairs;
    };
    const Pairs one = joined(1, Control().memory);
    EXPECT_EQ(joined(3, Control().memory), one);
    EXPECT_EQ(joined(3, 60'000), one);
    std::stop_source stop;
    stop.request_stop();
    Control stopped;
    stopped.stop = stop.get_token();
    const auto ignore = [](VertexId, const std::vector<Hit>&) { return Status(); };
    EXPECT_EQ(ExactJoin(corpus, all, all, exact, {}, ignore, stopped).code(), Code::kCancelled);
  }
}

TEST_F(ExactTest, VariedDiagonalsGiveTheRoundsOfSimRank) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  const std::vector<VertexId> all = VerticesOf(graph);
  for (const unsigned iterations : {0U, 1U, 2U, 7U}) {
    ExactOptions exact{.decay = 0.8, .iterations = iterations};
    const Pairs plain = Joined(corpus, all, all, exact);
    exact.measure = Measure::kSimRankVariedD;
    Pairs varied = Joined(corpus, all, all, exact);
    EXPECT_EQ(varied.size(), plain.size());
    for (const auto& [pair, score] : plain) EXPECT_NEAR(varied[pair], score, 1e-10);
  }
}

// 1 and 2 share their only in-neighbour, which has none: they score (1 - c) c, and (1 - c) (1 + c)
// with themselves.
TEST_F(ExactTest, TheSeriesOfLiHasNoCorrection) {
  const Corpus corpus = Make(TestGraph(3, {{0, 1}, {0, 2}}));
  const ExactOptions exact{.measure = Measure::kSimRankLi, .decay = 0.6, .iterations = 5};
  EXPECT_NEAR(ExactSim(corpus, 1, 2, exact)->value, 0.4 * 0.6, 1e-15);
  EXPECT_NEAR(ExactSim(corpus, 1, 1, exact)->value, 0.4 * 1.6, 1e-15);
  EXPECT_GE(ExactSim(corpus, 1, 1, exact)->error, std::pow(0.6, 6));
  EXPECT_NEAR(ExactSim(corpus, 1, 1, exact)->error, std::pow(0.6, 6), 1e-14);
}

TEST_F(ExactTest, JoinKeepsTheOrderAskedAndTheBest) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  const std::vector<VertexId> left = {9, 2, 31};
  const std::vector<VertexId> all = VerticesOf(graph);
  std::vector<VertexId> order;
  const RelatedOptions options{.k = 3, .min_score = 0.01, .min_inlinks = 2};
  ASSERT_TRUE(
      ExactJoin(corpus, left, all, {}, options, [&](VertexId u, const std::vector<Hit>& hits) {
        order.push_back(u);
        const auto related = ExactRelated(corpus, u, {}, options);
        EXPECT_EQ(hits.size(), related->hits.size());
        for (size_t i = 0; i < hits.size(); ++i) {
          EXPECT_EQ(hits[i].vertex, related->hits[i].vertex);
          EXPECT_EQ(hits[i].score.error, related->hits[i].score.error);
        }
        return Status();
      }).ok());
  EXPECT_EQ(order, left);
}

TEST_F(ExactTest, JoinEndsWithWhatTheSinkReturns) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  const auto all = VerticesOf(graph);
  int rows = 0;
  const Status status = ExactJoin(corpus, all, all, {}, {}, [&](VertexId, const auto&) {
    return ++rows == 3 ? Status(Code::kIo, "full") : Status();
  });
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_EQ(rows, 3);
}

TEST_F(ExactTest, SidesAreChosenByTheLinksAVertexHasUnlessTheyAreNamed) {
  // 0 and 1 link to 2 and 3; 4 has links of both kinds.
  const TestGraph graph(5, {{0, 2}, {0, 3}, {1, 2}, {4, 2}, {0, 4}});
  const Corpus corpus = Make(graph);
  const NaiveSides naive = NaiveIterate(graph, 0.9, 0.7, 5);
  const auto score = [&](VertexId a, VertexId b, ExactSide side) {
    const ExactOptions exact{.measure = Measure::kSimRankBipartite,
                             .decay = 0.7,
                             .decay_out = 0.9,
                             .iterations = 5,
                             .side = side};
    return ExactSim(corpus, a, b, exact)->value;
  };
  EXPECT_NEAR(score(0, 1, ExactSide::kAuto), naive.points_to[0][1], 1e-14);
  EXPECT_NEAR(score(2, 3, ExactSide::kAuto), naive.pointed_to[2][3], 1e-14);
  EXPECT_NEAR(score(4, 2, ExactSide::kAuto), naive.pointed_to[4][2], 1e-14);
  EXPECT_NEAR(score(4, 1, ExactSide::kPointsTo), naive.points_to[4][1], 1e-14);
  EXPECT_EQ(score(0, 1, ExactSide::kPointedTo), 0.0);
  EXPECT_GT(score(4, 1, ExactSide::kPointsTo), 0.0);
}

TEST_F(ExactTest, BothSidesAreMixedByLambda) {
  // 0 links to 1 and 2, and both link to 3. So 1 and 2 are pointed to by one, and point to one.
  const Corpus corpus = Make({4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}});
  for (const Measure measure :
       {Measure::kSimRankBipartite, Measure::kSimRankMinimax, Measure::kSimRankMinimaxMixed}) {
    ExactOptions exact{.measure = measure, .decay = 0.8, .decay_out = 0.4, .iterations = 1};
    exact.side = ExactSide::kBoth;
    EXPECT_NEAR(ExactSim(corpus, 1, 2, exact)->value, (0.8 + 0.4) / 2, 1e-15);
    exact.lambda = 0.25;
    const auto score = ExactSim(corpus, 1, 2, exact);
    EXPECT_NEAR(score->value, 0.25 * 0.8 + 0.75 * 0.4, 1e-15);
    EXPECT_NEAR(score->error, 0.8 * 0.4, 1e-13);  // of either side, and rounding
    EXPECT_EQ(ExactSim(corpus, 1, 1, exact)->value, 1);
    EXPECT_EQ(ExactSim(corpus, 1, 1, exact)->error, 0);
  }
}

TEST_F(ExactTest, BothSidesAreTheMixtureOfEither) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  for (const bool pruned : {false, true}) {
    ExactOptions exact{.measure = Measure::kSimRankBipartite, .iterations = 4};
    if (pruned) exact.prune = ExactPrune::kCommon;
    std::vector<double> in(1600);
    std::vector<double> out(1600);
    std::vector<double> both(1600);
    exact.side = ExactSide::kPointedTo;
    ASSERT_TRUE(ExactAllPairs(corpus, exact, in).ok());
    exact.side = ExactSide::kPointsTo;
    ASSERT_TRUE(ExactAllPairs(corpus, exact, out).ok());
    exact.side = ExactSide::kBoth;
    exact.lambda = 0.3;
    ASSERT_TRUE(ExactAllPairs(corpus, exact, both).ok());
    for (size_t i = 0; i < both.size(); ++i) {
      ASSERT_NEAR(both[i], 0.3 * in[i] + 0.7 * out[i], 1e-15);
    }
  }
}

TEST_F(ExactTest, CommonNeighboursLeaveOutAndTheirErrorSaysSo) {
  // 0 -> 1 -> 3, 0 -> 2 -> 4: 3 and 4 have no common in-neighbour.
  const Corpus corpus = Make({5, {{0, 1}, {1, 3}, {0, 2}, {2, 4}}});
  ExactOptions exact{.decay = 0.8, .iterations = 20};
  EXPECT_NEAR(ExactSim(corpus, 3, 4, exact)->value, 0.64, 1e-15);
  exact.prune = ExactPrune::kCommon;
  EXPECT_EQ(ExactSim(corpus, 3, 4, exact)->value, 0);
  EXPECT_NEAR(ExactSim(corpus, 3, 4, exact)->error, 0.64, 1e-13);
  EXPECT_NEAR(ExactSim(corpus, 1, 2, exact)->value, 0.8, 1e-15);
  EXPECT_NEAR(ExactSim(corpus, 1, 2, exact)->error, std::pow(0.8, 21) + 0.8 * 0.64, 1e-13);
}

TEST_F(ExactTest, APairLeftOutOnOneSideOnlyHasTheErrorOfThat) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  ExactOptions exact{.measure = Measure::kSimRankBipartite, .decay = 0.8, .iterations = 40};
  exact.side = ExactSide::kBoth;
  exact.lambda = 0.2;
  std::vector<double> full(1600);
  ASSERT_TRUE(ExactAllPairs(corpus, exact, full).ok());
  exact.prune = ExactPrune::kCommon;
  for (VertexId u = 0; u < 40; u += 3) {
    for (VertexId v = 0; v < 40; ++v) {
      const auto score = ExactSim(corpus, u, v, exact);
      ASSERT_TRUE(score.ok());
      EXPECT_LE(full[u * 40 + v], score->value + score->error + 1e-12) << u << " " << v;
    }
  }
}

TEST_F(ExactTest, RoundsAreTheChangesOfAllPairs) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  const auto rounds = ExactRounds(corpus, 3, 7, {.decay = 0.7, .iterations = 4});
  ASSERT_TRUE(rounds.ok()) << rounds.status().message();
  ASSERT_EQ(rounds->size(), 5U);
  Matrix before = NaiveSimRank(graph, 0.7, 0);
  for (int k = 0; k <= 4; ++k) {
    const RoundChange& round = (*rounds)[static_cast<size_t>(k)];
    const Matrix now = NaiveSimRank(graph, 0.7, k);
    double sum = 0;
    for (VertexId u = 0; u < 40; ++u) {
      for (VertexId v = 0; v < 40; ++v) sum += std::abs(now[u][v] - before[u][v]);
    }
    EXPECT_EQ(round.round, static_cast<unsigned>(k));
    EXPECT_NEAR(round.score, now[3][7], 1e-14);
    EXPECT_NEAR(round.largest, LargestDifference(now, before), 1e-14);
    EXPECT_NEAR(round.mean, sum / (40 * 39), 1e-14);
    before = now;
  }
  EXPECT_EQ(ExactRounds(corpus, 3, 7, {.measure = Measure::kJaccard}).status().parameter(),
            "iterations");
  EXPECT_EQ(ExactRounds(corpus, 3, 7, {.epsilon = 0.1}).status().parameter(), "epsilon");
  EXPECT_EQ(ExactRounds(corpus, 3, 40, {}).status().code(), Code::kInvalidArgument);
  const Control little{.memory = 1000};
  EXPECT_EQ(ExactRounds(corpus, 3, 7, {}, little).status().code(), Code::kOutOfBudget);
}

TEST_F(ExactTest, FunctionsOfMeetingsAreCheckedAndPromiseTheirError) {
  const Corpus corpus = Make({5, {{0, 1}, {1, 3}, {0, 2}, {2, 4}}});
  const auto score = [&](const char* spec) {
    return ExactSim(corpus, 3, 4, *ParseExactSpec(spec));
  };
  EXPECT_NEAR(score("simrank-f:function=inverse")->value, 1.0 / 3, 1e-15);
  EXPECT_NEAR(score("simrank-f:function=inverse:iterations=8")->error, 0.1, 1e-13);
  EXPECT_NEAR(score("simrank-f:decay=0.8")->value, 0.64, 1e-15);
  EXPECT_NEAR(score("simrank-f:function=linear:iterations=9")->value, 0.8, 1e-15);
  EXPECT_EQ(score("simrank-f:function=within:iterations=2")->value, 1);
  EXPECT_LE(score("simrank-f:function=within:iterations=2")->error, 1e-13);  // rounding
  EXPECT_LE(score("simrank-f:function=inverse:epsilon=0.01")->error, 0.01);
  for (const char* spec :
       {"simrank-f:function=inverse:decay=0.5", "simrank-f:function=within:epsilon=0.1",
        "simrank-f:function=square", "simrank:function=within"}) {
    EXPECT_EQ(ParseExactSpec(spec).status().code(), Code::kInvalidArgument) << spec;
  }
}

TEST_F(ExactTest, EpsilonTakesTheFewestIterationsThatKeepIt) {
  const Corpus corpus = Make(SomeGraph());
  const auto error = [&](const ExactOptions& exact) {
    return ExactSim(corpus, 1, 2, exact)->error;
  };
  constexpr double kRounding = 1e-14;
  EXPECT_NEAR(error({.decay = 0.5, .epsilon = 0.5}), 0.5, kRounding);       // none at all
  EXPECT_NEAR(error({.decay = 0.5, .epsilon = 0.124}), 0.0625, kRounding);  // three
  EXPECT_NEAR(error({.decay = 0.5, .epsilon = 0.125}), 0.125, kRounding);   // two
  ExactOptions sides{.measure = Measure::kSimRankBipartite,
                     .decay = 0.5,
                     .decay_out = 0.1,
                     .epsilon = 0.06,
                     .side = ExactSide::kPointedTo};
  EXPECT_NEAR(error(sides), 0.5 * 0.1, kRounding);
  sides.side = ExactSide::kPointsTo;
  sides.epsilon = 0.1;
  EXPECT_NEAR(error(sides), 0.1, kRounding);
}

TEST_F(ExactTest, AnEpsilonThatCannotBeReachedIsRefused) {
  const Corpus corpus = Make(SomeGraph());
  const auto refusal = [&](const ExactOptions& exact) {
    const Status status = ExactSim(corpus, 1, 2, exact).status();
    EXPECT_EQ(status.parameter(), "epsilon");
    return status.message();
  };
  EXPECT_EQ(refusal({.decay = 0.9999, .epsilon = 1e-12}),
            "an epsilon of 1e-12 takes more than 10000 iterations of simrank, which are the most "
            "and leave an error of up to 0.372; take that or more, or a lower decay");
  EXPECT_THAT(refusal({.decay = 0.6, .epsilon = 1e-16}), testing::HasSubstr("rounding"));
  // Of two sides the slower one counts, and of prank the mean.
  EXPECT_THAT(refusal({.measure = Measure::kSimRankBipartite,
                       .decay = 0.9999,
                       .decay_out = 0.99999,
                       .epsilon = 1e-9}),
              testing::HasSubstr("iterations"));
  const ExactOptions mean{
      .measure = Measure::kPRank, .decay = 0.99999, .decay_out = 0.1, .epsilon = 1e-9};
  EXPECT_LE(ExactSim(corpus, 1, 2, mean)->error, 1e-9);
}

// No epsilon is 1 or more, and not every function has a decay.
TEST_F(ExactTest, AnEpsilonOutOfReachIsToldWhatIsPossible) {
  const auto refusal = [](const std::string& spec) {
    return ParseExactSpec(spec).status().message();
  };
  EXPECT_EQ(refusal("simrank-f:function=inverse:epsilon=1e-06"),
            "an epsilon of 1e-06 takes more than 10000 iterations of simrank-f, which are the most "
            "and leave an error of up to 0.000101; take that or more");
  EXPECT_TRUE(ParseExactSpec("simrank-f:function=inverse:epsilon=0.000101").ok());
  EXPECT_THAT(refusal("simrank-f:decay=0.9999:epsilon=1e-12"),
              testing::EndsWith("up to 0.372; take that or more, or a lower decay"));
  EXPECT_TRUE(ParseExactSpec("simrank-f:decay=0.9999:epsilon=0.372").ok());
  EXPECT_EQ(refusal("simrank-from-li:decay=0.9999:epsilon=1e-12"),
            "an epsilon of 1e-12 takes more than 10000 iterations of simrank-from-li, which are "
            "the most and leave an error of up to 3.72e+03; take a lower decay");
  EXPECT_THAT(refusal("cosine-simrank:decay=0.99999999:epsilon=1e-9"),
              testing::EndsWith("up to 1.01; take a lower decay"));
  // What is named is enough for both sides.
  EXPECT_THAT(refusal("simrank-bipartite:decay=0.9999:decay_out=0.999999:epsilon=0.1:side=both"),
              testing::EndsWith("up to 0.61; take that or more, or a lower decay"));
  EXPECT_TRUE(
      ParseExactSpec("simrank-bipartite:decay=0.9999:decay_out=0.999999:epsilon=0.61:side=both")
          .ok());
}

// A sum says so up to rounding only.
TEST_F(ExactTest, AVertexScoresOneWithItselfWhereTheDefinitionSaysSo) {
  const Corpus corpus = Make(SomeGraph());
  for (const MeasureFacts& facts : Measures()) {
    if (facts.exact().method != Method::kSolver || facts.summed_with_itself) continue;
    ExactOptions exact = Asking(facts.measure);
    exact.decay = 0.45;  // where every sum converges
    for (VertexId v = 0; v < corpus.vertices(); v += 5) {
      const auto score = ExactSim(corpus, v, v, exact);
      ASSERT_TRUE(score.ok()) << facts.name << ": " << score.status().message();
      EXPECT_EQ(score->value, 1) << facts.name;
      EXPECT_EQ(score->error, 0) << facts.name;
    }
  }
}

TEST_F(ExactTest, PopularityWeighsByTheLinksOfTheHit) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  for (const MeasureFacts& facts : Measures()) {
    const Measure measure = facts.measure;
    const ExactOptions plain = Asking(measure);
    ExactOptions weighted = plain;
    weighted.popularity = 0.5;
    const auto all = VerticesOf(graph);
    Pairs expected = Joined(corpus, all, all, plain);
    Pairs found = Joined(corpus, all, all, weighted);
    EXPECT_FALSE(found.empty());
    for (const auto& [pair, score] : found) {
      const bool points = facts.exact().Takes(Parameter::kSide) &&
                          graph.in().degree(pair.first) == 0 && graph.out().degree(pair.first) > 0;
      const auto links =
          static_cast<double>((points ? graph.out() : graph.in()).degree(pair.second));
      EXPECT_NEAR(score, expected[pair] * std::sqrt(links), 1e-14) << facts.name;
    }
  }
  const ExactOptions weighted{.popularity = 0.5};
  EXPECT_NEAR(
      ExactSim(corpus, 1, 2, weighted)->value,
      ExactSim(corpus, 1, 2, {})->value * std::sqrt(static_cast<double>(graph.in().degree(2))),
      1e-14);
}

TEST_F(ExactTest, ARadiusLeavesOutAndItsErrorSaysSo) {
  const TestGraph graph = TestGraph::Random(60, 90, 3);
  const Corpus corpus = Make(graph);
  const auto all = VerticesOf(graph);
  const ExactOptions full{.iterations = 20};
  ExactOptions near = full;
  near.radius = 2;
  Pairs everything = Joined(corpus, all, all, full);
  const Pairs kept = Joined(corpus, all, all, near);
  EXPECT_LT(kept.size(), everything.size());
  for (const auto& [pair, score] : everything) {
    const auto pruned = ExactSim(corpus, pair.first, pair.second, near);
    ASSERT_TRUE(pruned.ok());
    EXPECT_LE(pruned->value, score + 1e-14);
    EXPECT_LE(score, pruned->value + pruned->error);
  }
}

TEST_F(ExactTest, PriorsStayFixedInEveryShape) {
  const TestGraph graph = SomeGraph();
  const Corpus corpus = Make(graph);
  for (const Measure measure :
       {Measure::kSimRank, Measure::kSimRankBipartite, Measure::kSimRankMinimax}) {
    for (const std::optional<unsigned> radius : {std::optional<unsigned>(), {1U}}) {
      const ExactOptions exact{
          .measure = measure, .radius = radius, .priors = {{.a = 3, .b = 17, .score = 0.97}}};
      EXPECT_EQ(ExactSim(corpus, 3, 17, exact)->value, 0.97);
      EXPECT_EQ(ExactSim(corpus, 17, 3, exact)->value, 0.97);
      EXPECT_EQ(ExactRelated(corpus, 17, exact, {.k = 1})->hits.at(0).vertex, 3U);
    }
  }
}

TEST_F(ExactTest, WhatMakesNoSenseIsRefused) {
  const Corpus corpus = Make(SomeGraph());
  const auto refusal = [&](const ExactOptions& exact) {
    const auto score = ExactSim(corpus, 1, 2, exact);
    EXPECT_EQ(score.status().code(), Code::kInvalidArgument) << score.status().message();
    return score.status().message();
  };
  EXPECT_THAT(refusal({.decay = 1}), HasSubstr("decay of simrank is 1"));
  EXPECT_THAT(refusal({.decay = 0}), HasSubstr("between 0 and 1"));
  EXPECT_THAT(refusal({.measure = Measure::kSimRankMinimax, .decay_out = -0.1}),
              HasSubstr("decay_out of simrank-minimax is -0.1"));
  EXPECT_THAT(refusal({.epsilon = 0.0}), HasSubstr("epsilon of simrank is 0"));
  EXPECT_THAT(refusal({.epsilon = 1.0}), HasSubstr("epsilon of simrank is 1"));
  EXPECT_THAT(refusal({.iterations = 10'001}), HasSubstr("iterations of simrank is 10001"));
  EXPECT_THAT(refusal({.radius = 0}), HasSubstr("radius of simrank is 0; it must be 1 to"));
  EXPECT_THAT(refusal({.popularity = 1.0}), HasSubstr("popularity of simrank is 1"));
  EXPECT_THAT(refusal({.side = ExactSide::kPointsTo}),
              AllOf(HasSubstr("simrank takes no side"), HasSubstr("simrank-minimax")));
  EXPECT_THAT(refusal({.decay_out = 0.5}), AllOf(HasSubstr("decay_out"), HasSubstr("prank")));
  EXPECT_THAT(refusal({.lambda = 0.5}),
              HasSubstr("simrank takes no lambda; that is for simrank-bipartite, "));
  EXPECT_THAT(refusal({.measure = Measure::kPRank, .lambda = 1.01}),
              HasSubstr("lambda of prank is 1.01"));
  EXPECT_THAT(refusal({.measure = Measure::kPRank, .side = ExactSide::kPointsTo}),
              HasSubstr("prank takes no side"));
  EXPECT_THAT(refusal({.measure = Measure::kPSimRank, .radius = 2}),
              AllOf(HasSubstr("psimrank takes no radius"), HasSubstr("simrank-bipartite")));
  EXPECT_THAT(refusal({.measure = Measure::kXJaccard, .priors = {{1, 2, 0.5}}}),
              HasSubstr("xjaccard takes no priors"));
  EXPECT_THAT(refusal({.measure = Measure::kJaccard, .epsilon = 0.1}),
              AllOf(HasSubstr("jaccard takes no epsilon; that is for simrank, "),
                    Not(HasSubstr("coupling"))));
  EXPECT_THAT(refusal({.priors = {{1, 2, 1.5}}}), HasSubstr("a prior of 1.5"));
  EXPECT_THAT(refusal({.priors = {{1, 1, 0.5}}}), HasSubstr("with itself"));
  EXPECT_THAT(refusal({.priors = {{1, 40, 0.5}}}), HasSubstr("no vertex number 40"));
  EXPECT_THAT(refusal({.priors = {{1, 2, 0.5}, {2, 1, 0.5}}}), HasSubstr("two priors"));
}

TEST_F(ExactTest, VerticesThatAreNotThereOrComeTwiceAreRefused) {
  const Corpus corpus = Make(SomeGraph());
  EXPECT_EQ(ExactSim(corpus, 1, 40, {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(ExactRelated(corpus, 40, {}).status().code(), Code::kInvalidArgument);
  const auto ignore = [](VertexId, const std::vector<Hit>&) { return Status(); };
  const std::vector<VertexId> twice = {3, 5, 3};
  const std::vector<VertexId> some = {1, 2};
  EXPECT_THAT(ExactJoin(corpus, twice, some, {}, {}, ignore).message(),
              HasSubstr("3 is given twice"));
  EXPECT_THAT(ExactJoin(corpus, some, twice, {}, {}, ignore).message(),
              HasSubstr("3 is given twice"));
}

TEST_F(ExactTest, WhatNeedsNoMemoryIsAnsweredWithNone) {
  const Corpus corpus = Make(TestGraph(4, {{0, 2}, {1, 2}, {0, 3}}));
  const std::vector<VertexId> left = {2};
  const std::vector<VertexId> right = {3};
  Control none;
  none.memory = 0;
  double score = 0;
  const auto keep = [&](VertexId, const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) score += hit.score.value;
    return Status();
  };
  const ExactOptions exact{.measure = Measure::kJaccard};
  EXPECT_TRUE(ExactJoin(corpus, left, right, exact, {}, keep, none).ok());
  EXPECT_EQ(score, 0.5);
  EXPECT_EQ(ExactRelated(corpus, 2, exact, {}, none).status().code(), Code::kOutOfBudget);
}

TEST_F(ExactTest, UnknownSidesAreToldWhatThereIs) {
  EXPECT_THAT(ExactSideNamed("left").status().message(), HasSubstr("pointed-to"));
}

TEST_F(ExactTest, ASpecHasAllOptionsInOneWord) {
  const auto exact = ParseExactSpec("prank:iterations=5:decay=0.8:lambda=0.3");
  ASSERT_TRUE(exact.ok()) << exact.status().message();
  EXPECT_EQ(exact->measure, Measure::kPRank);
  EXPECT_EQ(exact->iterations, 5U);
  EXPECT_EQ(exact->decay, 0.8);
  EXPECT_EQ(exact->lambda, 0.3);
  const auto sides = ParseExactSpec(
      "simrank-minimax:decay=0.7:decay_out=0.9:epsilon=0.01:popularity=0.5:side=both:lambda=0.2:"
      "prune=common");
  ASSERT_TRUE(sides.ok()) << sides.status().message();
  EXPECT_EQ(sides->decay_out, 0.9);
  EXPECT_EQ(sides->epsilon, 0.01);
  EXPECT_EQ(sides->popularity, 0.5);
  EXPECT_EQ(sides->side, ExactSide::kBoth);
  EXPECT_EQ(sides->prune, ExactPrune::kCommon);
  EXPECT_EQ(ParseExactSpec("simrank-minimax-in:radius=2")->radius, 2U);
  EXPECT_EQ(IterationsOf(*ParseExactSpec("xjaccard")), 4U);
  EXPECT_EQ(DecayOf(*ParseExactSpec("simrank")), 0.6);
  EXPECT_EQ(DecayOf(*ParseExactSpec("jaccard")), 0);
  for (const char* spec :
       {"simrang", "jaccard:decay=0.5", "simrank:iterations=x", "simrank:depth=3",
        "simrank:decay=2", "simrank:lambda=0.5", "simrank-bipartite:lambda=0.5",
        "simrank:prune=far", "prank:prune=common", "simrank:prune=common:radius=2"}) {
    EXPECT_EQ(ParseExactSpec(spec).status().code(), Code::kInvalidArgument) << spec;
  }
}

TEST_F(ExactTest, PriorsAreReadFromAFile) {
  const Corpus corpus = Make(SomeGraph());
  const auto read = [&](const std::string& text) {
    WriteBytes(directory_ / "prior", text);
    return ReadPriors(corpus, directory_ / "prior");
  };
  const auto priors = read("1\t4\t0.25\n7\t2\t1\n3\t3\t1\n4\t1\t0.25\n");
  ASSERT_TRUE(priors.ok()) << priors.status().message();
  ASSERT_EQ(priors->size(), 2U);  // a vertex with itself and a repeated pair add nothing
  EXPECT_EQ((*priors)[0].score, 0.25);
  EXPECT_EQ((*priors)[1].a, *corpus.Find("7"));
  const auto refusal = [&](const std::string& text) { return read(text).status().message(); };
  EXPECT_THAT(refusal("1\t2\t0.5\n1\t3\t1.01\n"), AllOf(HasSubstr("prior:2: "), HasSubstr("1.01")));
  EXPECT_THAT(refusal("1\t2\t-0.1\n"), HasSubstr("between 0 and 1"));
  EXPECT_THAT(refusal("1\t2\tnan\n"), HasSubstr("between 0 and 1"));
  EXPECT_THAT(refusal("1\t2\t0.5x\n"), HasSubstr("'0.5x' is no score"));
  EXPECT_THAT(refusal("1\t2\n"), HasSubstr("prior:1: expected two names and a score"));
  EXPECT_THAT(refusal("1\t2\t0.5\n\n"), HasSubstr("prior:2: expected two names"));
  EXPECT_THAT(refusal("\t2\t0.5\n"), HasSubstr("prior:1: a name is empty"));
  EXPECT_THAT(refusal("1\tnobody\t0.5\n"), AllOf(HasSubstr("prior:1: "), HasSubstr("nobody")));
  EXPECT_THAT(refusal("5\t5\t0.5\n"), HasSubstr("itself by 1"));
  EXPECT_THAT(refusal("1\t2\t0.5\n2\t1\t0.6\n"),
              AllOf(HasSubstr("prior:2: "), HasSubstr("line 1")));
  EXPECT_EQ(ReadPriors(corpus, directory_ / "nowhere").status().code(), Code::kNotFound);
}

}  // namespace
}  // namespace akin
