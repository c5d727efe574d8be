// Tests matching as a caller uses it, on corpora on disk.
#include "akin/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "akin/corpus.h"
#include "naive_pairs.h"
#include "plain_match.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

// Two graphs as corpora, which live as long as the object.
struct TwoCorpora {
  TwoCorpora(const TestGraph& a, const TestGraph& b)
      : left(Make(a, "a.akin")),
        right(Make(b, "b.akin")),
        all_left(VerticesOf(a)),
        all_right(VerticesOf(b)) {}

  Corpus Make(const TestGraph& graph, const std::string& name) {
    MakeCorpus(graph, directory / name);
    return *Corpus::Open(directory / name);
  }

  TempDir directory;
  Corpus left;
  Corpus right;
  std::vector<VertexId> all_left;
  std::vector<VertexId> all_right;
};

struct Matched {
  Dense scores;  // rows in the order asked for, columns by vertex
  Dense errors;
  std::vector<VertexId> rows;
};

Matched MatchSome(const TwoCorpora& two, std::span<const VertexId> left,
                  std::span<const VertexId> right, const MatchOptions& options,
                  const Control& control = {}) {
  Matched matched;
  const Status status = Match(
      two.left, two.right, left, right, options,
      [&](VertexId u, const std::vector<Hit>& hits) {
        matched.rows.push_back(u);
        matched.scores.emplace_back(two.right.vertices());
        matched.errors.emplace_back(two.right.vertices());
        for (const Hit& hit : hits) {
          matched.scores.back()[hit.vertex] = hit.score.value;
          matched.errors.back()[hit.vertex] = hit.score.error;
        }
        return Status();
      },
      control);
  EXPECT_TRUE(status.ok()) << status.message();
  return matched;
}

Matched MatchAll(const TwoCorpora& two, const MatchOptions& options, const Control& control = {}) {
  return MatchSome(two, two.all_left, two.all_right, options, control);
}

TestGraph FigureA() { return {3, {{0, 1}, {0, 2}, {1, 2}}}; }
TestGraph FigureB() { return {5, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}}}; }

// Yu et al., example 8.
TEST(Match, TheTableOfThePaper) {
  const TwoCorpora two(FigureA(), FigureB());
  const Dense printed = {
      {.334, .284, .284, .195, .1}, {.195, .335, .310, .335, .195}, {.1, .195, .284, .284, .334}};
  for (const auto krylov : {std::optional<unsigned>(), std::optional<unsigned>(5)}) {
    const Matched matched = MatchAll(two, {.decay = 0.8, .iterations = 40, .krylov = krylov});
    for (size_t a = 0; a < 3; ++a) {
      for (size_t b = 0; b < 5; ++b) EXPECT_NEAR(matched.scores[a][b], printed[a][b], 5e-4);
    }
  }
}

RC_GTEST_PROP(Match, IsTheDefinition, ()) {
  const TestGraph a = ArbitraryGraph(*rc::gen::element<VertexId>(1, 12, 30));
  const TestGraph b = ArbitraryGraph(*rc::gen::element<VertexId>(1, 12, 30));
  const double c = *rc::gen::element(0.3, 0.6, 0.9);
  const double beta = *rc::gen::element(0.0, 0.25, 0.5, 1.0);
  const auto terms = *rc::gen::inRange(1U, 10U);
  const TwoCorpora two(a, b);
  const Dense expected = PlainMatch(a, b, c, terms, beta);
  const Matched matched = MatchAll(two, {.decay = c, .iterations = terms, .beta = beta});
  RC_ASSERT(matched.rows == two.all_left);
  for (size_t i = 0; i < expected.size(); ++i) {
    for (size_t j = 0; j < expected[i].size(); ++j) {
      RC_ASSERT(std::abs(matched.scores[i][j] - expected[i][j]) <= 1e-12);
      RC_ASSERT(std::abs(matched.errors[i][j] - std::pow(c, terms)) <= 1e-12);
    }
  }
}

