#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace akin {
namespace {

class ThreadsTest : public testing::TestWithParam<unsigned> {
 protected:
  ThreadPool pool_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Threads, ThreadsTest, testing::Values(1, 2, 7, 32));

TEST_P(ThreadsTest, EveryPieceIsDoneOnceByAWorkerOfThePool) {
  EXPECT_EQ(pool_.size(), GetParam());
  for (const uint64_t pieces : {0, 1, 2, 3, 100, 10'000}) {
    std::vector<std::atomic<int>> done(pieces);
    std::atomic<bool> stranger = false;
    const Status status = pool_.Run(pieces, {}, [&](uint64_t piece, unsigned worker) -> Status {
      ++done[piece];
      if (worker >= pool_.size()) stranger = true;
      return {};
    });
    EXPECT_TRUE(status.ok());
    EXPECT_FALSE(stranger);
    for (const auto& count : done) ASSERT_EQ(count, 1);
  }
}

TEST_P(ThreadsTest, AWorkerDoesOnePieceAtATime) {
  std::vector<std::atomic<int>> inside(pool_.size());
  std::atomic<bool> overlap = false;
  ASSERT_TRUE(pool_
                  .Run(5000, {},
                       [&](uint64_t, unsigned worker) -> Status {
                         if (++inside[worker] != 1) overlap = true;
                         --inside[worker];
                         return {};
                       })
                  .ok());
  EXPECT_FALSE(overlap);
}

TEST_P(ThreadsTest, AFailureIsReturnedAndEndsTheRun) {
  constexpr uint64_t kPieces = 1'000'000;
  std::atomic<uint64_t> begun = 0;
  const Status status = pool_.Run(kPieces, {}, [&](uint64_t piece, unsigned) -> Status {
    ++begun;
    return piece == 10 ? Status(Code::kBadInput, "piece 10") : Status();
  });
  EXPECT_EQ(status.code(), Code::kBadInput);
  EXPECT_EQ(status.message(), "piece 10");
  EXPECT_LE(begun, kPieces);
}

TEST_P(ThreadsTest, OfManyFailuresOneIsReturnedWhole) {
  const Status status = pool_.Run(1000, {}, [](uint64_t piece, unsigned) {
    return Status(Code::kIo, "failure of piece " + std::to_string(piece));
  });
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_TRUE(status.message().starts_with("failure of piece "));
}

TEST_P(ThreadsTest, AStopBeforeTheStartDoesNothing) {
  std::stop_source stop;
  stop.request_stop();
  std::atomic<int> begun = 0;
  const Status status = pool_.Run(100, stop.get_token(), [&](uint64_t, unsigned) -> Status {
    ++begun;
    return {};
  });
  EXPECT_EQ(status.code(), Code::kCancelled);
  EXPECT_EQ(begun, 0);
}

TEST_P(ThreadsTest, AStopInTheMiddleBeginsNoFurtherPiece) {
  std::stop_source stop;
  std::atomic<bool> stopped = false;
  std::atomic<uint64_t> begun_after = 0;
  const Status status =
      pool_.Run(1'000'000, stop.get_token(), [&](uint64_t piece, unsigned) -> Status {
        if (stopped) ++begun_after;
        if (piece == 50) {
          stop.request_stop();
          stopped = true;
        }
        return {};
      });
  EXPECT_EQ(status.code(), Code::kCancelled);
  EXPECT_LT(begun_after, pool_.size()) << "only pieces already begun may end";
}

TEST_P(ThreadsTest, ThePoolWorksOnAfterFailuresAndStops) {
  std::stop_source stop;
  stop.request_stop();
  for (int round = 0; round < 50; ++round) {
    EXPECT_FALSE(pool_.Run(20, {}, [](uint64_t, unsigned) { return Status(Code::kIo, "x"); }).ok());
    EXPECT_FALSE(pool_.Run(20, stop.get_token(), [](uint64_t, unsigned) { return Status(); }).ok());
    std::atomic<uint64_t> sum = 0;
    EXPECT_TRUE(pool_
                    .Run(100, {},
                         [&](uint64_t piece, unsigned) -> Status {
                           sum += piece;
                           return {};
                         })
                    .ok());
    EXPECT_EQ(sum, 4950U);
  }
}

// Short runs one after another: a worker that wakes up late must not touch a finished job.
TEST_P(ThreadsTest, ManyShortRuns) {
  for (int round = 0; round < 5000; ++round) {
    std::atomic<int> done = 0;
    ASSERT_TRUE(pool_
                    .Run(2, {},
                         [&](uint64_t, unsigned) -> Status {
                           ++done;
                           return {};
                         })
                    .ok());
    ASSERT_EQ(done, 2);
  }
}

TEST(ThreadPoolTest, NoThreadsMeansTheCallingOne) {
  ThreadPool pool(0);
  EXPECT_EQ(pool.size(), 1U);
  std::thread::id worker;
  ASSERT_TRUE(pool.Run(3, {},
                       [&](uint64_t, unsigned) -> Status {
                         worker = std::this_thread::get_id();
                         return {};
                       })
                  .ok());
  EXPECT_EQ(worker, std::this_thread::get_id());
}

TEST(ThreadPoolTest, ZeroStandsForAllCores) {
  EXPECT_GE(ThreadsOrAll(0), 1U);
  EXPECT_EQ(ThreadsOrAll(5), 5U);
}

TEST(ThreadPoolTest, APoolThatNeverRanEnds) {
  for (int i = 0; i < 50; ++i) const ThreadPool pool(8);
}

TEST_P(ThreadsTest, WhatWorkThrowsIsThrownByRun) {
  for (int round = 0; round < 20; ++round) {
    EXPECT_THROW((void)pool_.Run(1000, {},
                                 [&](uint64_t piece, unsigned) -> Status {
                                   if (piece % 7 == 3) throw std::bad_alloc();
                                   return {};
                                 }),
                 std::bad_alloc);
  }
  std::atomic<int> done = 0;
  const auto count = [&](uint64_t, unsigned) {
    ++done;
    return Status();
  };
  EXPECT_TRUE(pool_.Run(100, {}, count).ok()) << "the pool works as before";
  EXPECT_EQ(done, 100);
}

}  // namespace
}  // namespace akin
