// Which paths exact measures count, compared with all pairs of walks, one by one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "akin/exact.h"
#include "akin/explain.h"
#include "figure_graphs.h"
#include "naive_pairs.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using ByStep = std::map<std::pair<unsigned, VertexId>, double>;  // step and vertex

// Follows every pair of walks of `left` steps, with its probability times the decay.
void FollowPairs(const Adjacency& in, VertexId x, VertexId y, unsigned step, unsigned most,
                 double mass, double decay, bool until_met, ByStep& found) {
  if (x == y && step > 0) {
    found[{step, x}] += mass;
    if (until_met) return;
  }
  if (step == most || in.degree(x) == 0 || in.degree(y) == 0) return;
  const double share = mass * decay / static_cast<double>(in.degree(x) * in.degree(y));
  for (const VertexId a : in[x]) {
    for (const VertexId b : in[y]) {
      FollowPairs(in, a, b, step + 1, most, share, decay, until_met, found);
    }
  }
}

// Terms of cosine SimRank by vertex, with counts of walks.
ByStep CosineByStep(const Adjacency& in, VertexId a, VertexId b, unsigned terms, double decay) {
  const auto step = [&](const std::vector<double>& x) {
    std::vector<double> next(x.size());
    for (VertexId v = 0; v < in.vertices(); ++v) {
      for (const VertexId from : in[v]) next[from] += x[v];
    }
    return next;
  };
  const auto length = [](const std::vector<double>& x) {
    double sum = 0;
    for (const double number : x) sum += number * number;
    return std::sqrt(sum);
  };
  std::vector<double> of_a(in.vertices());
  std::vector<double> of_b(in.vertices());
  of_a[a] = of_b[b] = 1;
  ByStep found;
  for (unsigned k = 1; k < terms; ++k) {
    of_a = step(of_a);
    of_b = step(of_b);
    const double lengths = length(of_a) * length(of_b);
    for (VertexId w = 0; w < in.vertices() && lengths > 0; ++w) {
      const double product = of_a[w] * of_b[w];
      if (product > 0) found[{k, w}] += (1 - decay) * std::pow(decay, k) * product / lengths;
    }
  }
  return found;
}

// Every reason, each step of its paths a link, and both in the same number of steps.
ByStep Explained(const TestGraph& graph, const ExplainedPart& part, VertexId a, VertexId b) {
  ByStep found;
  for (const Reason& reason : part.reasons.listed) {
    EXPECT_TRUE(found.emplace(std::pair(reason.steps, reason.vertex), reason.contribution).second);
    for (const auto& [path, from] : {std::pair(reason.path_a, a), std::pair(reason.path_b, b)}) {
      EXPECT_EQ(path.size(), reason.steps + 1);
      EXPECT_EQ(path.front(), from);
      EXPECT_EQ(path.back(), reason.vertex);
      for (size_t i = 0; i + 1 < path.size(); ++i) {
        EXPECT_THAT(graph.in()[path[i]], testing::Contains(path[i + 1]));
      }
    }
  }
  EXPECT_EQ(part.reasons.rest, 0U);
  return found;
}

void ExpectSame(const ByStep& found, const ByStep& expected) {
  EXPECT_EQ(found.size(), expected.size());
  for (const auto& [place, contribution] : expected) {
    const auto at = found.find(place);
    ASSERT_NE(at, found.end()) << place.first << " " << place.second;
    EXPECT_NEAR(at->second, contribution, 1e-12);
  }
}

class ExactExplainTest : public testing::Test {
 protected:
  Corpus Make(const TestGraph& graph) {
    MakeCorpus(graph, directory_ / "g.akin");
    return *Corpus::Open(directory_ / "g.akin");
  }