RC_GTEST_PROP(Match, KrylovSpacesStayWithinTheirBound, ()) {
  const TestGraph a = ArbitraryGraph(30);
  const TestGraph b = ArbitraryGraph(12);
  const double c = *rc::gen::element(0.4, 0.6, 0.8);
  const auto m = *rc::gen::inRange(1U, 20U);
  const auto terms = *rc::gen::inRange(1U, 30U);
  const TwoCorpora two(a, b);
  const Matched plain = MatchAll(two, {.decay = c, .iterations = terms});
  const Matched krylov = MatchAll(two, {.decay = c, .iterations = terms, .krylov = m});
  for (size_t i = 0; i < plain.scores.size(); ++i) {
    for (size_t j = 0; j < plain.scores[i].size(); ++j) {
      const double difference = std::abs(plain.scores[i][j] - krylov.scores[i][j]);
      const double left_out = std::pow(c, terms);
      RC_ASSERT(difference <= krylov.errors[i][j] - left_out + 1e-9);
      if (terms <= m) RC_ASSERT(difference <= 1e-9);
      RC_ASSERT(krylov.errors[i][j] <= std::pow(c, std::min(m, terms)) + 1e-12);
    }
  }
}

// Each graph with its own m, also one with and one without.
RC_GTEST_PROP(Match, EitherGraphHasItsOwnKrylovSpace, ()) {
  const TestGraph a = ArbitraryGraph(30);
  const TestGraph b = ArbitraryGraph(12);
  const double c = *rc::gen::element(0.4, 0.6, 0.8);
  const auto m_left = *rc::gen::inRange(0U, 20U);  // 0: none
  const auto m_right = *rc::gen::inRange(1U, 20U);
  const auto terms = *rc::gen::inRange(1U, 30U);
  const TwoCorpora two(a, b);
  const Matched plain = MatchAll(two, {.decay = c, .iterations = terms});
  MatchOptions options{.decay = c, .iterations = terms, .krylov_right = m_right};
  if (m_left > 0) options.krylov = m_left;
  const Matched krylov = MatchAll(two, options);
  const unsigned m = std::min({m_left > 0 ? m_left : terms, m_right, terms});
  const double left_out = std::pow(c, terms);
  for (size_t i = 0; i < plain.scores.size(); ++i) {
    for (size_t j = 0; j < plain.scores[i].size(); ++j) {
      const double difference = std::abs(plain.scores[i][j] - krylov.scores[i][j]);
      RC_ASSERT(difference <= krylov.errors[i][j] - left_out + 1e-9);
      if (terms <= m) RC_ASSERT(difference <= 1e-9);
      RC_ASSERT(krylov.errors[i][j] <= std::pow(c, m) + 1e-12);
    }
  }
  // The two sides are not taken for each other.
  const TwoCorpora turned(b, a);
  MatchOptions back{.decay = c, .iterations = terms, .krylov = m_right};
  back.krylov_right = m_left > 0 ? m_left : terms;  // as many dimensions as terms lose nothing
  const Matched other = MatchAll(turned, back);
  for (size_t i = 0; i < plain.scores.size(); ++i) {
    for (size_t j = 0; j < plain.scores[i].size(); ++j) {
      RC_ASSERT(std::abs(krylov.scores[i][j] - other.scores[j][i]) <= 1e-9);
    }
  }
}

// c^m = 0.006 bounds the error for every graph.
RC_GTEST_PROP(Match, TenDimensionsAreWithinAHundredth, ()) {
  const TestGraph a = ArbitraryGraph(60);
  const TestGraph b = ArbitraryGraph(25);
  const TwoCorpora two(a, b);
  const Matched plain = MatchAll(two, {.iterations = 40});
  const Matched krylov = MatchAll(two, {.iterations = 40, .krylov = 10});
  for (size_t i = 0; i < plain.scores.size(); ++i) {
    for (size_t j = 0; j < plain.scores[i].size(); ++j) {
      RC_ASSERT(std::abs(plain.scores[i][j] - krylov.scores[i][j]) <= 1e-2);
    }
  }
}

