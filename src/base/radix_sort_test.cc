#include "base/radix_sort.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace akin {
namespace {

void ExpectSorted(std::vector<uint64_t> keys) {
  std::vector<uint64_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  std::vector<uint64_t> scratch(keys.size(), 0xdead);
  RadixSort(std::span(keys), std::span(scratch));
  ASSERT_EQ(keys, expected);
}

// Any mask, so that some digits vary and others do not. Counts on both sides of the limit for
// comparing.
RC_GTEST_PROP(RadixSortTest, SortsLikeStdSort, ()) {
  const auto count = *rc::gen::element(0U, 1U, 2U, 255U, 256U, 257U, 1000U, 5000U);
  const auto mask = *rc::gen::element<uint64_t>(UINT64_MAX, 0, 1, 0x7ff, 0x800, uint64_t{1} << 63,
                                                0xffffffff, 0xffffffff00000000U, 0x3ff800000000U);
  const auto fixed = *rc::gen::arbitrary<uint64_t>();
  std::mt19937_64 random(*rc::gen::arbitrary<uint64_t>());
  std::vector<uint64_t> keys(count);
  for (uint64_t& key : keys) key = (random() & mask) | (fixed & ~mask);
  ExpectSorted(keys);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(RadixSortTest, SortsKeysWhoseLowerHalvesAscendAlready) {
  std::mt19937_64 random(5);
  std::vector<uint64_t> keys(3000);
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = (random() << 32) | (i / 3 * 1000);
  ExpectSorted(keys);
  std::swap(keys.front(), keys.back());
  ExpectSorted(keys);
}

TEST(RadixSortTest, SortsSortedReversedAndEqualKeys) {
  std::vector<uint64_t> keys(3000);
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = i * 0x100000001U;
  ExpectSorted(keys);
  std::reverse(keys.begin(), keys.end());
  ExpectSorted(keys);
  ExpectSorted(std::vector<uint64_t>(3000, UINT64_MAX));
}

TEST(RadixSortTest, LeavesScratchBeyondTheKeysAlone) {
  std::vector<uint64_t> keys(1000, 3);
  keys[0] = 9;
  std::vector<uint64_t> scratch(1010, 77);
  RadixSort(std::span(keys), std::span(scratch));
  EXPECT_TRUE(
      std::all_of(scratch.begin() + 1000, scratch.end(), [](uint64_t x) { return x == 77; }));
}

}  // namespace
}  // namespace akin
