#include "index/bit_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace akin {
namespace {

TEST(BitRowsTest, EveryWidthRoundTrips) {
  std::mt19937 random(1);
  for (unsigned width = 0; width <= 32; ++width) {
    for (const size_t count : {0, 1, 2, 7, 8, 9, 63, 64, 65, 1000}) {
      const uint64_t mask = (uint64_t{1} << width) - 1;
      std::vector<uint32_t> numbers(count);
      for (uint32_t& number : numbers) number = static_cast<uint32_t>(random() & mask);
      if (count > 1) numbers.back() = static_cast<uint32_t>(mask);  // all bits, at the very end
      std::vector<std::byte> packed(PackedBytes(count, width));
      PackNumbers(numbers, width, packed);
      for (uint64_t i = 0; i < count; ++i) {
        ASSERT_EQ(UnpackNumber(packed.data(), i, width), numbers[i]) << width << ' ' << i;
      }
    }
  }
}

TEST(BitRowsTest, NothingIsWrittenBehindTheLastNumber) {
  for (unsigned width = 1; width <= 32; ++width) {
    const std::vector<uint32_t> numbers(37, static_cast<uint32_t>((uint64_t{1} << width) - 1));
    std::vector<std::byte> packed(PackedBytes(37, width));
    PackNumbers(numbers, width, packed);
    for (size_t bit = 37 * width; bit < packed.size() * 8; ++bit) {
      ASSERT_EQ((static_cast<unsigned>(packed[bit / 8]) >> (bit % 8)) & 1, 0U) << width;
    }
  }
}

// The reason why rows can be packed in pieces: 64 rows end on a byte boundary.
RC_GTEST_PROP(BitRowsTest, PiecesOf64RowsFollowEachOther, ()) {
  const auto width = *rc::gen::inRange(0U, 33U);
  const auto columns = *rc::gen::inRange<size_t>(1, 12);
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  std::vector<uint32_t> numbers(150 * columns);
  for (uint32_t& number : numbers) {
    number = static_cast<uint32_t>(random() & ((uint64_t{1} << width) - 1));
  }
  std::vector<std::byte> whole(PackedBytes(numbers.size(), width));
  PackNumbers(numbers, width, whole);
  std::vector<std::byte> pieces;
  for (size_t row = 0; row < 150; row += 64) {
    const size_t count = (std::min<size_t>(150, row + 64) - row) * columns;
    std::vector<std::byte> piece(PackedBytes(count, width));
    PackNumbers(std::span(numbers).subspan(row * columns, count), width, piece);
    pieces.insert(pieces.end(), piece.begin(), piece.end() - kBitRowsPadding);
  }
  pieces.resize(pieces.size() + kBitRowsPadding);
  RC_ASSERT(pieces == whole);
}

}  // namespace
}  // namespace akin
