#include "assemble/name_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <string_view>
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

TEST(NameTableTest, ABatchIsTheSameAsOneByOne) {
  std::vector<std::string> texts;
  for (int i = 0; i < 5000; ++i) texts.push_back("name " + std::to_string(i * i % 3000));
  const std::vector<std::string_view> names(texts.begin(), texts.end());
  NameTable together;
  std::vector<uint32_t> numbers(names.size());
  together.InsertAll(names, numbers);
  NameTable single;
  for (size_t i = 0; i < names.size(); ++i) ASSERT_EQ(single.Insert(names[i]), numbers[i]);
  EXPECT_EQ(single.size(), together.size());
}

}  // namespace
}  // namespace akin
