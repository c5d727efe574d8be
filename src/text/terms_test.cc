#include "text/terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "paths.h"
#include "text/bags_file.h"

namespace akin {
namespace {

Status Ignore(uint64_t, std::string_view) { return {}; }

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
