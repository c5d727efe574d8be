#include "linear/push.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "linear/diagonal.h"
#include "plain_simrank.h"
#include "random_graph.h"

namespace akin {
namespace {

// A graph with its diagonal, ready for queries.
struct Asked {
  Asked(const TestGraph& graph, double decay, double error)
      : diagonal(
            SolveDiagonal(graph.in(), graph.out(), {.decay = decay, .error = error}, {}).value()),
        push({.in = graph.in(),
              .out = graph.out(),
              .diagonal = diagonal.values,
              .decay = decay,
              .score_error = diagonal.score_error,
              .self_error = diagonal.self_error}),
        scratch(graph.vertices()) {}

  std::vector<double> From(VertexId u, double epsilon, double& bound) {
    const PushResult result = PushFrom(push, u, epsilon, scratch);
    bound = result.error;
    std::vector<double> scores(push.in.vertices());
    for (const Entry& entry : result.scores) scores[entry.vertex] += entry.value;
    return scores;
  }

  Diagonal diagonal;
  PushGraph push;
  PushScratch scratch;
};

RC_GTEST_PROP(PushProperty, SourcesAndPairsKeepTheirPromise, ()) {
  const TestGraph graph = *GenGraph(25);
  const double decay = *rc::gen::element(0.1, 0.6, 0.85);
  const double epsilon = *rc::gen::element(0.1, 1e-2, 1e-3, 1e-4);
  const DenseMatrix truth = PlainSimRank(graph.in(), decay, EnoughIterations(decay));
  Asked asked(graph, decay, epsilon / 2);
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    double bound = 0;
    const std::vector<double> scores = asked.From(u, epsilon, bound);
    RC_ASSERT(bound <= epsilon);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      const PairScore pair = PushPair(asked.push, u, v, epsilon, asked.scratch);
      RC_ASSERT(pair.error <= epsilon);
      RC_ASSERT(std::abs(pair.value - truth[u][v]) <= pair.error + 1e-12);
      if (u == v) continue;
      RC_ASSERT(std::abs(scores[v] - truth[u][v]) <= bound + 1e-12);
    }
  }
}

// With hardly any pruning it is the series itself, so the bound is at most the error of D.
RC_GTEST_PROP(PushProperty, IsTheSeriesOfItsDiagonal, ()) {
  const TestGraph graph = *GenGraph(15);
  Asked asked(graph, 0.6, 0.1);
  asked.push.score_error = 0;  // take the diagonal as given, right or wrong
  const DenseMatrix series =
      PlainSeries(graph.in(), 0.6, asked.diagonal.values, EnoughIterations(0.6));
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    double bound = 0;
    const std::vector<double> scores = asked.From(u, 1e-11, bound);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      RC_ASSERT(std::abs(scores[v] - series[u][v]) <= 2e-11);
      RC_ASSERT(scores[v] <= series[u][v] + 1e-12);  // pruning only takes away
      if (u == v) continue;
      const PairScore pair = PushPair(asked.push, u, v, 1e-11, asked.scratch);
      if (pair.error == 0) continue;  // known without the diagonal
      RC_ASSERT(std::abs(pair.value - series[u][v]) <= 2e-11);
    }
  }
}

// Pages as on the web: every vertex has one in-link from an earlier one, so there are chains and
// siblings, and the vertices of a family have the same out-links. Pairs and sources go short ways
// there.
TestGraph Families(uint64_t seed) {
  constexpr VertexId kVertices = 48;
  constexpr VertexId kFamily = 4;
  const RandomStream random(seed, 0, 0);
  TestGraph::Arcs arcs;
  for (VertexId v = 1; v < kVertices; ++v) {
    arcs.emplace_back(static_cast<VertexId>(random.Below(v, v)), v);
  }
  for (VertexId family = 0; family < kVertices / kFamily; ++family) {
    if (random.Below(kVertices + family, 2) == 0) continue;
    for (VertexId i = 0; i < 3; ++i) {
      const uint64_t at = uint64_t{1000} + 3 * family + i;
      const auto to = static_cast<VertexId>(random.Below(at, kVertices));
      for (VertexId v = 0; v < kFamily; ++v) arcs.emplace_back(family * kFamily + v, to);
    }
  }
  std::sort(arcs.begin(), arcs.end());
  arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
  return {kVertices, arcs};
}

TEST(PushTest, KeepsItsPromiseWhereWaysAreShort) {
  size_t known = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const TestGraph graph = Families(seed);
    const double decay = seed % 2 == 0 ? 0.6 : 0.85;
    const DenseMatrix truth = PlainSimRank(graph.in(), decay, EnoughIterations(decay));
    for (const double epsilon : {0.3, 1e-2, 1e-3, 1e-4}) {
      Asked asked(graph, decay, epsilon / 2);
      for (VertexId u = 0; u < graph.vertices(); ++u) {
        double bound = 0;
        const std::vector<double> scores = asked.From(u, epsilon, bound);
        ASSERT_LE(bound, epsilon);
        for (VertexId v = 0; v < graph.vertices(); ++v) {
          const PairScore pair = PushPair(asked.push, u, v, epsilon, asked.scratch);
          ASSERT_LE(pair.error, epsilon);
          ASSERT_LE(std::abs(pair.value - truth[u][v]), pair.error + 1e-12) << u << ' ' << v;
          if (u == v) continue;
          known += pair.error == 0 && pair.value > 0 ? 1 : 0;
          ASSERT_LE(std::abs(scores[v] - truth[u][v]), bound + 1e-12) << u << ' ' << v;
        }
      }
    }
  }
  EXPECT_GT(known, 100U);
}

