#include "base/permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "every_target.h"

namespace akin {
namespace {

constexpr uint32_t kRange = 1U << 19;

// Of this many images, 32 pairs would be equal if they were drawn at random.
void ExpectInjective(const Permutation& permutation, uint32_t first) {
  std::vector<uint32_t> images(kRange);
  for (uint32_t i = 0; i < kRange; ++i) images[i] = permutation(first + i);
  std::sort(images.begin(), images.end());
  EXPECT_EQ(std::adjacent_find(images.begin(), images.end()), images.end());
}

TEST(PermutationTest, IsInjectiveOnLargeRanges) {
  for (uint64_t step = 0; step < 3; ++step) {
    const Permutation permutation(RandomStream(1, 2, step));
    ExpectInjective(permutation, 0);
    ExpectInjective(permutation, 0U - kRange / 2);  // across the end of 32 bits
  }
}

TEST(PermutationTest, InverseUndoesIt) {
  for (uint64_t step = 0; step < 5; ++step) {
    const Permutation permutation(RandomStream(3, 1, step));
    const RandomStream numbers(4, 1, step);
    for (uint64_t i = 0; i < 10'000; ++i) {
      const auto x = static_cast<uint32_t>(i < 100 ? i : numbers.At(i));
      ASSERT_EQ(permutation.Inverse(permutation(x)), x);
      ASSERT_EQ(permutation(permutation.Inverse(x)), x);
    }
  }
}

TEST(PermutationTest, TheLeastOfAListIsTheSameWithEveryInstructionSet) {
  for (size_t count = 1; count < 200; ++count) {
    const Permutation permutation(RandomStream(5, 6, count));
    const RandomStream numbers(7, 8, count);
    std::vector<uint32_t> list(count);
    uint32_t expected = UINT32_MAX;
    for (size_t i = 0; i < count; ++i) {
      list[i] = static_cast<uint32_t>(numbers.At(i));
      expected = std::min(expected, permutation(list[i]));
    }
    OnEveryTarget([&](const char* target) {
      ASSERT_EQ(permutation.LeastOf(list), expected) << count << " numbers, " << target;
    });
  }
}

// Parts of all lengths up to some vectors, the last one up to the end of the array.
TEST(PermutationTest, TheLeastOfEachPartIsTheSameWithEveryInstructionSet) {
  const Permutation permutation(RandomStream(5, 6, 7));
  const RandomStream random(7, 8, 9);
  std::vector<uint32_t> numbers(70 * 71 / 2 + 3);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<uint32_t>(random.At(i));
  std::vector<Permutation::Part> parts;
  std::vector<uint32_t> expected;
  for (uint64_t begin = 0, count = 70;
       begin<numbers.size(); begin += count, count = count> 1 ? count - 1 : 1) {
    parts.push_back({.begin = begin, .count = count});
    uint32_t least = UINT32_MAX;
    for (uint64_t i = 0; i < count; ++i) least = std::min(least, permutation(numbers[begin + i]));
    expected.push_back(least);
  }
  OnEveryTarget([&](const char* target) {
    std::vector<uint32_t> least(parts.size());
    permutation.LeastOfEach(numbers.data(), parts, least.data());
    EXPECT_EQ(least, expected) << target;
  });
}

// Typical sets of vertices: near each other, far apart, powers of two, with equal low or high bits.
std::vector<std::vector<uint32_t>> AwkwardSets() {
  std::vector<std::vector<uint32_t>> sets = {
      {0, 1},
      {0, 1, 2},
      {0, 1, 2, 3, 4, 5, 6, 7},
      {1000, 1001},
      {0, 0x80000000},
      {0, 0x40000000, 0x80000000, 0xc0000000},
      {0, 0x8000},
      {0, 0x10000},
      {0, 0x10000, 0x20000, 0x30000},
      {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024},
      {7, 0xffffffff},
      {5, 1'000'000, 2'000'000, 3'000'000},
      {0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36},
  };
  const RandomStream stream(42, 0, 0);
  for (uint64_t i = 0; i < 27; ++i) {
    std::vector<uint32_t> set;
    for (uint64_t j = 0; j < 2 + i % 9; ++j) {
      set.push_back(static_cast<uint32_t>(stream.Below(i * 16 + j, 10'000)));
    }
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    if (set.size() > 1) sets.push_back(set);
  }
  return sets;
}

// Each element is the least equally often, which makes |A n B| / |A u B| the probability of a
// common step. Chi-square exceeds k + 2 sqrt(k x) + 2 x with probability below e^-x (Laurent and
// Massart). With x = 18 and 40 sets, that is below 7e-7 in total, and the keys are fixed.
TEST(PermutationTest, EveryElementOfASetIsTheLeastEquallyOften) {
  constexpr uint64_t kKeys = 200'000;
  for (const auto& set : AwkwardSets()) {
    std::vector<uint64_t> counts(set.size());
    for (uint64_t key = 0; key < kKeys; ++key) {
      const Permutation permutation(RandomStream(7, key, 1));
      size_t least = 0;
      for (size_t i = 1; i < set.size(); ++i) {
        if (permutation(set[i]) < permutation(set[least])) least = i;
      }
      ++counts[least];
    }
    const double expected = static_cast<double>(kKeys) / static_cast<double>(set.size());
    double chi_square = 0;
    for (const uint64_t count : counts) {
      chi_square += std::pow(static_cast<double>(count) - expected, 2) / expected;
    }
    const auto freedom = static_cast<double>(set.size() - 1);
    EXPECT_LT(chi_square, freedom + 2 * std::sqrt(freedom * 18) + 36)
        << "set of " << set.size() << " from " << set[0] << ", " << set[1];
  }
}

// Of any two elements, each comes first half the time: 66 pairs with 200,000 keys each. By
// Hoeffding the share is off by more than 0.0075 with probability below 2 exp(-2 * 200000 *
// 0.0075^2) = 4e-10, below 3e-8 in total.
TEST(PermutationTest, EitherOfTwoComesFirstHalfTheTime) {
  const std::vector<uint32_t> vertices = {0,     1,     2,     3,        255,        256,
                                          65535, 65536, 65537, 1U << 30, 0x7fffffff, 0xfffffffe};
  constexpr uint64_t kKeys = 200'000;
  std::vector<std::vector<uint64_t>> before(12, std::vector<uint64_t>(12));
  for (uint64_t key = 0; key < kKeys; ++key) {
    const Permutation permutation(RandomStream(3, 5, key));
    std::vector<uint32_t> images;
    for (const uint32_t v : vertices) images.push_back(permutation(v));
    for (size_t i = 0; i < 12; ++i) {
      for (size_t j = i + 1; j < 12; ++j) before[i][j] += images[i] < images[j] ? 1 : 0;
    }
  }
  for (size_t i = 0; i < 12; ++i) {
    for (size_t j = i + 1; j < 12; ++j) {
      EXPECT_NEAR(static_cast<double>(before[i][j]) / kKeys, 0.5, 0.0075)
          << vertices[i] << " and " << vertices[j];
    }
  }
}

TEST(PermutationTest, DifferentStepsGiveDifferentPermutations) {
  const Permutation a(RandomStream(1, 1, 1));
  const Permutation b(RandomStream(1, 1, 2));
  unsigned equal = 0;
  for (uint32_t v = 0; v < 1000; ++v) equal += a(v) == b(v) ? 1 : 0;
  EXPECT_LT(equal, 5U);  // each with probability 2^-32 by chance: five with probability below 1e-35
}

}  // namespace
}  // namespace akin
