#include "server/filter_code.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace akin::server {
namespace {

VertexSet Decoded(const CodedFilter& coded, VertexId vertices) {
  auto set = DecodeFilter(coded.as_bits, coded.bytes, vertices);
  EXPECT_TRUE(set.ok()) << set.status().message();
  return set.ok() ? std::move(*set) : VertexSet();
}

RC_GTEST_PROP(FilterCodeTest, ComesBack, (std::set<uint16_t> members, bool dense)) {
  std::vector<VertexId> vertices(members.begin(), members.end());
  if (dense) {
    for (VertexId v = 1000; v < 3000; v += 2) vertices.push_back(v);
  }
  const VertexSet set(vertices);
  const CodedFilter coded = CodeFilter(set);
  RC_ASSERT(Decoded(coded, 65536) == set);
  RC_ASSERT(coded.name == FilterName(coded.as_bits, coded.bytes));
  RC_ASSERT(coded.name != 0U);
}

// Whatever the bytes are, they are refused or mean a set that has them as a code.
RC_GTEST_PROP(FilterCodeTest, TakesNoOtherBytes, (std::string bytes, bool as_bits, uint8_t more)) {
  const VertexId vertices = 200U + more;
  const auto set = DecodeFilter(as_bits, bytes, vertices);
  if (!set.ok()) {
    RC_ASSERT(set.status().code() == Code::kInvalidArgument);
    return;
  }
  RC_ASSERT(set->size() <= vertices);
  const CodedFilter again = CodeFilter(*set);
  RC_ASSERT(again.as_bits != as_bits || again.bytes == bytes);
}

TEST(FilterCodeTest, ChoosesTheShorterCode) {
  const CodedFilter range = CodeFilter(VertexSet::Range(5, 1'000'000));
  EXPECT_FALSE(range.as_bits);
  EXPECT_LE(range.bytes.size(), 5U);
  std::vector<VertexId> even(500);
  for (VertexId i = 0; i < 500; ++i) even[i] = 2 * i;
  const CodedFilter bits = CodeFilter(VertexSet(even));
  EXPECT_TRUE(bits.as_bits);
  EXPECT_EQ(bits.bytes.size(), 125U);
  EXPECT_EQ(Decoded(bits, 999), VertexSet(even));
  EXPECT_TRUE(CodeFilter(VertexSet()).bytes.empty());
}

TEST(FilterCodeTest, RefusesWhatDoesNotFit) {
  const auto refused = [](bool as_bits, const std::string& bytes, VertexId vertices) {
    return DecodeFilter(as_bits, bytes, vertices).status().code() == Code::kInvalidArgument;
  };
  EXPECT_TRUE(refused(false, CodeFilter(VertexSet::Range(0, 101)).bytes, 100));
  EXPECT_FALSE(refused(false, CodeFilter(VertexSet::Range(0, 100)).bytes, 100));
  EXPECT_TRUE(refused(false, std::string("\x01", 1), 100));              // half a pair
  EXPECT_TRUE(refused(false, std::string("\x81\x00\x01", 3), 100));      // a longer form
  EXPECT_TRUE(refused(false, std::string("\x01\x01\x00\x01", 4), 100));  // runs that touch
  EXPECT_TRUE(refused(false, "\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01", 100));
  EXPECT_TRUE(refused(true, std::string(13, '\x01') + '\x10', 100));
  EXPECT_TRUE(refused(true, std::string(12, '\x01') + '\x10', 100));
  EXPECT_TRUE(refused(true, std::string("\x01\x00", 2), 100));
  EXPECT_FALSE(refused(true, std::string(12, '\x01') + '\x08', 100));
}

}  // namespace
}  // namespace akin::server
