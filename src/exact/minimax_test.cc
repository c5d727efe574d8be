#include "exact/minimax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "naive_pairs.h"
#include "test_control.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

Matrix MinimaxScores(const Recurrence& recurrence, const TestGraph& graph, unsigned threads = 2) {
  const auto scores = MinimaxAmong(recurrence, VerticesOf(graph), With(threads));
  EXPECT_TRUE(scores.ok()) << scores.status().message();
  return scores.ok() ? RowsOf(*scores, graph.vertices()) : Matrix();
}

TEST(MinimaxGolden, TwoShoppersByHand) {
  // A buys sugar, frosting, eggs; B frosting, eggs, flour. Let x be the score of the two and y that
  // of sugar and eggs. Frosting and eggs match themselves and sugar matches with y:
  // x = 0.8 (2 + y) / 3. Eggs match A and B with A alone, by 1 and x: y = 0.8 min(1, (1 + x) / 2).
  // So x = 48/67, y = 46/67.
  enum : VertexId { kA, kB, kEggs, kFlour, kFrosting, kSugar };
  const TestGraph shop(
      6, {{kA, kSugar}, {kA, kFrosting}, {kA, kEggs}, {kB, kFrosting}, {kB, kEggs}, {kB, kFlour}});
  const Matrix people = MinimaxScores(Minimax(PointsTo(shop, 0.8, 0.8, 200)), shop);
  EXPECT_NEAR(people[kA][kB], 48.0 / 67, 1e-14);
  const Matrix items = MinimaxScores(Minimax(PointedTo(shop, 0.8, 0.8, 200)), shop);
  EXPECT_NEAR(items[kSugar][kEggs], 46.0 / 67, 1e-14);
  EXPECT_NEAR(items[kFlour][kFrosting], 46.0 / 67, 1e-14);
  EXPECT_NEAR(items[kFrosting][kEggs], 0.8, 1e-14);
  EXPECT_NEAR(items[kSugar][kFlour], 0.8 * 48 / 67, 1e-14);
  EXPECT_EQ(items[kA][kB], 0.0);
}

TEST(MinimaxGolden, TheLessInterestedDecides) {
  // 0 likes 2; 1 likes 2 and 3: 2 matches itself, 3 nothing.
  const TestGraph graph(4, {{0, 2}, {1, 2}, {1, 3}});
  const Matrix scores = MinimaxScores(Minimax(PointsTo(graph, 0.6, 0.9, 1)), graph);
  EXPECT_DOUBLE_EQ(scores[0][1], 0.6 / 2);
  EXPECT_DOUBLE_EQ(scores[1][0], 0.6 / 2);
}

Recurrence MinimaxIn(const TestGraph& graph, double decay, int iterations) {
  return Minimax(SimRankRecurrence(graph.in(), {.decay = decay, .iterations = iterations}));
}

TEST(MinimaxGolden, InLinksInEveryRoundByHand) {
  // a and c are cited by r: 0.8. u is cited by a and b, v by b and c. b matches itself, a matches
  // c: 0.8 (1 + 0.8) / 2, where the mean over all pairs is 0.8 (1 + 0.8) / 4.
  enum : VertexId { kR, kA, kB, kC, kU, kV };
  const TestGraph graph(6, {{kR, kA}, {kR, kC}, {kA, kU}, {kB, kU}, {kB, kV}, {kC, kV}});
  const Matrix scores = MinimaxScores(MinimaxIn(graph, 0.8, 2), graph);
  EXPECT_NEAR(scores[kA][kC], 0.8, 1e-15);
  EXPECT_NEAR(scores[kU][kV], 0.72, 1e-15);
  EXPECT_NEAR(NaiveSimRank(graph, 0.8, 2)[kU][kV], 0.36, 1e-15);
}