  // Checks the sum against the score that is explained, too.
  ByStep Explain(const TestGraph& graph, const Corpus& corpus, VertexId a, VertexId b,
                 const ExactOptions& exact) {
    const auto part = ExactExplain(corpus, a, b, exact, {.k = 0, .by_step = true});
    EXPECT_TRUE(part.ok()) << part.status().message();
    if (!part.ok()) return {};
    const auto score = ExactSim(corpus, a, b, exact);
    EXPECT_NEAR(part->score.value, score->value, 1e-12);
    EXPECT_NEAR(part->score.error, score->error, 1e-12);
    ByStep found = Explained(graph, *part, a, b);
    double sum = 0;
    for (const auto& [place, contribution] : found) sum += contribution;
    EXPECT_NEAR(sum, score->value, 1e-12);
    return found;
  }

  const TempDir directory_;
};

TEST_F(ExactExplainTest, EveryPairOfWalksIsCountedOnce) {
  const TestGraph graphs[] = {TestGraph::Random(12, 26, 1), TestGraph::Random(8, 20, 2),
                              TestGraph::Complete(4), ConnectivityFigure(), CitationFigure()};
  constexpr unsigned kRounds = 4;
  for (const TestGraph& graph : graphs) {
    const Corpus corpus = Make(graph);
    for (VertexId a = 0; a < graph.vertices(); ++a) {
      for (VertexId b = 0; b < graph.vertices(); ++b) {
        if (a == b) continue;
        ByStep first;
        FollowPairs(graph.in(), a, b, 0, kRounds, 1, 0.7, true, first);
        ByStep all;
        FollowPairs(graph.in(), a, b, 0, kRounds, 1 - 0.7, 0.7, false, all);
        const auto options = [](Measure measure, unsigned rounds) {
          return ExactOptions{.measure = measure, .decay = 0.7, .iterations = rounds};
        };
        ExpectSame(Explain(graph, corpus, a, b, options(Measure::kSimRank, kRounds)), first);
        ExpectSame(Explain(graph, corpus, a, b, options(Measure::kSimRankLi, kRounds)), all);
        ExpectSame(Explain(graph, corpus, a, b, options(Measure::kCosineSimRank, 6)),
                   CosineByStep(graph.in(), a, b, 6, 0.7));
        Explain(graph, corpus, a, b, options(Measure::kSimRankVariedD, kRounds));
        // Theorem 9: what SimRank counts, Li et al. count too, and with 1 - c.
        for (const auto& [place, mass] : first) EXPECT_GE(all[place], (1 - 0.7) * mass - 1e-14);
      }
    }
  }
}

// 0 -> {1, 2} -> 3 -> {4, 5}: walks from 4 and 5 meet at 3. SimRank leaves out what is behind it.
TEST_F(ExactExplainTest, SimRankLeavesOutPathsThatMetBefore) {
  const TestGraph graph(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}});
  const Corpus corpus = Make(graph);
  const ByStep first = Explain(graph, corpus, 4, 5, {.measure = Measure::kSimRank, .decay = 0.6});
  ExpectSame(first, {{{1, 3}, 0.6}});
  const ByStep all = Explain(graph, corpus, 4, 5, {.measure = Measure::kSimRankLi, .decay = 0.6});
  ExpectSame(all, {{{1, 3}, 0.24}, {{2, 1}, 0.036}, {{2, 2}, 0.036}, {{3, 0}, 0.0864}});
}

// Walks from 1 and 2 of the figure meet at 3, 4 and 6 in one step, or at 11 and 12 in two.
TEST_F(ExactExplainTest, ThePathsOfYusFigure) {
  const TestGraph graph = ConnectivityFigure();
  const Corpus corpus = Make(graph);
  const auto part = ExactExplain(corpus, 2, 8, {.measure = Measure::kCosineSimRank, .decay = 0.6},
                                 {.by_step = true});
  ASSERT_TRUE(part.ok()) << part.status().message();
  ASSERT_EQ(part->reasons.listed.size(), 2U);  // 11 and 12, by either of 3 and 4
  for (const Reason& reason : part->reasons.listed) {
    EXPECT_NEAR(reason.contribution, 0.072, 1e-12);
    EXPECT_EQ(reason.steps, 2U);
    EXPECT_THAT(reason.path_b, ElementsAre(8, 5, reason.vertex));
  }
  const ByStep meetings = Explain(graph, corpus, 1, 2, {.decay = 0.6});
  ExpectSame(meetings, {{{1, 3}, 0.6 / 9},
                        {{1, 4}, 0.6 / 9},
                        {{1, 6}, 0.6 / 9},
                        {{2, 11}, 0.36 / 9 / 2},
                        {{2, 12}, 0.36 / 9 / 2}});
}

