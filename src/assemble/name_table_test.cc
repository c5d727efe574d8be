#include "assemble/name_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace akin {
namespace {

RC_GTEST_PROP(NameTableTest, NumbersNamesInTheOrderTheyFirstCome,
              (const std::vector<std::string>& names)) {
  NameTable table;
  std::map<std::string, uint32_t> numbers;
  for (const std::string& name : names) {
    const auto next = static_cast<uint32_t>(numbers.size());
    const uint32_t expected = numbers.try_emplace(name, next).first->second;
    RC_ASSERT(table.Insert(name) == expected);
    RC_ASSERT(table[expected] == name);
  }
  RC_ASSERT(table.size() == numbers.size());
}

TEST(NameTableTest, KeepsNamesApartThroughEveryGrowth) {
  constexpr uint32_t kNames = 100'000;
  NameTable table;
  for (uint32_t i = 0; i < kNames; ++i) ASSERT_EQ(table.Insert("name " + std::to_string(i)), i);
  for (uint32_t i = 0; i < kNames; ++i) {
    ASSERT_EQ(table[i], "name " + std::to_string(i));
    ASSERT_EQ(table.Insert("name " + std::to_string(i)), i);
  }
  EXPECT_EQ(table.size(), kNames);
  EXPECT_GT(table.bytes(), kNames * 10U);
}

TEST(NameTableTest, HoldsEmptyLongAndBinaryNames) {
  NameTable table;
  const std::string longest(65'536, 'x');
  EXPECT_EQ(table.Insert(""), 0U);
  EXPECT_EQ(table.Insert(longest), 1U);
  EXPECT_EQ(table.Insert(longest + "y"), 2U);
  EXPECT_EQ(table.Insert(std::string("a\0b", 3)), 3U);
  EXPECT_EQ(table.Insert("a"), 4U);
  EXPECT_EQ(table.Insert(""), 0U);
  EXPECT_EQ(table[0], "");
  EXPECT_EQ(table[1], longest);
  EXPECT_EQ(table[3], std::string("a\0b", 3));
}

TEST(NameTableTest, KnowsWhetherAllAreIntegers) {
  NameTable table;
  EXPECT_TRUE(table.all_integers());
  table.Insert("-5");
  table.Insert("9223372036854775807");
  EXPECT_TRUE(table.all_integers());
  table.Insert("9223372036854775808");
  EXPECT_FALSE(table.all_integers());
  table.Insert("1");
  EXPECT_FALSE(table.all_integers());
}

}  // namespace
}  // namespace akin
