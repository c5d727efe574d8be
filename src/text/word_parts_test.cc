#include "text/word_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Parts(std::string_view word) {
  std::vector<std::string> parts = {"left over", "from before", "and more"};
  PartsOf(word, parts);
  return parts;
}

TEST(WordPartsTest, WhatIsTechnical) {
  for (const char* word : {"json.dumps", "object_hook", "utf-8", "x86", "c++", "HashMap", "3.11"}) {
    EXPECT_TRUE(IsTechnical(word)) << word;
  }
  for (const char* word : {"music", "stra\u00DFe", "\u65E5\u672C"}) {
    EXPECT_FALSE(IsTechnical(word)) << word;
  }
}

TEST(WordPartsTest, Parts) {
  EXPECT_THAT(Parts("json.dumps"), ElementsAre("json", "dumps"));
  EXPECT_THAT(Parts("object_hook"), ElementsAre("object", "hook"));
  EXPECT_THAT(Parts("__init__"), ElementsAre("init"));
  EXPECT_THAT(Parts("std::vector"), ElementsAre("std", "vector"));
  EXPECT_THAT(Parts("utf-8"), ElementsAre("utf"));
  EXPECT_THAT(Parts("http2"), ElementsAre("http"));
  EXPECT_THAT(Parts("int32_t"), ElementsAre("int"));
  EXPECT_THAT(Parts("--force"), ElementsAre("force"));
  EXPECT_THAT(Parts("HashMap"), ElementsAre("hash", "map"));
  EXPECT_THAT(Parts("JSONDecoder"), ElementsAre("json", "decoder"));
  EXPECT_THAT(Parts("getURLs"), ElementsAre("get", "urls"));
  EXPECT_THAT(Parts("java.util.HashMap"), ElementsAre("java", "util", "hash", "map"));
  EXPECT_THAT(Parts("c++17"), ElementsAre("c++"));
  EXPECT_THAT(Parts("gro\u00DF-klein"), ElementsAre("gro\u00DF", "klein"));
  for (const char* word : {"x86", "x86_64", "3.11", "c++", "c#"}) {
    EXPECT_THAT(Parts(word), IsEmpty()) << word;
  }
}

TEST(WordPartsTest, Humps) {
  for (const char* word : {"HashMap", "iPhone", "JSONDecoder", "x.getURL", "TeX"}) {
    EXPECT_TRUE(HasHumps(word)) << word;
  }
  for (const char* word : {"Python", "HTTP", "URLs", "Content-Type", "HTTP2", "X.Y", ""}) {
    EXPECT_FALSE(HasHumps(word)) << word;
  }
}

// Parts are pieces of the word, in order, without overlap, in lower case.
RC_GTEST_PROP(WordPartsTest, PartsAreOfTheWord, ()) {
  const std::string word = *rc::gen::container<std::string>(
      rc::gen::element('a', 'b', 's', 'A', 'B', '1', '.', '_', '-', '+', '\xC3'));
  const std::string lower = ascii::Lowered(word);
  std::string_view left = lower;
  for (const std::string& part : Parts(word)) {
    RC_ASSERT(part.size() >= 2);
    RC_ASSERT(part.size() < word.size());
    const size_t at = left.find(part);
    RC_ASSERT(at != std::string_view::npos);
    left.remove_prefix(at + part.size());
  }
}

}  // namespace
}  // namespace akin
