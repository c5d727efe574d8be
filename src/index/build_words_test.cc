#include <gtest/gtest.h>

#include "akin/build.h"

namespace akin {
namespace {

TEST(BuildWordsTest, SayingNothingMeansWhatIsUsual) {
  const auto simrank = ParseBuildWords({});
  ASSERT_TRUE(simrank.ok());
  EXPECT_EQ(simrank->measure, Measure::kSimRank);
  EXPECT_EQ(simrank->method, Method::kFingerprints);
  EXPECT_EQ(simrank->length, 10U);
  EXPECT_EQ(simrank->fingerprints, 100U);
  EXPECT_EQ(ParseBuildWords({.measure = "xjaccard"})->length, 4U);
  EXPECT_EQ(ParseBuildWords({.measure = "text"})->fingerprints, 80U);
  EXPECT_EQ(ParseBuildWords({.measure = "cosine-simrank"})->method, Method::kNorms);
}

TEST(BuildWordsTest, WhatIsSaidCounts) {
  const auto options = ParseBuildWords(
      {.measure = "psimrank", .decay = 0.8, .length = 3, .fingerprints = 7}, {.seed = 5});
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->measure, Measure::kPSimRank);
  EXPECT_EQ(options->decay, 0.8);
  EXPECT_EQ(options->length, 3U);
  EXPECT_EQ(options->fingerprints, 7U);
  EXPECT_EQ(options->seed, 5U);
}

TEST(BuildWordsTest, PushingRoundsIsASeries) {
  EXPECT_EQ(ParseBuildWords({.method = "push"})->method, Method::kPush);
  const auto series = ParseBuildWords({.method = "push", .iterations = 6});
  EXPECT_EQ(series->method, Method::kSeries);
  EXPECT_EQ(series->iterations, 6U);
}

TEST(BuildWordsTest, CosineTakesAsManyTermsAsEpsilonAsksFor) {
  const auto options = ParseBuildWords({.measure = "cosine-simrank", .decay = 0.5, .epsilon = 0.1});
  EXPECT_EQ(options->iterations, NormIterations(0.5, 0.1));
}

TEST(BuildWordsTest, WhatMakesNoSenseIsRefused) {
  for (const BuildWords& words :
       {BuildWords{.measure = "simrang"}, BuildWords{.method = "pull"},
        BuildWords{.measure = "text", .length = 3}, BuildWords{.measure = "text", .decay = 0.5},
        BuildWords{.epsilon = 0.1}, BuildWords{.iterations = 3},
        BuildWords{.method = "push", .length = 3}, BuildWords{.method = "push", .fingerprints = 9},
        BuildWords{.measure = "cosine-simrank", .fingerprints = 9},
        BuildWords{.method = "push", .epsilon = 0.1, .iterations = 3}}) {
    EXPECT_EQ(ParseBuildWords(words).status().code(), Code::kInvalidArgument);
  }
}

}  // namespace
}  // namespace akin
