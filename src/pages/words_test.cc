#include "pages/words.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <clocale>
#include <string>
#include <string_view>
#include <vector>

#include "akin/ingest.h"

namespace akin {
namespace {

std::string Words(std::string_view text) {
  WordBreaker breaker = WordBreaker::Create().value();
  std::string words;
  const uint32_t count = breaker.Append(text, words);
  EXPECT_EQ(count, std::count(words.begin(), words.end(), ' '));
  return words;
}

TEST(WordsTest, TechnicalTermsStayWhole) {
  for (const std::string_view term : {"json.dumps",
                                      "object_hook",
                                      "__init__",
                                      "utf-8",
                                      "x86",
                                      "x86_64",
                                      "c++",
                                      "c++17",
                                      "libstdc++",
                                      "c#",
                                      "f#",
                                      ".net",
                                      "3.11",
                                      "3.11.2",
                                      "http2",
                                      "std::vector",
                                      "std::pmr::map",
                                      "--force",
                                      "--no-index",
                                      "$home",
                                      "@dataclass",
                                      "joe@example.org",
                                      "node.js",
                                      "int32_t",
                                      "sha256",
                                      "HashMap",
                                      "JSONDecoder",
                                      "parseHTML",
                                      "java.util.HashMap",
                                      "content-type"}) {
    EXPECT_EQ(Words(term), std::string(term) + " ");
    // Whatever stands around them in a sentence.
    for (const std::string_view around : {"(%)", "\"%\",", "see %.", "'%'", "%!", "%;\n", "<%>"}) {
      std::string text(around);
      text.replace(text.find('%'), 1, term);
      std::string words = Words(text);
      if (words.starts_with("see ")) words.erase(0, 4);
      if (term.starts_with('.')) continue;
      EXPECT_EQ(words, std::string(term) + " ") << text;
    }
  }
  EXPECT_EQ(Words("HTTP2 UTF-8 C++ C# F# X86 Content-Type"),
            "http2 utf-8 c++ c# f# x86 content-type ");
  EXPECT_EQ(Words("operator<< operator[] foo() list[0].name a->b"),
            "operator operator foo list name a b ");
  EXPECT_EQ(Words(".NET and (.net), not x().net or ...net"), ".net and .net not x net or net ");
}

TEST(WordsTest, CapitalsStayWhereTheyShowParts) {
  EXPECT_EQ(Words("Hello HTTP Python URLs IDs"), "hello http python urls ids ");
  EXPECT_EQ(Words("HashMap GitHub iPhone JSONDecoder XMLs"),
            "HashMap GitHub iPhone JSONDecoder xmls ");
}

TEST(WordsTest, Sentences) {
  EXPECT_EQ(Words("Hello, World! (2nd ed.)"), "hello world 2nd ed ");
  EXPECT_EQ(Words("The end. Next... and so on\xE2\x80\xA6"), "the end next and so on ");
  EXPECT_EQ(Words("e.g. this, i.e. that, in the U.S.A. at 9 a.m. but x.h, not U.S.A"),
            "eg this ie that in the usa at am but x.h not usa ");
  EXPECT_EQ(Words("and/or either|or yes\\no a,b a;b a:b a=b a+b"),
            "and or either or yes no a b a b a b a b a b ");
  EXPECT_EQ(Words("one - two -- three --- four-- five"), "one two three four five ");
  EXPECT_EQ(Words("a well-known fact\u2014of hyphen\u2010ation"),
            "a well-known fact of hyphen-ation ");
  EXPECT_EQ(Words(""), "");
  EXPECT_EQ(Words(" \n\t ... & 42 "), "");
}

TEST(WordsTest, HyphensAtTheEndsOfLines) {
  EXPECT_EQ(Words("a well-\nknown fact"), "a well known fact ");
  EXPECT_EQ(Words("hyphen\u00ADation"), "hyphenation ");  // a soft hyphen is not there
}

TEST(WordsTest, Apostrophes) {
  EXPECT_EQ(Words("Don't can\u2019t O'Brien"), "dont cant OBrien ");
  EXPECT_EQ(Words("Python's James' json.dumps's 'quoted'"), "python james json.dumps quoted ");
  EXPECT_EQ(Words("l'homme d\u2019\u00E9t\u00E9 qu'elle aujourd'hui I'm I'll"),
            "l homme d \u00E9t\u00E9 qu elle aujourdhui im ill ");
}

TEST(WordsTest, NumbersAreWordsOnlyAsVersions) {
  EXPECT_EQ(Words("42 1,000 3.14 1.2.3 10:30 2024-01-15 50% #7 1_000"), "3.14 1.2.3 ");
  EXPECT_EQ(Words("3.x 2to3 0x1F"), "3.x 2to3 0x1f ");
  EXPECT_EQ(Words("\u0663.\u0661\u0661"), "3.11 ");  // digits of any script
}

TEST(WordsTest, UrlsAreCutAtSlashes) {
  EXPECT_EQ(Words("https://docs.python.org/3/library/json.html#json.dumps?x=1"),
            "https docs.python.org library json.html json.dumps x ");
  EXPECT_EQ(Words("/usr/include/x.h C:\\Windows"), "usr include x.h c windows ");
}

TEST(WordsTest, OtherScripts) {
  EXPECT_EQ(Words("Caf\u00C9 \u201CStra\u00DFe\u201D na\u00EFve"),
            "caf\u00E9 stra\u00DFe na\u00EFve ");
  EXPECT_EQ(Words("E\u0301cole"), "e\u0301cole ");  // the mark stays on its letter
  EXPECT_EQ(Words("\u0301"), "");
  EXPECT_EQ(Words("\u041C\u0418\u0420, \u043C\u0438\u0440"),
            "\u043C\u0438\u0440 \u043C\u0438\u0440 ");
  EXPECT_EQ(Words("\uD55C\uAD6D\uC5B4 \uBB38\uC11C"),
            "\uD55C\uAD6D\uC5B4 \uBB38\uC11C ");  // Korean
  // Three words of Japanese, and two of Thai, without separators.
  EXPECT_EQ(Words("\u79C1\u306F\u5B66\u751F"), "\u79C1 \u306F \u5B66\u751F ");
  EXPECT_EQ(Words("\u0E20\u0E32\u0E29\u0E32\u0E44\u0E17\u0E22"),
            "\u0E20\u0E32\u0E29\u0E32 \u0E44\u0E17\u0E22 ");
  // Terms in the middle of it.
  EXPECT_EQ(Words("\u79C1\u306Fjson.dumps\u3092\u4F7F\u3046"),
            "\u79C1 \u306F json.dumps \u3092 \u4F7F\u3046 ");
  EXPECT_EQ(Words("\u30C7\u30FC\u30BF\u3002UTF-8"), "\u30C7\u30FC\u30BF utf-8 ");
}

TEST(WordsTest, BytesThatAreNotUtf8SeparateWords) {
  EXPECT_EQ(Words("ab\xFF"
                  "cd \xC3"),
            "ab cd ");
}

TEST(WordsTest, LongWordsAreLeftOut) {
  const std::string longest(kLongestWord, 'x');
  EXPECT_EQ(Words("a " + longest + " b"), "a " + longest + " b ");
  EXPECT_EQ(Words("a " + longest + "x b"), "a b ");
  EXPECT_EQ(Words("a " + longest + ".x b"), "a b ");
  EXPECT_EQ(Words("a " + longest + "\u00E9 b"), "a b ");
  EXPECT_EQ(Words(std::string(3 << 20, 'x')), "");
}

TEST(WordsTest, InvisibleCharactersDoNotHideWordsFromTheDictionaries) {
  const std::string language = "\u0E20\u0E32\u0E29\u0E32";
  EXPECT_EQ(Words(language + "\u200D" + language), Words(language + language));
  EXPECT_EQ(Words(language + language), language + " " + language + " ");
}

TEST(WordsTest, InvisibleCharactersHideNoNeighbours) {
  EXPECT_EQ(Words("s#\u200D\u00E9"), Words("s#\u00E9"));
  EXPECT_EQ(Words("json.\u200Ddumps"), "json.dumps ");
}

TEST(WordsTest, TextWithoutBlanksIsCutSomewhere) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "\u6771\u4EAC";
  const std::string words = Words(text);
  EXPECT_GE(std::count(words.begin(), words.end(), ' '), 200'000 - 100);
}

// Turkish has its own lower case of I.
TEST(WordsTest, TheLocaleDoesNotMatter) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "tr_TR.UTF-8");  // without this locale the test checks less
  EXPECT_EQ(Words("TITLE \u00C9I"), "title \u00E9i ");
  EXPECT_EQ(Words("TITLE \u00C9COLE M\u00DCLLER \u00C4nderungsDatum"),
            "title \u00E9cole m\u00FCller \u00E4nderungsDatum ");
  std::setlocale(LC_ALL, before.c_str());
}

