#include "base/varint.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace akin {
namespace {

std::vector<std::byte> EncodedVarint(uint64_t value) {
  std::vector<std::byte> bytes;
  PutVarint(bytes, value);
  return bytes;
}

void ExpectRoundTrip(uint64_t value) {
  const std::vector<std::byte> bytes = EncodedVarint(value);
  const std::byte* at = bytes.data();
  EXPECT_EQ(GetVarint(at, bytes.data() + bytes.size()), value);
  EXPECT_EQ(at, bytes.data() + bytes.size());
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    at = bytes.data();
    GetVarint(at, bytes.data() + cut);
    EXPECT_EQ(at, nullptr) << value << " cut at " << cut;
  }
}

TEST(VarintTest, RoundTripsAtEveryLength) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    const uint64_t power = uint64_t{1} << bits;
    for (const uint64_t value : {power - 1, power, power + 1}) ExpectRoundTrip(value);
  }
  ExpectRoundTrip(UINT64_MAX);
}

TEST(VarintTest, TakesSevenBitsAByte) {
  EXPECT_EQ(EncodedVarint(0).size(), 1U);
  EXPECT_EQ(EncodedVarint(127).size(), 1U);
  EXPECT_EQ(EncodedVarint(128), (std::vector{std::byte{0x80}, std::byte{1}}));
  EXPECT_EQ(EncodedVarint(UINT32_MAX).size(), 5U);
  EXPECT_EQ(EncodedVarint(UINT64_MAX).size(), 10U);
}

RC_GTEST_PROP(VarintTest, ASequenceRoundTrips, (const std::vector<uint64_t>& values)) {
  std::vector<std::byte> bytes;
  for (const uint64_t value : values) PutVarint(bytes, value);
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  for (const uint64_t value : values) RC_ASSERT(GetVarint(at, end) == value);
  RC_ASSERT(at == end);
}

RC_GTEST_PROP(VarintTest, AnyBytesAreReadWithoutPassingTheEnd, (const std::vector<uint8_t>& raw)) {
  std::vector<std::byte> bytes;
  for (const uint8_t byte : raw) bytes.push_back(std::byte{byte} | std::byte{0x80});
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  GetVarint(at, end);
  RC_ASSERT(at == nullptr);  // the number never ends
}

}  // namespace
}  // namespace akin
