#include "server/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "akin/utf8.h"

namespace akin::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TEST(UrlTest, DecodesPathAndQuery) {
  const auto target = ParseTarget("/v1/vertex/a%2Fb+c?key=caf%C3%A9+au%20lait&k=5&index=a=1,b=2");
  ASSERT_TRUE(target.ok()) << target.status().message();
  EXPECT_EQ(target->path, "/v1/vertex/a/b+c");
  EXPECT_THAT(target->query,
              ElementsAre(Pair("key", "café au lait"), Pair("k", "5"), Pair("index", "a=1,b=2")));
}

TEST(UrlTest, AnEmptyQueryHasNoParameters) {
  EXPECT_THAT(ParseTarget("/healthz?")->query, IsEmpty());
  EXPECT_THAT(ParseTarget("/healthz")->query, IsEmpty());
  EXPECT_THAT(ParseTarget("/v1/keys?prefix=")->query, ElementsAre(Pair("prefix", "")));
}

TEST(UrlTest, RefusesWhatIsNotWell) {
  struct Case {
    const char* target;
    const char* message;
    const char* parameter;
  };
  for (const Case& bad : {Case{"", "slash", ""},
                          Case{"http://a/b", "slash", ""},
                          Case{"*", "slash", ""},
                          Case{"/a b", "0x20 must be written as %20", ""},
                          Case{"/a#b", "%23", ""},
                          Case{"/caf\xc3\xa9", "%C3", ""},
                          Case{"/%", "hexadecimal", ""},
                          Case{"/%4", "hexadecimal", ""},
                          Case{"/%zz", "hexadecimal", ""},
                          Case{"/%00", "%00", ""},
                          Case{"/?key=%ff", "not UTF-8", "key"},
                          Case{"/?key=%C3", "not UTF-8", "key"},
                          Case{"/?key=%C0%80", "not UTF-8", "key"},
                          Case{"/?key=%ED%A0%80", "not UTF-8", "key"},
                          Case{"/?key=a&key=b", "twice", "key"},
                          Case{"/?key=a&%6bey=b", "twice", "key"},
                          Case{"/?key", "no value", "key"},
                          Case{"/?=a", "no name", ""},
                          Case{"/?a=1&&b=2", "no name", ""},
                          Case{"/?a=1&", "no name", ""}}) {
    const Status status = ParseTarget(bad.target).status();
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << bad.target;
    EXPECT_THAT(status.message(), HasSubstr(bad.message)) << bad.target;
    EXPECT_EQ(status.parameter(), bad.parameter) << bad.target;
  }
}

bool IsText(const std::string& bytes) {
  if (bytes.find('\0') != std::string::npos) return false;
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto first = FirstCodePoint(rest);
    if (!first) return false;
    rest.remove_prefix(first->bytes);
  }
  return true;
}

RC_GTEST_PROP(UrlTest, EncodedTextComesBack, (const std::string& bytes)) {
  const auto target = ParseTarget("/v1/vertex/" + EncodeUrl(bytes) + "?key=" + EncodeUrl(bytes));
  RC_ASSERT(target.ok() == IsText(bytes));
  if (!target.ok()) return;
  RC_ASSERT(target->path == "/v1/vertex/" + bytes);
  RC_ASSERT(target->query.size() == 1U);
  RC_ASSERT(target->query[0].second == bytes);
}

}  // namespace
}  // namespace akin::server
