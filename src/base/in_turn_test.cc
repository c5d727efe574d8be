#include "base/in_turn.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <vector>

#include "base/threads.h"

namespace akin {
namespace {

TEST(InTurnTest, KeepsTheOrder) {
  constexpr int kTurns = 2000;
  InTurn turns;
  std::mutex taking;
  int taken = 0;
  std::vector<int> order;
  ThreadPool pool(4);
  const Status status = pool.Run(kTurns, {}, [&](uint64_t, unsigned) -> Status {
    std::unique_lock lock(taking);
    const int mine = taken++;
    InTurn::Turn turn(turns);
    lock.unlock();
    EXPECT_TRUE(turn.Wait());
    order.push_back(mine);
    turn.Done();
    return {};
  });
  EXPECT_TRUE(status.ok());
  std::vector<int> expected(kTurns);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TEST(InTurnTest, NobodyWaitsForATurnThatFailed) {
  InTurn turns;
  ThreadPool pool(4);
  std::atomic<int> refused = 0;
  const auto work = [&](uint64_t, unsigned) -> Status {
    for (int i = 0; i < 100; ++i) {
      InTurn::Turn turn(turns);
      if (i == 10) throw std::runtime_error("no memory");
      if (!turn.Wait()) {
        ++refused;
        return {};
      }
      turn.Done();
    }
    return {};
  };
  EXPECT_THROW((void)pool.Run(4, {}, work), std::runtime_error);
  InTurn::Turn late(turns);
  EXPECT_FALSE(late.Wait());
}

}  // namespace
}  // namespace akin
