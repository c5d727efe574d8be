#include "exact/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "exact/simrank.h"
#include "random_graph.h"

namespace akin {
namespace {

TEST(RoundingTest, IsAFewUnitsTimesTheOperations) {
  EXPECT_EQ(RoundingOf(0), 0);
  EXPECT_NEAR(RoundingOf(10), 10 * 0x1p-53, 1e-29);
  EXPECT_EQ(RoundingOf(1e18), std::numeric_limits<double>::infinity());
}

// All vertices link to all others: every score of two of K4 is the fixed point of
// s = c (2 + 7 s) / 9.
TEST(RoundingTest, HoldsWhereTheLimitIsKnown) {
  const TestGraph graph = TestGraph::Complete(4);
  for (const double decay : {0.3, 0.6, 0.8, 0.95}) {
    const IterationOptions options{.decay = decay, .iterations = 2000};
    const auto score = SimRankOfPair(graph.in(), 0, 1, options, {});
    ASSERT_TRUE(score.ok());
    const ExactOptions exact{.decay = decay, .iterations = 2000};
    const double rounding = RoundingOf(exact, graph.in(), graph.out());
    const long double c = decay;
    const auto limit = static_cast<double>(2 * c / (9 - 7 * c));
    EXPECT_LE(std::abs(*score - limit), rounding + Truncation(options)) << decay;
    EXPECT_LT(rounding, 1e-13);
    EXPECT_GT(rounding, 1e-16);
  }
}

// In every round, best partners are summed up, or means are taken: nothing more than in SimRank.
TEST(RoundingTest, OfMinimaxIsThatOfRounds) {
  const TestGraph graph = TestGraph::Random(200, 1000, 1);
  const auto of = [&](Measure measure) {
    return RoundingOf({.measure = measure}, graph.in(), graph.out());
  };
  EXPECT_EQ(of(Measure::kSimRankMinimaxIn), of(Measure::kSimRank));
  EXPECT_EQ(of(Measure::kSimRankMinimaxMixed), of(Measure::kSimRankBipartite));
  EXPECT_EQ(of(Measure::kSimRankMinimaxMixed), of(Measure::kSimRankMinimax));
  EXPECT_GT(of(Measure::kSimRankLi), of(Measure::kSimRank));
}

}  // namespace
}  // namespace akin
