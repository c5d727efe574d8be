#include "server/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>

namespace akin::server {
namespace {

TEST(WorkersTest, TakesAsManyAsFitAndDoesThemAll) {
  std::atomic<int> done = 0;
  std::latch go(1);  // jobs wait for it as long as there are workers
  {
    Workers workers(2, 3);
    const auto job = [&] {
      go.wait();
      ++done;
    };
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(workers.Take(job)) << i;
    EXPECT_FALSE(workers.Take(job));
    EXPECT_EQ(workers.busy() + workers.waiting(), 5U);
    go.count_down();
    while (workers.busy() + workers.waiting() > 0) std::this_thread::yield();
    EXPECT_TRUE(workers.Take(job)) << "there is room again";
  }
  EXPECT_EQ(done, 6);
}

TEST(WorkersTest, WithoutAQueueFreeThreadsStillWork) {
  std::latch go(1);
  Workers workers(1, 0);
  EXPECT_TRUE(workers.Take([&] { go.wait(); }));
  EXPECT_FALSE(workers.Take([] {}));
  go.count_down();
}

}  // namespace
}  // namespace akin::server
