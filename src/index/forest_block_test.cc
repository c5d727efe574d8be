#include "index/forest_block.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace akin {
namespace {

struct Content {
  std::vector<VertexId> members;
  std::vector<uint8_t> labels;
};

Content ArbitraryContent(unsigned label_bits) {
  Content content;
  const auto count =
      *rc::gen::oneOf(rc::gen::inRange<size_t>(1, 65), rc::gen::element<size_t>(127, 128, 300));
  const int longest = label_bits == 4 ? 14 : 254;
  for (size_t i = 0; i < count; ++i) {
    content.members.push_back(*rc::gen::oneOf(rc::gen::inRange<VertexId>(0, kNoVertex),
                                              rc::gen::inRange<VertexId>(0, 100),
                                              rc::gen::just(VertexId{kNoVertex - 1})));
    const bool starts = *rc::gen::inRange(0, 4) == 0;
    content.labels.push_back(starts ? kNewTree
                                    : static_cast<uint8_t>(*rc::gen::inRange(1, longest + 1)));
  }
  return content;
}

std::vector<std::byte> Encoded(const Content& content, unsigned label_bits) {
  std::array<std::byte, kMostBlockBytes> buffer;
  const auto bytes = EncodeForestBlock(content.members, content.labels, label_bits, buffer);
  return {bytes.begin(), bytes.end()};
}

// Decodes the bytes as if more bytes followed them in a file.
bool Decode(std::vector<std::byte> bytes, size_t count, unsigned label_bits, ForestBlock& block) {
  const size_t size = bytes.size();
  bytes.insert(bytes.end(), kDifferencesSlack, std::byte{0xa5});
  return DecodeForestBlock(std::span(bytes).first(size), count, label_bits, kNoVertex, block);
}

RC_GTEST_PROP(ForestBlockTest, MembersAndLabelsRoundTrip, ()) {
  const auto label_bits = *rc::gen::element(4U, 8U);
  const Content content = ArbitraryContent(label_bits);
  const size_t count = content.members.size();
  ForestBlock block;
  RC_ASSERT(Decode(Encoded(content, label_bits), count, label_bits, block));
  RC_ASSERT(block.count == count);
  RC_ASSERT(std::equal(content.members.begin(), content.members.end(), block.members.begin()));
  RC_ASSERT(std::equal(content.labels.begin(), content.labels.end(), block.labels.begin()));
  for (const VertexId member : content.members) {
    RC_ASSERT(block.members[block.Find(member)] == member);
  }
}

RC_GTEST_PROP(ForestBlockTest, CutOrLengthenedBytesAreRefused, ()) {
  const auto label_bits = *rc::gen::element(4U, 8U);
  const Content content = ArbitraryContent(label_bits);
  const size_t count = content.members.size();
  std::vector<std::byte> bytes = Encoded(content, label_bits);
  ForestBlock block;
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    const std::vector<std::byte> part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(cut));
    RC_ASSERT(!Decode(part, count, label_bits, block));
  }
  bytes.push_back(std::byte{0});
  RC_ASSERT(!Decode(bytes, count, label_bits, block));
  RC_ASSERT(!Decode(bytes, kMostBlockMembers + 1, label_bits, block));
}

// Bytes are verified before they are decoded, so this only tests that arrays are never left and no
// undefined value is computed.
RC_GTEST_PROP(ForestBlockTest, ArbitraryBytesDoNoHarm, (const std::vector<uint8_t>& raw)) {
  std::vector<std::byte> bytes;
  for (const uint8_t byte : raw) bytes.push_back(std::byte{byte});
  for (const unsigned label_bits : {4U, 8U}) {
    for (const size_t count :
         {size_t{0}, size_t{1}, size_t{2}, size_t{10}, kLeastBlockMembers, kMostBlockMembers}) {
      ForestBlock block;
      (void)Decode(bytes, count, label_bits, block);
    }
  }
}

TEST(ForestBlockTest, MembersThatTheGraphDoesNotHaveAreRefused) {
  std::vector<std::byte> bytes = Encoded({.members = {5, 9}, .labels = {kNewTree, 3}}, 4);
  const size_t size = bytes.size();
  bytes.resize(size + kDifferencesSlack);
  ForestBlock block;
  EXPECT_TRUE(DecodeForestBlock(std::span(bytes).first(size), 2, 4, 10, block));
  EXPECT_FALSE(DecodeForestBlock(std::span(bytes).first(size), 2, 4, 9, block));
}

TEST(ForestBlockTest, ShortWalksTakeHalfAByteALabel) {
  EXPECT_EQ(ShapeOf({.length = 1}, 1000).label_bits, 4U);
  EXPECT_EQ(ShapeOf({.length = 14}, 1000).label_bits, 4U);
  EXPECT_EQ(ShapeOf({.length = 15}, 1000).label_bits, 8U) << "15 stands for the first of a tree";
  EXPECT_EQ(ShapeOf({.length = kLongestWalk}, 1000).label_bits, 8U);
  EXPECT_EQ(ShapeOf({.measure = Measure::kXJaccard, .length = 4}, 1000).label_bits, 1U);
  EXPECT_EQ(LabelBytes(64, 4), 32U);
  EXPECT_EQ(LabelBytes(63, 4), 32U);
  EXPECT_EQ(LabelBytes(1, 4), 1U);
  EXPECT_EQ(LabelBytes(64, 8), 64U);
}

TEST(ForestBlockTest, BlocksDoubleSoThatSixteenBitsNumberThem) {
  const auto members = [](VertexId vertices) { return ShapeOf({.length = 10}, vertices).members; };
  EXPECT_EQ(members(0), 64U);
  EXPECT_EQ(members(64 << 16), 64U);
  EXPECT_EQ(members((64 << 16) + 1), 128U);
  EXPECT_EQ(members(80'000'000), 2048U);
  EXPECT_EQ(members(kNoVertex), 2048U);
  EXPECT_EQ(ShapeOf({.measure = Measure::kXJaccard, .length = 4}, kNoVertex).members, 1024U);
}

TEST(ForestBlockTest, AMemberThatIsNotThereIsNotFound) {
  ForestBlock block;
  ASSERT_TRUE(Decode(Encoded({.members = {5, 9}, .labels = {kNewTree, 3}}, 4), 2, 4, block));
  EXPECT_EQ(block.Find(5), 0U);
  EXPECT_EQ(block.Find(9), 1U);
  EXPECT_EQ(block.Find(7), block.count);
}

}  // namespace
}  // namespace akin
