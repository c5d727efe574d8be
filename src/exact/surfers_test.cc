#include "akin/surfers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "naive_pairs.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

class Surfers {
 public:
  explicit Surfers(const TestGraph& graph) {
    MakeCorpus(graph, directory_ / "g.akin");
    auto opened = Corpus::Open(directory_ / "g.akin");
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    corpus_ = *opened;
  }

  const Corpus& corpus() const { return *corpus_; }
  std::vector<SurferPair> Pairs(double decay = 0.8) const {
    auto pairs = SurferPairs(*corpus_, {.decay = decay});
    EXPECT_TRUE(pairs.ok()) << pairs.status().message();
    return pairs.ok() ? *pairs : std::vector<SurferPair>();
  }
  SurferPair Pair(VertexId a, VertexId b) const {
    for (const SurferPair& pair : Pairs()) {
      if (pair.a == a && pair.b == b) return pair;
    }
    ADD_FAILURE();
    return {};
  }
  std::vector<SurferTrip> Distances() const {
    auto trips = SurferDistances(*corpus_);
    EXPECT_TRUE(trips.ok()) << trips.status().message();
    return trips.ok() ? *trips : std::vector<SurferTrip>();
  }

 private:
  TempDir directory_;
  std::optional<Corpus> corpus_;
};

TEST(SurfersGolden, JehWidomFigure4) {
  const Surfers cycle(TestGraph::Cycle(4));  // (a): they follow each other forever
  EXPECT_EQ(cycle.Pair(0, 2).meeting.distance(), INFINITY);
  EXPECT_EQ(cycle.Pair(0, 2).meeting.chance, 0);
  const Surfers star({3, {{0, 1}, {0, 2}, {1, 0}, {2, 0}}});  // (b): u is 0
  EXPECT_EQ(star.Pair(0, 1).meeting.distance(), INFINITY);
  EXPECT_EQ(star.Pair(0, 2).meeting.distance(), INFINITY);
  EXPECT_EQ(star.Pair(1, 2).meeting.distance(), 1);
  EXPECT_NEAR(star.Pair(1, 2).score, 0.8, 1e-15);
  // (c): they meet with 2/9 at every step, so after 9/2 steps on average; the paper says 3.
  const Surfers complete(TestGraph::Complete(4));
  EXPECT_NEAR(complete.Pair(0, 3).meeting.distance(), 4.5, 1e-12);
  EXPECT_NEAR(complete.Pair(0, 3).score, 8.0 / 17, 1e-14);
}

// Univ 0, ProfA 1, ProfB 2, StudentA 3, StudentB 4.
TestGraph University() { return {5, {{0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 0}, {4, 2}}}; }

TEST(SurfersGolden, JehWidomFigure1HasThesePairsAndArcs) {
  const Surfers surfers(University());
  const auto graph = SurferPairGraph(surfers.corpus(), {.decay = 0.8});
  ASSERT_TRUE(graph.ok());
  const std::pair<std::pair<VertexId, VertexId>, double> printed[] = {
      {{0, 2}, .1323}, {{0, 4}, .0339}, {{1, 2}, .4136}, {{1, 4}, .1059},
      {{2, 3}, .0423}, {{2, 4}, .0882}, {{3, 4}, .3308}, {{0, 0}, 1}};
  ASSERT_EQ(graph->pairs.size(), std::size(printed));
  for (size_t i = 0; i < std::size(printed); ++i) {
    EXPECT_EQ(std::pair(graph->pairs[i].a, graph->pairs[i].b), printed[i].first);
    EXPECT_NEAR(graph->pairs[i].score, printed[i].second, 0.5e-4);
  }
  // By hand, from the links, by places above: {Univ, Univ} -> {ProfA, ProfB} -> {StudentA,
  // StudentB}
  // -> {Univ, ProfB} -> {ProfA, StudentB} -> {ProfB, StudentA} -> {Univ, StudentB} -> {ProfA,
  // ProfB}; {Univ, ProfB} -> {ProfB, StudentB}, which points to itself.
  const std::vector<std::pair<size_t, size_t>> arcs = {{0, 3}, {0, 5}, {1, 2}, {2, 6}, {3, 4},
                                                       {4, 1}, {5, 5}, {6, 0}, {7, 2}};
  EXPECT_EQ(graph->arcs, arcs);
}

TEST(SurfersGolden, ChancesThatAreNotCertain) {
  // 2 is cited by 0 and 1; 3 by 0. Two surfers from 2 and 3 are both at 0 with 1/2; otherwise one
  // is at 1 and the other at 0, which nobody cites: they never meet.
  const Surfers surfers({4, {{0, 2}, {1, 2}, {0, 3}}});
  const SurferTrip meeting = surfers.Pair(2, 3).meeting;
  EXPECT_DOUBLE_EQ(meeting.chance, 0.5);
  EXPECT_DOUBLE_EQ(meeting.sum, 0.5);
  EXPECT_FALSE(meeting.certain);
  EXPECT_EQ(meeting.distance(), INFINITY);
}

