#include "linear/diagonal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "plain_simrank.h"
#include "random_graph.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

Diagonal Solve(const TestGraph& graph, const DiagonalOptions& options, unsigned threads = 1) {
  const auto diagonal = SolveDiagonal(graph.in(), graph.out(), options, {.threads = threads});
  EXPECT_TRUE(diagonal.ok()) << diagonal.status().message();
  return diagonal.ok() ? *diagonal : Diagonal{};
}

struct Errors {
  double scores = 0;
  double selves = 0;
};

// The errors of the full series with this diagonal.
Errors ErrorsOf(const TestGraph& graph, double decay, const std::vector<float>& diagonal) {
  const int iterations = EnoughIterations(decay);
  const DenseMatrix truth = PlainSimRank(graph.in(), decay, iterations);
  const DenseMatrix series = PlainSeries(graph.in(), decay, diagonal, iterations);
  Errors errors;
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      double& error = u == v ? errors.selves : errors.scores;
      error = std::max(error, std::abs(series[u][v] - truth[u][v]));
    }
  }
  return errors;
}

RC_GTEST_PROP(DiagonalProperty, KeepsItsPromise, ()) {
  const TestGraph graph = *GenGraph(25);
  const double decay = *rc::gen::element(0.1, 0.6, 0.85);
  const double error = *rc::gen::element(0.2, 1e-2, 1e-3, 1e-5);
  const Diagonal diagonal = Solve(graph, {.decay = decay, .error = error});
  RC_ASSERT(diagonal.values.size() == graph.vertices());
  RC_ASSERT(diagonal.score_error <= error);
  const Errors errors = ErrorsOf(graph, decay, diagonal.values);
  RC_ASSERT(errors.scores <= diagonal.score_error + 1e-12);
  RC_ASSERT(errors.selves <= diagonal.self_error + 1e-12);
}

// Random graphs from sparse to dense, every third with many vertices that have the same in-links.
TestGraph VariousGraph(uint32_t seed) {
  constexpr VertexId kVertices = 36;
  const TestGraph graph = TestGraph::Random(kVertices, 40 + 12 * seed, seed);
  TestGraph::Arcs arcs = graph.arcs();
  if (seed % 3 != 0) return graph;
  for (const auto& [from, to] : graph.arcs()) {
    if (to % 4 == 0) arcs.emplace_back(from, to + 1);
  }
  std::erase_if(arcs, [](const auto& arc) { return arc.second % 4 == 1 && arc.first % 5 == 0; });
  return {kVertices, arcs};
}

