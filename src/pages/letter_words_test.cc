#include "pages/letter_words.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <clocale>
#include <string>
#include <string_view>
#include <vector>

namespace akin {
namespace {

LetterBreaker Breaker() { return LetterBreaker::Create().value(); }

std::string LetterWordsOf(std::string_view text) {
  LetterBreaker breaker = Breaker();
  std::string words;
  const uint32_t count = breaker.Append(text, words);
  EXPECT_EQ(count, std::count(words.begin(), words.end(), ' '));
  return words;
}

std::string ByIcu(std::string_view text) {
  std::string words;
  Breaker().AppendByIcu(text, words);
  return words;
}

TEST(LetterWordsTest, LettersAreKeptAndLowered) {
  EXPECT_EQ(LetterWordsOf("Hello, World! (2nd ed.)"), "hello world nd ed ");
  EXPECT_EQ(LetterWordsOf("Don't e-mail 1,000 & 3.14"), "dont e mail ");
  EXPECT_EQ(LetterWordsOf("foo_bar U.S.A. a1b2c3 9_"), "foobar usa abc ");
  EXPECT_EQ(LetterWordsOf("a;b a,b 1;2x"), "a b a b x ");
  EXPECT_EQ(LetterWordsOf(""), "");
  EXPECT_EQ(LetterWordsOf(" \n\t ... 42 "), "");
}

TEST(LetterWordsTest, ColonsAndAtSignsJoinNothing) {
  EXPECT_EQ(LetterWordsOf("a:b c@d 1:2x \u00E9:\u00E9 \u00E9@\u00E9"),
            "a b c d x \u00E9 \u00E9 \u00E9 \u00E9 ");
}

TEST(LetterWordsTest, OtherScripts) {
  EXPECT_EQ(LetterWordsOf("Caf\u00C9 \u201CStra\u00DFe\u201D na\u00EFve"),
            "caf\u00E9 stra\u00DFe na\u00EFve ");
  EXPECT_EQ(LetterWordsOf("E\u0301cole"), "e\u0301cole ");  // the mark stays on its letter
  EXPECT_EQ(LetterWordsOf("\u0301"), "");
  EXPECT_EQ(LetterWordsOf("\u041C\u0418\u0420, \u043C\u0438\u0440"),
            "\u043C\u0438\u0440 \u043C\u0438\u0440 ");
  EXPECT_EQ(LetterWordsOf("don\u2019t \u0661\u0662"), "dont ");
  // Three words of Japanese, and two of Thai, without separators.
  EXPECT_EQ(LetterWordsOf("\u79C1\u306F\u5B66\u751F"), "\u79C1 \u306F \u5B66\u751F ");
  EXPECT_EQ(LetterWordsOf("\u0E20\u0E32\u0E29\u0E32\u0E44\u0E17\u0E22"),
            "\u0E20\u0E32\u0E29\u0E32 \u0E44\u0E17\u0E22 ");
}

TEST(LetterWordsTest, BytesThatAreNotUtf8AreNoLetters) {
  EXPECT_EQ(LetterWordsOf("ab\xFF"
                          "cd \xC3"),
            "ab cd ");
}

TEST(LetterWordsTest, LongWordsAreLeftOut) {
  const std::string longest(kLongestWord, 'x');
  EXPECT_EQ(LetterWordsOf("a " + longest + " b"), "a " + longest + " b ");
  EXPECT_EQ(LetterWordsOf("a " + longest + "x b"), "a b ");
  EXPECT_EQ(LetterWordsOf("a " + longest + "\u00E9 b"), "a b ");
}

TEST(LetterWordsTest, TextWithoutBlanksIsCutSomewhere) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "\u6771\u4EAC";
  const std::string words = LetterWordsOf(text);
  EXPECT_GE(std::count(words.begin(), words.end(), ' '), 200'000 - 100);
  EXPECT_EQ(LetterWordsOf(std::string(3 << 20, 'x')), "");
}

// Turkish has its own lower case of I.
TEST(LetterWordsTest, TheLocaleDoesNotMatter) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "tr_TR.UTF-8");  // without this locale the test checks less
  EXPECT_EQ(LetterWordsOf("TITLE \u00C9I"), "title \u00E9i ");
  std::setlocale(LC_ALL, before.c_str());
}

RC_GTEST_PROP(LetterWordsTest, TheFastPathGivesWhatIcuGives, ()) {
  // Few letters, so that every pair and triple of kinds occurs often.
  const std::string text = *rc::gen::container<std::string>(rc::gen::element(
      'a', 'Z', '1', '2', '_', '.', ',', ';', '\'', '"', '-', ' ', '\n', '\0', '\x7F', '/'));
  RC_ASSERT(LetterWordsOf(text) == ByIcu(text));
}

RC_GTEST_PROP(LetterWordsTest, EveryAsciiCharacterIsOfItsKind, ()) {
  const std::string text = *rc::gen::container<std::string>(rc::gen::suchThat(
      rc::gen::inRange<char>(0, '\x7F'), [](char c) { return c != ':' && c != '@'; }));
  RC_ASSERT(LetterWordsOf(text) == ByIcu(text));
}

RC_GTEST_PROP(LetterWordsTest, MixedTextGivesWhatIcuGives, ()) {
  const auto piece = rc::gen::element<std::string>(
      "a", "B", "1", " ", "\n", ".", "'", ",", "_", "\u00E9", "\u0301", "\u200D", "\u2019",
      "\u05D0", "\"", "\u6771", "\u4EAC", "\u30BF", "\u0E20\u0E32\u0E29\u0E32", "\U0001F1E9",
      "\u00AD", "\u3000", "\u00A0", "\xFF");
  std::string text;
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) text += part;
  RC_ASSERT(LetterWordsOf(text) == ByIcu(text));
}

}  // namespace
}  // namespace akin
