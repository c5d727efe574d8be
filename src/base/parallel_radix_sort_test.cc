#include "base/parallel_radix_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace akin {
namespace {

void ExpectParallelSorted(std::vector<uint64_t> keys) {
  std::vector<uint64_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  for (const unsigned threads : {1U, 2U, 5U}) {
    ThreadPool pool(threads);
    std::vector<uint64_t> sorted = keys;
    std::vector<uint64_t> scratch(keys.size() + 3, 77);
    ASSERT_TRUE(ParallelRadixSort(sorted, scratch, pool, {}).ok());
    ASSERT_TRUE(sorted == expected) << keys.size() << " keys, " << threads << " threads";
    EXPECT_TRUE(std::all_of(scratch.end() - 3, scratch.end(), [](uint64_t x) { return x == 77; }));
  }
}

// Some are too few to be cut. Of the masks, the last leaves most keys in one range.
TEST(ParallelRadixSortTest, SortsLikeStdSort) {
  std::mt19937_64 random(3);
  for (const size_t count : {0, 1, 255, 16'000, 32'768, 70'001, 300'000}) {
    for (const uint64_t mask : {UINT64_MAX, uint64_t{0}, uint64_t{1}, uint64_t{0x1fffff001fffff},
                                uint64_t{0xffffffff00000000}, uint64_t{0x7ff}}) {
      std::vector<uint64_t> keys(count);
      for (uint64_t& key : keys) key = random() & mask;
      ExpectParallelSorted(keys);
      if (count > 0) keys[count / 2] = UINT64_MAX;
      ExpectParallelSorted(std::move(keys));
    }
  }
}

TEST(ParallelRadixSortTest, SortsKeysWhoseLowerHalvesAscendAlready) {
  std::mt19937_64 random(5);
  std::vector<uint64_t> keys(200'000);
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = (random() % 5000) << 32 | i / 3;
  ExpectParallelSorted(keys);
  std::swap(keys.front(), keys.back());
  ExpectParallelSorted(keys);
}

TEST(ParallelRadixSortTest, AStopIsHeeded) {
  std::stop_source stop;
  stop.request_stop();
  ThreadPool pool(2);
  std::vector<uint64_t> keys(100'000);
  std::vector<uint64_t> scratch(100'000);
  EXPECT_EQ(ParallelRadixSort(keys, scratch, pool, stop.get_token()).code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
