// Theorem 10's alternating sum, where it converges and where it does not.
#include "linear/li.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "figure_graphs.h"
#include "plain_simrank.h"
#include "random_graph.h"

namespace akin {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Equations 53 to 55 as printed, with matrices: from S~ alone, and the powers of P.
DenseMatrix PlainConversion(const TestGraph& graph, double decay, int powers, int terms) {
  const VertexId n = graph.vertices();
  const Adjacency in = graph.in();
  DenseMatrix li = PlainSeries(in, decay, std::vector<double>(n, 1 - decay), powers);
  std::vector<DenseMatrix> squares;  // c^k (P^k o P^k)', k = 1, 2, ...
  DenseMatrix power = Identity(n);   // P^k: column v is where walks from v are
  for (int k = 1; k <= powers; ++k) {
    DenseMatrix next(n, std::vector<double>(n));
    squares.emplace_back(n, std::vector<double>(n));
    for (VertexId v = 0; v < n; ++v) {
      for (VertexId y = 0; y < n; ++y) {
        for (const VertexId a : in[y]) {
          next[a][v] += power[y][v] / static_cast<double>(in.degree(y));
        }
      }
      for (VertexId y = 0; y < n; ++y) {
        squares.back()[v][y] = std::pow(decay, k) * next[y][v] * next[y][v];
      }
    }
    power = std::move(next);
  }
  std::vector<double> term(n);
  for (VertexId v = 0; v < n; ++v) term[v] = li[v][v] / (1 - decay) - 1;
  std::vector<double> w = term;
  for (int l = 1; l <= terms; ++l) {
    std::vector<double> next(n);
    for (const DenseMatrix& square : squares) {
      for (VertexId v = 0; v < n; ++v) {
        for (VertexId y = 0; y < n; ++y) next[v] += square[v][y] * term[y];
      }
    }
    term = std::move(next);
    for (VertexId v = 0; v < n; ++v) w[v] += (l % 2 == 0 ? 1 : -1) * term[v];
  }
  const DenseMatrix delta = PlainSeries(in, decay, w, powers);
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = 0; v < n; ++v) li[u][v] = li[u][v] / (1 - decay) - delta[u][v];
  }
  return li;
}

DenseMatrix Converted(const TestGraph& graph, double decay, int iterations,
                      const LiConversion& conversion) {
  return PlainSeries(graph.in(), decay, conversion.diagonal, iterations);
}

RC_GTEST_PROP(LiProperty, BelowOneHalfTheSumIsTheTheorem, ()) {
  const TestGraph graph = ArbitraryGraph(12);
  const double decay = *rc::gen::inRange(1, 45) / 100.0;
  const int iterations = EnoughIterations(decay);
  const auto conversion = SumConversion(graph.in(), graph.out(), decay, iterations, {.threads = 2});
  RC_ASSERT(conversion.ok());
  const DenseMatrix scores = Converted(graph, decay, iterations, *conversion);
  RC_ASSERT(LargestDifference(scores, PlainConversion(graph, decay, iterations, 250)) <= 1e-10);
  RC_ASSERT(LargestDifference(scores, PlainSimRank(graph.in(), decay, iterations)) <= 1e-10);
}

// Above 1/2 it depends on the graph. If there is an answer, it is right.
RC_GTEST_PROP(LiProperty, AnAnswerIsWithinItsError, ()) {
  const TestGraph graph = ArbitraryGraph(15);
  const double decay = *rc::gen::inRange(1, 90) / 100.0;
  const int iterations = *rc::gen::inRange(0, 8);
  const auto conversion = SumConversion(graph.in(), graph.out(), decay, iterations, {.threads = 2});
  if (!conversion.ok()) {
    RC_ASSERT(conversion.status().code() == Code::kInvalidArgument);
    RC_ASSERT(decay >= 0.5);
    return;
  }
  const DenseMatrix truth = PlainSimRank(graph.in(), decay, 400);
  RC_ASSERT(LargestDifference(Converted(graph, decay, iterations, *conversion), truth) <=
            conversion->error + 1e-9);
}

