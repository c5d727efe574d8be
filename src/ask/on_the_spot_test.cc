#include "ask/on_the_spot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <variant>

#include "akin/ask.h"
#include "akin/exact.h"
#include "index/index_parameters.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr double kNever = std::numeric_limits<double>::infinity();

TEST(SpotWayTest, TheLeastWorkIsTakenAndWalksIfBothAreTooMuch) {
  EXPECT_EQ(ChooseSpotWay({.push = 1, .rounds = 2}), SpotWay::kPush);
  EXPECT_EQ(ChooseSpotWay({.push = 2, .rounds = 1}), SpotWay::kRounds);
  EXPECT_EQ(ChooseSpotWay({.push = kNever, .rounds = kMostSpotWork}), SpotWay::kRounds);
  EXPECT_EQ(ChooseSpotWay({.push = kMostSpotWork, .rounds = kNever}), SpotWay::kPush);
  EXPECT_EQ(ChooseSpotWay({.push = kNever, .rounds = kNever}), SpotWay::kWalks);
  EXPECT_EQ(ChooseSpotWay({.push = 2 * kMostSpotWork, .rounds = 3 * kMostSpotWork}),
            SpotWay::kWalks);
}

TEST(SpotWayTest, SaysWhichWayAndWhy) {
  EXPECT_THAT(DescribeSpotWork({.push = 2e9, .rounds = 1e12}),
              StartsWith("by push, about 2e+09 additions; rounds of all pairs would take about"));
  EXPECT_THAT(DescribeSpotWork({.push = kNever, .rounds = 1e9}),
              StartsWith("by rounds of all pairs, about 1e+09 additions; push would take more"));
  EXPECT_THAT(DescribeSpotWork({.push = kNever, .rounds = kNever}), HasSubstr("by walks"));
  EXPECT_THAT(DescribeSpotWork({.push = 0, .rounds = 1e9}),
              StartsWith("by push, next to no additions; "));
}

class OnTheSpotTest : public IndexTest {
 protected:
  static PushParameters Parameters(double decay) {
    const auto resolved = ResolveParameters({.method = Method::kPush, .decay = decay});
    return std::get<PushParameters>(resolved->of);
  }
  SpotWork WorkOf(double decay, const Control& control = {}) const {
    const auto work = EstimateSpotWork(*Corpus::Open(corpus_), Parameters(decay), control);
    EXPECT_TRUE(work.ok()) << work.status().message();
    return *work;
  }
};

// 300 vertices with 30 in-links each: everything is reached in two steps.
TEST_F(OnTheSpotTest, ADenseGraphIsSolvedByRoundsUnlessMemoryForbidsIt) {
  MakeCorpus(TestGraph::Random(300, 9000, 5), corpus_);
  EXPECT_EQ(ChooseSpotWay(WorkOf(0.9)), SpotWay::kRounds);
  EXPECT_LT(WorkOf(0.6).rounds, WorkOf(0.9).rounds);
  EXPECT_EQ(WorkOf(0.9, {.memory = 1 << 20}).rounds, kNever);  // 16 V^2 are 1.4 MiB
}

// A long chain: a push ends soon, and rounds would take all pairs of 2,000.
TEST_F(OnTheSpotTest, AChainIsSolvedByPush) {
  MakeCorpus(TestGraph::Path(2000), corpus_);
  EXPECT_EQ(ChooseSpotWay(WorkOf(0.9)), SpotWay::kPush);
}

// What counts is the work, not the number of arcs.
TEST_F(OnTheSpotTest, ALargeGraphOnWhichAPushIsNothingIsAnswered) {
  MakeCorpus(TestGraph::Path(1'100'000), corpus_);
  const Corpus corpus = *Corpus::Open(corpus_);
  const auto asker = Asker::Create(corpus, {});
  ASSERT_TRUE(asker.ok()) << asker.status().message();
  EXPECT_THAT(asker->how_solved(), StartsWith("by push"));
  EXPECT_TRUE(asker->Related(5)->hits.empty());
  // Push does not know when walks meet, and they are too many here.
  EXPECT_EQ(Asker::Create(corpus, {.function = MeetingFunction::kInverse}).status().code(),
            Code::kNoIndex);
}

TEST_F(OnTheSpotTest, AllWaysAgreeWithinTheirErrors) {
  constexpr VertexId kVertices = 60;
  MakeCorpus(TestGraph::Random(kVertices, 240, 8), corpus_);
  const Corpus corpus = *Corpus::Open(corpus_);
  const double decay = 0.8;
  const PushParameters parameters = Parameters(decay);
  const auto by_push = corpus.SolveIndex(parameters);
  const auto by_rounds = SolveByRounds(corpus, parameters, {});
  ASSERT_TRUE(by_push.ok() && by_rounds.ok()) << by_rounds.status().message();
  const ExactOptions exact{.decay = decay, .epsilon = 1e-10};
  for (VertexId u = 0; u < kVertices; u += 7) {
    for (VertexId v = 0; v < kVertices; ++v) {
      const Score truth = *ExactSim(corpus, u, v, exact);
      for (const Index* index : {&*by_push, &*by_rounds}) {
        const Score score = *index->Sim(u, v);
        EXPECT_LE(score.error, parameters.epsilon);
        EXPECT_LE(std::abs(score.value - truth.value), score.error + truth.error) << u << ' ' << v;
        EXPECT_TRUE(u != v || score.error == 0);
      }
    }
    const auto hits = by_rounds->Related(u, {.k = 5})->hits;
    for (const Hit& hit : hits) EXPECT_EQ(hit.score.value, by_rounds->Sim(u, hit.vertex)->value);
  }
  EXPECT_EQ(by_rounds->Sim(0, 1, {.decay = 0.5}).status().parameter(), "decay");
  EXPECT_TRUE(by_rounds->Explain(0, 1, {}).ok());
}

TEST_F(OnTheSpotTest, AnAskerSaysHowItSolved) {
  MakeCorpus(TestGraph::Random(60, 240, 8), corpus_);
  const auto asker = Asker::Create(*Corpus::Open(corpus_), {});
  ASSERT_TRUE(asker.ok());
  EXPECT_TRUE(asker->solved_on_the_spot());
  EXPECT_THAT(asker->name(), StartsWith("simrank solved on the spot by "));
  EXPECT_THAT(asker->how_solved(), HasSubstr("additions"));
}

}  // namespace
}  // namespace akin
