// Other kernels of cosine SimRank, through every question (linear/kernel_sums.h has the numbers).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "akin/exact.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;

// One and two links before 0 and 1, walks begin at {2, 3} and {3}, and at {4, 4, 5} and {4, 5}.
TEST(KernelsTest, GiveTheNumbersByHandToEveryQuestion) {
  const TempDir directory;
  MakeCorpus(TestGraph(6, {{2, 0}, {3, 0}, {3, 1}, {4, 2}, {4, 3}, {5, 3}}), directory / "k.akin");
  const Corpus corpus = *Corpus::Open(directory / "k.akin");
  const std::map<std::string, double> by_hand = {
      {"cosine", .306316}, {"sets", .313706}, {"bhattacharyya", .311632}, {"intersection", .24}};
  for (const auto& [kernel, score] : by_hand) {
    SCOPED_TRACE(kernel);
    const auto exact = ParseExactSpec("cosine-simrank:kernel=" + kernel);
    ASSERT_TRUE(exact.ok()) << exact.status().message();
    const auto sim = ExactSim(corpus, 0, 1, *exact);
    ASSERT_TRUE(sim.ok()) << sim.status().message();
    EXPECT_NEAR(sim->value, score, 5.001e-7);
    const auto related = ExactRelated(corpus, 1, *exact);
    ASSERT_TRUE(related.ok()) << related.status().message();
    ASSERT_FALSE(related->hits.empty());
    EXPECT_EQ(related->hits[0].vertex, 0U);
    EXPECT_NEAR(related->hits[0].score.value, score, 5.001e-7);
    EXPECT_NEAR(related->hits[0].score.error, 0.0060466176, 1e-12);
    for (const unsigned threads : {1U, 3U}) {
      std::vector<double> all(36);
      ASSERT_TRUE(ExactAllPairs(corpus, *exact, all, {.threads = threads}).ok());
      EXPECT_NEAR(all[1], score, 5.001e-7);
      EXPECT_NEAR(all[6], score, 5.001e-7);
      EXPECT_EQ(all[7], 1);
    }
  }
}

TEST(KernelsTest, WhatMakesNoSenseIsRefused) {
  const auto refusal = [](const std::string& spec) {
    const auto parsed = ParseExactSpec(spec);
    EXPECT_EQ(parsed.status().code(), Code::kInvalidArgument) << spec;
    return parsed.status().message();
  };
  EXPECT_THAT(refusal("cosine-simrank:kernel=set"), HasSubstr("bhattacharyya"));
  EXPECT_THAT(refusal("simrank:kernel=cosine"), HasSubstr("that is for cosine-simrank"));
  for (const char* const krylov : {":krylov=3", ":krylov=auto"}) {
    EXPECT_THAT(refusal(std::string("cosine-simrank:kernel=sets") + krylov),
                HasSubstr("leave out krylov or kernel"));
    EXPECT_TRUE(ParseExactSpec(std::string("cosine-simrank:kernel=cosine") + krylov).ok());
  }
}

}  // namespace
}  // namespace akin