TEST(LiTest, TheGraphOfYusFigure) {
  const TestGraph graph = ConnectivityFigure();
  const auto conversion = SumConversion(graph.in(), graph.out(), 0.6, 40, {});
  ASSERT_TRUE(conversion.ok()) << conversion.status().message();
  const DenseMatrix scores = Converted(graph, 0.6, 40, *conversion);
  const double printed[] = {0.24, 0.30, 0.12, 0.18, 0.30};
  for (size_t i = 0; i < std::size(printed); ++i) {
    const auto [a, b] = kConnectivityPairs[i];
    EXPECT_NEAR(scores[a][b], printed[i], 1e-8) << a << " " << b;
  }
}

// M is (c/(1-c)) times a matrix whose rows sum to 1: its radius is 4 at c = .8 and 2/3 at .4.
TEST(LiTest, OnACycleTheSumConvergesBelowOneHalfOnly) {
  const TestGraph cycle = TestGraph::Cycle(2);
  const auto refused = SumConversion(cycle.in(), cycle.out(), 0.8, 100, {});
  EXPECT_EQ(refused.status().code(), Code::kInvalidArgument);
  EXPECT_EQ(refused.status().parameter(), "decay");
  EXPECT_THAT(refused.status().message(),
              AllOf(HasSubstr("theorem 10 does not converge here with decay 0.8 before"),
                    HasSubstr("multiplied by 4 from"),
                    HasSubstr("from 4 to 1.049e+06 after 9 terms; a decay of 0.499 or less")));
  // c (1 - c^k) / (1 - c)
  EXPECT_THAT(SumConversion(cycle.in(), cycle.out(), 0.8, 10, {}).status().message(),
              HasSubstr("multiplied by 3.571 from"));
  const auto level = SumConversion(cycle.in(), cycle.out(), 0.5, 100, {});
  EXPECT_THAT(
      level.status().message(),
      AllOf(HasSubstr("does not converge here with decay 0.5 in 10000 terms: "),
            HasSubstr("multiplied by 1 from term to term, from 1 to 1 after 10000 terms; ")));
  const auto conversion = SumConversion(cycle.in(), cycle.out(), 0.4, 60, {});
  ASSERT_TRUE(conversion.ok()) << conversion.status().message();
  EXPECT_NEAR(conversion->diagonal[0], 0.6, 1e-14);  // D = 1 - c, so S~ is SimRank here
  EXPECT_GT(conversion->terms, 80);                  // (2/3)^l falls below 1e-17
  EXPECT_LT(conversion->terms, 110);
}

TEST(LiTest, ASumThatConvergesTooSlowlyIsNotSaidToDiverge) {
  const TestGraph cycle = TestGraph::Cycle(2);
  const auto slow = SumConversion(cycle.in(), cycle.out(), 0.5, 10, {});
  EXPECT_EQ(slow.status().code(), Code::kInvalidArgument);
  EXPECT_EQ(slow.status().parameter(), "decay");
  EXPECT_THAT(
      slow.status().message(),
      HasSubstr(
          "theorem 10 converges too slowly here with decay 0.5: its largest entry is "
          "multiplied by 0.999 from term to term, from 0.999 to 5.706e-05 after 10000 "
          "terms, the most, where no more than 1e-17 may be left; a decay of 0.499 or less always "
          "converges in time"));
  // c < 1/2 is not enough for that.
  EXPECT_THAT(SumConversion(cycle.in(), cycle.out(), 0.4995, 1000, {}).status().message(),
              HasSubstr("converges too slowly here with decay 0.4995"));
  const auto in_time = SumConversion(cycle.in(), cycle.out(), 0.499, 1000, {});
  ASSERT_TRUE(in_time.ok()) << in_time.status().message();
  EXPECT_GT(in_time->terms, 9000);
}