TEST_F(ExactExplainTest, StepsAreAddedUpUnlessAskedFor) {
  const TestGraph graph = TestGraph::Complete(5);
  const Corpus corpus = Make(graph);
  for (const Measure measure : {Measure::kSimRank, Measure::kSimRankLi, Measure::kCosineSimRank}) {
    const ExactOptions exact{.measure = measure, .decay = 0.8, .iterations = 6};
    const ByStep apart = Explain(graph, corpus, 0, 1, exact);
    std::map<VertexId, double> sums;
    for (const auto& [place, contribution] : apart) sums[place.second] += contribution;
    const auto part = ExactExplain(corpus, 0, 1, exact, {.k = 0});
    ASSERT_TRUE(part.ok()) << part.status().message();
    ASSERT_EQ(part->reasons.listed.size(), sums.size());
    EXPECT_LT(sums.size(), apart.size());
    for (const Reason& reason : part->reasons.listed) {
      EXPECT_NEAR(reason.contribution, sums[reason.vertex], 1e-12);
    }
  }
}

TEST_F(ExactExplainTest, RefusesWhatItCannotSay) {
  const Corpus corpus = Make(TestGraph::Complete(30));
  const auto refused = [&](const ExactOptions& exact, const Control& control = {}) {
    return ExactExplain(corpus, 0, 1, exact, {}, control).status();
  };
  EXPECT_THAT(refused({.measure = Measure::kPSimRank}).message(), HasSubstr("not explained"));
  EXPECT_THAT(refused({.radius = 2}).message(), HasSubstr("radius"));
  EXPECT_EQ(refused({.decay = 2}).code(), Code::kInvalidArgument);
  Control little;
  little.memory = 2'000;
  EXPECT_EQ(refused({}, little).code(), Code::kOutOfBudget);
  Control stopped;
  std::stop_source stop;
  stop.request_stop();
  stopped.stop = stop.get_token();
  EXPECT_EQ(refused({}, stopped).code(), Code::kCancelled);
  EXPECT_FALSE(ExactExplain(corpus, 0, 30, {}, {}).ok());
  const auto itself = ExactExplain(corpus, 3, 3, {.measure = Measure::kSimRankLi}, {});
  ASSERT_TRUE(itself.ok());
  EXPECT_EQ(itself->score.value, ExactSim(corpus, 3, 3, {.measure = Measure::kSimRankLi})->value);
}

// Diagonals and vectors are counted before the work, the places of walks as they are found.
TEST_F(ExactExplainTest, MemoryIsKept) {
  const Corpus corpus = Make(TestGraph::Random(2000, 20'000, 1));
  const auto explained = [&](Measure measure, uint64_t memory) {
    return ExactExplain(corpus, 0, 1, {.measure = measure, .iterations = 50}, {},
                        {.threads = 1, .memory = memory})
        .status();
  };
  for (const Measure measure : {Measure::kSimRankLi, Measure::kCosineSimRank}) {
    SCOPED_TRACE(MeasureName(measure));
    EXPECT_EQ(explained(measure, 100'000).code(), Code::kOutOfBudget);
    EXPECT_THAT(explained(measure, 100'000).message(), HasSubstr("iterate less often"));
    EXPECT_EQ(explained(measure, 2'000'000).code(), Code::kOutOfBudget);
    EXPECT_THAT(explained(measure, 2'000'000).message(), HasSubstr("follow fewer steps"));
    EXPECT_TRUE(explained(measure, 20'000'000).ok());
  }
}

}  // namespace
}  // namespace akin
