#include "linear/cosine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "figure_graphs.h"
#include "linear/cosine_join.h"
#include "linear/cosine_norms.h"
#include "linear/cosine_rows.h"
#include "plain_cosine.h"
#include "plain_simrank.h"
#include "random_graph.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

CosineScore Direct(const TestGraph& graph, VertexId a, VertexId b, const CosineSum& sum) {
  Powers<2> powers(graph.in());
  return *CosinePair(powers, a, b, sum);
}

CosineScore Krylov(const TestGraph& graph, VertexId a, VertexId b, const CosineSum& sum,
                   unsigned m) {
  Arnoldi arnoldi(graph.in());
  return *CosineKrylov(arnoldi, a, b, sum, m);
}

std::vector<VertexId> AllOf(const TestGraph& graph) {
  std::vector<VertexId> all(graph.vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  return all;
}

CosineSum ArbitrarySum() {
  return {.decay = *rc::gen::inRange(1, 100) / 100.0, .terms = *rc::gen::inRange(0U, 13U)};
}

// Yu et al., example 4: the scores printed there for SR# and, except for one pair, also for PSR#.
TEST(Cosine, GivesThePrintedScores) {
  const TestGraph graph = CitationFigure();
  const double printed[4][2] = {{.0980, .1200}, {.1811, .2160}, {.1916, .1659}, {.2164, .2031}};
  const VertexId left[] = {1, 2, 4, 8};
  const VertexId right[] = {5, 7};
  const CosineSum sum{.decay = 0.4, .terms = 4};
  for (size_t i = 0; i < 4; ++i) {
    for (size_t j = 0; j < 2; ++j) {
      const VertexId a = left[i] - 1;
      const VertexId b = right[j] - 1;
      EXPECT_NEAR(Direct(graph, a, b, sum).value, printed[i][j], 5.001e-5) << a << ' ' << b;
      const double krylov = i == 2 && j == 0 ? .1933 : printed[i][j];
      EXPECT_NEAR(Krylov(graph, a, b, sum, 3).value, krylov, 5.001e-5) << a << ' ' << b;
    }
  }
}

TEST(Cosine, ChoosesTheTermsThatYuEtAlChoose) {
  EXPECT_EQ(CosineTerms(0.6, 0.001), 14U);
  EXPECT_EQ(CosineTerms(0.5, 0.25), 2U);
  EXPECT_DOUBLE_EQ(KrylovTruncation({.decay = 0.5, .terms = 3}, 4), 0.125);
  EXPECT_DOUBLE_EQ(KrylovTruncation({.decay = 0.5, .terms = 3}, 2), 0.25);
}

// With delta in-neighbours in common, which have no in-links themselves, SimRank is c / delta.
TEST(Cosine, DoesNotFallWithLinksInCommon) {
  double before = 0;
  for (VertexId delta = 1; delta <= 30; ++delta) {
    TestGraph::Arcs arcs = {{2, 0}, {3, 1}};  // one in-link for each that the other does not have
    for (VertexId i = 0; i < delta; ++i) {
      arcs.emplace_back(4 + i, 0);
      arcs.emplace_back(4 + i, 1);
    }
    const TestGraph graph(4 + delta, arcs);
    const double cosine = Direct(graph, 0, 1, {.decay = 0.6, .terms = 20}).value;
    EXPECT_GT(cosine, before);
    EXPECT_LT(cosine, 0.4 * 0.6);
    EXPECT_NEAR(cosine, 0.4 * 0.6 * delta / (delta + 1.0), 1e-14);
    const double simrank = PlainSimRank(graph.in(), 0.6, 20)[0][1];
    EXPECT_NEAR(simrank, 0.6 * delta / ((delta + 1.0) * (delta + 1.0)), 1e-14);
    before = cosine;
  }
}

TEST(Cosine, EndsWithTheWalks) {
  const TestGraph path = TestGraph::Path(5);
  const CosineSum sum{.decay = 0.6, .terms = 3};
  EXPECT_EQ(Direct(path, 0, 1, sum).value, 0);  // no vertex links to 0
  EXPECT_EQ(Direct(path, 0, 1, sum).error, 0);  // and later terms are 0 too
  EXPECT_EQ(Direct(path, 0, 0, sum).value, 1);
  EXPECT_NEAR(Direct(path, 3, 4, sum).error, std::pow(0.6, 3), 1e-15);
}

RC_GTEST_PROP(CosineProperty, PairsAreAsDefined, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const CosineSum sum = ArbitrarySum();
  const auto a = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const auto b = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const CosineScore score = Direct(graph, a, b, sum);
  RC_ASSERT(std::abs(score.value - PlainCosine(graph, a, b, sum.decay, sum.terms)) < 1e-13);
  const double limit = PlainCosine(graph, a, b, sum.decay, sum.terms + 30);
  RC_ASSERT(limit <= score.value + score.error + 1e-13);
  RC_ASSERT(limit >= score.value - 1e-13);
}

RC_GTEST_PROP(CosineProperty, KrylovIsExactForNoMoreTermsThanStepsAndBoundedBeyond, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const CosineSum sum = ArbitrarySum();
  const auto m = *rc::gen::inRange(1U, 13U);
  const auto a = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const auto b = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const double exact = PlainCosine(graph, a, b, sum.decay, sum.terms);
  const CosineScore score = Krylov(graph, a, b, sum, m);
  const double projection =
      sum.terms <= m ? 0 : 2 * (std::pow(sum.decay, m) - std::pow(sum.decay, sum.terms));
  RC_ASSERT(std::abs(score.value - exact) <= projection + 1e-9);
  const double limit = PlainCosine(graph, a, b, sum.decay, sum.terms + 30);
  RC_ASSERT(std::abs(score.value - limit) <= score.error + 1e-9);
}

RC_GTEST_PROP(CosineProperty, GrowthsAreThoseOfTheVectors, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const auto terms = *rc::gen::inRange(1U, 12U);
  const auto values = SolveCosineGrowths(graph.in(), terms, {.threads = 2});
  RC_ASSERT(values.ok());
  RC_ASSERT(*SolveCosineGrowths(graph.in(), terms, {.threads = 1}) == *values);
  const CosineGrowths growths{.terms = terms, .values = *values};
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    const auto powers = PlainPowers(graph, v, terms);
    for (unsigned k = 1; k < terms; ++k) {
      std::vector<double> next(graph.vertices());
      for (const auto& [from, to] : graph.arcs()) next[from] += powers[k - 1][to];
      double squares = 0;
      for (const double value : next) squares += value * value;
      RC_ASSERT(std::abs(growths[v][k - 1] - std::sqrt(squares)) < 1e-12 * (1 + squares));
      RC_ASSERT((growths[v][k - 1] == 0) == (squares == 0));
    }
  }
}

