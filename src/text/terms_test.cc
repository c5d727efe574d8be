#include "text/terms.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "paths.h"
#include "text/bags_file.h"
#include "text/languages.h"

namespace akin {
namespace {

Status Ignore(uint64_t, std::string_view) { return {}; }

std::span<const std::string_view> StopWords() { return Languages()[kEnglish].stop_words; }

std::string Term(Stemming stemming, std::string_view word) {
  Terms terms(stemming, 1 << 12, Ignore);
  return std::string(terms.TermOf(word));
}

TEST(StopWords, AreAboutEightHundredSortedAndDistinct) {
  const auto words = StopWords();
  EXPECT_GE(words.size(), 750U);
  EXPECT_LE(words.size(), 850U);
  EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
  EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end());
  for (const std::string_view word : words) {
    EXPECT_TRUE(std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
        << word;
  }
}

TEST(StopWords, AreThoseOfTheFile) {
  std::ifstream file(SourceFile("data/stopwords.txt"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  EXPECT_TRUE(std::equal(lines.begin(), lines.end(), StopWords().begin(), StopWords().end()));
}

TEST(StopWords, HoldEveryKind) {
  for (const char* word : {"the", "myself", "between", "although", "would", "dont", "its", "seven",
                           "click", "www", "page", "home", "quickly", "several", "x"}) {
    EXPECT_TRUE(std::binary_search(StopWords().begin(), StopWords().end(), word)) << word;
  }
  for (const char* word : {"university", "music", "shell", "news", "war"}) {
    EXPECT_FALSE(std::binary_search(StopWords().begin(), StopWords().end(), word)) << word;
  }
}

TEST(StopWords, OfOtherLanguagesAreThoseOfTheirFiles) {
  size_t lists = 0;
  for (const Language& language : Languages()) {
    if (language.code == "en" || language.stop_words.empty()) continue;
    ++lists;
    std::ifstream file(SourceFile(fmt::format("data/stopwords-{}.txt", language.code)));
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    EXPECT_TRUE(std::equal(lines.begin(), lines.end(), language.stop_words.begin(),
                           language.stop_words.end()))
        << language.code;
    EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end())) << language.code;
    EXPECT_EQ(std::adjacent_find(lines.begin(), lines.end()), lines.end()) << language.code;
  }
  EXPECT_EQ(lists, 6U);
}

TEST(Languages, AreFoundByCode) {
  EXPECT_EQ(LanguageNumber("en"), kEnglish);
  EXPECT_EQ(LanguageNumber(""), kEnglish);
  EXPECT_EQ(LanguageNumber("ja"), kEnglish);
  const std::vector<std::string> codes = StemmedLanguages();
  EXPECT_TRUE(std::is_sorted(codes.begin(), codes.end()));
  EXPECT_EQ(std::adjacent_find(codes.begin(), codes.end()), codes.end());
  for (const std::string& code : codes) EXPECT_EQ(Languages()[LanguageNumber(code)].code, code);
}

// The examples that Porter's paper (1980) gives for its steps.
TEST(Terms, StemAsPorterDoes) {
  const std::map<std::string, std::string> stems = {
      {"caresses", "caress"},   {"ponies", "poni"},      {"cats", "cat"},
      {"plastered", "plaster"}, {"motoring", "motor"},   {"hopping", "hop"},
      {"falling", "fall"},      {"relational", "relat"}, {"electricity", "electr"},
      {"adjustment", "adjust"}, {"effective", "effect"}, {"controlling", "control"}};
  for (const auto& [word, stem] : stems) EXPECT_EQ(Term(Stemming::kStem, word), stem) << word;
}

// "appearing" is not on the list, "appear" is, so the three ways give different results.
TEST(Terms, DropStopWordsByWordOrByStem) {
  ASSERT_FALSE(std::binary_search(StopWords().begin(), StopWords().end(), "appearing"));
  EXPECT_EQ(Term(Stemming::kNone, "appearing"), "appearing");
  EXPECT_EQ(Term(Stemming::kStem, "appearing"), "");
  EXPECT_EQ(Term(Stemming::kStopStem, "appearing"), "");
  EXPECT_EQ(Term(Stemming::kNone, "universities"), "universities");
  EXPECT_EQ(Term(Stemming::kStem, "universities"), "univers");
  EXPECT_EQ(Term(Stemming::kStopStem, "universities"), "universities");
  for (const auto stemming : {Stemming::kNone, Stemming::kStem, Stemming::kStopStem}) {
    Terms terms(stemming, 1 << 12, Ignore);
    for (const std::string_view word : StopWords()) EXPECT_EQ(terms.TermOf(word), "") << word;
  }
}

TEST(Terms, LeaveOtherLettersAlone) {
  EXPECT_EQ(Term(Stemming::kStem, "čeština"), "čeština");
  EXPECT_EQ(Term(Stemming::kStem, "日本"), "日本");
}

TEST(Terms, StemInTheLanguageOfThePage) {
  Terms terms(Stemming::kStem, 1 << 12, Ignore);
  const auto term = [&](const char* language, std::string_view word) {
    terms.Speak(LanguageNumber(language));
    return std::string(terms.TermOf(word));
  };
  EXPECT_EQ(term("de", "häuser"), "haus");
  EXPECT_EQ(term("de", "und"), "");
  EXPECT_EQ(term("de", "the"), "the");
  EXPECT_EQ(term("en", "und"), "und");
  EXPECT_EQ(term("en", "the"), "");
  EXPECT_EQ(term("fr", "continuellement"), "continuel");
  EXPECT_EQ(term("ru", "книги"), "книг");
  EXPECT_EQ(term("ja", "the"), "");
  for (const Language& language : Languages()) {
    terms.Speak(LanguageNumber(language.code));
    for (const std::string_view word : language.stop_words) EXPECT_EQ(terms.TermOf(word), "");
  }
}

// One cache serves all languages.
TEST(Terms, LanguagesAreNotMixedUp) {
  for (const uint64_t bytes : {64U, 1U << 20}) {
    Terms terms(Stemming::kStem, bytes, Ignore);
    for (int round = 0; round < 2; ++round) {
      terms.Speak(LanguageNumber("de"));
      EXPECT_EQ(terms.Of("häuser").value(), TermHash("haus"));
      EXPECT_EQ(terms.Of("und").value(), kNoTerm);
      EXPECT_EQ(terms.AsItIs("und").value(), TermHash("und"));
      terms.Speak(kEnglish);
      EXPECT_EQ(terms.Of("häuser").value(), TermHash("häuser"));
      EXPECT_EQ(terms.Of("und").value(), TermHash("und"));
      EXPECT_EQ(terms.Of("the").value(), kNoTerm);
      EXPECT_EQ(terms.AsItIs("the").value(), TermHash("the"));
      EXPECT_EQ(terms.AsItIs("json.dumps").value(), TermHash("json.dumps"));
      EXPECT_EQ(terms.AsItIs(std::string(kLongestTerm + 1, 'q')).value(), kNoTerm);
    }
  }
}

TEST(Terms, DropWordsThatAreTooLong) {
  EXPECT_EQ(Term(Stemming::kNone, std::string(kLongestTerm, 'q')), std::string(kLongestTerm, 'q'));
  EXPECT_EQ(Term(Stemming::kNone, std::string(kLongestTerm + 1, 'q')), "");
  EXPECT_EQ(Term(Stemming::kStem, ""), "");
}

// A cache of one slot, where every word replaces the previous one, and a large one agree. All terms
// that are ever returned were reported.
TEST(Terms, TheCacheChangesNothing) {
  const std::vector<std::string> words = {
      "music",     "musical", "the", std::string(60, 'q'), "music", "a", "universities",
      "musicians", "the",     "",    std::string(99, 'q'), "music"};
  for (const uint64_t bytes : {64U, 1U << 20}) {
    std::map<uint64_t, std::string> told;
    Terms terms(Stemming::kStem, bytes, [&](uint64_t hash, std::string_view term) -> Status {
      told[hash] = term;
      return {};
    });
    Terms plain(Stemming::kStem, 64, Ignore);
    for (const std::string& word : words) {
      const std::string_view term = plain.TermOf(word);
      const uint64_t hash = terms.Of(word).value();
      ASSERT_EQ(hash, term.empty() ? kNoTerm : TermHash(term)) << word;
      ASSERT_TRUE(hash == kNoTerm || told.at(hash) == term) << word;
    }
  }
}

TEST(Terms, PassAnErrorOn) {
  Terms terms(Stemming::kNone, 64,
              [](uint64_t, std::string_view) { return Status(Code::kIo, "full"); });
  EXPECT_EQ(terms.Of("the").value(), kNoTerm);
  EXPECT_EQ(terms.Of("music").status().code(), Code::kIo);
  EXPECT_EQ(terms.Of("music").status().code(), Code::kIo);  // it is not cached
}

}  // namespace
}  // namespace akin
