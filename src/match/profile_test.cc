// Profiles by steps and through Krylov spaces.
#include "match/profile.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "match/krylov_profile.h"
#include "match/linkage.h"
#include "naive_pairs.h"
#include "plain_cosine.h"

namespace akin {
namespace {

// Every vertex is a class of its own, so that E is the identity.
std::vector<uint32_t> Apart(const TestGraph& graph) {
  std::vector<uint32_t> classes(graph.vertices());
  std::iota(classes.begin(), classes.end(), 0U);
  return classes;
}

// Panel by panel; vertex i is in lane i % kPanel of entry i / kPanel.
std::vector<std::vector<double>> AllPanels(const ProfileOptions& options) {
  StepProfiler profiler(options);
  std::vector<std::vector<double>> panels;
  for (VertexId first = 0; first < options.links.vertices(); first += kPanel) {
    std::vector<VertexId> vertices;
    for (VertexId v = first; v < options.links.vertices() && v < first + kPanel; ++v) {
      vertices.push_back(v);
    }
    panels.emplace_back(options.panel_size());
    EXPECT_TRUE(profiler.Fill(vertices, panels.back(), {}).ok());
  }
  return panels;
}

double Product(const std::vector<std::vector<double>>& x, VertexId a,
               const std::vector<std::vector<double>>& y, VertexId b) {
  double sum = 0;
  for (size_t i = 0; i < x[a / kPanel].size(); i += kPanel) {
    sum += x[a / kPanel][i + a % kPanel] * y[b / kPanel][i + b % kPanel];
  }
  return sum;
}

// Definition 5 with beta = 1, A = B, E = I and L2 norms is definition 2.
RC_GTEST_PROP(Profile, OfOneGraphWithTheIdentityIsCosineSimRank, ()) {
  const TestGraph graph = ArbitraryGraph(20);
  const double c = *rc::gen::element(0.4, 0.6, 0.8);
  const auto terms = *rc::gen::inRange(1U, 12U);
  const std::vector<uint32_t> classes = Apart(graph);
  ProfileOptions right{.links = graph.in(),
                       .reverse = graph.out(),
                       .classes = classes,
                       .class_count = classes.size(),
                       .weights = std::vector<double>(terms, 1.0),
                       .norm = Norm::kTwo};
  ProfileOptions left = right;
  for (unsigned k = 0; k < terms; ++k) left.weights[k] = (1 - c) * std::pow(c, k);
  const auto of_left = AllPanels(left);
  const auto of_right = AllPanels(right);
  for (VertexId a = 0; a < graph.vertices(); ++a) {
    for (VertexId b = 0; b < graph.vertices(); ++b) {
      if (a == b) continue;  // defined as 1 there
      const double expected = PlainCosine(graph, a, b, c, terms);
      RC_ASSERT(std::abs(Product(of_left, a, of_right, b) - expected) <= 1e-12);
    }
  }
}

struct OneProfile {
  std::vector<double> numbers;
  size_t terms = 0;
  bool complete = true;
};

OneProfile BySteps(const ProfileOptions& options, VertexId v) {
  OneProfile one{.numbers = std::vector<double>(options.panel_size())};
  const auto filled = StepProfiler(options).Fill({&v, 1}, one.numbers, {});
  EXPECT_TRUE(filled.ok());
  one.terms = *filled;
  return one;
}

OneProfile ByKrylov(const ProfileOptions& options, size_t m, VertexId v) {
  OneProfile one{.numbers = std::vector<double>(options.panel_size())};
  const auto filled = KrylovProfiler(options, m).Fill(v, 0, one.numbers, {});
  EXPECT_TRUE(filled.ok());
  one.terms = filled->terms;
  one.complete = filled->complete;
  return one;
}

RC_GTEST_PROP(Profile, AKrylovSpaceHasTheFirstStepsAndIfCompleteAll, ()) {
  const TestGraph graph = ArbitraryGraph(25);
  const DegreeClasses classes = ClassesByDegree(graph.out());
  const ProfileOptions options{.links = graph.in(),
                               .reverse = graph.out(),
                               .classes = classes.of,
                               .class_count = classes.size(),
                               .weights = std::vector<double>(12, 1.0)};
  const auto m = *rc::gen::inRange<size_t>(1, 15);
  const auto v = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const OneProfile plain = BySteps(options, v);
  const OneProfile krylov = ByKrylov(options, m, v);
  const size_t right_steps = krylov.complete ? 12 : std::min<size_t>(m, 12);
  for (size_t i = 0; i < right_steps * options.numbers() * kPanel; ++i) {
    RC_ASSERT(std::abs(plain.numbers[i] - krylov.numbers[i]) <= 1e-9);
  }
  if (krylov.complete) RC_ASSERT(plain.terms == krylov.terms);
  // For larger k they still are profiles: non-negative numbers that sum to 1 or 0.
  for (size_t k = 0; k < 12; ++k) {
    double sum = 0;
    for (size_t i = 0; i < options.numbers(); ++i) {
      const double number = krylov.numbers[(k * options.numbers() + i) * kPanel];
      RC_ASSERT(number >= 0.0);
      sum += number;
    }
    RC_ASSERT(std::abs(sum - (k < krylov.terms ? 1 : 0)) <= 1e-9);
  }
}

TEST(Profile, ADagEndsWhereItsLongestPathDoes) {
  const TestGraph path = TestGraph::Path(5);
  const DegreeClasses classes = ClassesByDegree(path.out());
  const ProfileOptions options{.links = path.in(),
                               .reverse = path.out(),
                               .classes = classes.of,
                               .class_count = classes.size(),
                               .weights = std::vector<double>(10, 1.0)};
  for (VertexId v = 0; v < 5; ++v) {
    EXPECT_EQ(BySteps(options, v).terms, v + 1);
    const OneProfile krylov = ByKrylov(options, 6, v);
    EXPECT_EQ(krylov.terms, v + 1);
    EXPECT_TRUE(krylov.complete);
    EXPECT_EQ(ByKrylov(options, 3, v).complete, v < 2);
  }
}

// The number of walks grows as 99^k: without scaling it would overflow a double.
TEST(Profile, ManyStepsStayInRange) {
  const TestGraph graph = TestGraph::Complete(100);
  const DegreeClasses classes = ClassesByDegree(graph.out());
  const ProfileOptions options{.links = graph.in(),
                               .reverse = graph.out(),
                               .classes = classes.of,
                               .class_count = classes.size(),
                               .weights = std::vector<double>(500, 1.0)};
  for (const OneProfile& profile : {BySteps(options, 3), ByKrylov(options, 2, 3)}) {
    EXPECT_EQ(profile.terms, 500U);
    EXPECT_NEAR(profile.numbers[499 * kPanel], 1, 1e-9);
  }
}

}  // namespace
}  // namespace akin