// By arithmetic alone, by what is cheaper, and from samples wherever possible.
TEST(DiagonalTest, KeepsItsPromiseInManyBuilds) {
  int builds = 0;
  int sampled = 0;
  for (uint32_t seed = 0; seed < 24; ++seed) {
    const TestGraph graph = VariousGraph(seed);
    const double decay = seed % 2 == 0 ? 0.6 : 0.8;
    for (const double error : {0.1, 3e-2, 3e-3, 3e-4, 3e-5}) {
      for (const double arcs_per_sample : {64.0, 0.01, 0.0}) {
        // Samples would take long.
        if ((arcs_per_sample < 1 && error < 3e-3) || (arcs_per_sample == 0 && error < 0.1))
          continue;
        const DiagonalOptions options{
            .decay = decay, .error = error, .seed = seed, .arcs_per_sample = arcs_per_sample};
        const Diagonal diagonal = Solve(graph, options);
        EXPECT_LE(diagonal.score_error, error);
        const Errors errors = ErrorsOf(graph, decay, diagonal.values);
        EXPECT_LE(errors.scores, diagonal.score_error + 1e-12) << seed << " " << error;
        EXPECT_LE(errors.selves, diagonal.self_error + 1e-12) << seed << " " << error;
        ++builds;
        sampled += CountSampled(diagonal.values) > 0 ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(builds, 24 * 9);
  EXPECT_GE(sampled, 24);
}

// Would fail with probability at most 1e-7 per graph if the seeds were random.
TEST(DiagonalTest, KeepsItsPromiseFromSamplesAlone) {
  for (uint32_t seed = 0; seed < 9; ++seed) {
    const TestGraph graph = TestGraph::Random(40, 120 + 40 * seed, seed);
    const DiagonalOptions options{.error = 0.05, .seed = seed, .arcs_per_sample = 0};
    const Diagonal diagonal = Solve(graph, options);
    EXPECT_LE(diagonal.score_error, options.error);
    EXPECT_TRUE(std::any_of(diagonal.values.begin(), diagonal.values.end(), IsSampled));
    const Errors errors = ErrorsOf(graph, options.decay, diagonal.values);
    EXPECT_LE(errors.scores, diagonal.score_error);
    EXPECT_LE(errors.selves, diagonal.self_error);
    EXPECT_GT(errors.scores, 1e-5) << "samples cannot be that good";
  }
}

TEST(DiagonalTest, SamplesChangeWithTheSeedAlone) {
  const TestGraph graph = TestGraph::Random(40, 300, 3);
  DiagonalOptions options{.error = 0.05, .arcs_per_sample = 0};
  const std::vector<float> one = Solve(graph, options).values;
  EXPECT_EQ(Solve(graph, options).values, one);
  options.seed = 2;
  EXPECT_NE(Solve(graph, options).values, one);
}

TEST(DiagonalTest, ThreadsChangeNothing) {
  for (const double arcs_per_sample : {0.0, 64.0}) {
    // Enough vertices for several pieces; most of them have in-links.
    const TestGraph graph = TestGraph::Random(700, 3000, 4);
    const DiagonalOptions options{.error = 0.05, .arcs_per_sample = arcs_per_sample};
    const Diagonal one = Solve(graph, options, 1);
    EXPECT_EQ(std::any_of(one.values.begin(), one.values.end(), IsSampled), arcs_per_sample < 1);
    for (const unsigned threads : {2, 7}) {
      const Diagonal many = Solve(graph, options, threads);
      EXPECT_EQ(many.values, one.values);
      EXPECT_EQ(many.score_error, one.score_error);
      EXPECT_EQ(many.self_error, one.self_error);
    }
  }
}

TEST(DiagonalTest, ValuesKnownBeforehand) {
  // 0 -> 1 -> 2, 0 -> 2: in-degrees 0, 1 and 2; 0 and 1 are not similar.
  const TestGraph graph(3, {{0, 1}, {1, 2}, {0, 2}});
  const std::vector<float> values = Solve(graph, {.decay = 0.6, .error = 1e-5}).values;
  EXPECT_FLOAT_EQ(values[0], 1);
  EXPECT_FLOAT_EQ(values[1], 0.4F);
  EXPECT_NEAR(values[2], 1 - 0.6 / 2, 2e-5);
  const std::vector<float> cycle = Solve(TestGraph::Cycle(5), {.decay = 0.8}).values;
  for (const float value : cycle) EXPECT_FLOAT_EQ(value, 0.2F);
}

// However coarse they are, with or without a mark.
TEST(DiagonalTest, ValuesNeverExceedOne) {
  TestGraph::Arcs arcs;
  for (VertexId v = 1; v < 3000; ++v) arcs.emplace_back(v, 0);
  arcs.insert(arcs.end(), {{0, 1}, {0, 2}, {1, 2}});
  for (const double arcs_per_sample : {0.0, 64.0}) {
    for (const double error : {0.9, 0.3, 0.01}) {
      const Diagonal diagonal =
          Solve(TestGraph(3000, arcs), {.error = error, .arcs_per_sample = arcs_per_sample});
      for (const float value : diagonal.values) {
        EXPECT_GE(value, 0.3);
        EXPECT_LE(value, 1);
      }
    }
  }
}

TEST(DiagonalTest, MarksSampledValuesOnly) {
  const TestGraph graph = TestGraph::Random(40, 300, 3);
  for (const float value : Solve(graph, {.error = 1e-3}).values) EXPECT_FALSE(IsSampled(value));
}

TEST(DiagonalTest, RefusesOptionsWithoutMeaning) {
  const TestGraph graph = TestGraph::Star(3);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const DiagonalOptions options :
       {DiagonalOptions{.decay = 0}, DiagonalOptions{.decay = 1}, DiagonalOptions{.decay = kNan},
        DiagonalOptions{.error = 0}, DiagonalOptions{.error = 1}, DiagonalOptions{.error = kNan}}) {
    EXPECT_EQ(SolveDiagonal(graph.in(), graph.out(), options, {}).status().code(),
              Code::kInvalidArgument);
  }
}

TEST(DiagonalTest, StopsOnRequestAndWithoutMemory) {
  const TestGraph graph = TestGraph::Random(500, 5000, 1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(SolveDiagonal(graph.in(), graph.out(), {}, {.stop = stop.get_token()}).status().code(),
            Code::kCancelled);
  const Status status =
      SolveDiagonal(graph.in(), graph.out(), {.error = 1e-5}, {.memory = 100}).status();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("larger epsilon"));
}

TEST(DiagonalTest, ReportsProgressToTheEnd) {
  const TestGraph graph = TestGraph::Random(500, 5000, 1);
  uint64_t done = 0;
  uint64_t total = 0;
  Control control{.threads = 2};
  control.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, done);
    done = progress.done;
    total = progress.total;
  };
  ASSERT_TRUE(SolveDiagonal(graph.in(), graph.out(), {}, control).ok());
  EXPECT_EQ(total, 1000);
  EXPECT_EQ(done, total);
}

TEST(DiagonalTest, SmallestGraphs) {
  EXPECT_TRUE(Solve(TestGraph(0, {}), {}).values.empty());
  EXPECT_EQ(Solve(TestGraph(1, {}), {}).values, std::vector<float>{1});
  EXPECT_FLOAT_EQ(Solve(TestGraph(1, {{0, 0}}), {}).values[0], 0.4F);
}

}  // namespace
}  // namespace akin
