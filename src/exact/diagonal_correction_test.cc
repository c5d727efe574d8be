// The diagonal correction through the public API: solved now, and from indexes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "akin/build.h"
#include "akin/diagonal.h"
#include "figure_graphs.h"
#include "naive_pairs.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;

// Equation 19: D_k = 1 - c (P' S_{k-1} P) on the diagonal, from plain rounds of SimRank.
std::vector<double> NaiveDiagonal(const TestGraph& graph, double decay, int round) {
  std::vector<double> diagonal(graph.vertices(), 1.0);
  if (round == 0) return diagonal;
  const Matrix s = NaiveSimRank(graph, decay, round - 1);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    const auto links = graph.in()[v];
    if (!links.empty()) diagonal[v] -= decay * NaiveMean(s, links, links);
  }
  return diagonal;
}

class DiagonalCorrectionTest : public testing::Test {
 protected:
  Corpus Make(const TestGraph& graph) {
    MakeCorpus(graph, path());
    return *Corpus::Open(path());
  }
  std::string path() const { return directory_ / "g.akin"; }

  const TempDir directory_;
};

TEST_F(DiagonalCorrectionTest, RoundsAndLimitFollowTheDefinition) {
  for (const TestGraph& graph : {TestGraph::Random(30, 120, 1), TestGraph::Star(9),
                                 TestGraph::Cycle(6), TestGraph::Complete(7)}) {
    const Corpus corpus = Make(graph);
    const auto rounds = SolveDiagonalCorrection(corpus, {.decay = 0.7, .iterations = 5});
    ASSERT_TRUE(rounds.ok()) << rounds.status().message();
    ASSERT_EQ(rounds->values.size(), 6U);
    EXPECT_TRUE(rounds->of_rounds);
    const auto limit = SolveDiagonalCorrection(corpus, {.decay = 0.7, .epsilon = 1e-4});
    ASSERT_TRUE(limit.ok()) << limit.status().message();
    ASSERT_EQ(limit->values.size(), 1U);
    EXPECT_FALSE(limit->of_rounds);
    EXPECT_LT(limit->error, 0.01);
    const std::vector<double> exact = NaiveDiagonal(graph, 0.7, 100);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      EXPECT_NEAR(limit->values[0][v], exact[v], limit->error + 1e-7);  // stored as floats
      for (size_t j = 0; j < 6; ++j) {
        const double value = rounds->values[j][v];
        EXPECT_NEAR(value, NaiveDiagonal(graph, 0.7, static_cast<int>(j))[v], 1e-12);
        EXPECT_GE(value, exact[v] - 1e-12);
        EXPECT_LE(value - exact[v], rounds->ErrorOf(j) + 1e-12);
      }
    }
  }
}

// 1 has the in-neighbours 3, 4 and 6, of which 3 and 4 score .3: D = 1 - .6 (3 + 2 * .3) / 9.
TEST_F(DiagonalCorrectionTest, NumbersByHand) {
  const Corpus corpus = Make(ConnectivityFigure());
  const auto rounds = SolveDiagonalCorrection(corpus, {.decay = 0.6, .iterations = 3});
  ASSERT_TRUE(rounds.ok()) << rounds.status().message();
  EXPECT_NEAR(rounds->values[1][1], 0.8, 1e-15);
  EXPECT_NEAR(rounds->values[2][1], 0.76, 1e-15);
  EXPECT_NEAR(rounds->values[3][3], 0.7, 1e-15);
  EXPECT_NEAR(rounds->values[3][8], 0.4, 1e-15);
  EXPECT_EQ(rounds->values[3][11], 1);
  EXPECT_GT(rounds->ErrorOf(2), 0.216);  // by rounding alone
  EXPECT_LT(rounds->ErrorOf(2), 0.216 + 1e-13);
}

// After 200 rounds next to nothing is omitted. On K4 all scores are 2c / (9 - 7c), so that D is
// 1 - c (3 + 6 s) / 9.
TEST_F(DiagonalCorrectionTest, ErrorsIncludeRounding) {
  const Corpus corpus = Make(TestGraph::Complete(4));
  for (const double decay : {0.3, 0.6, 0.8}) {
    ASSERT_TRUE(BuildIndex(path(), {.method = Method::kSeries,
                                    .decay = decay,
                                    .iterations = 200,
                                    .name = "s",
                                    .replace = true})
                    .ok());
    const long double c = decay;
    const long double limit = 1 - c * (3 + 12 * c / (9 - 7 * c)) / 9;
    const auto solved = SolveDiagonalCorrection(corpus, {.decay = decay, .iterations = 200});
    const auto kept = corpus.OpenIndex("s")->Diagonal();
    EXPECT_EQ(kept->ErrorOf(200), solved->ErrorOf(200));
    EXPECT_LE(std::abs(solved->values[200][0] - limit), solved->ErrorOf(200)) << decay;
    EXPECT_LT(solved->ErrorOf(200), 1e-12);
    EXPECT_GT(solved->ErrorOf(200), 1e-16);
  }
}

TEST_F(DiagonalCorrectionTest, AnIndexHasWhatIsSolvedNow) {
  const Corpus corpus = Make(TestGraph::Random(40, 160, 3));
  ASSERT_TRUE(BuildIndex(path(), {.method = Method::kPush, .name = "p"}).ok());
  ASSERT_TRUE(BuildIndex(path(), {.method = Method::kSeries, .iterations = 4, .name = "s"}).ok());
  ASSERT_TRUE(BuildIndex(path(), {.fingerprints = 10, .name = "w"}).ok());
  const auto push = corpus.OpenIndex("p")->Diagonal();
  const auto solved = SolveDiagonalCorrection(corpus, {});
  EXPECT_EQ(push->values, solved->values);
  EXPECT_EQ(push->error, solved->error);
  EXPECT_GT(push->error, 0);
  const auto series = corpus.OpenIndex("s")->Diagonal();
  const auto rounds = SolveDiagonalCorrection(corpus, {.iterations = 4});
  EXPECT_EQ(series->values, rounds->values);
  EXPECT_TRUE(series->of_rounds);
  const Status none = corpus.OpenIndex("w")->Diagonal().status();
  EXPECT_EQ(none.parameter(), "index");
  EXPECT_THAT(none.message(), HasSubstr("has no diagonal"));
  EXPECT_EQ(SolveDiagonalCorrection(corpus, {.method = Method::kWalks}).status().parameter(),
            "method");
  EXPECT_EQ(SolveDiagonalCorrection(corpus, {.decay = 1}).status().parameter(), "decay");
}

}  // namespace
}  // namespace akin