TEST(WordsTest, TextsAreCutByBothRules) {
  const TextWords words = WordsOf("Use json.dumps in Python 3.11").value();
  EXPECT_EQ(words.whole, "use json.dumps in python 3.11 ");
  EXPECT_EQ(words.letters, "use jsondumps in python ");
}

std::string AnyText() {
  const auto piece = rc::gen::element<std::string>(
      "a", "B", "xyz", "1", " ", "\n", ".", "'", ",", "_", "-", "--", ":", "::", "+", "++", "#",
      "@", "$", "/", "(", "s", "\u00E9", "\u0301", "\u200D", "\u2019", "\u2011", "\u05D0", "\"",
      "\u6771", "\u4EAC", "\u30BF", "\u0E20\u0E32\u0E29\u0E32", "\U0001F1E9", "\u00AD", "\u3000",
      "\u00A0", "\u0663", "\xFF");
  std::string text;
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) text += part;
  return text;
}

// White space separates words whatever stands beside it.
RC_GTEST_PROP(WordsTest, TextsApartGiveTheirWords, ()) {
  const std::string left = AnyText();
  const std::string right = AnyText();
  RC_ASSERT(Words(left + " " + right) == Words(left) + Words(right));
}

// A word is found again: bags of pages and of questions agree.
RC_GTEST_PROP(WordsTest, OnceIsEnough, ()) {
  const std::string words = Words(AnyText());
  RC_ASSERT(Words(words) == words);
}

RC_GTEST_PROP(WordsTest, WordsAreOfLettersDigitsAndJoints, ()) {
  const std::string words = Words(AnyText());
  for (const char c : words) {
    const bool ascii_sign = std::string_view(" _.-:+#@$").find(c) != std::string_view::npos;
    RC_ASSERT((c & 0x80) != 0 || (std::isalnum(static_cast<unsigned char>(c)) != 0) || ascii_sign);
  }
  RC_ASSERT(words.find("  ") == std::string::npos);
}

}  // namespace
}  // namespace akin