RC_GTEST_PROP(CosineProperty, RowsAreAsDefinedAndNeverOffByMoreThanTheySay, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const CosineSum sum{.decay = *rc::gen::inRange(1, 100) / 100.0,
                      .terms = *rc::gen::inRange(1U, 24U)};
  const auto values = SolveCosineGrowths(graph.in(), sum.terms, {.threads = 1});
  const CosineGraph given{.in = graph.in(),
                          .out = graph.out(),
                          .growths = {.terms = sum.terms, .values = *values},
                          .decay = sum.decay};
  CosineScratch scratch(graph.vertices());
  for (const double budget : {0.0, 0.01, 0.2, 0.0}) {
    const auto a = *rc::gen::inRange<VertexId>(0, graph.vertices());
    std::vector<Entry> scores;
    const CosineRowResult result = CosineFrom(given, a, budget, scratch, scores);
    RC_ASSERT(result.error <= CosineTruncation(sum) + budget + 1e-15);
    std::vector<double> row(graph.vertices());
    for (const Entry& entry : scores) {
      RC_ASSERT(row[entry.vertex] == 0);
      RC_ASSERT(entry.value > 0);
      row[entry.vertex] = entry.value;
    }
    RC_ASSERT(row[a] == 0);
    const double pruned = result.error - CosineTruncation(sum);
    for (VertexId b = 0; b < graph.vertices(); ++b) {
      if (a == b) continue;
      const double exact = PlainCosine(graph, a, b, sum.decay, sum.terms);
      RC_ASSERT(row[b] <= exact + 1e-12);
      RC_ASSERT(row[b] >= exact - pruned - 1e-12);
    }
  }
}