TEST(MinimaxGolden, InLinksOfJehWidomFigure1AreSimRank) {
  // Of any two vertices one has a single in-link: the other's average over it is the lesser one,
  // and the mean over all pairs.
  enum : VertexId { kUniv, kProfA, kProfB, kStudentA, kStudentB };
  const TestGraph university(5, {{kUniv, kProfA},
                                 {kUniv, kProfB},
                                 {kProfA, kStudentA},
                                 {kProfB, kStudentB},
                                 {kStudentA, kUniv},
                                 {kStudentB, kProfB}});
  const Matrix scores = MinimaxScores(MinimaxIn(university, 0.8, 200), university);
  EXPECT_NEAR(scores[kProfA][kProfB], .4136, 0.5e-4);
  EXPECT_NEAR(scores[kStudentA][kStudentB], .3308, 0.5e-4);
  EXPECT_NEAR(scores[kUniv][kProfB], .1323, 0.5e-4);
  EXPECT_NEAR(scores[kUniv][kStudentB], .0339, 0.5e-4);
}

// People by equation 4, items by equation 3.
Recurrence MixedForms(Recurrence recurrence, bool points_to) {
  (points_to ? recurrence.last : recurrence.other).combine = Combine::kMinimax;
  return recurrence;
}

TEST(MinimaxGolden, MixedWithTheMeanOfItemsByHand) {
  // The shoppers above. Sugar and eggs still match by 0.8 (1 + x) / 2, so x = 48/67 as well. But
  // frosting and eggs are compared over all pairs of people: 0.8 (2 + 2 x) / 4 = 46/67, not 0.8.
  enum : VertexId { kA, kB, kEggs, kFlour, kFrosting, kSugar };
  const TestGraph shop(
      6, {{kA, kSugar}, {kA, kFrosting}, {kA, kEggs}, {kB, kFrosting}, {kB, kEggs}, {kB, kFlour}});
  const Matrix people = MinimaxScores(MixedForms(PointsTo(shop, 0.8, 0.8, 200), true), shop);
  EXPECT_NEAR(people[kA][kB], 48.0 / 67, 1e-14);
  const Matrix items = MinimaxScores(MixedForms(PointedTo(shop, 0.8, 0.8, 200), false), shop);
  EXPECT_NEAR(items[kFrosting][kEggs], 46.0 / 67, 1e-14);
  EXPECT_NEAR(items[kSugar][kEggs], 46.0 / 67, 1e-14);
  EXPECT_NEAR(items[kSugar][kFlour], 0.8 * 48 / 67, 1e-14);
}

RC_GTEST_PROP(MinimaxProperty, InLinksFollowEquation1ByMinimax, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const int iterations = *rc::gen::inRange(0, 7);
  const NaiveOptions options{.minimax = true, .priors = ArbitraryPriors(graph.vertices())};
  Recurrence recurrence = MinimaxIn(graph, 0.7, iterations);
  recurrence.priors = Priors(options.priors);
  RC_ASSERT(LargestDifference(MinimaxScores(recurrence, graph),
                              NaiveSimRank(graph, 0.7, iterations, options)) <= 1e-12);
}

RC_GTEST_PROP(MinimaxProperty, MixedFollowsEquations3And4, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const int iterations = *rc::gen::inRange(0, 7);
  const NaiveOptions in{.priors = ArbitraryPriors(graph.vertices())};
  NaiveOptions out = in;
  out.minimax = true;
  const NaiveSides naive = NaiveIterate(graph, 0.6, 0.9, iterations, out, in);
  const Recurrence points = PointsTo(graph, 0.6, 0.9, iterations, in.priors);
  const Recurrence pointed = PointedTo(graph, 0.6, 0.9, iterations, in.priors);
  RC_ASSERT(LargestDifference(MinimaxScores(MixedForms(points, true), graph), naive.points_to) <=
            1e-12);
  const Matrix items = MinimaxScores(MixedForms(pointed, false), graph);
  RC_ASSERT(LargestDifference(items, naive.pointed_to) <= 1e-12);
  for (size_t u = 0; u < items.size(); ++u) {
    for (size_t v = 0; v < u; ++v) RC_ASSERT(items[u][v] == items[v][u]);
  }
}

