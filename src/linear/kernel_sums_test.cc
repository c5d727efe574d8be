#include "linear/kernel_sums.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "figure_graphs.h"
#include "random_graph.h"

namespace akin {
namespace {

constexpr WalkKernel kAllKernels[] = {WalkKernel::kCosine, WalkKernel::kSets,
                                      WalkKernel::kBhattacharyya, WalkKernel::kIntersection};

using Walks = std::map<VertexId, double>;  // how many, by where they begin

Walks LongerWalks(const TestGraph& graph, const Walks& walks) {
  Walks longer;
  for (const auto& [from, to] : graph.arcs()) {
    const auto found = walks.find(to);
    if (found != walks.end()) longer[from] += found->second;
  }
  return longer;
}

double SumOf(const Walks& walks) {
  double sum = 0;
  for (const auto& [w, n] : walks) sum += n;
  return sum;
}

// By whole numbers of walks, which are exact here.
double PlainKernel(WalkKernel kernel, const Walks& x, const Walks& y) {
  if (x.empty() || y.empty()) return 0;
  double products = 0, both = 0, roots = 0, least = 0, squares_x = 0, squares_y = 0;
  for (const auto& [w, n] : y) squares_y += n * n;
  for (const auto& [w, n] : x) {
    squares_x += n * n;
    const auto found = y.find(w);
    if (found == y.end()) continue;
    const double m = found->second;
    products += n * m;
    both += 1;
    roots += std::sqrt(n * m);
    least += std::min(n / SumOf(x), m / SumOf(y));
  }
  switch (kernel) {
    case WalkKernel::kCosine:
      return products / std::sqrt(squares_x * squares_y);
    case WalkKernel::kSets:
      return both / std::sqrt(static_cast<double>(x.size() * y.size()));
    case WalkKernel::kBhattacharyya:
      return roots / std::sqrt(SumOf(x) * SumOf(y));
    default:
      return least;
  }
}

// Equation 31.
double PlainScore(const TestGraph& graph, WalkKernel kernel, VertexId a, VertexId b,
                  const CosineSum& sum) {
  if (a == b) return 1;
  Walks x = {{a, 1}};
  Walks y = {{b, 1}};
  double score = 0;
  for (unsigned k = 0; k < sum.terms; ++k) {
    score += (1 - sum.decay) * std::pow(sum.decay, k) * PlainKernel(kernel, x, y);
    x = LongerWalks(graph, x);
    y = LongerWalks(graph, y);
  }
  return score;
}

double ScoreOfPair(const TestGraph& graph, WalkKernel kernel, VertexId a, VertexId b,
                   const CosineSum& sum) {
  Powers<2> powers(graph.in());
  double score = -1;
  EXPECT_TRUE(KernelScores<2>(powers, kernel, sum, a, {&b, 1}, {&score, 1}, {}).ok());
  return score;
}

RC_GTEST_PROP(KernelSumsProperty, FollowsTheEquation, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const CosineSum sum{.decay = *rc::gen::inRange(1, 100) / 100.0,
                      .terms = *rc::gen::inRange(0U, 12U)};
  const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
  std::vector<VertexId> all(graph.vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  Powers<8> powers(graph.in());
  for (const WalkKernel kernel : kAllKernels) {
    for (size_t first = 0; first < all.size(); first += 7) {
      const size_t count = std::min<size_t>(7, all.size() - first);
      double scores[7];
      RC_ASSERT(
          KernelScores<8>(powers, kernel, sum, u, std::span(all).subspan(first, count), scores, {})
              .ok());
      for (size_t i = 0; i < count; ++i) {
        const VertexId v = all[first + i];
        RC_ASSERT(std::abs(scores[i] - PlainScore(graph, kernel, u, v, sum)) <= 1e-13);
        RC_ASSERT(std::abs(scores[i] - ScoreOfPair(graph, kernel, u, v, sum)) <= 1e-14);
        RC_ASSERT(scores[i] <= 1 + 1e-14);
      }
    }
  }
}

// 0 and 1 are linked from {2, 3} and {3}, 2 from 4, 3 from 4 and 5. So one link before 0 are 2 and
// 3, and before 1 is 3; two links before 0 are 4 twice and 5, before 1 are 4 and 5.
TEST(KernelSumsTest, GivesTheNumbersByHand) {
  const TestGraph graph(6, {{2, 0}, {3, 0}, {3, 1}, {4, 2}, {4, 3}, {5, 3}});
  const double one[] = {std::sqrt(0.5), std::sqrt(0.5), std::sqrt(0.5), 0.5};
  const double two[] = {3 / std::sqrt(10.0), 1, (std::sqrt(2.0) + 1) / std::sqrt(6.0), 5.0 / 6};
  const double scores[] = {.306316, .313706, .311632, .24};
  for (size_t i = 0; i < std::size(kAllKernels); ++i) {
    const double score = ScoreOfPair(graph, kAllKernels[i], 0, 1, {.decay = 0.6, .terms = 10});
    EXPECT_NEAR(score, 0.4 * (0.6 * one[i] + 0.36 * two[i]), 1e-15);
    EXPECT_NEAR(score, scores[i], 5.001e-7);
  }
}

// Yu et al., figure 1: what is printed there for SR# holds for all kernels where all walks begin at
// equally many vertices.
TEST(KernelSumsTest, GivesThePrintedScores) {
  const TestGraph graph = ConnectivityFigure();
  const CosineSum sum{.decay = 0.6, .terms = 10};
  for (const WalkKernel kernel : kAllKernels) {
    EXPECT_NEAR(ScoreOfPair(graph, kernel, 1, 2, sum), .38, 5.001e-3);
    EXPECT_NEAR(ScoreOfPair(graph, kernel, 4, 5, sum), .24, 5.001e-3);
    EXPECT_NEAR(ScoreOfPair(graph, kernel, 2, 8, sum), .14, 5.001e-3);
    const bool shares = kernel == WalkKernel::kIntersection;
    EXPECT_NEAR(ScoreOfPair(graph, kernel, 8, 10, sum), shares ? .072 : .10, 5.001e-3);
    EXPECT_NEAR(ScoreOfPair(graph, kernel, 3, 9, sum), shares ? .12 : .17, 5.001e-3);
  }
}

// One walk among 19^k: after 250 steps its share is below the least number, and it still counts.
TEST(KernelSumsTest, ASetKnowsOfWalksTooRareForANumber) {
  TestGraph::Arcs arcs = TestGraph::Complete(20).arcs();
  const VertexId loop = 20, a = 21, b = 22;
  arcs.insert(arcs.end(), {{loop, loop}, {loop, a}, {0, a}, {loop, b}});
  const TestGraph graph(23, arcs);
  const CosineSum sum{.decay = 0.99, .terms = 1000};
  double expected = 0;
  for (unsigned k = 1; k < sum.terms; ++k) {
    const double starts = k == 1 ? 2 : k == 2 ? 20 : 21;
    expected += (1 - sum.decay) * std::pow(sum.decay, k) / std::sqrt(starts);
  }
  EXPECT_NEAR(ScoreOfPair(graph, WalkKernel::kSets, a, b, sum), expected, 1e-12);
}

TEST(KernelSumsTest, Stops) {
  const TestGraph graph = TestGraph::Cycle(5);
  std::stop_source stop;
  stop.request_stop();
  Powers<2> powers(graph.in());
  const VertexId other = 1;
  double score = 0;
  EXPECT_EQ(
      KernelScores<2>(powers, WalkKernel::kSets, {}, 0, {&other, 1}, {&score, 1}, stop.get_token())
          .code(),
      Code::kCancelled);
}

}  // namespace
}  // namespace akin