// There M^200 = 0, so the sum is finite, but its terms are about 4^j.
TEST(LiTest, OnALongPathTermsAreTooLarge) {
  const TestGraph path = TestGraph::Path(200);
  const auto refused = SumConversion(path.in(), path.out(), 0.8, 200, {});
  EXPECT_THAT(refused.status().message(),
              AllOf(HasSubstr("before its terms are so large that they cancel to rounding alone: "),
                    HasSubstr("to 1.049e+06 after 9 terms")));
  EXPECT_TRUE(SumConversion(path.in(), path.out(), 0.4, 200, {}).ok());
}

// On a cycle v_j = r^(j+1), r = c/(1-c), so r / (1-r)^2 is the sum of (j+1) v_j: as terms of both
// signs nearly cancel, this is far more than their sum, which is below 1.
TEST(LiTest, RoundingIsThatOfAllTermsNotOfTheirSum) {
  const TestGraph cycle = TestGraph::Cycle(5);
  const double decay = 0.498;
  const auto conversion = SumConversion(cycle.in(), cycle.out(), decay, 60, {});
  ASSERT_TRUE(conversion.ok()) << conversion.status().message();
  const double ratio = decay / (1 - decay);
  const double terms = ratio / ((1 - ratio) * (1 - ratio));
  EXPECT_GT(conversion->rounding, 5 * terms * 0x1p-53);
  EXPECT_LT(conversion->rounding, 1000 * terms * 0x1p-53);
  EXPECT_GE(conversion->error, conversion->rounding / (1 - decay));
  EXPECT_NEAR(conversion->diagonal[0], 1 - decay, conversion->rounding + 1e-15);
  EXPECT_GE(conversion->largest, conversion->diagonal[0]);
}

// The bound holds with nothing added to it, where rounding is all that is left.
RC_GTEST_PROP(LiProperty, ADiagonalIsWithinItsRounding, ()) {
  const TestGraph graph = ArbitraryGraph(12);
  const double decay = *rc::gen::inRange(1, 49) / 100.0;
  const int iterations = EnoughIterations(decay);
  const auto conversion = SumConversion(graph.in(), graph.out(), decay, iterations, {.threads = 1});
  RC_ASSERT(conversion.ok());
  // (I + M) d = 1, with M in long double.
  const size_t n = graph.vertices();
  std::vector<std::vector<long double>> squares(n, std::vector<long double>(n));
  for (VertexId v = 0; v < n; ++v) {
    std::vector<long double> now(n);
    now[v] = 1;
    for (int level = 1; level <= iterations; ++level) {
      std::vector<long double> next(n);
      for (VertexId y = 0; y < n; ++y) {
        for (const VertexId a : graph.in()[y]) {
          next[a] += std::sqrt(static_cast<long double>(decay)) * now[y] /
                     static_cast<long double>(graph.in().degree(y));
        }
      }
      now = next;
      for (VertexId y = 0; y < n; ++y) squares[v][y] += now[y] * now[y];
    }
  }
  for (VertexId v = 0; v < n; ++v) {
    long double sum = conversion->diagonal[v];
    long double row = 1;
    for (VertexId y = 0; y < n; ++y) {
      sum += squares[v][y] * conversion->diagonal[y];
      row += squares[v][y];
    }
    // An error of at most r in every entry changes a row by at most its sum times that.
    RC_ASSERT(std::abs(sum - 1) <= row * conversion->rounding);
  }
}

TEST(LiTest, TheSumNeedsRoomAndStops) {
  const TestGraph graph = TestGraph::Random(100, 500, 1);
  EXPECT_EQ(SumConversion(graph.in(), graph.out(), 0.4, 5, {.memory = 80'000}).status().code(),
            Code::kOutOfBudget);
  std::stop_source stop;
  stop.request_stop();
  const Control control{.stop = stop.get_token()};
  EXPECT_EQ(SumConversion(graph.in(), graph.out(), 0.4, 5, control).status().code(),
            Code::kCancelled);
}

}  // namespace
}  // namespace akin
