#include "index/index_parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace akin {
namespace {

using testing::EndsWith;

FingerprintParameters Fingerprints(const BuildOptions& options) {
  return std::get<FingerprintParameters>(ResolveParameters(options)->of);
}

TEST(IndexParametersTest, WhatIsNotGivenIsUsual) {
  const auto simrank = ResolveParameters({});
  ASSERT_TRUE(simrank.ok());
  EXPECT_EQ(simrank->measure, Measure::kSimRank);
  EXPECT_EQ(simrank->method, Method::kWalks);
  EXPECT_EQ(simrank->decay(), 0.6);
  EXPECT_EQ(Fingerprints({}).length, 10U);
  EXPECT_EQ(Fingerprints({}).fingerprints, 100U);
  EXPECT_EQ(Fingerprints({.measure = Measure::kXJaccard}).length, 4U);
  const FingerprintParameters text = Fingerprints({.measure = Measure::kText});
  EXPECT_EQ(text.fingerprints, 80U);
  EXPECT_EQ(text.length, 1U);
  EXPECT_EQ(text.decay, 0);
  EXPECT_EQ(ResolveParameters({.measure = Measure::kCosineSimRank})->method, Method::kNorms);
}

TEST(IndexParametersTest, WhatIsGivenCounts) {
  const FingerprintParameters given = Fingerprints(
      {.measure = Measure::kPSimRank, .decay = 0.8, .length = 3, .fingerprints = 7, .seed = 5});
  EXPECT_EQ(given.decay, 0.8);
  EXPECT_EQ(given.length, 3U);
  EXPECT_EQ(given.fingerprints, 7U);
  EXPECT_EQ(given.seed, 5U);
}

TEST(IndexParametersTest, PushingRoundsIsASeries) {
  EXPECT_EQ(ResolveParameters({.method = Method::kPush})->method, Method::kPush);
  const auto series = ResolveParameters({.method = Method::kPush, .iterations = 6});
  EXPECT_EQ(series->method, Method::kSeries);
  EXPECT_EQ(std::get<SeriesParameters>(series->of).iterations, 6U);
}

TEST(IndexParametersTest, CosineTakesAsManyTermsAsEpsilonAsksFor) {
  const auto parameters =
      ResolveParameters({.measure = Measure::kCosineSimRank, .decay = 0.5, .epsilon = 0.1});
  EXPECT_EQ(std::get<NormsParameters>(parameters->of).iterations, NormIterations(0.5, 0.1));
}

// No epsilon is 1 or more, so it is no use to advise one.
TEST(IndexParametersTest, AnEpsilonOutOfReachIsToldWhatIsPossible) {
  const auto refusal = [](const BuildOptions& options) {
    const Status status = ResolveParameters(options).status();
    EXPECT_EQ(status.code(), Code::kInvalidArgument);
    EXPECT_EQ(status.parameter(), "epsilon");
    return status.message();
  };
  const Measure cosine = Measure::kCosineSimRank;
  EXPECT_EQ(refusal({.measure = cosine, .decay = 0.9999, .epsilon = 1e-9}),
            "an epsilon of 1e-09 takes more than 1000 iterations of cosine-simrank, which are the "
            "most and leave an error of up to 1.83; take a lower decay");
  EXPECT_EQ(refusal({.measure = cosine, .decay = 0.999, .epsilon = 1e-9}),
            "an epsilon of 1e-09 takes more than 1000 iterations of cosine-simrank, which are the "
            "most and leave an error of up to 0.743; take that or more, or a lower decay");
  EXPECT_TRUE(ResolveParameters({.measure = cosine, .decay = 0.999, .epsilon = 0.743}).ok());
  EXPECT_THAT(refusal({.method = Method::kPush, .decay = 0.9999999, .epsilon = 0.001}),
              EndsWith("single precision, with errors of up to 5.02; take a lower decay"));
  EXPECT_THAT(refusal({.method = Method::kPush, .decay = 0.9999, .epsilon = 0.001}),
              EndsWith("with errors of up to 0.00502; take that or more, or a lower decay"));
  EXPECT_TRUE(
      ResolveParameters({.method = Method::kPush, .decay = 0.9999, .epsilon = 0.00502}).ok());
}

TEST(IndexParametersTest, WhatMakesNoSenseIsRefusedAndNamed) {
  struct Case {
    BuildOptions options;
    const char* parameter;
  };
  const Measure text = Measure::kText;
  const Measure cosine = Measure::kCosineSimRank;
  const Case cases[] = {
      {{.measure = Measure::kJaccard}, "measure"},
      {{.measure = Measure::kPSimRank, .method = Method::kPush}, "method"},
      {{.method = Method::kSolver}, "method"},
      {{.measure = text, .length = 3}, "length"},
      {{.measure = text, .decay = 0.5}, "decay"},
      {{.epsilon = 0.1}, "epsilon"},
      {{.iterations = 3}, "iterations"},
      {{.method = Method::kPush, .length = 3}, "length"},
      {{.method = Method::kPush, .fingerprints = 9}, "fingerprints"},
      {{.method = Method::kPush, .epsilon = 1e-6}, "epsilon"},
      {{.method = Method::kPush, .epsilon = 0.1, .iterations = 3}, "iterations"},
      {{.method = Method::kPush, .only = {1}}, "only"},
      {{.measure = cosine, .fingerprints = 9}, "fingerprints"},
      {{.measure = cosine, .iterations = 1}, "iterations"},
      {{.measure = cosine, .epsilon = 0.1, .iterations = 3}, "epsilon"},
      {{.decay = 1.0}, "decay"},
      {{.decay = 0.0}, "decay"},
      {{.length = 0}, "length"},
      {{.length = 255}, "length"},
      {{.measure = Measure::kXJaccard, .length = 17}, "length"},
      {{.measure = Measure::kXJaccard, .length = 16, .fingerprints = 100'000}, "fingerprints"},
      {{.fingerprints = 0}, "fingerprints"},
      {{.fingerprints = 1'000'001}, "fingerprints"},
      {{.bags = "words"}, "bags"}};
  for (const auto& [options, parameter] : cases) {
    const Status status = ResolveParameters(options).status();
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << parameter;
    EXPECT_EQ(status.parameter(), parameter) << status.message();
  }
}

TEST(IndexParametersTest, IndexesAreNamedByMeasureAndUnusualMethod) {
  const auto name = [](const BuildOptions& options) {
    return DefaultIndexName(*ResolveParameters(options));
  };
  EXPECT_EQ(name({}), "simrank");
  EXPECT_EQ(name({.method = Method::kPush}), "simrank-push");
  EXPECT_EQ(name({.method = Method::kSeries}), "simrank-series");
  EXPECT_EQ(name({.measure = Measure::kCosineSimRank}), "cosine-simrank");
}

}  // namespace
}  // namespace akin