TEST(Match, SubsetsAreAPartOfAllPairs) {
  const TwoCorpora two(TestGraph::Random(50, 200, 1), TestGraph::Random(40, 90, 2));
  const std::vector<VertexId> left = {17, 3, 49, 8, 0, 21, 22, 30, 31, 11};
  const std::vector<VertexId> right = {5, 39, 0};
  for (const auto krylov : {std::optional<unsigned>(), std::optional<unsigned>(4)}) {
    const MatchOptions options{.iterations = 7, .krylov = krylov};
    const Matched all = MatchAll(two, options);
    const Matched some = MatchSome(two, left, right, options);
    EXPECT_EQ(some.rows, left);
    for (size_t i = 0; i < left.size(); ++i) {
      for (const VertexId v : right) {
        EXPECT_NEAR(some.scores[i][v], all.scores[left[i]][v], 1e-13);
        EXPECT_GT(some.scores[i][v], 0);
      }
      EXPECT_EQ(some.scores[i][7], 0);  // not asked for
    }
    const Matched pair = MatchSome(two, {&left[1], 1}, {&right[0], 1}, options);
    EXPECT_NEAR(pair.scores[0][right[0]], all.scores[left[1]][right[0]], 1e-13);
  }
}

TEST(Match, TheBestComeFirst) {
  const TwoCorpora two(TestGraph::Random(30, 100, 3), TestGraph::Random(30, 80, 4));
  const Matched all = MatchAll(two, {});
  size_t row = 0;
  const Status status =
      Match(two.left, two.right, two.all_left, two.all_right, {.k = 4, .min_score = 0.7},
            [&](VertexId, const std::vector<Hit>& hits) {
              std::vector<double> expected = all.scores[row++];
              std::erase_if(expected, [](double score) { return score < 0.7; });
              std::sort(expected.rbegin(), expected.rend());
              expected.resize(std::min<size_t>(4, expected.size()));
              std::vector<double> found;
              for (const Hit& hit : hits) found.push_back(hit.score.value);
              EXPECT_EQ(found, expected);
              return Status();
            });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(row, 30U);
}

