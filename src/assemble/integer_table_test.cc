#include "assemble/integer_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace akin {
namespace {

// Small integers come often, others once.
RC_GTEST_PROP(IntegerTableTest, NumbersIntegersInTheOrderTheyFirstCome, ()) {
  const auto values = *rc::gen::container<std::vector<int64_t>>(
      rc::gen::oneOf(rc::gen::inRange<int64_t>(-9, 9), rc::gen::arbitrary<int64_t>()));
  std::map<int64_t, uint32_t> numbers;
  std::vector<uint32_t> expected;
  std::vector<int64_t> distinct;
  for (const int64_t value : values) {
    const auto next = static_cast<uint32_t>(numbers.size());
    expected.push_back(numbers.try_emplace(value, next).first->second);
    if (expected.back() == distinct.size()) distinct.push_back(value);
  }
  IntegerTable one;
  for (size_t i = 0; i < values.size(); ++i) RC_ASSERT(one.Insert(values[i]) == expected[i]);
  IntegerTable together;
  std::vector<uint32_t> found(values.size());
  together.InsertAll(values, found);
  RC_ASSERT(found == expected);
  RC_ASSERT(one.values() == distinct);
  RC_ASSERT(together.values() == distinct);
}

TEST(IntegerTableTest, KeepsIntegersApartThroughEveryGrowth) {
  constexpr uint32_t kIntegers = 100'000;
  std::vector<int64_t> values(kIntegers);
  for (uint32_t i = 0; i < kIntegers; ++i) values[i] = (int64_t{i} << 40) - 5;
  IntegerTable table;
  std::vector<uint32_t> numbers(kIntegers);
  for (int round = 0; round < 2; ++round) {
    table.InsertAll(values, numbers);
    for (uint32_t i = 0; i < kIntegers; ++i) ASSERT_EQ(numbers[i], i);
  }
  EXPECT_EQ(table.values(), values);
  EXPECT_GT(table.bytes(), kIntegers * 40U);
}

}  // namespace
}  // namespace akin
