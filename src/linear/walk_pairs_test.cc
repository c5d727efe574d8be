#include "linear/walk_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "plain_simrank.h"
#include "random_graph.h"

namespace akin {
namespace {

std::vector<Entry> SomeEntries(const TestGraph& graph) {
  std::vector<Entry> entries;
  for (VertexId v = 0; v < graph.vertices(); v += 3) entries.push_back({v, 1.0 / (1 + v)});
  return entries;
}

// <h, (S - D) h>, where D is 1 - c times the mean of S over pairs of in-neighbours.
double PlainRest(const TestGraph& graph, double decay, const std::vector<Entry>& entries) {
  const DenseMatrix truth = PlainSimRank(graph.in(), decay, EnoughIterations(decay));
  const DenseMatrix rest = MeanOverInNeighbours(graph.in(), decay, truth);
  double sum = 0;
  for (const Entry& y : entries) {
    for (const Entry& z : entries) sum += y.value * z.value * rest[y.vertex][z.vertex];
  }
  return sum;
}

TEST(WalkPairsTest, MeetAsOftenAsSimRankSays) {
  constexpr uint64_t kPairs = 200'000;
  for (const double decay : {0.3, 0.6, 0.9}) {
    const TestGraph graph = TestGraph::Random(30, 70, 3);  // some vertices have no in-links
    const std::vector<Entry> entries = SomeEntries(graph);
    WalkPairs pairs(graph.in(), decay);
    pairs.Begin(entries);
    const double range = decay * pairs.mass() * pairs.mass();
    const double chance = PlainRest(graph, decay, entries) / range;
    ASSERT_GT(chance, 0.01);
    const double share = static_cast<double>(pairs.CountMet(7, 0, kPairs)) / kPairs;
    EXPECT_NEAR(share, chance, 5 * std::sqrt(chance * (1 - chance) / kPairs)) << decay;
  }
}

TEST(WalkPairsTest, APairIsKnownByItsNumber) {
  const TestGraph graph = TestGraph::Random(30, 200, 3);
  WalkPairs pairs(graph.in(), 0.6);
  pairs.Begin(SomeEntries(graph));
  const uint64_t all = pairs.CountMet(7, 0, 1000);
  EXPECT_EQ(pairs.CountMet(7, 0, 333) + pairs.CountMet(7, 333, 1000), all);
  EXPECT_NE(pairs.CountMet(8, 0, 1000), all);
  EXPECT_EQ(pairs.CountMet(7, 5, 5), 0U);
}

}  // namespace
}  // namespace akin
