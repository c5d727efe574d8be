#include "exact/neighbourhoods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <optional>
#include <set>

#include "measures/overlap.h"
#include "naive_pairs.h"

namespace akin {
namespace {

// The definitions, computed with sets.
struct NaiveOverlap {
  double count, jaccard, cosine;
};

NaiveOverlap Naive(const Adjacency& links, VertexId u, VertexId v) {
  std::set<VertexId> both;
  std::set<VertexId> either(links[u].begin(), links[u].end());
  for (const VertexId a : links[v]) {
    if (!either.insert(a).second) both.insert(a);
  }
  const auto count = static_cast<double>(both.size());
  double dot = 0;
  double square_u = 0;
  double square_v = 0;
  for (const VertexId a : either) {
    const double in_u = std::count(links[u].begin(), links[u].end(), a) > 0 ? 1 : 0;
    const double in_v = std::count(links[v].begin(), links[v].end(), a) > 0 ? 1 : 0;
    dot += in_u * in_v;
    square_u += in_u * in_u;
    square_v += in_v * in_v;
  }
  const double norms = std::sqrt(square_u) * std::sqrt(square_v);
  return {.count = count,
          .jaccard = either.empty() ? 0 : count / static_cast<double>(either.size()),
          .cosine = norms == 0 ? 0 : dot / norms};
}

void CheckAgainstDefinition(const Adjacency& links, const Adjacency& back) {
  for (VertexId u = 0; u < links.vertices(); ++u) {
    std::vector<double> counts(links.vertices());
    VertexId after = 0;
    for (const Shared& shared : SharedFrom(links, back, u)) {
      RC_ASSERT(shared.vertex >= after);
      RC_ASSERT(shared.sum > 0);
      after = shared.vertex + 1;
      counts[shared.vertex] = shared.sum;
    }
    for (VertexId v = 0; v < links.vertices(); ++v) {
      const NaiveOverlap naive = Naive(links, u, v);
      RC_ASSERT(SharedByPair(links, back, u, v).value_or(0) == counts[v]);
      RC_ASSERT(counts[v] == naive.count);
      if (counts[v] == 0) continue;
      const auto score = [&](const ClosedForm& form) {
        return form.Score(counts[v], links.degree(u), links.degree(v));
      };
      RC_ASSERT(score(kCocitationForm) == naive.count);
      RC_ASSERT(score(kJaccardForm) == naive.jaccard);
      RC_ASSERT(std::abs(score(kCosineForm) - naive.cosine) <= 1e-15);
      RC_ASSERT(score(kCosineForm) <= 1);
      RC_ASSERT(score(kCosineForm) ==
                kCosineForm.Score(counts[v], links.degree(v), links.degree(u)));
    }
  }
}

RC_GTEST_PROP(NeighbourhoodsProperty, FollowTheDefinitionsBothWays, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  CheckAgainstDefinition(graph.in(), graph.out());
  CheckAgainstDefinition(graph.out(), graph.in());
}

// If there are few paths of two links, they are sorted; if many, they are counted in an array.
TEST(NeighbourhoodsTest, BothWaysOfCountingAreUsed) {
  const TestGraph path = TestGraph::Path(50);
  EXPECT_LT(SharedBytes(path.in(), path.out(), std::vector<VertexId>{7}), 100);
  const TestGraph complete = TestGraph::Complete(20);
  for (const TestGraph& graph : {path, complete, TestGraph::Star(30), TestGraph::Cycle(9)}) {
    CheckAgainstDefinition(graph.in(), graph.out());
  }
}

TEST(NeighbourhoodsTest, EqualListsScoreOneAndEmptyOnesNothing) {
  // 0, 1 and 2 link to both 3 and 4.
  const TestGraph graph(5, {{0, 3}, {1, 3}, {2, 3}, {0, 4}, {1, 4}, {2, 4}});
  const auto score = [&](const ClosedForm& form, VertexId u, VertexId v) {
    const Adjacency in = graph.in();
    const auto sum = SharedByPair(in, graph.out(), u, v);
    return sum ? form.Score(*sum, in.degree(u), in.degree(v)) : 0;
  };
  for (const ClosedForm& form : {kJaccardForm, kCosineForm}) {
    EXPECT_EQ(score(form, 3, 4), 1.0);
    EXPECT_EQ(score(form, 3, 3), 1.0);
    EXPECT_EQ(score(form, 0, 1), 0.0);
    EXPECT_EQ(score(form, 0, 0), 0.0);
  }
  EXPECT_EQ(score(kCocitationForm, 3, 4), 3.0);
  EXPECT_EQ(SharedByPair(graph.out(), graph.in(), 0, 2), 2.0);
  EXPECT_EQ(SharedByPair(graph.in(), graph.out(), 0, 1), std::nullopt);
}

// Neighbours have different weights, so the order of summation matters.
RC_GTEST_PROP(NeighbourhoodsProperty, SumsOfWeightsAreTheSameFromBothSidesAndByBothWays, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const NeighbourWeight weight = [](uint64_t degree) {
    return 1 / (0.1 + static_cast<double>(degree));
  };
  const Adjacency in = graph.in();
  const Adjacency out = graph.out();
  for (VertexId u = 0; u < in.vertices(); ++u) {
    std::vector<std::optional<double>> sums(in.vertices());
    for (const auto& [v, sum] : SharedFrom(in, out, u, weight)) sums[v] = sum;
    for (VertexId v = 0; v < in.vertices(); ++v) {
      RC_ASSERT(SharedByPair(in, out, u, v, weight) == sums[v]);
      RC_ASSERT(SharedByPair(in, out, v, u, weight) == sums[v]);
    }
  }
}

TEST(NeighbourhoodsTest, MemoryGrowsWithTheWidestSourceAsked) {
  const TestGraph star = TestGraph::Star(1000);
  const std::vector<VertexId> leaf = {5};
  const std::vector<VertexId> hub = {0};
  EXPECT_GT(SharedBytes(star.in(), star.out(), leaf), 4 * 1000);
  EXPECT_LT(SharedBytes(star.in(), star.out(), hub), 4 * 1000);
  EXPECT_EQ(SharedBytes(star.in(), star.out(), std::vector<VertexId>{}), 0);
}

}  // namespace
}  // namespace akin
