#include "query/walking.h"

#include <gtest/gtest.h>

#include <stop_token>

#include "random_graph.h"

namespace akin {
namespace {

// A search may read a whole build's links: a stop must not wait for its end.
TEST(SearchBackwardsTest, AStopEndsASearchBeforeItsEnd) {
  const TestGraph graph = TestGraph::Random(60, 1500, 3);
  const WalkParameters walk{.measure = Measure::kPSimRank, .length = 5};
  const Scoring scoring(Method::kWalks, 0.8, walk.length, 10);
  const auto search = [&](const std::stop_token& stop, QueryWork& work) {
    SearchBudget budget(10, 0);
    budget.RemoveLimit();
    Candidates candidates;
    EXPECT_TRUE(candidates.Reset(graph.vertices()).ok());
    return SearchBackwards(graph.in(), graph.out(), walk, scoring, 1, budget, {.stop = stop},
                           candidates, work);
  };
  QueryWork whole;
  const auto all = search({}, whole);
  ASSERT_TRUE(all.ok() && *all);
  EXPECT_GT(whole.members, 1000U);
  std::stop_source stopped;
  stopped.request_stop();
  QueryWork work;
  EXPECT_EQ(search(stopped.get_token(), work).status().code(), Code::kCancelled);
  EXPECT_EQ(work.members, 0U);
}

}  // namespace
}  // namespace akin
