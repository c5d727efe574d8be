#include "attributes/where_parser.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace akin {
namespace {

using testing::HasSubstr;

// The steps of an expression, as in "a=1 b=2 and".
std::string StepsOf(std::string_view expression) {
  const auto steps = ParseWhere(expression);
  if (!steps.ok()) return steps.status().message();
  std::string text;
  for (const WhereStep& step : *steps) {
    if (!text.empty()) text += ' ';
    const Comparison& comparison = step.comparison;
    switch (step.kind) {
      case WhereStep::Kind::kCompare:
        text += fmt::format("{}{}{}", comparison.name, RelationName(comparison.relation),
                            comparison.value);
        break;
      case WhereStep::Kind::kNot:
        text += "not";
        break;
      case WhereStep::Kind::kAnd:
        text += "and";
        break;
      case WhereStep::Kind::kOr:
        text += "or";
        break;
    }
  }
  return text;
}

TEST(WhereParserTest, AndBindsMoreThanOr) {
  EXPECT_EQ(StepsOf("a=1 or b=2 and c=3"), "a=1 b=2 c=3 and or");
  EXPECT_EQ(StepsOf("(a=1 or b=2) and c=3"), "a=1 b=2 or c=3 and");
  EXPECT_EQ(StepsOf("a=1 and b=2 and c=3"), "a=1 b=2 and c=3 and");
}

TEST(WhereParserTest, NotBindsMost) {
  EXPECT_EQ(StepsOf("not a=1 and b=2"), "a=1 not b=2 and");
  EXPECT_EQ(StepsOf("not (a=1 and b=2)"), "a=1 b=2 and not");
  EXPECT_EQ(StepsOf("not not a=1"), "a=1 not not");
}

TEST(WhereParserTest, KnowsAllRelations) {
  for (const std::string relation : {"=", "!=", "<", "<=", ">", ">=", "^="}) {
    EXPECT_EQ(StepsOf("year" + relation + "2000"), "year" + relation + "2000");
    EXPECT_EQ(StepsOf(" year " + relation + "\t2000 "), "year" + relation + "2000");
  }
}

TEST(WhereParserTest, TakesQuotedWordsLiterally) {
  EXPECT_EQ(StepsOf("title='Two words'"), "title=Two words");
  EXPECT_EQ(StepsOf("title=\"it's (a) <b>\""), "title=it's (a) <b>");
  EXPECT_EQ(StepsOf("title='it''s'"), "title=it's");
  EXPECT_EQ(StepsOf("'and'='or'"), "and=or");
  EXPECT_EQ(StepsOf("\"Year of birth\">1900"), "Year of birth>1900");
}

TEST(WhereParserTest, KeywordsMayBeInCapitals) {
  EXPECT_EQ(StepsOf("a=1 AND NOT b=2 Or c=3"), "a=1 b=2 not and c=3 or");
  EXPECT_EQ(StepsOf("android=1 and order=2"), "android=1 order=2 and");
}

TEST(WhereParserTest, AValueMayBeAKeyword) { EXPECT_EQ(StepsOf("word=and"), "word=and"); }

TEST(WhereParserTest, WordsMayHaveOtherCharacters) {
  EXPECT_EQ(StepsOf("key^=en/C++|x,y;*&%#"), "key^=en/C++|x,y;*&%#");
  EXPECT_EQ(StepsOf("größe>=3 and ключ=ж"), "größe>=3 ключ=ж and");
}

TEST(WhereParserTest, SaysAtWhichCharacterSomethingIsWrong) {
  const auto expect = [](std::string_view expression, size_t character, std::string_view what) {
    const auto steps = ParseWhere(expression);
    ASSERT_FALSE(steps.ok()) << expression;
    EXPECT_EQ(steps.status().code(), Code::kInvalidArgument);
    EXPECT_EQ(steps.status().parameter(), "where");
    EXPECT_THAT(steps.status().message(), HasSubstr(fmt::format("character {}: ", character)))
        << expression;
    EXPECT_THAT(steps.status().message(), HasSubstr(std::string(what))) << expression;
  };
  expect("", 1, "the end where an attribute is expected");
  expect("   ", 4, "the end where an attribute is expected");
  expect("year", 5, "where one of = != < <= > >= ^= is expected");
  expect("year>=", 7, "the end where a value");
  expect("year>=''", 7, "where a value");
  expect("type=book and", 14, "the end where an attribute is expected");
  expect("type=book of sand", 11, "'of' where and, or, or the end is expected");
  expect("größe=book of", 12, "'of'");
  expect("type==book", 6, "'=' where a value");
  expect("a=1=2", 4, "write = once");
  expect("(a=1 or b=2", 12, "the ) of character 1");
  expect("a=1)", 4, "')' where and, or, or the end is expected");
  expect("and=1", 1, "'and' where an attribute is expected");
  expect("a=1 and or b=2", 9, "'or' where an attribute");
  expect("title='open", 7, "not closed");
  expect("a ! b", 3, "'!' alone");
  expect("a=\x01", 3, "control character");
  expect("a=\xff", 3, "UTF-8");
}

TEST(WhereParserTest, RefusesWhatIsTooDeepOrTooLong) {
  std::string deep = "a=1";
  for (size_t i = 0; i < kDeepestWhere; ++i) deep = fmt::format("({})", deep);
  EXPECT_THAT(StepsOf(deep), HasSubstr("more than 100 parentheses"));
  EXPECT_EQ(StepsOf(deep.substr(1, deep.size() - 2)), "a=1");
  std::string nots;
  for (size_t i = 0; i < 100'000; ++i) nots += "not ";
  EXPECT_THAT(StepsOf(nots + "a=1"), HasSubstr("more than 100 parentheses"));
  std::string longest = "a=1";
  for (size_t i = 1; i < kMostComparisons; ++i) longest += " or a=1";
  EXPECT_TRUE(ParseWhere(longest).ok());
  EXPECT_THAT(StepsOf(longest + " or a=1"), HasSubstr("more than 1000 comparisons"));
}

}  // namespace
}  // namespace akin