TEST(Match, NeitherThreadsNorMemoryChangeAnything) {
  const TwoCorpora two(TestGraph::Random(300, 1200, 5), TestGraph::Random(200, 700, 6));
  for (const auto krylov : {std::optional<unsigned>(), std::optional<unsigned>(3)}) {
    const MatchOptions options{.krylov = krylov};
    const Matched one = MatchAll(two, options, {.threads = 1});
    EXPECT_EQ(one.scores, MatchAll(two, options, {.threads = 7}).scores);
    // Memory for only some of the right profiles at a time, fewer and fewer.
    for (const uint64_t memory : {600'000, 450'000, 300'000}) {
      const Control little{.threads = 2, .memory = memory};
      EXPECT_EQ(one.scores, MatchAll(two, options, little).scores);
    }
  }
}

TEST(Match, TooLittleMemoryIsToldBeforehand) {
  const TwoCorpora two(TestGraph::Random(300, 1200, 5), TestGraph::Random(200, 700, 6));
  const JoinSink never = [](VertexId, const std::vector<Hit>&) {
    ADD_FAILURE();
    return Status();
  };
  const Control little{.memory = 50'000};
  Status status = Match(two.left, two.right, two.all_left, two.all_right, {}, never, little);
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("fewer vertices on the right"));
  status = Match(two.left, two.right, two.all_left, two.all_right, {.krylov = 5}, never, little);
  EXPECT_THAT(status.message(), HasSubstr("smaller Krylov space"));
  const auto assigned =
      MatchOneToOne(two.left, two.right, two.all_left, two.all_right, {}, {.memory = 500'000});
  EXPECT_EQ(assigned.status().code(), Code::kOutOfBudget);
  EXPECT_THAT(assigned.status().message(), HasSubstr("fewer pairs of every row"));
}

TEST(Match, AStopEndsIt) {
  const TwoCorpora two(TestGraph::Random(30, 100, 3), TestGraph::Random(30, 80, 4));
  std::stop_source stop;
  stop.request_stop();
  for (const auto krylov : {std::optional<unsigned>(), std::optional<unsigned>(3)}) {
    const auto assigned = MatchOneToOne(two.left, two.right, two.all_left, two.all_right,
                                        {.krylov = krylov}, {.stop = stop.get_token()});
    EXPECT_EQ(assigned.status().code(), Code::kCancelled);
  }
}

TEST(Match, OfNoVerticesThereAreNoPairs) {
  const TwoCorpora two(FigureA(), FigureB());
  EXPECT_TRUE(MatchSome(two, {}, two.all_right, {}).rows.empty());
  const Matched matched = MatchSome(two, two.all_left, {}, {});
  EXPECT_EQ(matched.rows, two.all_left);
  EXPECT_EQ(matched.scores, Dense(3, std::vector<double>(5)));
  const auto assigned = MatchOneToOne(two.left, two.right, two.all_left, {}, {});
  ASSERT_TRUE(assigned.ok());
  for (const Hit& hit : *assigned) EXPECT_EQ(hit.vertex, kNoVertex);
}

TEST(Match, WithoutLinksOnlyTheFirstTermCounts) {
  const TwoCorpora two(TestGraph(3, {}), TestGraph(4, {}));
  const Matched matched = MatchAll(two, {.decay = 0.6});
  for (const auto& row : matched.scores) {
    for (const double score : row) EXPECT_NEAR(score, 0.4, 1e-15);
  }
}

TEST(Match, AGraphWithItselfFindsEveryVertex) {
  const TestGraph path = TestGraph::Path(6);
  const TwoCorpora two(path, path);
  const Matched matched = MatchAll(two, {.iterations = 20});
  for (VertexId v = 0; v < 6; ++v) {
    const auto& row = matched.scores[v];
    EXPECT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), v);
  }
  const auto assigned =
      MatchOneToOne(two.left, two.right, two.all_left, two.all_right, {.iterations = 20});
  ASSERT_TRUE(assigned.ok());
  for (VertexId v = 0; v < 6; ++v) EXPECT_EQ((*assigned)[v].vertex, v);
}

// Symmetric links are followed once; links that are symmetric but for one are followed both ways.
TEST(Match, SymmetricGraphsAreNoSpecialCase) {
  const TestGraph cycle = TestGraph::Cycle(7);
  TestGraph::Arcs arcs = cycle.arcs();
  for (const auto& [from, to] : cycle.arcs()) arcs.emplace_back(to, from);
  arcs.emplace_back(0, 3);
  arcs.emplace_back(3, 0);
  const TestGraph symmetric(8, arcs);
  arcs.emplace_back(1, 5);
  const TestGraph nearly(8, arcs);
  for (const TestGraph& other : {symmetric, nearly}) {
    const TwoCorpora two(symmetric, other);
    const Dense expected = PlainMatch(symmetric, other, 0.6, 10, 0.3);
    const Matched matched = MatchAll(two, {.beta = 0.3});
    for (size_t i = 0; i < 8; ++i) {
      for (size_t j = 0; j < 8; ++j) EXPECT_NEAR(matched.scores[i][j], expected[i][j], 1e-13);
    }
  }
}

TEST(Match, EpsilonChoosesTheTerms) {
  const TwoCorpora two(FigureA(), FigureB());
  const Matched matched = MatchAll(two, {.decay = 0.5, .epsilon = 0.13});
  EXPECT_GT(matched.errors[0][0], 0.125);  // by rounding alone
  EXPECT_LT(matched.errors[0][0], 0.125 + 1e-12);
  const double fine = MatchAll(two, {.epsilon = 1e-13}).errors[0][0];  // rounding counts here
  EXPECT_LE(fine, 1e-13);
  EXPECT_GT(fine, 1e-14);
  const auto unreachable =
      Match(two.left, two.right, two.all_left, two.all_right, {.epsilon = 1e-20},
            [](VertexId, const auto&) { return Status(); });
  EXPECT_EQ(unreachable.parameter(), "epsilon");
  EXPECT_THAT(unreachable.message(), HasSubstr("rounding"));
}

// After so many terms next to nothing is left out. The limits are computed with eleven more bits.
TEST(Match, ErrorsIncludeRounding) {
  for (const double c : {0.3, 0.6}) {
    const TestGraph a = TestGraph::Random(12, 40, 1);
    const TestGraph b = TestGraph::Random(14, 35, 2);
    const TwoCorpora two(a, b);
    const Matched matched = MatchAll(two, {.decay = c, .iterations = 100, .beta = 0.3});
    const auto expected = PlainMatch<long double>(a, b, c, 100, 0.3);
    for (size_t i = 0; i < expected.size(); ++i) {
      for (size_t j = 0; j < expected[i].size(); ++j) {
        EXPECT_LE(std::abs(matched.scores[i][j] - expected[i][j]), matched.errors[i][j]);
        EXPECT_LT(matched.errors[i][j], 1e-12);
      }
    }
  }
}

TEST(Match, OneToOneTakesEveryVertexOnceAndTheBestSum) {
  const TwoCorpora two(TestGraph::Random(5, 12, 7), TestGraph::Random(7, 15, 8));
  const Matched all = MatchAll(two, {});
  for (const unsigned k : {0U, 2U}) {
    const auto assigned = MatchOneToOne(two.left, two.right, two.all_left, two.all_right, {.k = k});
    ASSERT_TRUE(assigned.ok()) << assigned.status().message();
    std::set<VertexId> used;
    double sum = 0;
    for (size_t i = 0; i < assigned->size(); ++i) {
      const Hit& hit = (*assigned)[i];
      if (hit.vertex == kNoVertex) continue;
      EXPECT_TRUE(used.insert(hit.vertex).second);
      EXPECT_EQ(hit.score.value, all.scores[i][hit.vertex]);
      EXPECT_GT(hit.score.error, std::pow(0.6, 10));  // by rounding alone
      EXPECT_LT(hit.score.error, std::pow(0.6, 10) + 1e-12);
      sum += hit.score.value;
    }
    if (k > 0) continue;
    EXPECT_EQ(used.size(), 5U);
    std::vector<VertexId> order = two.all_right;
    double best = 0;
    do {
      double total = 0;
      for (size_t i = 0; i < 5; ++i) total += all.scores[i][order[i]];
      best = std::max(best, total);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(sum, best, 1e-12);
  }
}

TEST(Match, BadOptionsAreRefused) {
  const TwoCorpora two(FigureA(), FigureB());
  const auto refused = [&](const MatchOptions& options, const std::string& said) {
    const JoinSink never = [](VertexId, const std::vector<Hit>&) {
      ADD_FAILURE();
      return Status();
    };
    const Status status = Match(two.left, two.right, two.all_left, two.all_right, options, never);
    EXPECT_EQ(status.code(), Code::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr(said));
  };
  refused({.beta = -0.1}, "beta is -0.1");
  refused({.beta = 1.1}, "beta is 1.1");
  refused({.beta = std::numeric_limits<double>::quiet_NaN()}, "beta is nan");
  refused({.krylov = 0}, "Krylov space of 0");
  refused({.krylov = 100'000}, "Krylov space of 100000");
  refused({.krylov_right = 0}, "Krylov space of 0");
  refused({.iterations = 0}, "0 iterations");
  refused({.iterations = 20'000}, "20000 iterations");
  refused({.decay = 1}, "decay of matching is 1");
  refused({.epsilon = 0}, "epsilon is 0");
  refused({.decay = 0.99999, .epsilon = 1e-9},
          "more than 10000 iterations of matching, which are the most and leave an error of up to "
          "0.914; take that or more, or a lower decay");
  refused({.decay = 0.9999999, .epsilon = 1e-9}, "up to 1.01; take a lower decay");
  const std::vector<VertexId> twice = {0, 0};
  const std::vector<VertexId> beyond = {3};
  for (const auto& left : {twice, beyond}) {
    EXPECT_EQ(MatchOneToOne(two.left, two.right, left, two.all_right, {}).status().code(),
              Code::kInvalidArgument);
  }
}

}  // namespace
}  // namespace akin