TEST(SurfersGolden, DistancesByHand) {
  const std::vector<SurferTrip> cycle = Surfers(TestGraph::Cycle(5)).Distances();
  EXPECT_NEAR(cycle[0 * 5 + 3].distance(), 3, 1e-12);
  EXPECT_NEAR(cycle[3 * 5 + 0].distance(), 2, 1e-12);
  EXPECT_EQ(cycle[2 * 5 + 2].distance(), 0);
  const std::vector<SurferTrip> complete = Surfers(TestGraph::Complete(4)).Distances();
  EXPECT_NEAR(complete[1].distance(), 3, 1e-12);  // 1/3 at every step
  const std::vector<SurferTrip> path = Surfers(TestGraph::Path(3)).Distances();
  EXPECT_EQ(path[0 * 3 + 2].distance(), 2);
  EXPECT_EQ(path[2 * 3 + 0].distance(), INFINITY);
}

RC_GTEST_PROP(SurfersProperty, DistancesFollowTheirEquation, ()) {
  // Section 5.4: d(u, v) = 1 + the mean of d(O_i(u), v).
  const TestGraph graph = ArbitraryGraph(12);
  const VertexId n = graph.vertices();
  const std::vector<SurferTrip> trips = Surfers(graph).Distances();
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = 0; v < n; ++v) {
      if (u == v) continue;
      double chance = 0;
      double next = 0;
      for (const VertexId w : graph.out()[u]) {
        chance += trips[w * n + v].chance / static_cast<double>(graph.out().degree(u));
        next += trips[w * n + v].distance() / static_cast<double>(graph.out().degree(u));
      }
      const SurferTrip& trip = trips[u * n + v];
      RC_ASSERT(std::abs(trip.chance - chance) <= 1e-9);
      if (trip.certain) RC_ASSERT(std::abs(trip.sum - (1 + next)) <= 1e-9 * (1 + trip.sum));
      if (!trip.certain) RC_ASSERT(graph.out().degree(u) == 0 || next == INFINITY);
    }
  }
}

RC_GTEST_PROP(SurfersProperty, MeetingsAreWhatManyStepsApproach, ()) {
  // The chances to meet at step 1, 2, ... by the recurrence, and sums over them.
  const TestGraph graph = ArbitraryGraph(8);
  const VertexId n = graph.vertices();
  Matrix meet = SquareMatrix(n);
  Matrix chance = SquareMatrix(n);
  Matrix sum = SquareMatrix(n);
  for (VertexId v = 0; v < n; ++v) meet[v][v] = 1;
  for (int z = 1; z <= 1000; ++z) {
    meet = NaiveStep(meet, graph.in(), 1.0, {});
    for (VertexId u = 0; u < n; ++u) {
      meet[u][u] = 0;
      for (VertexId v = 0; v < n; ++v) {
        chance[u][v] += meet[u][v];
        sum[u][v] += z * meet[u][v];
      }
    }
  }
  const Matrix simrank = NaiveSimRank(graph, 0.8, 200);
  for (const SurferPair& pair : Surfers(graph).Pairs()) {
    const double left = meet[pair.a][pair.b];
    if (left > 1e-13) continue;  // so slow that more steps would be needed
    RC_ASSERT(std::abs(pair.meeting.chance - chance[pair.a][pair.b]) <= 1e-8);
    RC_ASSERT(std::abs(pair.meeting.sum - sum[pair.a][pair.b]) <= 1e-6);
    RC_ASSERT(pair.meeting.certain == (chance[pair.a][pair.b] > 1 - 1e-8));
    RC_ASSERT(std::abs(pair.score - simrank[pair.a][pair.b]) <= 1e-12);
  }
}

TEST(SurfersTest, LargeGraphsAreRefusedWithWords) {
  const Surfers large(TestGraph::Cycle(65));
  for (const Status& status :
       {SurferPairs(large.corpus()).status(), SurferDistances(large.corpus()).status()}) {
    EXPECT_EQ(status.code(), Code::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr("this one has 65 vertices, the most are 64"));
  }
  const Surfers crowded(TestGraph::Complete(12));
  EXPECT_THAT(SurferPairGraph(crowded.corpus()).status().message(), HasSubstr("78 pairs"));
  EXPECT_EQ(SurferPairs(crowded.corpus(), {.decay = 1}).status().parameter(), "decay");
}

TEST(SurfersTest, TheLargestGraphAllowedIsSolved) {
  const Surfers large(TestGraph::Complete(64));
  EXPECT_NEAR(large.Pair(3, 60).meeting.distance(), 63.0 * 63 / 62, 1e-8);
}

}  // namespace
}  // namespace akin