RC_GTEST_PROP(MinimaxProperty, FollowsTheEquations, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const double out = *rc::gen::inRange(1, 100) / 100.0;
  const double in = *rc::gen::inRange(1, 100) / 100.0;
  const int iterations = *rc::gen::inRange(0, 7);
  const NaiveOptions options{.minimax = true, .priors = ArbitraryPriors(graph.vertices())};
  const NaiveSides naive = NaiveIterate(graph, out, in, iterations, options);
  const Recurrence points = Minimax(PointsTo(graph, out, in, iterations, options.priors));
  const Recurrence pointed = Minimax(PointedTo(graph, out, in, iterations, options.priors));
  RC_ASSERT(LargestDifference(MinimaxScores(points, graph), naive.points_to) <= 1e-12);
  RC_ASSERT(LargestDifference(MinimaxScores(pointed, graph), naive.pointed_to) <= 1e-12);
}

RC_GTEST_PROP(MinimaxProperty, IsASimilarity, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const int iterations = *rc::gen::inRange(0, 6);
  const Matrix early = MinimaxScores(Minimax(PointedTo(graph, 0.7, 0.9, iterations)), graph);
  const Matrix late = MinimaxScores(Minimax(PointedTo(graph, 0.7, 0.9, iterations + 60)), graph);
  const double bound = TruncationOf(0.9, 0.7, iterations);
  for (size_t u = 0; u < early.size(); ++u) {
    RC_ASSERT(early[u][u] == 1.0);
    for (size_t v = 0; v < early.size(); ++v) {
      RC_ASSERT(early[u][v] == early[v][u]);
      RC_ASSERT(late[u][v] - early[u][v] >= -1e-15);
      RC_ASSERT(late[u][v] - early[u][v] <= bound + 1e-14);
    }
  }
}

RC_GTEST_PROP(MinimaxProperty, NeitherThreadsNorTheSetAskedForChangeABit, ()) {
  const TestGraph graph = ArbitraryGraph(50);
  Recurrence recurrence = Minimax(PointsTo(graph, 0.6, 0.8, *rc::gen::inRange(0, 6)));
  if (*rc::gen::arbitrary<bool>()) recurrence.other.combine = Combine::kMean;
  const Matrix one = MinimaxScores(recurrence, graph, 1);
  RC_ASSERT(MinimaxScores(recurrence, graph, 3) == one);
  std::vector<VertexId> some;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    if (*rc::gen::inRange(0, 4) == 0) some.push_back(v);
  }
  const auto scores = MinimaxAmong(recurrence, some, With(2));
  RC_ASSERT(scores.ok());
  for (const VertexId u : some) {
    for (const VertexId v : some) RC_ASSERT((*scores)(u, v) == one[u][v]);
  }
}

TEST(MinimaxTest, RefusesWhatDoesNotFitAndSaysWhatToDo) {
  const TestGraph graph = TestGraph::Cycle(20'000);
  const Status status =
      MinimaxAmong(Minimax(PointsTo(graph, 0.6, 0.6, 5)), VerticesOf(graph), With(1, 64 << 20))
          .status();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("the limit is 64 MiB"));
  EXPECT_THAT(status.message(), HasSubstr("radius"));
  EXPECT_EQ(status.parameter(), "memory");
}

TEST(MinimaxTest, StopsInTheMiddle) {
  const TestGraph graph = TestGraph::Complete(30);
  std::stop_source stop;
  Control control = With(2);
  control.stop = stop.get_token();
  control.progress = [&](const Progress& progress) {
    if (progress.done > 0) stop.request_stop();
  };
  const Recurrence endless = Minimax(PointsTo(graph, 0.6, 0.6, 10'000'000));
  EXPECT_EQ(MinimaxAmong(endless, VerticesOf(graph), control).status().code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
