#include "base/differences.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "every_target.h"

namespace akin {
namespace {

std::vector<std::byte> Encoded(const std::vector<uint32_t>& values) {
  std::vector<std::byte> bytes(MostDifferenceBytes(values.size()) + 4);
  bytes.resize(static_cast<size_t>(EncodeDifferences(values, bytes.data()) - bytes.data()));
  return bytes;
}

struct Decoding {
  bool ok = false;
  std::vector<uint32_t> values;
};

// The bytes behind the list must not matter.
Decoding Decoded(std::vector<std::byte> bytes, size_t count, uint32_t limit = UINT32_MAX) {
  const size_t size = bytes.size();
  bytes.insert(bytes.end(), kDifferencesSlack, std::byte{0xa5});
  Decoding decoding;
  decoding.values.resize(RoomForDifferences(count));
  decoding.ok =
      DecodeDifferences(std::span(bytes).first(size), count, limit, decoding.values.data());
  decoding.values.resize(count);
  return decoding;
}

std::vector<uint32_t> ArbitraryNumbers() {
  const auto near = rc::gen::inRange<uint32_t>(0, 300);
  return *rc::gen::container<std::vector<uint32_t>>(
      rc::gen::oneOf(near, rc::gen::inRange<uint32_t>(0, 100'000),
                     rc::gen::inRange<uint32_t>(0, UINT32_MAX), rc::gen::just(UINT32_MAX - 1)));
}

RC_GTEST_PROP(DifferencesTest, NumbersRoundTripWithEveryInstructionSet, ()) {
  const std::vector<uint32_t> values = ArbitraryNumbers();
  const std::vector<std::byte> bytes = Encoded(values);
  RC_ASSERT(bytes.size() <= MostDifferenceBytes(values.size()));
  OnEveryTarget([&](const char* target) {
    const Decoding decoding = Decoded(bytes, values.size());
    RC_LOG() << target;
    RC_ASSERT(decoding.ok);
    RC_ASSERT(decoding.values == values);
  });
}

RC_GTEST_PROP(DifferencesTest, CutOrLengthenedListsAreRefused, ()) {
  const std::vector<uint32_t> values = ArbitraryNumbers();
  std::vector<std::byte> bytes = Encoded(values);
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    const std::vector<std::byte> part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(cut));
    RC_ASSERT(!Decoded(part, values.size()).ok);
  }
  bytes.push_back(std::byte{0});
  RC_ASSERT(!Decoded(bytes, values.size()).ok);
}

RC_GTEST_PROP(DifferencesTest, NumbersFromTheLimitOnAreRefused, ()) {
  std::vector<uint32_t> values = ArbitraryNumbers();
  values.push_back(*rc::gen::inRange<uint32_t>(0, 1000));
  const uint32_t most = *std::max_element(values.begin(), values.end());
  OnEveryTarget([&](const char*) {
    RC_ASSERT(Decoded(Encoded(values), values.size(), most + 1).ok);
    RC_ASSERT(!Decoded(Encoded(values), values.size(), most).ok);
  });
}

// Groups of four are decoded one or two at a time, and their lengths eight at a time.
TEST(DifferencesTest, ListsOfEveryLengthRoundTripWithEveryInstructionSet) {
  std::vector<uint32_t> values;
  for (uint32_t i = 0; i < 150; ++i) {
    OnEveryTarget([&](const char* target) {
      const Decoding decoding = Decoded(Encoded(values), values.size());
      EXPECT_TRUE(decoding.ok) << target << ' ' << i;
      EXPECT_EQ(decoding.values, values) << target << ' ' << i;
    });
    const uint32_t last = values.empty() ? 0 : values.back();
    values.push_back(i % 5 == 4 ? last / 2 : last + (1U << (i * 7 % 29)));
  }
}

TEST(DifferencesTest, TheExampleOfTheDocumentation) {
  // +1, +2, +300, -1, -302: 2, 4, 600 (two bytes), 1, 603 (two bytes), and three zeros.
  const std::vector<uint8_t> expected = {0x10, 0x01, 2, 4, 0x58, 0x02, 1, 0x5b, 0x02, 0, 0, 0};
  std::vector<uint8_t> got;
  for (const std::byte byte : Encoded({1, 3, 303, 302, 0})) {
    got.push_back(static_cast<uint8_t>(byte));
  }
  EXPECT_EQ(got, expected);
}

TEST(DifferencesTest, NeighboursTakeAByteAndAQuarter) {
  std::vector<uint32_t> values;
  for (uint32_t i = 0; i < 64; ++i) values.push_back(i * 100);
  EXPECT_EQ(Encoded(values).size(), 16U + 64U) << "200 fits a byte: 100 is folded to 200";
}

}  // namespace
}  // namespace akin