// A pair sees all that its score is a sum of, also where the score is known without.
TEST(PushTest, LevelsSumToTheScore) {
  const TestGraph graph = Families(3);
  Asked asked(graph, 0.6, 1e-3);
  size_t unseen = 0;
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    for (VertexId v = 0; v < u; ++v) {
      double seen = 0;
      const PairScore pair = PushPair(asked.push, u, v, 1e-2, asked.scratch,
                                      [&](const Accumulator& of_u, const Accumulator& of_v) {
                                        for (const VertexId w : of_u.touched()) {
                                          seen += of_u[w] * of_v[w] * asked.diagonal.values[w];
                                        }
                                      });
      EXPECT_NEAR(seen + pair.unseen, pair.value, 1e-12);
      EXPECT_LE(std::abs(pair.unseen), 2e-2);
      unseen += pair.unseen != 0 ? 1 : 0;
      const PairScore alone = PushPair(asked.push, u, v, 1e-2, asked.scratch);
      EXPECT_EQ(alone.value, pair.value);
      EXPECT_EQ(alone.error, pair.error);
    }
  }
  EXPECT_GT(unseen, 10U);
}

TEST(PushTest, ManyAreTheScoresOfTheSource) {
  const TestGraph graph = TestGraph::Random(200, 1500, 5);
  Asked asked(graph, 0.6, 1e-3);
  double bound = 0;
  const std::vector<double> scores = asked.From(7, 1e-2, bound);
  const std::vector<VertexId> others = {3, 199, 7, 3, 50};
  const ManyScores many = PushToMany(asked.push, 7, others, 1e-2, asked.scratch);
  EXPECT_EQ(many.error, bound);
  ASSERT_EQ(many.values.size(), others.size());
  for (size_t i = 0; i < others.size(); ++i) EXPECT_EQ(many.values[i], scores[others[i]]);
  EXPECT_EQ(asked.From(7, 1e-2, bound), scores);  // the scratch is as before
}

TEST(PushTest, SmallerErrorsCostMoreAndGiveMore) {
  const TestGraph graph = TestGraph::Random(2000, 12000, 5);
  uint64_t arcs = 0;
  size_t found = 0;
  for (const double epsilon : {0.1, 0.01, 0.001}) {
    Asked asked(graph, 0.6, epsilon / 2);
    const PushResult result = PushFrom(asked.push, 17, epsilon, asked.scratch);
    EXPECT_GT(result.arcs, arcs);
    EXPECT_GT(result.scores.size(), found);
    arcs = result.arcs;
    found = result.scores.size();
  }
}

// Two chains from one vertex: their ends meet twelve steps back and score c^12, far below epsilon.
// Such a push is cheap, so it continues.
TEST(PushTest, FaintRelationsAreFoundWhereThatIsCheap) {
  constexpr VertexId kChain = 12;
  TestGraph::Arcs arcs{{0, 1}, {0, kChain + 1}};
  for (VertexId v = 1; v < kChain; ++v) {
    arcs.emplace_back(v, v + 1);
    arcs.emplace_back(kChain + v, kChain + v + 1);
  }
  const TestGraph graph(2 * kChain + 1, arcs);
  Asked asked(graph, 0.6, 0.01);
  double bound = 0;
  EXPECT_NEAR(asked.From(kChain, 0.1, bound)[2 * kChain], std::pow(0.6, kChain), 1e-6);
}

TEST(PushTest, ScratchRemembersNothing) {
  const TestGraph graph = TestGraph::Random(50, 300, 5);
  Asked asked(graph, 0.6, 1e-3);
  double bound = 0;
  const std::vector<double> first = asked.From(3, 1e-2, bound);
  for (VertexId v = 0; v < 50; ++v) {
    (void)asked.From(v, 1e-2, bound);
    (void)PushPair(asked.push, v, 49 - v, 1e-2, asked.scratch);
  }
  EXPECT_EQ(asked.From(3, 1e-2, bound), first);
}

TEST(PushTest, WithoutInLinksNothingIsSimilar) {
  const TestGraph graph = TestGraph::Path(4);
  Asked asked(graph, 0.6, 1e-3);
  double bound = 0;
  EXPECT_EQ(asked.From(0, 1e-2, bound), std::vector<double>({1, 0, 0, 0}));
  EXPECT_EQ(PushPair(asked.push, 0, 3, 1e-2, asked.scratch).value, 0);
  EXPECT_EQ(PushPair(asked.push, 0, 0, 1e-2, asked.scratch).value, 1);
  EXPECT_EQ(PushPair(asked.push, 0, 0, 1e-2, asked.scratch).error, 0);
}

}  // namespace
}  // namespace akin
