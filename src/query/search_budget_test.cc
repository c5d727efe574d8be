#include "query/search_budget.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>

namespace akin {
namespace {

// Makes searches that read so many links each until one must stop; returns what all of them read.
uint64_t ReadBySearches(SearchBudget& budget, uint64_t searches, uint64_t links) {
  uint64_t total = 0;
  for (uint64_t i = 0; i < searches; ++i) {
    uint64_t told = 0;
    uint64_t allowed = 0;
    for (uint64_t read = 0; read < links; ++read) {
      if (read == allowed) {
        const uint64_t more = budget.More(read - std::exchange(told, read));
        if (more == 0) return total + read;
        allowed += more;
      }
    }
    budget.Done(links - told);
    total += links;
  }
  return total;
}

TEST(SearchBudgetTest, CheapSearchesAreAllMade) {
  SearchBudget budget(1000, 100'000);
  EXPECT_EQ(ReadBySearches(budget, 1000, 90), 90'000U);
}

TEST(SearchBudgetTest, DearOnesStopAfterASixteenthOfABuild) {
  for (const uint64_t links : {150ULL, 1000ULL, 1'000'000ULL}) {
    SearchBudget budget(1000, 100'000);
    const uint64_t read = ReadBySearches(budget, 1000, links);
    EXPECT_GE(read, 100'000U / 16) << links;
    EXPECT_LE(read, 100'000U / 16 + 2) << links;
  }
}

// Whatever comes after cheap ones, all together read no more than a build.
TEST(SearchBudgetTest, NoMoreThanABuildIsEverRead) {
  SearchBudget budget(100, 100'000);
  EXPECT_EQ(ReadBySearches(budget, 99, 10), 990U);
  EXPECT_LE(ReadBySearches(budget, 1, std::numeric_limits<uint32_t>::max()), 100'000U);
}

// What other searches have read counts, too, whether they have ended or not.
TEST(SearchBudgetTest, SearchesAtTheSameTimeShareIt) {
  SearchBudget budget(1000, 100'000);
  EXPECT_GT(budget.More(3000), 0U);
  EXPECT_GT(budget.More(3000), 0U);
  EXPECT_EQ(budget.More(3000), 0U);
}

TEST(SearchBudgetTest, WithoutALimitNoneStops) {
  SearchBudget budget(1000, 1000);
  budget.RemoveLimit();
  EXPECT_EQ(ReadBySearches(budget, 1000, 5000), 5'000'000U);
}

TEST(SearchBudgetTest, WhereABuildReadsNothingItIsMade) {
  SearchBudget budget(10, 0);
  EXPECT_EQ(budget.More(0), 0U);
}

}  // namespace
}  // namespace akin
