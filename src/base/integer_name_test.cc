#include "base/integer_name.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>

namespace akin {
namespace {

RC_GTEST_PROP(IntegerNameTest, EveryIntegerIsItsOwnName, (int64_t value)) {
  RC_ASSERT(IntegerName(std::to_string(value)) == value);
}

TEST(IntegerNameTest, TheExtremesAreIntegers) {
  EXPECT_EQ(IntegerName("9223372036854775807"), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(IntegerName("-9223372036854775808"), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(IntegerName("0"), 0);
}

TEST(IntegerNameTest, WhatDoesNotSurviveTheRoundTripIsNone) {
  for (const char* name : {"",
                           "-",
                           "+1",
                           "007",
                           "00",
                           "-0",
                           "-01",
                           "--1",
                           " 1",
                           "1 ",
                           "1.0",
                           "1e3",
                           "0x10",
                           "1a",
                           "a",
                           "9223372036854775808",
                           "-9223372036854775809",
                           "99999999999999999999",
                           "1,000",
                           "\xd9\xa1"}) {
    EXPECT_FALSE(IntegerName(name).has_value()) << name;
  }
  EXPECT_FALSE(IntegerName(std::string_view("1\0", 2)).has_value());
}

RC_GTEST_PROP(IntegerNameTest, AnIntegerNameIsTheOneWayToWriteIt, (const std::string& name)) {
  const auto value = IntegerName(name);
  if (value) RC_ASSERT(std::to_string(*value) == name);
}

}  // namespace
}  // namespace akin
