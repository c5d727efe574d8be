#include "akin/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace akin {
namespace {

TEST(Utf8Test, ReadsCharactersOfEveryLength) {
  EXPECT_EQ(FirstCodePoint("a!")->value, U'a');
  EXPECT_EQ(FirstCodePoint("\xc3\xa9")->value, 0xe9U);
  EXPECT_EQ(FirstCodePoint("\xe6\x9d\xb1")->value, 0x6771U);
  EXPECT_EQ(FirstCodePoint("\xf0\x9f\x8d\x9e")->value, 0x1f35eU);
  EXPECT_EQ(FirstCodePoint("\xf0\x9f\x8d\x9e")->bytes, 4U);
  EXPECT_EQ(FirstCodePoint("\xf4\x8f\xbf\xbf")->value, 0x10ffffU);
}

TEST(Utf8Test, RefusesWhatIsNotUtf8) {
  for (const std::string text :
       {"\x80", "\xff", "\xc3", "\xc3(", "\xe6\x9d", "\xf0\x9f\x8d", "\xc0\xaf", "\xe0\x80\xaf",
        "\xf0\x80\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"}) {
    EXPECT_FALSE(FirstCodePoint(text)) << testing::PrintToString(text);
  }
}

TEST(Utf8Test, KnowsControlCharacters) {
  for (const uint32_t control : {0x00U, 0x09U, 0x1fU, 0x7fU, 0x80U, 0x9fU}) {
    EXPECT_TRUE(IsControl(control)) << control;
  }
  for (const uint32_t shown : {0x20U, 0x7eU, 0xa0U, 0x6771U})
    EXPECT_FALSE(IsControl(shown)) << shown;
}

}  // namespace
}  // namespace akin
