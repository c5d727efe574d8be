#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace akin {
namespace {

double ChiSquare(const std::vector<uint64_t>& counts, double expected) {
  double sum = 0;
  for (const uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off / expected;
  }
  return sum;
}

// A chi-square variable with k degrees of freedom exceeds k + 2 sqrt(k x) + 2 x with probability
// below e^-x (Laurent and Massart 2000, lemma 1); x = 18 makes that 2e-8.
double ChiSquareLimit(double freedom) { return freedom + 2 * std::sqrt(freedom * 18) + 36; }

// 30 runs: they fail with probability below 6e-7 in total, and the seeds are fixed.
TEST(RandomTest, BelowIsUniform) {
  for (const uint64_t bound : {2, 3, 7, 10, 100, 1000}) {
    for (const uint64_t seed : {0, 1, 2, 99, 123456}) {
      const RandomStream stream(seed, 3, 4);
      std::vector<uint64_t> counts(bound);
      constexpr uint64_t kDraws = 200'000;
      for (uint64_t i = 0; i < kDraws; ++i) ++counts[stream.Below(i, bound)];
      EXPECT_LT(ChiSquare(counts, static_cast<double>(kDraws) / static_cast<double>(bound)),
                ChiSquareLimit(static_cast<double>(bound - 1)))
          << "bound " << bound << " seed " << seed;
    }
  }
}

// The same vertex over fingerprints and over steps, which is what walks use. 4 runs: below 8e-8.
TEST(RandomTest, OneCounterIsUniformOverFingerprintsAndSteps) {
  for (const uint64_t vertex : {0, 12345}) {
    std::vector<uint64_t> by_fingerprint(7);
    std::vector<uint64_t> by_step(7);
    for (uint64_t i = 0; i < 100'000; ++i) {
      ++by_fingerprint[RandomStream(1, i, 1).Below(vertex, 7)];
      ++by_step[RandomStream(1, 1, i).Below(vertex, 7)];
    }
    EXPECT_LT(ChiSquare(by_fingerprint, 100'000.0 / 7), ChiSquareLimit(6));
    EXPECT_LT(ChiSquare(by_step, 100'000.0 / 7), ChiSquareLimit(6));
  }
}

// Two vertices, two steps, two fingerprints, two seeds: the pair of choices is uniform on 5 x 5. 4
// runs: below 8e-8.
TEST(RandomTest, NeighbouringChoicesAreIndependent) {
  std::vector<std::vector<uint64_t>> counts(4, std::vector<uint64_t>(25));
  for (uint64_t i = 0; i < 250'000; ++i) {
    const uint64_t here = RandomStream(8, i, 2).Below(6, 5);
    ++counts[0][here * 5 + RandomStream(8, i, 2).Below(7, 5)];
    ++counts[1][here * 5 + RandomStream(8, i, 3).Below(6, 5)];
    ++counts[2][here * 5 + RandomStream(8, i + 1, 2).Below(6, 5)];
    ++counts[3][here * 5 + RandomStream(9, i, 2).Below(6, 5)];
  }
  for (const auto& table : counts) EXPECT_LT(ChiSquare(table, 10'000), ChiSquareLimit(24));
}

// 27,000 values of 64 bits: two of them agree by chance with probability below 3e-11.
TEST(RandomTest, StreamsOfDifferentSeedFingerprintOrStepDiffer) {
  std::set<uint64_t> seen;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    for (uint64_t fingerprint = 0; fingerprint < 30; ++fingerprint) {
      for (uint64_t step = 0; step < 30; ++step) {
        seen.insert(RandomStream(seed, fingerprint, step).At(0));
      }
    }
  }
  EXPECT_EQ(seen.size(), 27'000U);
}

TEST(RandomTest, AChoiceIsAFunctionOfItsArguments) {
  EXPECT_EQ(RandomStream(1, 2, 3).At(4), RandomStream(1, 2, 3).At(4));
  EXPECT_EQ(RandomStream(1, 2, 3).Below(4, 1), 0U);
  static_assert(RandomStream(1, 2, 3).At(4) != RandomStream(1, 3, 2).At(4));
}

// The bytes of every index depend on these values.
TEST(RandomTest, MixIsSplitMix64) {
  // The first outputs of SplitMix64 seeded with 0, as its authors publish them.
  EXPECT_EQ(Mix64(kWeyl), 0xe220a8397b1dcdafU);
  EXPECT_EQ(Mix64(2 * kWeyl), 0x6e789e6aa1b965f4U);
  EXPECT_EQ(Mix64(3 * kWeyl), 0x06c45d188009454fU);
}

TEST(RandomTest, BelowStaysBelowForHugeBounds) {
  const RandomStream stream(1, 2, 3);
  for (uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(stream.Below(i, 1), 0U);
    EXPECT_LT(stream.Below(i, UINT64_MAX), UINT64_MAX);
    EXPECT_LT(stream.Below(i, UINT64_MAX - i), UINT64_MAX - i);
  }
}

}  // namespace
}  // namespace akin
