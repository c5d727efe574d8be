#include "sketch/weighted_minhash.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "test_bags.h"

namespace akin {
namespace {

using Bag = TestBag;

SampleBlock SamplesOf(const Bag& bag, uint64_t block, uint64_t seed = 1) {
  SampleBlock samples;
  EXPECT_TRUE(WeightedMinHash(seed, block).Sample(bag, samples));
  return samples;
}

// `count` terms from `first` on, with weights proportional to 1, 1/2^skew, 1/3^skew, ...
Bag ZipfBag(TermId first, TermId count, double skew) {
  double sum = 0;
  for (TermId i = 0; i < count; ++i) sum += std::pow(i + 1, -skew);
  Bag bag;
  for (TermId i = 0; i < count; ++i) {
    bag.push_back({.term = first + i, .weight = static_cast<float>(std::pow(i + 1, -skew) / sum)});
  }
  return bag;
}

// Hoeffding: the error exceeds this with probability below 2 exp(-2 n d^2) = 1e-9.
double Bound(double samples) { return std::sqrt(std::log(2e9) / (2 * samples)); }

TEST(WeightedMinHash, EqualsAsOftenAsWeightedJaccard) {
  const std::vector<std::pair<Bag, Bag>> pairs = {
      {{{1, 1.0F}}, {{1, 1.0F}, {2, 1.0F}}},  // 1/2: one term in common
      {{{1, 0.5F}, {2, 0.5F}}, {{1, 0.25F}, {2, 0.75F}}},
      {{{1, 0.5F}, {2, 0.5F}}, {{2, 0.5F}, {3, 0.5F}}},
      {{{1, 0.9999F}, {2, 0.0001F}}, {{1, 0.3F}, {2, 0.7F}}},
      {{{1, 1e-3F}, {2, 0.999F}}, {{2, 1e-3F}, {3, 0.999F}}},
      {{{1, 0.6F}, {7, 0.4F}}, {{1, 0.1F}, {2, 0.2F}, {3, 0.3F}, {7, 0.4F}}},
      {{{0, 1.0F / 512}, {1, 511.0F / 512}}, {{0, 1.0F}}},
      {ZipfBag(0, 40, 1), ZipfBag(10, 40, 1)},
      {ZipfBag(0, 300, 0), ZipfBag(100, 300, 0)},
      {ZipfBag(0, 300, 0), ZipfBag(0, 600, 0)},
      {ZipfBag(0, 1000, 1), ZipfBag(0, 1000, 0.5)},
      {ZipfBag(0, 2000, 0), ZipfBag(500, 2000, 0)}};
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto& [a, b] = pairs[i];
    const uint64_t blocks = a.size() < 100 ? 20'000 : 1'000;
    uint64_t equal = 0;
    for (uint64_t block = 0; block < blocks; ++block) {
      const SampleBlock of_a = SamplesOf(a, block, i);
      const SampleBlock of_b = SamplesOf(b, block, i);
      for (unsigned s = 0; s < kBlockSamples; ++s) equal += of_a[s] == of_b[s] ? 1 : 0;
    }
    const auto samples = static_cast<double>(blocks * kBlockSamples);
    EXPECT_NEAR(static_cast<double>(equal) / samples, PlainWeightedJaccard(a, b), Bound(samples))
        << "pair " << i;
  }
}

// Each of the ten samples of a block by itself, and any two of them together.
TEST(WeightedMinHash, SamplesOfABlockAreIndependent) {
  const Bag a = {{1, 0.5F}, {2, 0.5F}};
  const Bag b = {{2, 0.5F}, {3, 0.5F}};  // 1/3
  constexpr uint64_t kBlocks = 40'000;
  std::array<std::array<uint64_t, kBlockSamples>, kBlockSamples> both{};
  for (uint64_t block = 0; block < kBlocks; ++block) {
    const SampleBlock of_a = SamplesOf(a, block);
    const SampleBlock of_b = SamplesOf(b, block);
    for (unsigned s = 0; s < kBlockSamples; ++s) {
      for (unsigned t = 0; t < kBlockSamples; ++t) {
        both[s][t] += of_a[s] == of_b[s] && of_a[t] == of_b[t] ? 1 : 0;
      }
    }
  }
  // 100 bounds of 1e-9 each.
  for (unsigned s = 0; s < kBlockSamples; ++s) {
    for (unsigned t = 0; t < kBlockSamples; ++t) {
      EXPECT_NEAR(static_cast<double>(both[s][t]) / kBlocks, s == t ? 1.0 / 3 : 1.0 / 9,
                  Bound(kBlocks))
          << s << " and " << t;
    }
  }
}

TEST(WeightedMinHash, DisjointBagsDiffer) {
  // Equal by chance with probability 2^-32 per sample: 2.4e-7 in total.
  for (uint64_t block = 0; block < 100; ++block) {
    const SampleBlock of_a = SamplesOf(ZipfBag(0, 50, 1), block);
    const SampleBlock of_b = SamplesOf(ZipfBag(50, 50, 1), block);
    for (unsigned s = 0; s < kBlockSamples; ++s) EXPECT_NE(of_a[s], of_b[s]);
  }
}

TEST(WeightedMinHash, BlocksAndSeedsDiffer) {
  std::set<uint32_t> values;
  for (uint64_t block = 0; block < 50; ++block) {
    for (const uint64_t seed : {1, 2}) {
      for (const uint32_t value : SamplesOf({{1, 1.0F}}, block, seed)) values.insert(value);
    }
  }
  EXPECT_EQ(values.size(),
            1000U);  // except with probability 1000^2 / 2 / 2^32 = 1.2e-4, fixed by the seeds
}

TEST(WeightedMinHash, EmptyAndLightBags) {
  SampleBlock samples;
  EXPECT_TRUE(WeightedMinHash(1, 0).Sample({}, samples));
  for (const uint32_t value : samples) EXPECT_EQ(value, kNoSample);
  const Bag light = {{1, 0.25F}, {2, 0.1F}};
  EXPECT_FALSE(WeightedMinHash(1, 0).Sample(light, samples));
  for (const uint32_t value : samples) EXPECT_EQ(value, kNoSample);
  const Bag nonsense = {{1, NAN}, {2, -1.0F}, {3, 0.0F}};
  EXPECT_FALSE(WeightedMinHash(1, 0).Sample(nonsense, samples));
}

// So that an index reads the same on every machine.
TEST(WeightedMinHash, GoldenSamples) {
  const SampleBlock samples = SamplesOf({{3, 0.125F}, {1000, 0.5F}, {70'000, 0.375F}}, 0);
  const SampleBlock expected = {2563278361, 3813057078, 1603906227, 3545934353, 2331018255,
                                837186371,  4157952131, 1608492822, 2366013390, 520337465};
  EXPECT_EQ(samples, expected);
}

TEST(WeightedMinHash, PoissonLaw) {
  for (unsigned i = 0; i < kPoissonLaws; ++i) {
    const double expected = std::ldexp(1, static_cast<int>(i) - 3);
    double chance = std::exp(-expected);
    double sum = 0;
    for (unsigned n = 0; n < kMostPoints; ++n) {
      sum += chance;
      chance *= expected / (n + 1);
      EXPECT_NEAR(std::ldexp(static_cast<double>(PoissonLawAt(i)[n]), -64), sum, 1e-15);
    }
    EXPECT_GE(PoissonLawAt(i).back(), UINT64_MAX - 1);
  }
}

rc::Gen<Bag> AnyBag() {
  const auto exponent = rc::gen::inRange(0, 45);
  const auto mantissa = rc::gen::inRange(1 << 23, 1 << 24);
  return rc::gen::map(rc::gen::container<std::map<TermId, std::pair<int, int>>>(
                          rc::gen::inRange<TermId>(0, 30), rc::gen::pair(exponent, mantissa)),
                      [](const std::map<TermId, std::pair<int, int>>& weights) {
                        Bag bag = {{1'000, 0.5F}};  // enough in total
                        for (const auto& [term, weight] : weights) {
                          const float value =
                              std::ldexp(static_cast<float>(weight.second), -24 - weight.first);
                          bag.push_back({.term = term, .weight = value});
                        }
                        return bag;
                      });
}

RC_GTEST_PROP(WeightedMinHash, OrderOfTermsDoesNotMatter, ()) {
  const Bag bag = *AnyBag();
  Bag reversed(bag.rbegin(), bag.rend());
  const uint64_t block = *rc::gen::arbitrary<uint32_t>();
  RC_ASSERT(SamplesOf(bag, block) == SamplesOf(reversed, block));
}

// What consistency means. Take the terms of two bags with their larger weights: the sample of this
// bag is the sample of one or the other. And a sample that both have is that of the smaller
// weights.
RC_GTEST_PROP(WeightedMinHash, IsConsistent, ()) {
  const Bag a = *AnyBag();
  const Bag b = *AnyBag();
  const uint64_t block = *rc::gen::arbitrary<uint32_t>();
  std::map<TermId, std::pair<float, float>> weights;
  for (const BagTerm& term : a) weights[term.term].first = term.weight;
  for (const BagTerm& term : b) weights[term.term].second = term.weight;
  Bag larger;
  Bag smaller;
  for (const auto& [term, pair] : weights) {
    larger.push_back({term, std::max(pair.first, pair.second)});
    smaller.push_back({term, std::min(pair.first, pair.second)});
  }
  const SampleBlock of_a = SamplesOf(a, block);
  const SampleBlock of_b = SamplesOf(b, block);
  const SampleBlock of_larger = SamplesOf(larger, block);
  const SampleBlock of_smaller = SamplesOf(smaller, block);
  for (unsigned s = 0; s < kBlockSamples; ++s) {
    const bool one_of_both = of_larger[s] == of_a[s] || of_larger[s] == of_b[s];
    RC_ASSERT(one_of_both);
    const bool shared = of_a[s] != of_b[s] || of_smaller[s] == of_a[s];
    RC_ASSERT(shared);
  }
}

}  // namespace
}  // namespace akin