RC_GTEST_PROP(CosineProperty, JoinsAreAsDefinedInAsManyPartsAsMemoryMakes, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const CosineSum sum = ArbitrarySum();
  const std::vector<VertexId> all = AllOf(graph);
  std::vector<VertexId> left;
  std::vector<VertexId> right;
  for (const VertexId v : all) {
    if (*rc::gen::arbitrary<bool>()) left.push_back(v);
    if (*rc::gen::arbitrary<bool>()) right.push_back(v);
  }
  if (left.empty() || right.empty()) return;
  const Control control{.threads = 2};
  auto plan = PlanCosineJoin(graph.in(), left.size(), right.size(), control);
  RC_ASSERT(plan.ok());
  RC_ASSERT(plan->left == left.size());
  RC_ASSERT(plan->right == right.size());
  const bool parts = *rc::gen::arbitrary<bool>();
  if (parts) {
    plan->left = std::min<size_t>(3, plan->left);
    plan->right = std::min<size_t>(5, plan->right);
  }
  CosineJoin join(graph.in(), left, right, sum, *plan, control);
  for (size_t i = 0; i < left.size(); ++i) {
    const auto row = join.Row(i);
    RC_ASSERT(row.ok());
    RC_ASSERT(row->size() == right.size());
    for (size_t j = 0; j < right.size(); ++j) {
      const double exact = PlainCosine(graph, left[i], right[j], sum.decay, sum.terms);
      RC_ASSERT(std::abs((*row)[j] - exact) < 1e-13);
    }
  }
}

TEST(CosineJoin, ThreadsChangeNothing) {
  const TestGraph graph = TestGraph::Random(60, 240, 3);
  const std::vector<VertexId> all = AllOf(graph);
  std::vector<std::vector<double>> rows[2];
  for (const unsigned threads : {1U, 3U}) {
    const Control control{.threads = threads};
    const auto plan = PlanCosineJoin(graph.in(), all.size(), all.size(), control);
    CosineJoin join(graph.in(), all, all, {.decay = 0.6, .terms = 9}, *plan, control);
    for (const VertexId v : all) {
      const auto row = *join.Row(v);
      rows[threads == 1 ? 0 : 1].emplace_back(row.begin(), row.end());
    }
  }
  EXPECT_EQ(rows[0], rows[1]);
}

TEST(CosineJoin, FitsItsPartsIntoMemoryOrRefuses) {
  const TestGraph graph = TestGraph::Random(1000, 4000, 3);
  const auto plan = [&](uint64_t memory) {
    return PlanCosineJoin(graph.in(), 400, 300, {.threads = 4, .memory = memory});
  };
  EXPECT_EQ(plan(uint64_t{1} << 30)->left, 400U);
  EXPECT_EQ(plan(uint64_t{1} << 30)->threads, 4U);
  const auto small = plan(600'000);
  ASSERT_TRUE(small.ok());
  EXPECT_LT(small->left, 400U);
  EXPECT_LT(small->right, 300U);
  EXPECT_GE(small->left, 8U);
  const auto none = plan(200'000);
  ASSERT_EQ(none.status().code(), Code::kOutOfBudget);
  EXPECT_EQ(none.status().parameter(), "memory");
}

TEST(CosineJoin, StopsWhenAsked) {
  const TestGraph graph = TestGraph::Random(60, 240, 3);
  const std::vector<VertexId> all = AllOf(graph);
  std::stop_source stop;
  stop.request_stop();
  const Control control{.stop = stop.get_token()};
  const auto plan = PlanCosineJoin(graph.in(), all.size(), all.size(), control);
  CosineJoin join(graph.in(), all, all, {}, *plan, control);
  EXPECT_EQ(join.Row(0).status().code(), Code::kCancelled);
  EXPECT_EQ(SolveCosineGrowths(graph.in(), 5, control).status().code(), Code::kCancelled);
  Powers<2> powers(graph.in());
  EXPECT_EQ(CosinePair(powers, 0, 1, {}, stop.get_token()).status().code(), Code::kCancelled);
}

TEST(CosineGrowths, RefusesWhatDoesNotFit) {
  const TestGraph graph = TestGraph::Random(1000, 4000, 3);
  const auto growths = SolveCosineGrowths(graph.in(), 10, {.memory = 200'000});
  ASSERT_EQ(growths.status().code(), Code::kOutOfBudget);
  EXPECT_THAT(growths.status().message(), HasSubstr("fewer iterations"));
}

}  // namespace
}  // namespace akin
